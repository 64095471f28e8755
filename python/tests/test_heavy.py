"""What libraries on torch say of the environments, and what they learn."""

import gymnasium
import numpy as np
import pytest
from test_documents import run

import hornox
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


@pytest.mark.parametrize("threads", [1, 2])
def test_a_torch_policy_in_the_arena(threads):
    import torch

    actions = hornox.VecEnv(1, "bench", 4).actions
    length = len(hornox.layout("bench"))
    # A layer that likes low cards better, whatever it sees: it must play as `lowest` does.
    net = torch.nn.Linear(length, actions)
    with torch.no_grad():
        net.weight.zero_()
        net.bias.copy_(-torch.arange(actions, dtype=torch.float32))
    asked = []

    def policy(observation, action_mask):
        asked.append(len(observation))
        with torch.inference_mode():
            logits = net(torch.tensor(observation) / 255)
            logits = logits.masked_fill(torch.tensor(action_mask) == 0, -torch.inf)
        return logits.argmax(1).numpy()

    (mine,) = hornox.arena(policy, "random", "bench", 4, deals=40, seed=5, threads=threads)
    (lowest,) = hornox.arena("lowest", "random", "bench", 4, deals=40, seed=5)
    assert asked
    for row in (mine, lowest):
        del row["ms_per_decision"]
    assert mine == lowest
    assert mine["diff_se"] > 0


def test_masked_ppo_beats_random_play():
    assert "\nbeats random" in run("masked_ppo.py", 60)
