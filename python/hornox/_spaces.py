"""Spaces, as both Gymnasium and PettingZoo want them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from hornox._core import Rules
from hornox._rules import Observation, layout

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
