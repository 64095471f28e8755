"""6 nimmt! for PettingZoo: `hornox.pettingzoo_env` tells what the environments do and names their options.

Seats choose a card at the same time; where a low card fits no row and its player may choose, that seat alone acts.
"""

from __future__ import annotations

from typing import Any

from hornox._core import Rules
from hornox.pettingzoo_env import AECEnv, ParallelEnv

__all__ = ["env", "parallel_env", "raw_env"]


def parallel_env(rules: str | Rules = "round", players: int | None = None, **options: Any) -> ParallelEnv:
    """A table at which all seats that must act choose at the same time."""
    return ParallelEnv("nimmt", rules, players, **options)


def env(rules: str | Rules = "round", players: int | None = None, **options: Any) -> AECEnv:
    """A table at which one seat is asked after the other; choices of the same turn stay hidden."""
    return AECEnv("nimmt", rules, players, **options)


raw_env = env
