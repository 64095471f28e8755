"""Many tables in one call."""

from __future__ import annotations

from operator import index
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hornox import _core
from hornox._core import Rules
from hornox._rules import Observation, Reward, RuleValue, layout, resolve

NO_ACTION = 255
"""The id that no action has."""


class Batch(NamedTuple):
    """The R seats that must act, by table and then by seat. The arrays are written over by the next step."""

    observation: npt.NDArray[Any]
    """What the seat knows: uint8 (raw) or float32 (planes), [R, L]."""
    action_mask: npt.NDArray[np.int8]
    """1 at each legal action: [R, A]."""
    table: npt.NDArray[np.int32]
    """Its table: [R]."""
    seat: npt.NDArray[np.uint8]
    """The seat: [R]."""
    reward: npt.NDArray[np.float32]
    """What was paid to the seat since its last decision in this game: [R]."""


class FullBatch(NamedTuple):
    """Every seat of every table. The arrays are written over by the next step."""

    observation: npt.NDArray[Any]
    """What the seat knows: uint8 (raw) or float32 (planes), [T, N, L]."""
    action_mask: npt.NDArray[np.int8]
    """1 at each legal action, all 0 for a seat that must not act: [T, N, A]."""
    reward: npt.NDArray[np.float32]
    """What the last step paid: [T, N]."""
    terminated: npt.NDArray[np.bool_]
    """Whether the rules ended the table's game in the last step; the rest is then already the next game's: [T]."""
    truncated: npt.NDArray[np.bool_]
    """Whether a cap ended it: [T]."""


class Ended(NamedTuple):
    """A game that the last step ended."""

    table: int
    number: int
    """Its number among the seed's games."""
    truncated: bool
    scores: list[int]
    win_share: list[float]
    rewards: list[float]
    """By seat, what was paid since the seat's last decision."""


class VecEnv:
    """Many tables in one call, with an automatic reset in the step in which a game ends.

    `reset` and `step` give a `Batch` with a row for each seat that must act; `step` takes an action for each row. Of a
    game that ended, `ended` tells the rest: so each reward is in exactly one row or end. `reset_full` and `step_full`
    do the same with a place for every seat of every table.

    All arrays are made once and used again: copy what is to be kept. A call plays without holding the interpreter's
    lock, so that threads with an environment each run side by side; one environment in two threads at once is refused
    with a RuntimeError.

    An illegal action is replaced by the lowest legal one, and `illegal` names where; with `strict`, it raises
    IllegalAction and nothing is played at any table.
    """

    def __init__(
        self,
        tables: int,
        rules: str | Rules = "round",
        players: int | None = None,
        *,
        reward: Reward = "penalty",
        observation: Observation = "raw",
        strict: bool = False,
        **fields: RuleValue,
    ) -> None:
        """Make `tables` tables; `fields` are single rules beside the preset."""
        self.rules = resolve(rules, players, fields)
        self.tables = index(tables)
        self.players = self.rules.players
        self.actions = self.rules.actions
        self.layout = layout(self.rules, observation)
        self.strict = strict
        self._options: dict[str, Any] = {"reward": reward, "observation": observation, "strict": strict}
        if self.tables < 1:
            raise ValueError(f"`tables` = {tables}: must be at least 1")
        self._core = _core.VecEnv(self.rules, self.tables, reward, strict)
        self._allocate(np.dtype(np.uint8 if observation == "raw" else np.float32))

    def _allocate(self, dtype: np.dtype[Any]) -> None:
        places, length = self.tables * self.players, len(self.layout)
        self._observation = np.zeros(places * length, dtype)
        self._mask = np.zeros(places * self.actions, np.uint8)
        self._table = np.zeros(places, np.int32)
        self._seat = np.zeros(places, np.uint8)
        self._reward = np.zeros(places, np.float32)
        self._ended = np.zeros((2, self.tables), np.uint8)
        self._ids = np.zeros(places, np.uint8)
        self._wide = np.zeros(places, np.int64)
        self._sampled = np.zeros(places, np.uint8)
        self._state: npt.NDArray[np.uint8] | None = None
        self._cut(0)
        shape = (self.tables, self.players)
        self._full = FullBatch(
            self._observation.reshape(*shape, length),
            self._mask.view(np.int8).reshape(*shape, self.actions),
            self._reward.reshape(shape),
            self._ended[0].view(np.bool_),
            self._ended[1].view(np.bool_),
        )

    def _cut(self, rows: int) -> None:
        """Views of the first rows, made anew only where their number changes."""
        self._rows = rows
        length, actions = len(self.layout), self.actions
        self._observation_rows = self._observation[: rows * length]
        self._mask_rows = self._mask[: rows * actions]
        self._batch = Batch(
            self._observation_rows.reshape(rows, length),
            self._mask_rows.view(np.int8).reshape(rows, actions),
            self._table[:rows],
            self._seat[:rows],
            self._reward[:rows],
        )

    def reset(self, seed: int | None = None) -> Batch:
        """Start the first games of the seed, or where none is given each table's next game."""
        self._core.reset(seed)
        return self._packed()

    def step(self, actions: npt.ArrayLike) -> Batch:
        """Play an action for each row of the last batch: integers, [R]."""
        rows = self._core.rows
        if not rows:
            raise _core.ResetNeeded("the tables were not reset: call `reset` before `step`")
        self._core.step(self._to_ids(actions, rows))
        return self._packed()

    def _packed(self) -> Batch:
        rows = self._core.rows
        if rows != self._rows:
            self._cut(rows)
        batch = self._batch
        self._core.write_packed(self._observation_rows, self._mask_rows, batch.table, batch.seat, batch.reward)
        return batch

    def reset_full(self, seed: int | None = None) -> FullBatch:
        """`reset`, for every seat of every table."""
        self._core.reset(seed)
        return self._write_full()

    def step_full(self, actions: npt.ArrayLike) -> FullBatch:
        """Play an action for each seat: integers, [T, N]. Those of seats that must not act are not read."""
        self._core.step_full(self._to_ids(actions, self.tables * self.players))
        return self._write_full()

    def _write_full(self) -> FullBatch:
        self._core.write_full(self._observation, self._mask, self._reward, self._ended[0], self._ended[1])
        return self._full

    def _to_ids(self, actions: npt.ArrayLike, expected: int) -> npt.NDArray[np.uint8]:
        given = np.asarray(actions)
        if given.size != expected:
            raise ValueError(f"`actions` has {given.size} entries, not {expected}")
        if given.dtype == np.uint8 and given.flags.c_contiguous:
            return given.reshape(-1)
        if given.dtype.kind not in "iu" and given.size:
            raise TypeError(f"`actions` are integers, not {given.dtype}")
        wide, ids = self._wide[:expected], self._ids[:expected]
        np.copyto(wide, given.reshape(-1), casting="unsafe")
        if wide.min(initial=0) < 0 or wide.max(initial=0) >= NO_ACTION:
            if self.strict:
                wrong = wide[(wide < 0) | (wide >= NO_ACTION)][0]
                raise _core.IllegalAction(f"no action has the id {wrong}")
            wide[(wide < 0) | (wide >= NO_ACTION)] = NO_ACTION
        np.copyto(ids, wide, casting="unsafe")
        return ids

    def sample(self) -> npt.NDArray[np.uint8]:
        """A random legal action for each row, drawn natively: uint8[R]. The seed of `reset` seeds it."""
        actions = self._sampled[: self._core.rows]
        self._core.sample(actions)
        return actions

    def sample_full(self) -> npt.NDArray[np.uint8]:
        """A random legal action for every seat, 0 for those that must not act: uint8[T, N]."""
        self._core.sample_full(self._sampled)
        return self._sampled.reshape(self.tables, self.players)

    def ended(self) -> list[Ended]:
        """The games that the last step ended, by table."""
        if not self._core.ended_count:
            return []
        return [Ended(*end) for end in self._core.ended()]

    def illegal(self) -> list[tuple[int, int]]:
        """Tables and seats whose illegal action the last step replaced by the lowest legal one."""
        return self._core.illegal() if self._core.illegal_count else []

    def state(self) -> npt.NDArray[np.uint8]:
        """The raw observations of all seats of each table, hidden cards of all included: [T, N · L]."""
        if self._state is None:
            raw = len(layout(self.rules, "raw"))
            self._state = np.zeros((self.tables, self.players * raw), np.uint8)
        self._core.write_state(self._state)
        return self._state

    def render(self, table: int = 0) -> str:
        """One table as text, hidden parts included."""
        return self._core.render(table)

    def snapshot(self) -> bytes:
        """The state of all tables, to come back to with `restore`."""
        return self._core.snapshot()

    def restore(self, snapshot: bytes) -> Batch:
        """Go back to a snapshot of an environment with the same rules and number of tables."""
        self._core.restore(snapshot)
        return self._packed()

    def __getstate__(self) -> dict[str, Any]:
        """All that makes it again."""
        return {
            "rules": self.rules,
            "tables": self.tables,
            "options": self._options,
            "snapshot": self.snapshot(),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make it again."""
        VecEnv.__init__(self, state["tables"], state["rules"], **state["options"])
        self.restore(state["snapshot"])

    def __repr__(self) -> str:
        return f"<VecEnv of {self.tables} tables, {self.rules}>"
