"""Sixes for PettingZoo: `hornox.pettingzoo_env` tells what the environments do and names their options.

One seat acts at a time: it plays a card or passes.
"""

from __future__ import annotations

from typing import Any

from hornox._core import Rules
from hornox.pettingzoo_env import AECEnv, ParallelEnv

__all__ = ["env", "parallel_env", "raw_env"]


def parallel_env(rules: str | Rules = "sixes", players: int | None = None, **options: Any) -> ParallelEnv:
    """A table at which all seats that must act choose at the same time."""
    return ParallelEnv("sixes", rules, players, **options)


def env(rules: str | Rules = "sixes", players: int | None = None, **options: Any) -> AECEnv:
    """A table at which one seat is asked after the other."""
    return AECEnv("sixes", rules, players, **options)


raw_env = env
