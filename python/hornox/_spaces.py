"""Spaces and render modes, as both Gymnasium and PettingZoo want them."""

from __future__ import annotations

import sys
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from hornox import _core
from hornox._core import Rules
from hornox._rules import Observation, layout
from hornox.render import draw_table

RenderMode = Literal["ansi", "human", "rgb_array"]
RENDER_MODES: tuple[RenderMode, ...] = ("ansi", "human", "rgb_array")

ObsDict = dict[str, npt.NDArray[Any]]


def observation_space(rules: Rules, observation: Observation) -> spaces.Dict:
    """The space of one seat's observations."""
    length = len(layout(rules, observation))
    numbers = (
        spaces.Box(0, 255, (length,), np.uint8)
        if observation == "raw"
        else spaces.Box(-np.inf, np.inf, (length,), np.float32)
    )
    mask = spaces.Box(0, 1, (rules.actions,), np.int8)
    return spaces.Dict({"observation": numbers, "action_mask": mask})


def check_render_mode(mode: str | None) -> None:
    """Raise ValueError for a mode that is none."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode {mode!r}: must be one of {', '.join(RENDER_MODES)}, or None")


def render(core: _core.ParallelEnv | _core.AecEnv | _core.SeatEnv, mode: str | None) -> Any:
    """The table as the mode asks: text, an image uint8[H, W, 3], or None where it was printed."""
    if mode is None:
        gymnasium.logger.warn("`render` without a `render_mode`: give one where the environment is made")
        return None
    if mode == "ansi":
        return core.render()
    if mode == "rgb_array":
        return draw_table(core.game_json())
    sys.stdout.write(core.render() + "\n")
    sys.stdout.flush()
    return None
