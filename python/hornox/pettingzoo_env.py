"""PettingZoo environments of both games: `hornox.nimmt_v0` and `hornox.sixes_v0` make them.

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
    import gymnasium
    from gymnasium import spaces
    from pettingzoo.utils.env import AECEnv as _AECEnv
    from pettingzoo.utils.env import ParallelEnv as _ParallelEnv
except ImportError as error:  # pragma: no cover
    raise ImportError("PettingZoo is missing: pip install 'hornox[pettingzoo]'") from error

from hornox import _core
from hornox._core import Rules
from hornox._rules import Observation, Reward, RuleValue, layout, resolve
from hornox._spaces import RENDER_MODES, ObsDict, RenderMode, check_render_mode, observation_space, render


class _Common:
    """What both interfaces share: rules, spaces and closing."""

    rules: Rules
    render_mode: str | None
    possible_agents: list[str]
    _core: Any

    def _prepare(
        self,
        game: str,
        rules: str | Rules,
        players: int | None,
        reward: Reward,
        observation: Observation,
        strict: bool,
        max_cycles: int | None,
        render_mode: str | None,
        fields: dict[str, RuleValue],
    ) -> None:
        check_render_mode(render_mode)
        self.rules = resolve(rules, players, fields, game)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self._options = (reward, strict, observation, max_cycles)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(self.rules, observation) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.rules.actions) for agent in self.possible_agents}
        raw = len(layout(self.rules, "raw"))
        self.state_space = spaces.Box(0, 255, (self.rules.players * raw,), np.uint8)
        self._closed = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations: the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions: the same object each time."""
        return self.action_spaces[agent]

    def state(self) -> npt.NDArray[np.uint8]:
        """The raw observations of all seats, hidden cards of all included, for critics that see all: uint8[N · L]."""
        state: npt.NDArray[np.uint8] = self._core.state()
        return state

    def render(self) -> Any:
        """The table as `render_mode` asks, hidden cards included."""
        self._check_open()
        return render(self._core, self.render_mode)

    def close(self) -> None:
        """Close the environment; any later call raises."""
        self._closed = True

    def scores(self) -> dict[str, int]:
        """Each agent's score so far: bulls, or chips."""
        return dict(zip(self.possible_agents, self._core.scores(), strict=True))

    def snapshot(self) -> bytes:
        """The state of the game, to come back to with `restore`."""
        snapshot: bytes = self._core.snapshot()
        return snapshot

    def _check_open(self) -> None:
        if self._closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment is closed")

    def __str__(self) -> str:
        return f"{self.rules.game}_v0"


class ParallelEnv(_Common, _ParallelEnv[str, ObsDict, int]):
    """All seats that must act choose at the same time; the actions of the others are ignored."""

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
        """Make a table before its first `reset`; `parallel_env` of the game's module is the way to it."""
        self.metadata = {**type(self).metadata, "name": f"{game}_v0"}
        self._prepare(game, rules, players, reward, observation, strict, max_cycles, render_mode, fields)
        self._core = _core.ParallelEnv(self.rules, *self._options)
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, ObsDict], dict[str, dict[str, Any]]]:
        """Start game 0 of the seed, or where none is given the next game of the same seed."""
        self._check_open()
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
        if self._closed:
            self._check_open()
        stepped: tuple[Any, Any, Any, Any, Any] = self._core.step(actions)
        first = self.possible_agents[0]
        if stepped[2][first] or stepped[3][first]:
            self.agents = []
        return stepped

    def observe(self, agent: str) -> ObsDict:
        """What an agent knows now."""
        observation: ObsDict = self._core.observe(self._seats[agent])
        return observation

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot of an environment with the same rules."""
        self._core.restore(snapshot)
        self.agents = self._core.agents

    def __getstate__(self) -> dict[str, Any]:
        """All that makes it again."""
        state = self.__dict__.copy()
        state["_core"] = self._core.snapshot()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make it again."""
        self.__dict__.update(state)
        self._core = _core.ParallelEnv(self.rules, *self._options)
        self._core.restore(state["_core"])


class AECEnv(_Common, _AECEnv[str, ObsDict, int | None]):
    """One seat at a time: seats that act at the same time are asked in order, and their choices stay hidden.

    Only seats that must act are selected. Where one seat chooses a row, the others are not asked.
    """

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
        """Make a table before its first `reset`; `env` of the game's module is the way to it."""
        super().__init__()
        self.metadata = {**type(self).metadata, "name": f"{game}_v0"}
        self._prepare(game, rules, players, reward, observation, strict, max_cycles, render_mode, fields)
        self._core = _core.AecEnv(self.rules, *self._options)
        self.agents: list[str] = []
        self._ready = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start game 0 of the seed, or where none is given the next game of the same seed."""
        self._check_open()
        selected = self._core.reset(seed)
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {agent: {"illegal": False} for agent in agents}
        self._ready = True
        self._select(selected)

    def _select(self, selected: int) -> None:
        agent = self.possible_agents[selected]
        self.agent_selection = agent
        self._seen: ObsDict | None = self._core.observe(selected)
        self.infos[agent]["action_mask"] = self._seen["action_mask"]

    def observe(self, agent: str) -> ObsDict:
        """What an agent knows now; its mask is all 0 where it is not selected."""
        if agent == self.agent_selection and self._seen is not None:
            return self._seen
        observation: ObsDict = self._core.observe(self._seats[agent])
        return observation

    def step(self, action: int | None) -> None:
        """Take the action of the selected agent; where it is the last of the turn, all are played."""
        if self._closed:
            self._check_open()
        if not self._ready:
            raise _core.ResetNeeded("the environment was not reset: call `reset` before `step`")
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

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot of an environment with the same rules, taken while its game was on.

        What the agents were paid since they last chose counts as fetched.
        """
        self._core.restore(snapshot)
        selected = self._core.selected()
        agents = self.possible_agents
        self.agents = agents[:] if selected is not None else []
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {agent: {"illegal": False} for agent in agents}
        self._ready = True
        self._seen = None
        if selected is not None:
            self._select(selected)

    def __getstate__(self) -> dict[str, Any]:
        """All that makes it again."""
        state = self.__dict__.copy()
        state["_core"] = self._core.snapshot()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make it again."""
        self.__dict__.update(state)
        self._core = _core.AecEnv(self.rules, *self._options)
        self._core.restore(state["_core"])
