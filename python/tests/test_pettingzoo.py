"""PettingZoo's own checkers, and what they do not look at."""

import copy
import itertools
import pickle
import sys
import warnings
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from conftest import every_setting
from gymnasium.error import ClosedEnvironmentError
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo import test as checks

import hornox
from hornox import nimmt_v0, sixes_v0

MODULES = {"nimmt": nimmt_v0, "sixes": sixes_v0}


@pytest.fixture(autouse=True)
def strict_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # PettingZoo wonders at dicts with masks, which are its own way, and at masks of seats that need not act.
        warnings.filterwarnings("ignore", message=".*probably should be gymnasium.spaces.*")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message=".*mask.* all zeros.*")
        yield


@every_setting
def test_api(game, setting):
    for observation in ("raw", "planes"):
        checks.api_test(MODULES[game].env(**setting, observation=observation), num_cycles=300)


@every_setting
def test_parallel_api(game, setting):
    checks.parallel_api_test(MODULES[game].parallel_env(**setting), num_cycles=300)


@every_setting
def test_seed(game, setting):
    checks.seed_test(partial(MODULES[game].env, **setting), num_cycles=100)
    checks.parallel_seed_test(partial(MODULES[game].parallel_env, **setting))


@every_setting
def test_state(game, setting):
    make = MODULES[game]
    checks.state_test(make.env(**setting), make.parallel_env(**setting))


@pytest.mark.parametrize("game", MODULES)
def test_render(game, capsys):
    checks.render_test(MODULES[game].env)
    image = {}
    parallel = MODULES[game].parallel_env(render_mode="rgb_array")
    for turn in range(2):
        parallel.reset(seed=turn)
        image[turn] = parallel.render()
    assert image[0].shape == (640, 960, 3)
    assert (image[0] != image[1]).any()


def test_max_cycles():
    """With `bench`, where every seat acts in every turn; one that need not act is not selected in the AEC view."""
    bench = SimpleNamespace(
        env=partial(nimmt_v0.env, rules="bench"), parallel_env=partial(nimmt_v0.parallel_env, rules="bench")
    )
    checks.max_cycles_test(bench)


@pytest.mark.parametrize("game", MODULES)
def test_performance_benchmark(game, monkeypatch, capsys):
    """It runs; `benches/speed.py` shows its figure. Its clock goes a hundredth of a second with each cycle."""
    clock = SimpleNamespace(time=partial(next, (tick / 100 for tick in itertools.count())))
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", clock)
    checks.performance_benchmark(MODULES[game].env())
    assert "turns per second" in capsys.readouterr().out


@every_setting
def test_whole_games_are_deterministic(game, setting):
    """PettingZoo's parallel_seed_test stops after one step."""
    first, second = (MODULES[game].parallel_env(**setting) for _ in range(2))
    rng = np.random.default_rng(1)
    told = first.reset(seed=5), second.reset(seed=5)
    steps = 0
    while first.agents:
        assert data_equivalence(*told)
        masks = {agent: seen["action_mask"] for agent, seen in told[0][0].items()}
        actions = {agent: int(rng.choice(np.flatnonzero(mask))) for agent, mask in masks.items() if mask.any()}
        told = first.step(actions), second.step(actions)
        steps += 1
    assert steps >= 8
    assert data_equivalence(*told)
    assert first.agents == second.agents == []
    assert set(told[0][0]) == set(first.possible_agents)
    assert sum(first._core.win_share()) == pytest.approx(1)


@every_setting
def test_both_views_play_the_same_game(game, setting):
    parallel, aec = MODULES[game].parallel_env(**setting), MODULES[game].env(**setting)
    observations, _ = parallel.reset(seed=3)
    aec.reset(seed=3)
    total = dict.fromkeys(parallel.possible_agents, 0.0)
    paid = dict.fromkeys(parallel.possible_agents, 0.0)
    while parallel.agents:
        acting = [agent for agent in parallel.agents if observations[agent]["action_mask"].any()]
        actions = {}
        for agent in acting:
            assert aec.agent_selection == agent
            seen, reward, *_ = aec.last()
            paid[agent] += reward
            assert data_equivalence(seen, observations[agent])
            actions[agent] = int(np.flatnonzero(seen["action_mask"])[-1])
            aec.step(actions[agent])
        observations, rewards, *_ = parallel.step(actions)
        assert rewards == aec.rewards
        np.testing.assert_array_equal(parallel.state(), aec.state())
        for agent, reward in rewards.items():
            total[agent] += reward
    for agent in parallel.possible_agents:
        assert aec.terminations[agent] or aec.truncations[agent]
        assert aec.agent_selection == agent
        _, reward, *_ = aec.last()
        paid[agent] += reward
        aec.step(None)
    assert aec.agents == []
    assert paid == pytest.approx(total, abs=1e-4)


@every_setting
def test_copies_go_on_alike(game, setting):
    for make in (MODULES[game].parallel_env, MODULES[game].env):
        env = make(**setting)
        env.reset(seed=9)
        play(env, 3)
        for copied in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            np.testing.assert_array_equal(env.state(), copied.state())
            mine = copy.deepcopy(env)
            play(mine, 4)
            play(copied, 4)
            np.testing.assert_array_equal(mine.state(), copied.state())
        snapshot = env.snapshot()
        before = env.state()
        play(env, 5)
        env.restore(snapshot)
        np.testing.assert_array_equal(env.state(), before)


def play(env, turns):
    """Play the lowest legal actions for some steps."""
    for _ in range(turns):
        if not env.agents:
            return
        if hasattr(env, "agent_selection"):
            env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
        else:
            env.step({agent: int(env.observe(agent)["action_mask"].argmax()) for agent in env.agents})


@pytest.mark.parametrize("game", MODULES)
def test_illegal_actions(game):
    forgiving, strict = (MODULES[game].parallel_env(strict=strict) for strict in (False, True))
    observations, _ = forgiving.reset(seed=1)
    strict.reset(seed=1)
    before = strict.state()
    illegal = dict.fromkeys(forgiving.agents, 1000)
    with pytest.raises(hornox.IllegalAction, match="1000"):
        strict.step(illegal)
    with pytest.raises(hornox.IllegalAction, match="legal"):
        strict.step({agent: int(seen["action_mask"].argmin()) for agent, seen in observations.items()})
    np.testing.assert_array_equal(strict.state(), before)
    acting = {agent for agent, seen in observations.items() if seen["action_mask"].any()}
    *_, infos = forgiving.step(illegal)
    assert {agent for agent, info in infos.items() if info["illegal"]} == acting
    strict.step({agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()})
    np.testing.assert_array_equal(forgiving.state(), strict.state())
    aec = MODULES[game].env()
    aec.reset(seed=1)
    agent = aec.agent_selection
    aec.step(None)
    assert aec.infos[agent]["illegal"] is True


@pytest.mark.parametrize("game", MODULES)
def test_bad_calls(game):
    make = MODULES[game]
    env = make.parallel_env()
    with pytest.raises(hornox.ResetNeeded, match="reset"):
        env.step({})
    env.reset(seed=1)
    with pytest.raises(TypeError, match="dict"):
        env.step([1, 2])
    with pytest.raises(ValueError, match="lacks"):
        env.step({})
    with pytest.raises(TypeError, match="integer"):
        env.step(dict.fromkeys(env.agents, "7"))
    with pytest.raises(TypeError, match="integer"):
        env.step(dict.fromkeys(env.agents, 7.0))
    with pytest.raises(ValueError, match="nobody"):
        env.step({**dict.fromkeys(env.agents, 7), "nobody": 1})
    with pytest.raises((TypeError, OverflowError)):
        env.reset(seed=-1)
    with pytest.raises((TypeError, OverflowError)):
        env.reset(seed="seven")
    with pytest.raises(ValueError, match="snapshot"):
        env.restore(b"{}")
    while env.agents:
        play(env, 1)
    with pytest.raises(hornox.ResetNeeded, match="over"):
        env.step({})
    for options, error in [
        ({"rules": "poker"}, "poker"),
        ({"players": 77}, "players"),
        ({"reward": "gold"}, "reward"),
        ({"observation": "image"}, "observation"),
        ({"render_mode": "opera"}, "render_mode"),
        ({"max_cycles": 0}, "max_cycles"),
        ({"no_such_rule": 1}, "no_such_rule"),
    ]:
        with pytest.raises(ValueError, match=error):
            make.parallel_env(**options)
    with pytest.raises(TypeError, match="preset"):
        make.parallel_env(rules=7)


@pytest.mark.parametrize("game", MODULES)
def test_bad_calls_of_one_agent_at_a_time(game):
    env = MODULES[game].env()
    for call in (env.last, lambda: env.step(1)):
        with pytest.raises(hornox.ResetNeeded, match="reset"):
            call()
    env.reset(seed=1)
    with pytest.raises(KeyError, match="no agent 'nobody'"):
        env.observe("nobody")
    with pytest.raises(TypeError, match="integer"):
        env.step("7")
    with pytest.raises(ValueError, match="snapshot"):
        env.restore(b"{}")
    while not any(env.terminations.values()):
        play(env, 1)
    with pytest.raises(ValueError, match="None"):
        env.step(1)
    for _ in env.agent_iter():
        env.step(None)
    with pytest.raises(hornox.ResetNeeded, match="over"):
        env.step(None)


@pytest.mark.parametrize("make", [module.parallel_env for module in MODULES.values()] + [nimmt_v0.env, sixes_v0.env])
def test_nothing_answers_once_it_is_closed(make):
    env = make(render_mode="ansi")
    env.reset(seed=1)
    agent, snapshot = env.agents[0], env.snapshot()
    env.close()
    env.close()
    for call in [
        env.reset,
        env.render,
        env.state,
        env.scores,
        env.snapshot,
        lambda: env.restore(snapshot),
        lambda: env.observe(agent),
        lambda: env.step({agent: 1}),
        lambda: copy.deepcopy(env),
    ]:
        with pytest.raises(ClosedEnvironmentError, match="closed"):
            call()


def test_rules_of_the_other_game_are_refused():
    with pytest.raises(ValueError, match="sixes"):
        nimmt_v0.env(rules="sixes")
    with pytest.raises(ValueError, match="nimmt"):
        sixes_v0.env(rules="round")


@pytest.mark.parametrize("game", MODULES)
def test_a_limit_of_turns_cuts_off(game):
    env = MODULES[game].parallel_env(max_cycles=3)
    env.reset(seed=1)
    for turn in range(3):
        assert len(env.agents) == len(env.possible_agents)
        _, _, terminated, truncated, _ = env.step(
            {agent: int(env.observe(agent)["action_mask"].argmax()) for agent in env.agents}
        )
        assert set(terminated.values()) == {False}
        assert set(truncated.values()) == {turn == 2}
    assert env.agents == []
    with pytest.raises(hornox.ResetNeeded):
        env.step({})


@pytest.mark.parametrize("game", MODULES)
def test_types_and_spaces(game):
    env = MODULES[game].parallel_env()
    observations, infos = env.reset(seed=1)
    agent = env.agents[0]
    assert env.observation_space(agent) is env.observation_space(agent)
    assert env.observation_space(agent).contains(observations[agent])
    assert observations[agent]["action_mask"].dtype == np.int8
    assert observations[agent]["action_mask"] is infos[agent]["action_mask"]
    _, rewards, terminated, truncated, _ = env.step(
        {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
    )
    assert type(rewards[agent]) is float
    assert type(terminated[agent]) is type(truncated[agent]) is bool
