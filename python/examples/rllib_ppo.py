"""PPO on Ray RLlib, on one machine or a cluster: `python rllib_ppo.py --help` lists the options.

One network, shared by all seats, learns 6 nimmt! from what RLlib's environment runners play. Its checkpoint is then
measured in the arena. The other nodes of a cluster need Hornox and Ray, and nothing of this file: Ray sends it.
"""

import argparse
import os
import socket
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import ray
import torch
from ray.cluster_utils import Cluster
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModule, RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.tune.registry import register_env
from torch import nn

from hornox import arena, nimmt_v0

SHARED = "shared"  # the module that plays all seats
HIDDEN = 256
# Rewards are bulls, some ten a game. The value is the network's output times this, and its loss is weighted to match.
VALUE_SCALE = 10.0


class Table(ParallelPettingZooEnv):
    """RLlib's wrapper, with deals of its own for each environment runner.

    RLlib seeds runner w's environment e with seed + w + e, so that two runners would play the same deals.
    """

    def __init__(self, config: Any) -> None:
        """Make a table; `config` names rules and players."""
        super().__init__(nimmt_v0.parallel_env(config["rules"], config["players"], reward="relative"))
        self.worker = config.worker_index
        self.seconds = 0.0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Start a game."""
        start = time.perf_counter()
        own = None if seed is None else 1_000_003 * self.worker + seed
        started = super().reset(seed=own, options=options)
        self.seconds += time.perf_counter() - start
        return started

    def step(self, action_dict: dict[str, int]) -> Any:
        """Play a turn."""
        start = time.perf_counter()
        stepped = super().step(action_dict)
        self.seconds += time.perf_counter() - start
        return stepped


class Runner(MultiAgentEnvRunner):
    """RLlib's environment runner, and how long it played: RLlib's own timers are moving averages."""

    seconds = 0.0

    def sample(self, **options: Any) -> Any:
        """Play."""
        start = time.perf_counter()
        played = super().sample(**options)
        self.seconds += time.perf_counter() - start
        return played

    def spent(self) -> tuple[str, float, float]:
        """The node that it is on, the seconds in which it played, and those of them in the tables."""
        node = ray.get_runtime_context().get_node_id()
        return node, self.seconds, sum(env.unwrapped.seconds for env in self.env.envs)


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """Policy and value over one body; only legal actions have probability.

    A seat that need not act has an all-zero mask, and what it plays is ignored. It is given action 0 for certain, so
    that such rows leave the policy alone.
    """

    def setup(self) -> None:
        """Make the layers."""
        length = self.observation_space["observation"].shape[0]
        actions = int(self.action_space.n)
        # Each byte of the observation says where a card is: whether it is 0 matters more than how large it is.
        self.body = nn.Sequential(
            nn.Linear(2 * length + actions, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU()
        )
        self.policy = nn.Linear(HIDDEN, actions)
        self.value = nn.Linear(HIDDEN, 1)

    def _embed(self, batch: dict[str, Any]) -> torch.Tensor:
        seen = batch[Columns.OBS]["observation"].float()
        return self.body(torch.cat([seen / 255, (seen > 0).float(), batch[Columns.OBS]["action_mask"].float()], dim=1))

    def _logits(self, batch: dict[str, Any], embeddings: torch.Tensor) -> torch.Tensor:
        legal = batch[Columns.OBS]["action_mask"] > 0
        idle = ~legal.any(dim=1, keepdim=True)
        legal = legal | (idle & (torch.arange(legal.shape[1], device=legal.device) == 0))
        return self.policy(embeddings).masked_fill(~legal, -1e9)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {Columns.ACTION_DIST_INPUTS: self._logits(batch, self._embed(batch))}

    def _forward_train(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        embeddings = self._embed(batch)
        return {Columns.ACTION_DIST_INPUTS: self._logits(batch, embeddings), Columns.EMBEDDINGS: embeddings}

    def compute_values(self, batch: dict[str, Any], embeddings: torch.Tensor | None = None) -> torch.Tensor:
        """The expected rest of the reward, [B]."""
        embeddings = self._embed(batch) if embeddings is None else embeddings
        return VALUE_SCALE * self.value(embeddings).squeeze(-1)


def config_of(args: argparse.Namespace) -> PPOConfig:
    """The training as RLlib wants it."""
    module = RLModuleSpec(module_class=MaskedModule, model_config={"rules": args.rules, "players": args.players})
    return (
        PPOConfig()
        .environment("hornox", env_config={"rules": args.rules, "players": args.players})
        .env_runners(
            env_runner_cls=Runner,
            num_env_runners=args.env_runners,
            num_envs_per_env_runner=args.envs_per_runner,
        )
        .multi_agent(policies={SHARED}, policy_mapping_fn=lambda *_, **__: SHARED)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={SHARED: module}))
        .training(
            lr=args.learning_rate,
            gamma=1.0,
            lambda_=1.0,
            clip_param=0.2,
            entropy_coeff=0.01,
            use_kl_loss=False,
            vf_clip_param=float("inf"),
            vf_loss_coeff=0.5 / VALUE_SCALE**2,
            grad_clip=0.5,
            train_batch_size_per_learner=args.batch,
            minibatch_size=min(2048, args.batch),
            num_epochs=4,
        )
        .debugging(seed=args.seed, log_level="ERROR")
    )


def runners(algo: Algorithm) -> list[tuple[str, float, float]]:
    """What each environment runner says of its time."""
    group = algo.env_runner_group
    return group.foreach_env_runner(lambda runner: runner.spent(), local_env_runner=group.num_remote_env_runners() == 0)


def train(args: argparse.Namespace) -> Path:
    """Train, say how fast, and write the checkpoint; gives its folder."""
    algo = config_of(args).build_algo()
    try:
        before = runners(algo)
        nodes = {node for node, _, _ in before}
        print(f"{len(before)} environment runners on {len(nodes)} of {len(ray.nodes())} nodes", flush=True)
        start, steps = time.monotonic(), 0
        for iteration in range(args.iterations):
            result = algo.train()
            steps += int(result["env_runners"]["num_env_steps_sampled"])
            print(
                f"iteration {iteration + 1}: {steps:,} steps, {time.monotonic() - start:.0f} s,"
                f" entropy {result['learners'][SHARED]['entropy']:.3f}",
                flush=True,
            )
            if args.seconds is not None and time.monotonic() - start > args.seconds:
                break
        wall = time.monotonic() - start
        after = runners(algo)
        playing, tables = (
            sum(new[part] - old[part] for old, new in zip(before, after, strict=True)) / len(before) for part in (1, 2)
        )
        print(f"{steps / wall:.0f} steps a second, {steps / playing:.0f} while playing (a step is a turn of a table)")
        print(f"of the time {playing / wall:.0%} is playing; of that {tables / playing:.1%} is in the tables")
        folder = args.checkpoint.resolve()
        algo.save_to_path(folder)
    finally:
        algo.stop()
    print(f"checkpoint: {folder}")
    return folder


def restore(folder: Path) -> RLModule:
    """The trained module alone, out of the checkpoint's folder."""
    path = folder.resolve() / "learner_group" / "learner" / "rl_module" / SHARED
    if not path.is_dir():
        raise FileNotFoundError(
            f"{folder} is no checkpoint of this example: it lacks {path.relative_to(folder.resolve())}"
        )
    module = RLModule.from_checkpoint(path)
    module.eval()
    return module


def evaluate(folder: Path, against: list[str], deals: int, seed: int) -> None:
    """Restore the module and measure it in the arena: bulls a game against each opponent, negative is better."""
    module = restore(folder)

    def policy(observation: np.ndarray, action_mask: np.ndarray) -> np.ndarray:
        """The likeliest action of each row."""
        seen = {"observation": torch.tensor(observation), "action_mask": torch.tensor(action_mask)}
        with torch.no_grad():
            outputs = module.forward_inference({Columns.OBS: seen})
        return outputs[Columns.ACTION_DIST_INPUTS].argmax(1).numpy()

    table = module.model_config
    for row in arena(policy, against, table["rules"], table["players"], deals=deals, seed=seed, threads=1):
        print(
            f"against {row['against']}: {row['diff']:+.2f} bulls a game, standard error {row['diff_se']:.2f},"
            f" {row['games']} games"
        )


def connect(args: argparse.Namespace) -> Cluster | None:
    """Start Ray, or join the cluster that was named."""
    if args.cluster:
        # Two nodes of one core: each has room for one environment runner.
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        return cluster
    if args.address is not None:
        if ":" in args.address:
            # Ray would knock for minutes at a door that is shut.
            host, _, port = args.address.rpartition(":")
            socket.create_connection((host, int(port)), timeout=10).close()
        ray.init(address=args.address, log_to_driver=False)
    else:
        ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    return None


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--address", help="join this Ray cluster: HOST:PORT of its head node, or `auto` on one of its nodes"
    )
    where.add_argument("--cluster", action="store_true", help="show it on a cluster of two nodes on this machine")
    parser.add_argument("--rules", default="bench", help="a preset of 6 nimmt! (default: %(default)s)")
    parser.add_argument("--players", type=int, default=4, help="seats at a table (default: %(default)s)")
    parser.add_argument(
        "--iterations", type=at_least(1), default=50, help="of playing and learning (default: %(default)s)"
    )
    parser.add_argument("--seconds", type=float, help="stop after the iteration that passes this")
    parser.add_argument(
        "--env-runners",
        type=at_least(0),
        default=2,
        help="processes that play, each on a CPU; 0 plays in this one (default: %(default)s)",
    )
    parser.add_argument("--envs-per-runner", type=at_least(1), default=32, help="tables of each (default: %(default)s)")
    parser.add_argument("--batch", type=at_least(1), default=1920, help="steps an iteration (default: %(default)s)")
    parser.add_argument("--learning-rate", type=float, default=1e-3, help="of Adam (default: %(default)s)")
    parser.add_argument("--seed", type=at_least(0), default=1, help="of deals and weights (default: %(default)s)")
    parser.add_argument(
        "--checkpoint", type=Path, default=Path("runs/rllib"), help="the folder to write (default: %(default)s)"
    )
    parser.add_argument("--evaluate", type=Path, metavar="FOLDER", help="do not train: measure this checkpoint")
    parser.add_argument(
        "--against", nargs="+", default=["random", "risk"], help="the arena's opponents (default: both)"
    )
    parser.add_argument("--deals", type=at_least(2), default=500, help="the arena's deals (default: %(default)s)")
    args = parser.parse_args()
    # What can be wrong is found before Ray starts.
    try:
        nimmt_v0.parallel_env(args.rules, args.players)
        arena("random", args.against, args.rules, args.players, deals=2)
        if args.evaluate is None:
            args.checkpoint.mkdir(parents=True, exist_ok=True)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    return args


def at_least(least: int) -> Any:
    """A parser of whole numbers that are not below this."""

    def whole(text: str) -> int:
        number = int(text)
        if number < least:
            raise argparse.ArgumentTypeError(f"{number} is too small: at least {least}")
        return number

    return whole


def main() -> None:
    """Train and evaluate."""
    args = arguments()
    folder = args.evaluate
    if folder is None:
        register_env("hornox", Table)
        try:
            cluster = connect(args)
        except (OSError, ValueError) as error:
            sys.exit(f"no Ray cluster at {args.address}: {error}")
        try:
            # Where there are too few, Ray would wait for more without end.
            cores = int(ray.cluster_resources().get("CPU", 0))
            if args.env_runners > cores:
                sys.exit(f"--env-runners {args.env_runners}: each takes a CPU, and Ray has {cores} here")
            folder = train(args)
        finally:
            ray.shutdown()
            if cluster is not None:
                cluster.shutdown()
    try:
        evaluate(folder, args.against, args.deals, args.seed)
    except FileNotFoundError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    main()
