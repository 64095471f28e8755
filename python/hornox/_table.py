"""One native table behind a library's interface: what PettingZoo's and Gymnasium's environments share."""

from __future__ import annotations

import sys
from typing import Any, ClassVar, Literal

import gymnasium

from hornox import _core
from hornox._core import Rules
from hornox.render import draw_table

RenderMode = Literal["ansi", "human", "rgb_array"]
RENDER_MODES: tuple[RenderMode, ...] = ("ansi", "human", "rgb_array")


class _Closed:
    """In the place of a native table after `close`."""

    def __getattr__(self, name: str) -> Any:
        raise gymnasium.error.ClosedEnvironmentError("the environment is closed")


class Table:
    """Drawing, closing, snapshots and copies of an environment on a native table."""

    rules: Rules
    render_mode: str | None
    _native: ClassVar[type[_core.ParallelEnv] | type[_core.AecEnv] | type[_core.SeatEnv]]
    """The class of the native table."""
    _core: Any

    def _open(self, rules: Rules, render_mode: str | None, *options: Any) -> None:
        """Make the native table of rules and options, before its first `reset`."""
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode {render_mode!r}: must be one of {', '.join(RENDER_MODES)}, or None")
        self.rules = rules
        self.render_mode = render_mode
        self._options = options
        self._core = self._native(rules, *options)

    def render(self) -> Any:
        """The table as `render_mode` asks, hidden cards included.

        Text ("ansi"), an image uint8[H, W, 3] ("rgb_array"), or None where it was printed ("human").
        """
        if self.render_mode == "rgb_array":
            return draw_table(self._core.game_json())
        text = self._core.render()
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            sys.stdout.write(text + "\n")
            sys.stdout.flush()
        else:
            gymnasium.logger.warn("`render` without a `render_mode`: give one where the environment is made")
        return None

    def close(self) -> None:
        """Close the environment: any later call that asks its table raises ClosedEnvironmentError."""
        self._core = _Closed()

    def snapshot(self) -> bytes:
        """The state of the game, to come back to with `restore`."""
        snapshot: bytes = self._core.snapshot()
        return snapshot

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot of an environment made alike."""
        self._core.restore(snapshot)

    def __getstate__(self) -> dict[str, Any]:
        """All that makes it again."""
        return {**self.__dict__, "_core": self._core.snapshot()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make it again."""
        self.__dict__.update(state)
        self._core = self._native(self.rules, *self._options)
        self._core.restore(state["_core"])
