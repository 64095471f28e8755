"""Games that were written down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from os import PathLike
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt

from hornox import _core
from hornox._rules import Observation, Reward


class Trajectories(TypedDict):
    """Every decision of some games, in the order of games and of play: D decisions."""

    observation: npt.NDArray[Any]
    """What the seat knew: uint8 (raw) or float32 (planes), [D, L]."""
    action_mask: npt.NDArray[np.int8]
    """1 at each action that was legal: [D, A]."""
    action: npt.NDArray[np.int64]
    """What it chose: [D]."""
    reward: npt.NDArray[np.float32]
    """What it was paid until its next decision or the end: [D]."""
    last: npt.NDArray[np.bool_]
    """Whether it was the seat's last decision of the game: [D]."""
    game: npt.NDArray[np.int64]
    """The game, from 0: [D]."""
    seat: npt.NDArray[np.int64]
    """The seat: [D]."""


def read_records(path: str | PathLike[str], *, check: bool = True) -> Iterator[dict[str, Any]]:
    """The games of a file of records, one a line, as dicts.

    With `check`, each is played again by the rules. Raises ValueError, naming line and field, where it is wrong.
    """
    return map(json.loads, _core.RecordReader(path, check))


def trajectories(
    path: str | PathLike[str],
    *,
    reward: Reward = "penalty",
    observation: Observation = "raw",
) -> Trajectories:
    """Every decision of the games of a file, for offline learning. All games must be of one kind."""
    found: Trajectories = _core.trajectories(path, reward, observation)
    return found
