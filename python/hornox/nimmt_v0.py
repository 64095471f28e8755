"""6 nimmt! for PettingZoo.

Seats choose a card at the same time; where a low card fits no row and its player may choose, that seat alone acts.

```python
from hornox import nimmt_v0

env = nimmt_v0.parallel_env(rules="round", players=4)
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


def parallel_env(rules: str | Rules = "round", players: int | None = None, **options: Any) -> ParallelEnv:
    """A table at which all seats that must act choose at the same time.

    Options: `reward` ("penalty", "relative", "win"), `observation` ("raw", "planes"), `strict`, `max_cycles` (turns
    after which the game is cut off), `render_mode` ("ansi", "human", "rgb_array"), and single rules by their names.
    """
    return ParallelEnv("nimmt", rules, players, **options)


def env(rules: str | Rules = "round", players: int | None = None, **options: Any) -> AECEnv:
    """A table at which one seat is asked after the other; choices of the same turn stay hidden. Options as there."""
    return AECEnv("nimmt", rules, players, **options)


raw_env = env
