"""How fast the package is on one core: `python benches/speed.py [seconds]`.

Decisions a second by the processor's time of this process, so that other work on the machine changes little.
"""

import contextlib
import io
import random
import sys
import time
from typing import Any

import numpy as np

from hornox import VecEnv

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0


def vector(rules: str, players: int, observation: str = "raw") -> float:
    """1024 tables, legal random actions drawn natively, observation and mask as numpy."""
    env = VecEnv(1024, rules, players, observation=observation)
    batch = env.reset(seed=1)
    decisions, start = 0, time.process_time()
    while time.process_time() - start < SECONDS:
        for _ in range(20):
            decisions += len(batch.table)
            batch = env.step(env.sample())
    return decisions / (time.process_time() - start)


def parallel(module: Any, **options: Any) -> float:
    """`step` of one table; choosing the actions does not count."""
    env = module.parallel_env(**options)
    observations, _ = env.reset(seed=1)
    decisions, spent = 0, 0.0
    while spent < SECONDS:
        masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
        actions = {agent: int(mask.argmax()) for agent, mask in masks.items()}
        decisions += sum(bool(mask.any()) for mask in masks.values())
        start = time.process_time()
        observations, *_ = env.step(actions)
        spent += time.process_time() - start
        if not env.agents:
            observations, _ = env.reset()
    return decisions / spent


def aec(env: Any) -> float:
    """Turns of the loop of PettingZoo's performance_benchmark, by the processor's time."""
    env.reset(seed=1)
    turns, start = 0, time.process_time()
    while time.process_time() - start < SECONDS:
        for _ in env.agent_iter(env.num_agents):
            seen, _, terminated, truncated, _ = env.last()
            action = None if terminated or truncated else random.choice(np.flatnonzero(seen["action_mask"]).tolist())
            env.step(action)
            turns += 1
            if all(env.terminations.values()) or all(env.truncations.values()):
                env.reset()
    return turns / (time.process_time() - start)


def own_benchmark(env: Any) -> float:
    """What PettingZoo's performance_benchmark prints: turns a second by the clock, where other work counts."""
    from pettingzoo.test import performance_benchmark

    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        performance_benchmark(env)
    return float(said.getvalue().split(" turns per second")[0].split()[-1])


def main() -> None:
    """Measure all, and the peer where it is installed."""
    print(f"VecEnv, bench, 4 seats: {vector('bench', 4):,.0f} decisions/s")
    print(f"VecEnv, round, 4 seats: {vector('round', 4):,.0f} decisions/s")
    print(f"VecEnv, sixes, 5 seats: {vector('sixes', 5):,.0f} decisions/s")
    print(f"VecEnv, bench, 4 seats, planes: {vector('bench', 4, 'planes'):,.0f} decisions/s")
    try:
        from hornox import nimmt_v0, sixes_v0
    except ImportError:
        return
    print(f"ParallelEnv.step, round, 4 seats: {parallel(nimmt_v0):,.0f} decisions/s")
    print(f"ParallelEnv.step, sixes, 5 seats: {parallel(sixes_v0):,.0f} decisions/s")
    for module in (nimmt_v0, sixes_v0):
        name = str(module.env())
        print(f"AEC, PettingZoo's benchmark loop, {name}: {aec(module.env()):,.0f} turns/s")
        print(
            f"AEC, what PettingZoo's performance_benchmark prints, {name}: {own_benchmark(module.env()):,.0f} turns/s"
        )
    try:
        from pettingzoo.classic import tictactoe_v3
    except ImportError:
        return
    print(f"the same, PettingZoo's tictactoe_v3: {aec(tictactoe_v3.env()):,.0f} turns/s")


if __name__ == "__main__":
    main()
