"""The card games 6 nimmt! and Sixes as reinforcement-learning environments.

- `hornox.VecEnv`: many tables in one call, into numpy arrays that are used again
- `hornox.nimmt_v0`, `hornox.sixes_v0`: PettingZoo environments (`pip install hornox[pettingzoo]`)
- `hornox/Nimmt-v0`, `hornox/Sixes-v0`: Gymnasium environments, one seat against agents named by spec
- `hornox.load_agent`, `hornox.arena`: agents, and how strong they are
- `hornox.read_records`, `hornox.trajectories`: games that were written down
- `hornox.Rules`, `hornox.presets`, `hornox.layout`: rules, and what is where in an observation
"""

from __future__ import annotations

from importlib.util import find_spec

from hornox._core import IllegalAction, ResetNeeded, Rules, __version__
from hornox._rules import Layout, Span, layout, presets
from hornox.agents import Agent, arena, load_agent
from hornox.records import read_records, trajectories
from hornox.vector import Batch, Ended, FullBatch, VecEnv

__all__ = [
    "Agent",
    "Batch",
    "Ended",
    "FullBatch",
    "IllegalAction",
    "Layout",
    "ResetNeeded",
    "Rules",
    "Span",
    "VecEnv",
    "__version__",
    "arena",
    "layout",
    "load_agent",
    "presets",
    "read_records",
    "trajectories",
]

if find_spec("gymnasium") is not None:
    from hornox.gymnasium_env import register_all

    register_all()
