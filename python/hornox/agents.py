"""Agents by spec, and how strong they are."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from hornox import _core
from hornox._core import Rules
from hornox._rules import RuleValue, resolve

Policy = Callable[[npt.NDArray[np.uint8], npt.NDArray[np.int8]], Sequence[int] | npt.NDArray[Any]]
"""A Python function as an agent: raw observations uint8[B, L] and masks int8[B, A] in, B actions out."""


def seated(against: str | Policy | Sequence[str | Policy]) -> Sequence[str | Policy]:
    """One agent or several as a list. Raises TypeError on anything else."""
    if isinstance(against, str) or callable(against):
        return [against]
    if not isinstance(against, Sequence):
        raise TypeError(f"`against` is an agent's spec, a Python function, or a list of these, not {against!r}")
    return list(against)


class Agent:
    """An agent by its spec. It is asked with raw observations and masks, of one seat or of many."""

    def __init__(self, core: _core.Agent, rules: Rules) -> None:
        """Wrap the native agent; `load_agent` makes one."""
        self._core = core
        self.rules = rules

    @property
    def name(self) -> str:
        """The spec that names it."""
        return self._core.name

    def act(self, observation: npt.ArrayLike, action_mask: npt.ArrayLike) -> Any:
        """Its action for uint8[L] and int8[A] (an int), or its actions for [B, L] and [B, A] (int64[B])."""
        one, observations, masks = self._questions(observation, action_mask)
        actions = self._core.act(observations, masks)
        return int(actions[0]) if one else actions

    def probabilities(self, observation: npt.ArrayLike, action_mask: npt.ArrayLike) -> npt.NDArray[np.float64] | None:
        """The probability of each action, 0 where illegal: float64[A] or [B, A]; None where it knows none."""
        one, observations, masks = self._questions(observation, action_mask)
        chances = self._core.probabilities(observations, masks)
        return chances[0] if one and chances is not None else chances

    def action_values(self, observation: npt.ArrayLike, action_mask: npt.ArrayLike) -> npt.NDArray[np.float64] | None:
        """What it expects each action to gain, -inf where illegal; None where it does not reckon so.

        Only differences between actions mean anything: how far it looks is the agent's.
        """
        one, observations, masks = self._questions(observation, action_mask)
        values = self._core.action_values(observations, masks)
        return values[0] if one and values is not None else values

    def _questions(
        self, observation: npt.ArrayLike, action_mask: npt.ArrayLike
    ) -> tuple[bool, npt.NDArray[np.uint8], npt.NDArray[np.int8]]:
        observations = np.asarray(observation)
        if observations.dtype != np.uint8 or observations.ndim not in (1, 2):
            raise TypeError(
                f"an observation is uint8[L] or uint8[B, L], the raw form, not {observations.dtype}{observations.shape}"
            )
        masks = np.asarray(action_mask)
        if masks.dtype.kind not in "iub" or masks.ndim != observations.ndim:
            raise TypeError(f"a mask is int8[A] or int8[B, A], not {masks.dtype}{masks.shape}")
        one = observations.ndim == 1
        return (
            one,
            np.ascontiguousarray(np.atleast_2d(observations)),
            np.ascontiguousarray(np.atleast_2d(masks), dtype=np.int8),
        )

    def __repr__(self) -> str:
        return repr(self._core)


def load_agent(
    spec: str,
    rules: str | Rules = "round",
    players: int | None = None,
    *,
    seed: int = 0,
    **fields: RuleValue,
) -> Agent:
    """The agent that a spec names, such as `random`, `risk`, `mcs:1000`, `net:PATH` or `search:PATH`.

    Raises ValueError where there is none, or the game has none of this name.
    """
    found = resolve(rules, players, fields)
    return Agent(_core.Agent(spec, found, seed), found)


def arena(
    agent: str | Policy,
    against: str | Policy | Sequence[str | Policy],
    rules: str | Rules = "bench",
    players: int | None = None,
    *,
    deals: int = 1000,
    seed: int = 0,
    threads: int = 0,
    **fields: RuleValue,
) -> list[dict[str, Any]]:
    """How strong an agent is: it sits in every seat of each deal, against copies of each opponent.

    Gives a row for each opponent, the same as `hornox eval --json`: `score`, `diff`, `win_share` and their standard
    errors `…_se`, clustered by deal. An agent is a spec, or a Python function of raw observations [B, L] and masks
    [B, A] that gives B actions. What a function raises is raised here; Ctrl-C stops.
    """
    found = resolve(rules, players, fields)
    return [json.loads(_core.arena(found, agent, opponent, deals, seed, threads)) for opponent in seated(against)]
