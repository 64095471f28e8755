"""What torchrl says of the environments, and what `for_torchrl` changes for it."""

import gymnasium
import numpy as np
import pytest
from pettingzoo import test as checks

from hornox import nimmt_v0, sixes_v0
from hornox.torchrl_env import for_torchrl

IDS = ["hornox/Nimmt-v0", "hornox/Sixes-v0"]
MODULES = [nimmt_v0, sixes_v0]


@pytest.mark.heavy
@pytest.mark.parametrize("observation", ["raw", "planes"])
@pytest.mark.parametrize("grouping", ["by name", "one each"])
@pytest.mark.parametrize("module", MODULES)
def test_torchrl_pettingzoo(module, grouping, observation):
    from torchrl.envs import MarlGroupMapType, PettingZooWrapper, check_env_specs

    groups = MarlGroupMapType.ONE_GROUP_PER_AGENT if grouping == "one each" else None
    for make, options in [(module.parallel_env, {}), (module.env, {"use_mask": True})]:
        check_env_specs(PettingZooWrapper(for_torchrl(make(observation=observation)), group_map=groups, **options))
        rules = "round" if module is nimmt_v0 else "sixes-round"
        env = PettingZooWrapper(for_torchrl(make(rules, observation=observation)), group_map=groups, **options)
        # Through whole games, past turns in which only some must act: what is drawn by the masks is legal.
        env.set_seed(3)
        played = env.rollout(150, break_when_any_done=False)
        for group in env.group_map:
            assert not played["next", group, "info", "illegal"].any()
        assert played["next", "done"].any()


@pytest.mark.parametrize("module", MODULES)
def test_for_torchrl_changes_masks_alone(module):
    plain, wrapped = module.parallel_env(), for_torchrl(module.parallel_env())
    checks.parallel_api_test(for_torchrl(module.parallel_env()), num_cycles=100)
    told, seen = plain.reset(seed=5), wrapped.reset(seed=5)
    idle = 0
    while plain.agents:
        for agent in plain.agents:
            mask, shown = told[0][agent]["action_mask"], seen[0][agent]["action_mask"]
            idle += not mask.any()
            np.testing.assert_array_equal(shown, mask if mask.any() else 1)
            assert not mask.all()
            assert plain.observation_space(agent).contains(seen[0][agent])
            assert "action_mask" not in seen[-1][agent]
        actions = {agent: int(one["action_mask"].argmax()) for agent, one in seen[0].items()}
        told, seen = plain.step(actions), wrapped.step(actions)
        assert told[1:4] == seen[1:4]
    assert idle > 0


@pytest.mark.heavy
@pytest.mark.parametrize("env_id", IDS)
def test_torchrl_gym(env_id):
    from torchrl.envs import GymWrapper, check_env_specs

    check_env_specs(GymWrapper(gymnasium.make(env_id)))
