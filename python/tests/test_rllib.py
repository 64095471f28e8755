"""What Ray RLlib says of the environments, and the example that trains on it."""

import importlib.util
import re
import subprocess
import sys

import pytest
from conftest import ROOT

from hornox import nimmt_v0, sixes_v0

pytestmark = pytest.mark.heavy
pytest.importorskip("ray")
pytest.importorskip("torch")

MODULES = [nimmt_v0, sixes_v0]
EXAMPLE = ROOT / "python" / "examples" / "rllib_ppo.py"


@pytest.mark.parametrize("rules", [{}, {"players": 3}], ids=["default", "three"])
@pytest.mark.parametrize("observation", ["raw", "planes"])
@pytest.mark.parametrize("module", MODULES)
def test_checks_of_rllib(module, observation, rules):
    from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv
    from ray.rllib.utils.pre_checks.env import check_multiagent_environments

    check_multiagent_environments(ParallelPettingZooEnv(module.parallel_env(observation=observation, **rules)))
    check_multiagent_environments(PettingZooEnv(module.env(observation=observation, **rules)))


@pytest.mark.parametrize("module", MODULES)
def test_whole_games_in_rllibs_wrapper(module):
    from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv

    env = ParallelPettingZooEnv(module.parallel_env())
    for game in range(3):
        observations, _ = env.reset(seed=game)
        over = False
        while not over:
            for agent, seen in observations.items():
                assert env.get_observation_space(agent).contains(seen)
            actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
            observations, rewards, terminated, truncated, _ = env.step(actions)
            assert set(rewards) == set(env.possible_agents)
            assert not truncated["__all__"]
            over = terminated["__all__"]


def example(*args):
    """What the example says, where it ends well."""
    done = call(*args)
    assert done.returncode == 0, done.stderr
    return done.stdout


def call(*args):
    """The example, run to its end."""
    return subprocess.run(
        [sys.executable, str(EXAMPLE), *map(str, args)], capture_output=True, text=True, check=False, timeout=600
    )


def test_example_learns_on_two_nodes(tmp_path):
    folder = tmp_path / "checkpoint"
    said = example("--cluster", "--iterations", 15, "--checkpoint", folder, "--deals", 200)
    assert "2 environment runners on 2 of 2 nodes" in said
    assert "steps a second" in said
    rows = re.findall(r"against (\w+): ([+-]\d+\.\d+) bulls a game, standard error (\d+\.\d+), (\d+) games", said)
    assert [row[0] for row in rows] == ["random", "risk"]
    assert all(int(row[3]) == 800 for row in rows)
    diff, error = float(rows[0][1]), float(rows[0][2])
    assert error > 0
    assert diff < -3 * error, said
    # The checkpoint alone plays the same games.
    again = example("--evaluate", folder, "--deals", 200)
    assert again.splitlines() == said.splitlines()[-2:]


def test_example_refuses_clearly(tmp_path, monkeypatch, capsys):
    spec = importlib.util.spec_from_file_location("rllib_ppo", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "file").touch()
    for args, error in [
        (["--rules", "poker"], "poker"),
        (["--rules", "sixes"], "sixes"),
        (["--players", "77"], "players"),
        (["--against", "nobody"], "nobody"),
        (["--iterations", "0"], "at least 1"),
        (["--deals", "many"], "many"),
        (["--cluster", "--address", "auto"], "not allowed"),
        (["--checkpoint", str(tmp_path / "file" / "inside")], "inside"),
        (["--address", "127.0.0.1:1", "--checkpoint", str(tmp_path)], "no Ray cluster at 127.0.0.1:1"),
        (["--address", "here:there", "--checkpoint", str(tmp_path)], "no Ray cluster at here:there"),
        (["--evaluate", str(tmp_path)], "no checkpoint"),
    ]:
        monkeypatch.setattr(sys, "argv", ["rllib_ppo.py", *args])
        with pytest.raises(SystemExit) as ended:
            module.main()
        assert ended.value.code != 0
        assert error in f"{ended.value.code} {capsys.readouterr().err}"


def test_example_does_not_wait_for_cpus_that_are_not_there(tmp_path):
    done = call("--cluster", "--env-runners", 3, "--checkpoint", tmp_path)
    assert done.returncode != 0
    assert "--env-runners 3: each takes a CPU, and Ray has 2 here" in done.stderr
