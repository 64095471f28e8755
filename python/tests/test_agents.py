"""Agents, the arena, and records."""

import json
import pickle

import numpy as np
import pytest
from conftest import ROOT

import hornox
from hornox import VecEnv


@pytest.mark.parametrize(
    ("rules", "players", "spec", "knows"),
    [
        ("round", 4, "risk", True),
        ("bench", 2, "mcs:50", True),
        ("round", 4, f"net:{ROOT}/checkpoints/quickstart", True),
        ("sixes", 5, "far", True),
        ("sixes", 4, "random", True),
    ],
)
def test_agents_choose_legal_actions(rules, players, spec, knows):
    agent = hornox.load_agent(spec, rules, players)
    env = VecEnv(3, rules, players, strict=True)
    batch = env.reset(seed=1)
    for _ in range(40):
        actions = agent.act(batch.observation, batch.action_mask)
        assert actions.dtype == np.int64
        one = agent.probabilities(batch.observation[0], batch.action_mask[0])
        if one is not None:
            assert one.sum() == pytest.approx(1)
            assert not one[batch.action_mask[0] == 0].any()
        assert type(agent.act(batch.observation[0], batch.action_mask[0])) is int
        batch = env.step(actions)
    assert pickle.loads(pickle.dumps(agent._core)).name == agent.name


def test_bad_questions():
    agent = hornox.load_agent("risk", "bench")
    env = VecEnv(1, "bench")
    batch = env.reset(seed=1)
    seen, mask = batch.observation[0], batch.action_mask[0]
    for observation, legal, error, message in [
        (seen.astype(np.float32), mask, TypeError, "uint8"),
        (seen[:-1], mask, ValueError, "numbers"),
        (seen, mask[:-1], ValueError, "entries"),
        (seen, np.zeros_like(mask), ValueError, "allow"),
        (seen, np.ones_like(mask), ValueError, "allow"),
        (np.full_like(seen, 255), mask, ValueError, "observation"),
    ]:
        with pytest.raises(error, match=message):
            agent.act(observation, legal)
    for spec, message in [
        ("nobody", "nobody"),
        ("far", "far"),
        ("net:/no/folder", "folder"),
        ("cmd:cat", "arena"),
    ]:
        with pytest.raises(ValueError, match=message):
            hornox.load_agent(spec, "bench")


def test_arena():
    rows = hornox.arena("risk", ["random", "nearest"], "bench", deals=50, seed=3)
    assert [row["against"] for row in rows] == ["random", "nearest"]
    assert rows[0]["diff"] < -2
    assert rows[0]["games"] == 200


def test_a_function_in_the_arena_plays_as_the_agent_that_it_asks():
    # A search is a fixed policy: its generator is seeded from what it sees.
    search = hornox.load_agent("mcs:20", "bench")

    def function(observation, action_mask):
        return search.act(observation, action_mask)

    (mine,) = hornox.arena(function, "random", "bench", deals=30, seed=3)
    (other,) = hornox.arena("mcs:20", "random", "bench", deals=30, seed=3)
    assert mine["games"] == 120
    assert mine["score"] == other["score"]
    (lowest,) = hornox.arena(lambda seen, mask: mask.argmax(axis=1), "random", "bench", deals=30, threads=2)
    (same,) = hornox.arena("lowest", "random", "bench", deals=30)
    assert lowest["score"] == same["score"]


def test_what_a_function_does_wrong_is_raised():
    def breaks(observation, mask):
        raise LookupError("from inside")

    for function, error, message in [
        (breaks, LookupError, "from inside"),
        (lambda seen, mask: [0], ValueError, "actions for"),
        (lambda seen, mask: 7, TypeError, "sequence"),
        (lambda seen, mask: mask.argmin(axis=1), ValueError, "legal"),
        (lambda seen: 1, TypeError, "argument"),
    ]:
        for threads in (1, 2):
            with pytest.raises(error, match=message):
                hornox.arena(function, "random", "bench", deals=20, threads=threads)
    with pytest.raises(TypeError, match="agent"):
        hornox.arena(7, "random")
    for against in (7, None, [7]):
        with pytest.raises(TypeError, match="agent"):
            hornox.arena("risk", against)
    for options, error, message in [
        ({"deals": 0}, ValueError, "deals"),
        ({"deals": -1}, OverflowError, "negative"),
        ({"deals": 1.5}, TypeError, "deals"),
        ({"rules": "poker"}, ValueError, "poker"),
        ({"players": 77}, ValueError, "players"),
    ]:
        with pytest.raises(error, match=message):
            hornox.arena("risk", "random", **options)


def test_records(records, tmp_path):
    games = list(hornox.read_records(records))
    assert games
    assert {game["rules"]["game"] for game in games} <= {"nimmt", "sixes"}
    for kind in ("nimmt", "sixes"):
        some = [game for game in games if game["rules"]["game"] == kind and sum(map(abs, game["scores"]))]
        if not some:
            continue
        path = tmp_path / f"{kind}.jsonl"
        path.write_text("".join(json.dumps(game) + "\n" for game in some))
        made = hornox.trajectories(path)
        rows = len(made["action"])
        assert made["observation"].shape == (
            rows,
            len(hornox.layout("round" if kind == "nimmt" else "sixes")),
        )
        assert made["action_mask"][np.arange(rows), made["action"]].all()
        for number, game in enumerate(some):
            start = 0 if kind == "nimmt" else game["rules"]["chips"]
            for seat, score in enumerate(game["scores"]):
                own = (made["game"] == number) & (made["seat"] == seat)
                gain = -score if kind == "nimmt" else score - start
                assert made["reward"][own].sum() == pytest.approx(gain)
                assert made["last"][own].sum() == 1


def test_records_that_are_wrong(records, tmp_path):
    with pytest.raises(FileNotFoundError):
        next(hornox.read_records(tmp_path / "none"))
    game = next(hornox.read_records(records))
    game["scores"][0] += 1
    path = tmp_path / "wrong.jsonl"
    path.write_text(json.dumps(game) + "\n")
    with pytest.raises(ValueError, match="line 1"):
        list(hornox.read_records(path))
    assert list(hornox.read_records(path, check=False)) == [game]
    with pytest.raises(ValueError, match="line 1"):
        hornox.trajectories(path)


def test_rules():
    rules = hornox.Rules("round", players=6)
    assert (rules.game, rules.players, rules.actions) == ("nimmt", 6, 109)
    assert pickle.loads(pickle.dumps(rules)) == rules != hornox.Rules("round")
    assert hash(pickle.loads(pickle.dumps(rules))) == hash(rules)
    assert set(hornox.presets()) >= {"round", "bench", "sixes"}
    layout = hornox.layout("sixes", "planes")
    assert layout.name == "sixes-planes"
    assert len(layout) == layout.spans[-1].stop
    with pytest.raises(TypeError, match="players"):
        hornox.Rules("round", players=[4])
