"""Both games for torchrl: `PettingZooWrapper(for_torchrl(nimmt_v0.parallel_env()))`.

torchrl takes a mask from the observation or from the info, and stumbles where it is in both; and it draws an action for
every agent, which it can't from an all-zero mask.
"""

from __future__ import annotations

from typing import Any, overload

import numpy as np
from pettingzoo.utils.wrappers import BaseParallelWrapper, BaseWrapper

from hornox._spaces import ObsDict
from hornox.pettingzoo_env import AECEnv, ParallelEnv


def _opened(seen: ObsDict) -> ObsDict:
    """The observation; all actions are open to a seat that must not act, as with torchrl's own masks."""
    mask = seen["action_mask"]
    return seen if mask.any() else {**seen, "action_mask": np.ones_like(mask)}


def _without_mask(infos: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {agent: {key: value for key, value in info.items() if key != "action_mask"} for agent, info in infos.items()}


class TorchRLParallelEnv(BaseParallelWrapper[str, ObsDict, int]):
    """The parallel view with masks as torchrl wants them."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, ObsDict], dict[str, dict[str, Any]]]:
        """Start a game, as the environment inside."""
        observations, infos = self.env.reset(seed=seed, options=options)
        return {agent: _opened(seen) for agent, seen in observations.items()}, _without_mask(infos)

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
        observations, rewards, terminations, truncations, infos = self.env.step(actions)
        opened = {agent: _opened(seen) for agent, seen in observations.items()}
        return opened, rewards, terminations, truncations, _without_mask(infos)


class TorchRLAECEnv(BaseWrapper[str, ObsDict, int | None]):
    """The view of one seat at a time with masks as torchrl wants them."""

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """The infos, without masks."""
        return _without_mask(self.env.infos)

    def observe(self, agent: str) -> ObsDict | None:
        """What an agent knows now."""
        seen: ObsDict | None = self.env.observe(agent)
        return None if seen is None else _opened(seen)


@overload
def for_torchrl(env: ParallelEnv) -> TorchRLParallelEnv: ...


@overload
def for_torchrl(env: AECEnv) -> TorchRLAECEnv: ...


def for_torchrl(env: ParallelEnv | AECEnv) -> TorchRLParallelEnv | TorchRLAECEnv:
    """The same table for torchrl's `PettingZooWrapper`.

    Masks are in observations alone. One that is all 0, of a seat that must not act, is all 1 instead: what such a seat
    plays is ignored. No seat that must act may ever play all actions, so it can still be told.
    """
    return TorchRLParallelEnv(env) if isinstance(env, ParallelEnv) else TorchRLAECEnv(env)
