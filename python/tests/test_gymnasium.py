"""Gymnasium's own checkers, and what they do not look at."""

import copy
import pickle
import threading

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

import hornox
from hornox.gymnasium_env import SeatEnv, TablesVectorEnv

IDS = ["hornox/Nimmt-v0", "hornox/Sixes-v0"]
OPTIONS = [
    ("hornox/Nimmt-v0", {"rules": "round", "players": 4}),
    ("hornox/Nimmt-v0", {"rules": "bench", "players": 2, "against": "risk"}),
    ("hornox/Nimmt-v0", {"players": 3, "against": ["mcs:20", "nearest"], "observation": "planes"}),
    ("hornox/Nimmt-v0", {"rules": "amigo", "players": 10, "reward": "win", "seat": 2}),
    ("hornox/Sixes-v0", {}),
    ("hornox/Sixes-v0", {"rules": "sixes-round", "players": 4, "against": "far", "reward": "relative"}),
]


@pytest.mark.parametrize(("env_id", "options"), OPTIONS)
@pytest.mark.filterwarnings("ignore:.*Box observation space.*")
def test_check_env(env_id, options):
    env = gymnasium.make(env_id, **options)
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_make_vec(env_id, mode):
    envs = gymnasium.make_vec(env_id, num_envs=2, vectorization_mode=mode)
    observations, _ = envs.reset(seed=3)
    assert observations["action_mask"].shape == (2, envs.single_action_space.n)
    for _ in range(15):
        observations, _, _, _, _ = envs.step(observations["action_mask"].argmax(axis=1))
    envs.close()


@pytest.mark.parametrize("env_id", IDS)
def test_render(env_id, capsys):
    for mode, kind in [("ansi", str), ("rgb_array", np.ndarray), ("human", type(None))]:
        env = gymnasium.make(env_id, render_mode=mode)
        env.reset(seed=1)
        assert type(env.render()) is kind
        env.close()
    assert "seat 0" in capsys.readouterr().out


def play(env, seed=None):
    """Play a game with the highest legal actions; the sum of rewards and the last info."""
    _, info = env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        _, reward, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        total += reward
        over = terminated or truncated
    return total, info


def test_rewards_are_the_score():
    env = SeatEnv("nimmt", "round", 4, against="risk")
    for game in range(5):
        total, info = play(env, seed=4 if game == 0 else None)
        assert info["seat"] == game % 4
        assert total == -info["scores"][info["seat"]]
        assert 0 <= info["win_share"] <= 1


def test_functions_sit_at_the_table():
    asked = []

    def lowest(observation, mask):
        asked.append(observation.shape)
        assert mask.dtype == np.int8
        return mask.argmax(axis=1)

    env = SeatEnv("nimmt", "bench", 4, against=lowest)
    mine, other = play(env, seed=4), play(SeatEnv("nimmt", "bench", 4, against="lowest"), seed=4)
    assert data_equivalence(mine, other)
    assert asked[0] == (1, len(hornox.layout("bench")))

    def broken(observation, mask):
        raise KeyError("my own")

    with pytest.raises(KeyError, match="my own"):
        play(SeatEnv("nimmt", "bench", 4, against=broken))


def test_copies_go_on_alike():
    env = SeatEnv("sixes", "sixes", against=["far", "longest", "random", "random"])
    _, info = env.reset(seed=2)
    for _ in range(3):
        env.step(int(info["action_mask"].argmax()))
    for copied in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        np.testing.assert_array_equal(env.action_masks(), copied.action_masks())
        mine = copy.deepcopy(env)
        for _ in range(4):
            action = int(mine.action_masks().argmax())
            assert data_equivalence(mine.step(action)[0], copied.step(action)[0])


def test_bad_calls():
    env = SeatEnv()
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(1)
    play(env)
    with pytest.raises(ResetNeeded, match="over"):
        env.step(1)
    env.close()
    for call in (env.reset, lambda: env.step(1), env.action_masks, env.render, env.snapshot):
        with pytest.raises(ClosedEnvironmentError, match="closed"):
            call()
    for options, message in [
        ({"against": "nobody"}, "nobody"),
        ({"against": "far"}, "far"),
        ({"against": ["risk", "risk"]}, "against"),
        ({"against": "net:/no/such/folder"}, "folder"),
        ({"reward": "gold"}, "gold"),
    ]:
        with pytest.raises(ValueError, match=message):
            SeatEnv(**options)
    for against in (7, [7], [None]):
        with pytest.raises(TypeError, match="agent"):
            SeatEnv(against=against)
    with pytest.raises(IndexError, match="seat 4"):
        SeatEnv(seat=4)
    strict = SeatEnv(strict=True)
    strict.reset(seed=1)
    with pytest.raises(hornox.IllegalAction, match="999"):
        strict.step(999)


def test_an_environment_in_the_middle_of_a_call_is_busy():
    refused = []

    def curious(observation, mask):
        for call in (env.action_masks, env.snapshot, env.reset):
            with pytest.raises(RuntimeError, match="middle of another call"):
                call()
            refused.append(call)
        return mask.argmax(axis=1)

    env = SeatEnv("nimmt", "bench", 2, against=curious)
    env.reset(seed=1)
    env.step(int(env.action_masks().argmax()))
    assert refused


def test_an_environment_in_two_threads_does_not_wait_for_itself():
    """The function needs the interpreter, which the other thread holds."""
    asked, answered = threading.Event(), threading.Event()

    def slow(observation, mask):
        asked.set()
        answered.wait(10)
        return mask.argmax(axis=1)

    env = SeatEnv("nimmt", "bench", 2, against=slow)
    player = threading.Thread(target=lambda: play(env, seed=1))
    player.start()
    assert asked.wait(10)
    with pytest.raises(RuntimeError, match="middle of another call"):
        env.action_masks()
    answered.set()
    player.join()


@pytest.mark.parametrize(("rules", "players"), [("bench", 4), ("round", 3), ("sixes", 5)])
def test_tables_as_a_vector_environment(rules, players):
    envs = TablesVectorEnv(8, rules, players)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, _ = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    first = observations["observation"].copy()
    games = 0
    for _ in range(400):
        masks = observations["action_mask"]
        observations, rewards, terminated, truncated, info = envs.step(masks.argmax(axis=1))
        assert rewards.shape == terminated.shape == truncated.shape == (8 * players,)
        if (terminated | truncated).any():
            np.testing.assert_array_equal(info["_final_info"], terminated | truncated)
            assert info["final_info"]["win_share"].sum() == pytest.approx((terminated | truncated).sum() / players)
            games += 1
    assert games
    np.testing.assert_array_equal(envs.reset(seed=1)[0]["observation"], first)
    with pytest.raises(ValueError, match="entries"):
        envs.step(np.zeros(3, np.int64))
    with pytest.raises(TypeError, match="one number"):
        envs.reset(seed=[1, 2])
    envs.close()
    for call in (envs.reset, lambda: envs.step(np.zeros(envs.num_envs, np.int64))):
        with pytest.raises(ClosedEnvironmentError, match="closed"):
            call()
    with pytest.raises(ResetNeeded, match="reset"):
        TablesVectorEnv(8, rules, players).step(np.zeros(8 * players, np.int64))
