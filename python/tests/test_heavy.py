"""What libraries on torch say of the environments, and what they learn."""

import gymnasium
import numpy as np
import pytest
from test_documents import run

import hornox  # noqa: F401
from hornox import nimmt_v0, sixes_v0

pytestmark = pytest.mark.heavy
pytest.importorskip("torch")

IDS = ["hornox/Nimmt-v0", "hornox/Sixes-v0"]
MODULES = [nimmt_v0, sixes_v0]


@pytest.mark.parametrize("env_id", IDS)
def test_stable_baselines3(env_id):
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_checker import check_env

    check_env(gymnasium.make(env_id).unwrapped, skip_render_check=True)
    model = MaskablePPO("MultiInputPolicy", gymnasium.make(env_id), n_steps=64, batch_size=32, seed=1)
    model.learn(128)
    env = gymnasium.make(env_id)
    observation, _ = env.reset(seed=1)
    action, _ = model.predict(observation, action_masks=env.unwrapped.action_masks())
    assert observation["action_mask"][int(action)]


@pytest.mark.xfail(strict=True, reason="torchrl 0.14 takes a mask from observations or infos, and stumbles over both")
@pytest.mark.parametrize("module", MODULES)
def test_torchrl_pettingzoo(module):
    from torchrl.envs import MarlGroupMapType, PettingZooWrapper, check_env_specs

    for make, options in [(module.parallel_env, {}), (module.env, {"use_mask": True})]:
        env = PettingZooWrapper(make(), group_map=MarlGroupMapType.ONE_GROUP_PER_AGENT, **options)
        check_env_specs(env)


@pytest.mark.parametrize("env_id", IDS)
def test_torchrl_gym(env_id):
    from torchrl.envs import GymWrapper, check_env_specs

    check_env_specs(GymWrapper(gymnasium.make(env_id)))


@pytest.mark.parametrize("module", MODULES)
def test_tianshou(module):
    from tianshou.env import PettingZooEnv

    env = PettingZooEnv(module.env())
    observation, _ = env.reset()
    for _ in range(30):
        action = int(np.flatnonzero(observation["mask"])[-1])
        observation, rewards, terminated, truncated, _ = env.step(action)
        assert len(rewards) == len(env.agents)
        if terminated or truncated:
            break


@pytest.mark.parametrize("module", MODULES)
def test_supersuit(module):
    import supersuit

    # Its vector environments want all agents to stay: games end for all together.
    envs = supersuit.concat_vec_envs_v1(
        supersuit.pettingzoo_env_to_vec_env_v1(module.parallel_env()), 2, base_class="gymnasium"
    )
    observations, _ = envs.reset(seed=1)
    for _ in range(20):
        observations, *_ = envs.step(observations["action_mask"].argmax(axis=1))


def test_masked_ppo_beats_random_play():
    assert "\nbeats random" in run("masked_ppo.py", 60)
