"""PettingZoo environments of both games: `hornox.nimmt_v0` and `hornox.sixes_v0` make them.

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

Options of both interfaces:

- `rules`, a preset's name or `hornox.Rules`; `players`; and single rules by their names, such as `deal="draft"`
- `reward`: "penalty" (the own gain), "relative" (minus the mean of the others') or "win" (the share of the win)
- `observation`: "raw" or "planes"
- `strict`: whether illegal actions are errors
- `max_cycles`: after how many turns a game is cut off
- `render_mode`: "ansi", "human" or "rgb_array"

Facts that hold for both interfaces:

- Observations are `{"observation": uint8[L], "action_mask": int8[A]}`, or float32 bitmaps with `observation="planes"`;
  the mask is in the info as well. It is all 0 for a seat that must not act.
- An illegal action is replaced by the lowest legal one and flagged in the info (`illegal`), since many tools sample
  without masks; with `strict=True` it raises `hornox.IllegalAction` instead, and nothing changes.
- Seats are agents `seat_0`, `seat_1`, …; all of them end together.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

try:
    from gymnasium import spaces
    from pettingzoo.utils.env import AECEnv as _AECEnv
    from pettingzoo.utils.env import ParallelEnv as _ParallelEnv
except ImportError as error:  # pragma: no cover
    raise ImportError("PettingZoo is missing: pip install 'hornox[pettingzoo]'") from error

from hornox import _core
from hornox._core import Rules
from hornox._rules import Observation, Reward, RuleValue, layout, resolve
from hornox._spaces import ObsDict, observation_space
from hornox._table import RENDER_MODES, RenderMode, Table


class _Agents(Table):
    """What both interfaces share: a table whose every seat is an agent."""

    metadata: dict[str, Any] = {
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": True,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        rules: str | Rules,
        players: int | None,
        *,
        reward: Reward = "penalty",
        observation: Observation = "raw",
        strict: bool = False,
        max_cycles: int | None = None,
        render_mode: RenderMode | None = None,
        **fields: RuleValue,
    ) -> None:
        """Make a table before its first `reset`; the game's module is the way to it."""
        self.metadata = {**self.metadata, "name": f"{game}_v0"}
        self._open(resolve(rules, players, fields, game), render_mode, reward, strict, observation, max_cycles)
        self.max_cycles = max_cycles
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self.rules, observation) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.rules.actions) for agent in self.possible_agents}
        raw = len(layout(self.rules, "raw"))
        self.state_space = spaces.Box(0, 255, (self.rules.players * raw,), np.uint8)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations: the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions: the same object each time."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> ObsDict:
        """What an agent knows now; its mask is all 0 where it must not act."""
        observation: ObsDict = self._core.observe(self._seat(agent))
        return observation

    def _seat(self, agent: str) -> int:
        if agent not in self._seats:
            raise KeyError(f"there is no agent {agent!r}: they are seat_0 to {self.possible_agents[-1]}")
        return self._seats[agent]

    def state(self) -> npt.NDArray[np.uint8]:
        """The raw observations of all seats, hidden cards of all included, for critics that see all: uint8[N · L]."""
        state: npt.NDArray[np.uint8] = self._core.state()
        return state

    def scores(self) -> dict[str, int]:
        """Each agent's score so far: bulls, or chips."""
        return dict(zip(self.possible_agents, self._core.scores(), strict=True))

    def __str__(self) -> str:
        return f"{self.rules.game}_v0"


class ParallelEnv(_Agents, _ParallelEnv[str, ObsDict, int]):
    """All seats that must act choose at the same time; the actions of the others are ignored."""

    _native = _core.ParallelEnv

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, ObsDict], dict[str, dict[str, Any]]]:
        """Start game 0 of the seed, or where none is given the next game of the same seed."""
        observations, infos = self._core.reset(seed)
        self.agents = self.possible_agents[:]
        return observations, infos

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, ObsDict],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play the actions of the agents that must act."""
        stepped: tuple[Any, Any, Any, Any, Any] = self._core.step(actions)
        first = self.possible_agents[0]
        if stepped[2][first] or stepped[3][first]:
            self.agents = []
        return stepped

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot of an environment made alike."""
        super().restore(snapshot)
        self.agents = self._core.agents


class AECEnv(_Agents, _AECEnv[str, ObsDict, int | None]):
    """One seat at a time: seats that act at the same time are asked in order, and their choices stay hidden.

    Only seats that must act are selected. Where one seat chooses a row, the others are not asked.
    """

    _native = _core.AecEnv
    _begun = False
    """Whether it was reset or restored."""
    _seen: ObsDict | None = None
    """What the selected agent knows."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start game 0 of the seed, or where none is given the next game of the same seed."""
        self._begin(self._core.reset(seed))

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot of an environment made alike, taken while its game was on.

        What the agents were paid since they last chose counts as fetched.
        """
        super().restore(snapshot)
        self._begin(self._core.selected())

    def _begin(self, selected: int | None) -> None:
        """Nobody was paid yet, and this seat is asked; without one, the game is over."""
        agents = self.possible_agents
        self.agents = agents[:] if selected is not None else []
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"illegal": False} for agent in agents}
        self._begun = True
        self._seen = None
        if selected is not None:
            self._select(selected)

    def _select(self, selected: int) -> None:
        agent = self.possible_agents[selected]
        self.agent_selection = agent
        self._seen = self._core.observe(selected)
        self.infos[agent]["action_mask"] = self._seen["action_mask"]

    def observe(self, agent: str) -> ObsDict:
        """What an agent knows now; its mask is all 0 where it is not selected."""
        if self._seen is not None and agent == self.agent_selection:
            return self._seen
        return super().observe(agent)

    def last(self, observe: bool = True) -> tuple[ObsDict | None, float, bool, bool, dict[str, Any]]:
        """What the selected agent knows, was paid since it last chose, and is told."""
        self._check_begun()
        told: tuple[ObsDict | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return told

    def close(self) -> None:
        """Close the environment: any later call that asks its table raises ClosedEnvironmentError."""
        super().close()
        self._seen = None

    def _check_begun(self) -> None:
        if not self._begun:
            raise _core.ResetNeeded("the environment was not reset: call `reset` first")

    def step(self, action: int | None) -> None:
        """Take the action of the selected agent; where it is the last of the turn, all are played."""
        self._check_begun()
        if not self.agents:
            raise _core.ResetNeeded("the game is over: call `reset` before the next `step`")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        selected, played, illegal, paid, terminated, truncated = self._core.step(action)
        self.infos[agent]["illegal"] = illegal
        self._cumulative_rewards[agent] = 0.0
        if played:
            rewards = self.rewards = dict(zip(self.possible_agents, paid, strict=True))
            cumulative = self._cumulative_rewards
            for name, reward in rewards.items():
                cumulative[name] += reward
        else:
            self.rewards = dict.fromkeys(self.possible_agents, 0.0)
        if selected is not None:
            self._select(selected)
            return
        self._seen = None
        self.terminations = dict.fromkeys(self.possible_agents, terminated)
        self.truncations = dict.fromkeys(self.possible_agents, truncated)
        for number, other in enumerate(self.possible_agents):
            self.infos[other]["action_mask"] = self._core.observe(number)["action_mask"]
        # All end together, and are asked one after the other to say goodbye.
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[0]
