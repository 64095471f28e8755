"""Both games for OpenSpiel: `import hornox.open_spiel` registers `hornox_nimmt` and `hornox_sixes`.

```python
import pyspiel

import hornox.open_spiel

game = pyspiel.load_game("hornox_nimmt(rules=bench,players=3)")
```

Chance comes first: eight draws of a byte make the seed from which the generator of the engine draws all deals of the
game. So each draw is an explicit chance node, and a history is actions alone. Then several seats that must act are a
simultaneous node (6 nimmt!), and one is a node of its own (a row choice, and all of Sixes). The utility is the share
of the win minus 1/N, at the end: a constant-sum game by all rules. An information state is all that the seat has
observed and done since the start: recall is perfect.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

try:
    import pyspiel
except ImportError as error:  # pragma: no cover
    raise ImportError("OpenSpiel is missing: pip install 'hornox[open-spiel]'") from error

from hornox import _core
from hornox._core import Rules
from hornox._rules import layout

CHANCE_NODES = 8
"""How many bytes make the seed."""
LONGEST = 1_000_000
"""More decisions than any game by any rules has."""


def _game_type(game: str, rules: str, dynamics: Any) -> Any:
    return pyspiel.GameType(
        short_name=f"hornox_{game}",
        long_name={"nimmt": "6 nimmt! (Hornox)", "sixes": "Sixes (Hornox)"}[game],
        dynamics=dynamics,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=10,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": rules, "players": 0},
    )


class Game(pyspiel.Game):  # type: ignore[misc]
    """One of the games by some rules; `players=0` leaves their number to the preset."""

    GAME_TYPE: Any
    PRESET: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Make the game of these parameters."""
        params = params or {}
        preset, players = params.get("rules", self.PRESET), params.get("players", 0)
        self.rules = Rules(preset, **({"players": players} if players else {}))
        if f"hornox_{self.rules.game}" != self.GAME_TYPE.short_name:
            raise ValueError(f"rules {preset} are of {self.rules.game}: load hornox_{self.rules.game}")
        self.seats = self.rules.players
        self.length = len(layout(self.rules))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions,
            max_chance_outcomes=256,
            num_players=self.seats,
            min_utility=-1.0 / self.seats,
            max_utility=1.0 - 1.0 / self.seats,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.GAME_TYPE, info, params)

    def new_initial_state(self) -> State:
        """The state before the first draw of chance."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a seat observes: the raw observation."""
        return Observer(self, iig_obs_type)


class NimmtGame(Game):
    """The game of 6 nimmt!, simultaneous but for row choices."""

    GAME_TYPE = _game_type("nimmt", "bench", pyspiel.GameType.Dynamics.SIMULTANEOUS)
    PRESET = "bench"


class SixesGame(Game):
    """Sixes."""

    GAME_TYPE = _game_type("sixes", "sixes-round", pyspiel.GameType.Dynamics.SEQUENTIAL)
    PRESET = "sixes-round"


class State(pyspiel.State):  # type: ignore[misc]
    """A state of either game."""

    def __init__(self, game: Game) -> None:
        """Make the state before the first draw of chance."""
        super().__init__(game)
        self._seats = game.seats
        self._seed = b""
        self._table = _core.ParallelEnv(game.rules, "win", True, "raw", None)
        # What each seat has observed and done, in order.
        self._known: list[list[str]] = [[] for _ in range(game.seats)]

    def current_player(self) -> int:
        """Chance, one seat, all seats at once, or nobody."""
        if len(self._seed) < CHANCE_NODES:
            return int(pyspiel.PlayerId.CHANCE)
        acting = self._table.acting()
        if not acting:
            return int(pyspiel.PlayerId.TERMINAL)
        return acting[0] if len(acting) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.current_player() == pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A byte of the seed."""
        return [(byte, 1 / 256) for byte in range(256)]

    def _legal_actions(self, player: int) -> list[int]:
        """The ids of a seat's legal actions, ascending."""
        legal: list[int] = np.flatnonzero(self._table.observe(player)["action_mask"]).tolist()
        return legal

    def _apply_action(self, action: int) -> None:
        """A byte of the seed, or the action of the one seat that must act."""
        if len(self._seed) < CHANCE_NODES:
            self._seed += bytes([action])
            if len(self._seed) == CHANCE_NODES:
                self._table.reset(int.from_bytes(self._seed, "little"))
                self._observe()
        else:
            self._play({self._table.acting()[0]: action})

    def _apply_actions(self, actions: list[int]) -> None:
        """The actions of all seats; those of seats that must not act are not read."""
        self._play({seat: actions[seat] for seat in self._table.acting()})

    def _play(self, actions: dict[int, int]) -> None:
        self._table.step({f"seat_{seat}": action for seat, action in actions.items()})
        for seat, action in actions.items():
            self._known[seat].append(f"played {action}")
        self._observe()

    def _observe(self) -> None:
        for seat, known in enumerate(self._known):
            known.append(self.raw(seat).tobytes().hex())

    def raw(self, seat: int) -> npt.NDArray[np.uint8]:
        """The raw observation of a seat, all 0 before the deal: uint8[L]."""
        if len(self._seed) < CHANCE_NODES:
            return np.zeros(self.get_game().length, np.uint8)
        observation: npt.NDArray[np.uint8] = self._table.observe(seat)["observation"]
        return observation

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat has observed and done."""
        seat = self.current_player() if player is None else player
        return f"seat {seat}: " + ", ".join(self._known[seat])

    def observation_string(self, player: int | None = None) -> str:
        """The raw observation of a seat, in hexadecimal."""
        seat = self.current_player() if player is None else player
        return self.raw(seat).tobytes().hex()

    def _action_to_string(self, player: int, action: int) -> str:
        """An action as text."""
        return f"byte {action}" if player == pyspiel.PlayerId.CHANCE else f"seat {player} plays {action}"

    def returns(self) -> list[float]:
        """Each seat's share of the win minus 1/N, once the game is over."""
        shares = self._table.win_share() if self.is_terminal() else None
        return [0.0] * self._seats if shares is None else [share - 1 / self._seats for share in shares]

    def __str__(self) -> str:
        """The table as text, hidden parts included."""
        return self._table.render() if len(self._seed) == CHANCE_NODES else f"seed {self._seed.hex()}"


class Observer:
    """The raw observation as a tensor."""

    def __init__(self, game: Game, iig_obs_type: Any) -> None:
        """Make an observer; where perfect recall is asked for, the string alone has it."""
        self.tensor = np.zeros(game.length, np.float32)
        self.dict = {"observation": self.tensor}
        self._recall = iig_obs_type is not None and iig_obs_type.perfect_recall

    def set_from(self, state: State, player: int) -> None:
        """Write what a seat knows."""
        self.tensor[:] = state.raw(player)

    def string_from(self, state: State, player: int) -> str:
        """What a seat knows as text."""
        return state.information_state_string(player) if self._recall else state.observation_string(player)


for _game in (NimmtGame, SixesGame):
    if _game.GAME_TYPE.short_name not in pyspiel.registered_names():
        pyspiel.register_game(_game.GAME_TYPE, _game)
