"""Sixes for PettingZoo.

One seat acts at a time: it plays a card or passes.

```python
from hornox import sixes_v0

env = sixes_v0.parallel_env(rules="sixes", players=5)
observations, infos = env.reset(seed=7)
while env.agents:
    actions = {
        agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents
    }
    observations, rewards, terminations, truncations, infos = env.step(actions)
```
"""

from __future__ import annotations

from typing import Any

from hornox._core import Rules
from hornox.pettingzoo_env import AECEnv, ParallelEnv

__all__ = ["env", "parallel_env", "raw_env"]


def parallel_env(rules: str | Rules = "sixes", players: int | None = None, **options: Any) -> ParallelEnv:
    """A table at which all seats that must act choose at the same time.

    Options: `reward` ("penalty", "relative", "win"), `observation` ("raw", "planes"), `strict`, `max_cycles` (turns
    after which the game is cut off), `render_mode` ("ansi", "human", "rgb_array"), and single rules by their names.
    """
    return ParallelEnv("sixes", rules, players, **options)


def env(rules: str | Rules = "sixes", players: int | None = None, **options: Any) -> AECEnv:
    """A table at which one seat is asked after the other; choices of the same turn stay hidden. Options as there."""
    return AECEnv("sixes", rules, players, **options)


raw_env = env
