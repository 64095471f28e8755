"""Gymnasium environments: one seat against agents named by spec, and many tables as a vector environment.

`import hornox` registers `hornox/Nimmt-v0` and `hornox/Sixes-v0` where Gymnasium is installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:  # pragma: no cover
    raise ImportError("Gymnasium is missing: pip install 'hornox[gymnasium]'") from error

from hornox import _core
from hornox._core import Rules
from hornox._rules import Observation, Reward, RuleValue, resolve
from hornox._spaces import ObsDict, observation_space
from hornox._table import RENDER_MODES, RenderMode, Table
from hornox.agents import Policy, seated
from hornox.vector import VecEnv

_GAMES = {"Nimmt": ("nimmt", "round"), "Sixes": ("sixes", "sixes")}


class SeatEnv(Table, gymnasium.Env[ObsDict, int]):
    """One learner at a table with other agents. A step plays on until the learner must act again.

    `against` is an agent for all other seats or a list with one for each, by spec or as a Python function. The
    learner's seat moves on with each game of a seed, or is `seat`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}
    _native = _core.SeatEnv

    def __init__(
        self,
        game: str = "nimmt",
        rules: str | Rules = "round",
        players: int | None = None,
        *,
        against: str | Policy | Sequence[str | Policy] = "random",
        seat: int | None = None,
        reward: Reward = "penalty",
        observation: Observation = "raw",
        strict: bool = False,
        render_mode: RenderMode | None = None,
        **fields: RuleValue,
    ) -> None:
        """Make a table before its first `reset`."""
        found = resolve(rules, players, fields, game)
        self._open(found, render_mode, seated(against), seat, reward, strict, observation)
        self.observation_space: spaces.Space[Any] = observation_space(self.rules, observation)
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.rules.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ObsDict, dict[str, Any]]:
        """Start game 0 of the seed, or where none is given the next game of the same seed."""
        super().reset(seed=seed)
        observation, info = self._core.reset(seed)
        return observation, info

    def step(self, action: int) -> tuple[ObsDict, float, bool, bool, dict[str, Any]]:
        """Play an action, and on until the learner must act again or the game is over."""
        try:
            stepped: tuple[ObsDict, float, bool, bool, dict[str, Any]] = self._core.step(action)
        except _core.ResetNeeded as error:
            raise gymnasium.error.ResetNeeded(str(error)) from error
        return stepped

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, as sb3-contrib asks for it: bool[A]."""
        mask: npt.NDArray[np.int8] = self._core.action_mask()
        return mask.astype(np.bool_)


class TablesVectorEnv(VectorEnv[ObsDict, npt.NDArray[Any], npt.NDArray[Any]]):
    """A `VecEnv` as a Gymnasium vector environment: sub-environment t · N + s is seat s of table t.

    It resets by itself in the step in which a game ends (`AutoresetMode.SAME_STEP`): observations are then those of the
    next game already. Seats that must not act have an all-zero mask, and their actions are ignored. Of games that
    ended, `info["final_info"]` has each seat's `score` and `win_share`, and `info["_final_info"]` says where. There is
    no `final_obs`: a value beyond the end is of use only where a cap cut a game off. Observations are copies.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        tables: int,
        rules: str | Rules = "round",
        players: int | None = None,
        *,
        observation: Observation = "raw",
        **options: Any,
    ) -> None:
        """Make the tables; options as `VecEnv`."""
        self.env = VecEnv(tables, rules, players, observation=observation, **options)
        self.num_envs = tables * self.env.players
        self.single_observation_space = observation_space(self.env.rules, observation)
        self.single_action_space = spaces.Discrete(self.env.rules.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ObsDict, dict[str, Any]]:
        """Start the first games of one seed, or where none is given each table's next game."""
        self._check_open()
        if seed is not None and not isinstance(seed, int | np.integer):
            raise TypeError("`seed` is one number: the tables play its games 0, 1, 2, …")
        batch = self.env.reset_full(seed)
        observations = self._observations(batch.observation, batch.action_mask)
        return observations, {"action_mask": observations["action_mask"]}

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[ObsDict, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play an action for each seat: integers, [num_envs]."""
        self._check_open()
        try:
            batch = self.env.step_full(actions)
        except _core.ResetNeeded as error:
            raise gymnasium.error.ResetNeeded(str(error)) from error
        players = self.env.players
        observations = self._observations(batch.observation, batch.action_mask)
        info: dict[str, Any] = {"action_mask": observations["action_mask"]}
        ended = self.env.ended()
        if ended:
            where = np.zeros((self.env.tables, players), np.bool_)
            scores = np.zeros((self.env.tables, players), np.int32)
            shares = np.zeros((self.env.tables, players), np.float64)
            for end in ended:
                where[end.table] = True
                scores[end.table] = end.scores
                shares[end.table] = end.win_share
            info["final_info"] = {"score": scores.reshape(-1), "win_share": shares.reshape(-1)}
            info["_final_info"] = where.reshape(-1)
        return (
            observations,
            batch.reward.reshape(-1).astype(np.float64),
            np.repeat(batch.terminated, players),
            np.repeat(batch.truncated, players),
            info,
        )

    def _check_open(self) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment is closed")

    def _observations(self, observation: npt.NDArray[Any], mask: npt.NDArray[np.int8]) -> ObsDict:
        return {
            "observation": observation.reshape(self.num_envs, -1).copy(),
            "action_mask": mask.reshape(self.num_envs, -1).copy(),
        }


def register_all() -> None:
    """Register both games, unless they are."""
    for name, (game, rules) in _GAMES.items():
        if f"hornox/{name}-v0" not in gymnasium.registry:
            gymnasium.register(
                f"hornox/{name}-v0",
                "hornox.gymnasium_env:SeatEnv",
                kwargs={"game": game, "rules": rules},
            )
