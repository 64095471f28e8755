"""Whether memory stays flat while environments are stepped: `python benches/memory.py [seconds]`.

Many tables, both of PettingZoo's interfaces and Gymnasium's are stepped in turn, by random legal actions, for a minute
where nothing else is said. The resident memory of the process is printed ten times on the way. It fails where the last
is more than 2 MiB above the first: a step that leaks a single object of 64 bytes leaks far more in a few seconds.
"""

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import hornox
from hornox import nimmt_v0, sixes_v0
from hornox.gymnasium_env import SeatEnv

ALLOWED = 2 << 20


def tables() -> Iterator[int]:
    """Many tables in one call."""
    env = hornox.VecEnv(256, "round")
    batch = env.reset(seed=1)
    while True:
        decisions = len(batch.table)
        batch = env.step(env.sample())
        env.ended()
        yield decisions


def parallel(make: Callable[..., Any]) -> Iterator[int]:
    """One table at which all choose at the same time."""
    env = make()
    observations, _ = env.reset(seed=1)
    while True:
        masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
        actions = {agent: _legal(mask) for agent, mask in masks.items() if mask.any()}
        observations, *_ = env.step(actions)
        if not env.agents:
            observations, _ = env.reset()
        yield len(actions)


def aec(make: Callable[..., Any]) -> Iterator[int]:
    """One table at which one is asked after the other."""
    env = make()
    while True:
        env.reset()
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else _legal(seen["action_mask"]))
            yield 1


def seat() -> Iterator[int]:
    """One learner among given agents."""
    env = SeatEnv(against="risk")
    while True:
        _, info = env.reset()
        over = False
        while not over:
            _, _, terminated, truncated, info = env.step(_legal(info["action_mask"]))
            over = terminated or truncated
            yield 1


def _legal(mask: np.ndarray) -> int:
    return random.choice(np.flatnonzero(mask).tolist())


def resident() -> int:
    """The resident memory of this process, in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main(seconds: float) -> None:
    """Step all of them, and say how the memory went."""
    random.seed(1)
    stepped = {
        "VecEnv": tables(),
        "ParallelEnv, 6 nimmt!": parallel(nimmt_v0.parallel_env),
        "ParallelEnv, Sixes": parallel(sixes_v0.parallel_env),
        "AECEnv, 6 nimmt!": aec(nimmt_v0.env),
        "AECEnv, Sixes": aec(sixes_v0.env),
        "SeatEnv": seat(),
    }
    decisions = dict.fromkeys(stepped, 0)

    def play(until: float) -> None:
        while time.monotonic() < until:
            for name, env in stepped.items():
                slice_end = time.monotonic() + min(0.1, seconds / 100)
                while time.monotonic() < slice_end:
                    decisions[name] += next(env)

    start = time.monotonic()
    # Caches of the interpreter and of the allocator fill first.
    play(start + seconds / 5)
    seen = [resident()]
    for part in range(1, 10):
        play(start + seconds / 5 + part * seconds * 4 / 5 / 9)
        seen.append(resident())
    for name, number in decisions.items():
        print(f"{name}: {number:,} decisions")
    print("resident, MiB:", " ".join(f"{size / 2**20:.2f}" for size in seen))
    grown = seen[-1] - seen[0]
    print(f"grown by {grown / 2**10:,.0f} KiB in {time.monotonic() - start:.0f} s")
    if grown > ALLOWED:
        sys.exit(f"memory is not flat: {ALLOWED / 2**20:.0f} MiB are allowed")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0)
