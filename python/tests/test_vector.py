"""Many tables in one call."""

import copy
import pickle
import threading

import numpy as np
import pytest
from conftest import every_setting

import hornox
from hornox import VecEnv
from hornox.vector import Batch


@every_setting
def test_rewards_and_ends_of_random_games(game, setting):
    env = VecEnv(16, **setting)
    batch = env.reset(seed=3)
    paid = np.zeros((env.tables, env.players))
    games = 0
    for _ in range(600):
        assert batch.action_mask.dtype == np.int8
        assert batch.observation.shape == (len(batch.table), len(env.layout))
        actions = env.sample()
        assert batch.action_mask[np.arange(len(actions)), actions].all()
        batch = env.step(actions)
        for end in env.ended():
            total = paid[end.table] + end.rewards
            sign = -1 if game == "nimmt" else 1
            start = 0 if game == "nimmt" else env.rules.fields()["chips"]
            if env.rules.has_scores:
                np.testing.assert_allclose(total, sign * (np.array(end.scores) - start))
            assert sum(end.win_share) == pytest.approx(1)
            paid[end.table] = 0
            games += 1
        paid[batch.table, batch.seat] += batch.reward
    assert games


@every_setting
def test_full_and_packed_form_agree(game, setting):
    packed, full = VecEnv(5, **setting), VecEnv(5, **setting)
    batch, every = packed.reset(seed=1), full.reset_full(seed=1)
    for _ in range(60):
        assert len(batch.table) == every.action_mask.any(axis=2).sum()
        np.testing.assert_array_equal(batch.observation, every.observation[batch.table, batch.seat])
        np.testing.assert_array_equal(batch.action_mask, every.action_mask[batch.table, batch.seat])
        np.testing.assert_array_equal(packed.state(), full.state())
        actions = full.sample_full()
        rows = actions[batch.table, batch.seat]
        batch, every = packed.step(rows), full.step_full(actions)
        ended = [end.table for end in packed.ended()]
        np.testing.assert_array_equal(np.flatnonzero(every.terminated | every.truncated), ended)


def test_arrays_are_used_again():
    env = VecEnv(4, "bench")
    first = env.reset(seed=1)
    second = env.step(env.sample())
    assert second is first
    assert isinstance(first, Batch)
    planes = VecEnv(4, "bench", observation="planes").reset(seed=1)
    assert planes.observation.dtype == np.float32


def test_any_integers_are_actions():
    envs = [VecEnv(4, "bench") for _ in range(3)]
    for env in envs:
        batch = env.reset(seed=1)
    actions = batch.action_mask.argmax(axis=1)
    envs[0].step(actions)
    envs[1].step(actions.tolist())
    envs[2].step(actions.astype(np.uint8))
    assert len({env.snapshot() for env in envs}) == 1


def test_copies_go_on_alike():
    env = VecEnv(6, "round", reward="relative")
    env.reset(seed=2)
    for _ in range(30):
        env.step(env.sample())
    for copied in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        mine = copy.deepcopy(env)
        for _ in range(20):
            mine.step(mine.sample())
            copied.step(copied.sample())
        assert mine.snapshot() == copied.snapshot()


def test_illegal_actions():
    env = VecEnv(3, "bench")
    batch = env.reset(seed=1)
    env.step(np.full(len(batch.table), 105))
    assert env.illegal() == [(table, seat) for table in range(3) for seat in range(env.players)]
    env.step(np.full(env.tables * env.players, -7))
    assert len(env.illegal()) == 3 * env.players
    strict = VecEnv(3, "bench", strict=True)
    rows = len(strict.reset(seed=1).table)
    before = strict.snapshot()
    for wrong in (105, 1000, -1):
        with pytest.raises(hornox.IllegalAction, match=str(wrong)):
            strict.step(np.full(rows, wrong))
    assert strict.snapshot() == before


def test_bad_calls():
    env = VecEnv(2, "bench")
    for step in (env.step, env.step_full):
        with pytest.raises(hornox.ResetNeeded, match="reset"):
            step([1] * env.tables * env.players)
    with pytest.raises(TypeError, match="integer"):
        env.reset(seed="seven")
    with pytest.raises(OverflowError, match="negative"):
        env.reset(seed=-1)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="entries"):
        env.step([1])
    with pytest.raises(TypeError, match="integers"):
        env.step(np.zeros(env.tables * env.players))
    with pytest.raises(ValueError, match="snapshot"):
        env.restore(b"[]")
    with pytest.raises(IndexError, match="table 2"):
        env.render(2)
    for tables, error, message in [
        (0, ValueError, "tables"),
        (1 << 40, ValueError, "tables"),
        (2.5, TypeError, "integer"),
        ("many", TypeError, "integer"),
    ]:
        with pytest.raises(error, match=message):
            VecEnv(tables)
    for options, error, message in [
        ({"rules": "poker"}, ValueError, "poker"),
        ({"rules": 7}, TypeError, "preset"),
        ({"rules": hornox.Rules("bench"), "players": 3}, TypeError, "whole"),
        ({"players": 77}, ValueError, "players"),
        ({"players": "four"}, ValueError, "players"),
        ({"reward": "gold"}, ValueError, "gold"),
        ({"observation": "image"}, ValueError, "image"),
        ({"no_such_rule": 1}, ValueError, "no_such_rule"),
    ]:
        with pytest.raises(error, match=message):
            VecEnv(2, **options)


def test_one_environment_in_two_threads_is_refused_or_right():
    env = VecEnv(512, "bench")
    env.reset(seed=1)
    other = []

    def work():
        for _ in range(200):
            try:
                env.step(env.sample())
            except (RuntimeError, ValueError) as error:
                other.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    env.step(env.sample())
