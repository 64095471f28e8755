"""Rules and layouts, as all parts of the package take them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from hornox import _core
from hornox._core import Rules

Observation = Literal["raw", "planes"]
"""The form of an observation: bytes that hold all that a seat knows, or 0/1 bitmaps derived from them."""

Reward = Literal["penalty", "relative", "win"]
"""What is paid: the own gain, the own gain minus the mean of the others', or the share of the win at the end."""

RuleValue = bool | int | float | str | None


class Span(NamedTuple):
    """A named part of an observation."""

    name: str
    start: int
    stop: int
    shape: tuple[int, ...]
    meaning: str


class Layout(NamedTuple):
    """What is where in an observation; the version changes with any change of meaning."""

    name: str
    version: int
    spans: tuple[Span, ...]

    def __len__(self) -> int:
        """How many numbers an observation has."""
        return self.spans[-1].stop


def resolve(rules: str | Rules, players: int | None, fields: dict[str, RuleValue], game: str | None = None) -> Rules:
    """The rules of a preset with single fields asked for, or rules that were made before.

    Raises ValueError on unknown names and values that do not go together, and on rules of another game than `game`.
    """
    if isinstance(rules, Rules):
        if players is not None or fields:
            raise TypeError("`rules` are whole already: give `players` and fields to `Rules(...)` instead")
        found = rules
    elif isinstance(rules, str):
        wishes = dict(fields) if players is None else {"players": players, **fields}
        found = Rules(rules, **wishes)
    else:
        raise TypeError(f"`rules` is a preset's name or `Rules`, not {rules!r}")
    if game is not None and found.game != game:
        raise ValueError(f"rules of {found.game}, where {game} is played")
    return found


def presets() -> dict[str, str]:
    """Names and summaries of all presets of both games."""
    return dict(_core.presets())


def layout(rules: str | Rules = "round", observation: Observation = "raw") -> Layout:
    """What is where in an observation of the game that the rules are of."""
    name, version, spans = _core.layout(resolve(rules, None, {}), observation)
    return Layout(name, version, tuple(Span(n, a, b, tuple(shape), text) for n, a, b, shape, text in spans))
