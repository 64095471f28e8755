"""OpenSpiel's own checks."""

import random

import pytest

pyspiel = pytest.importorskip("pyspiel")
pytestmark = pytest.mark.heavy

from hornox import open_spiel  # noqa: E402

GAMES = [
    "hornox_nimmt",
    "hornox_nimmt(rules=round,players=3)",
    "hornox_nimmt(players=2)",
    "hornox_sixes",
    "hornox_sixes(rules=sixes-round,players=4)",
]


@pytest.mark.parametrize("name", GAMES)
def test_random_sim(name):
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name):
    from open_spiel.python.algorithms import generate_playthrough

    text = generate_playthrough.playthrough(name, action_sequence=None, seed=3)
    assert text == generate_playthrough.playthrough(name, action_sequence=None, seed=3)
    assert "Apply" in text


@pytest.mark.parametrize("name", GAMES)
def test_information_states_recall_what_was_played(name):
    rng = random.Random(1)
    state = pyspiel.load_game(name).new_initial_state()
    mine = []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        elif state.is_simultaneous_node():
            joint = [rng.choice(state.legal_actions(seat) or [0]) for seat in range(state.num_players())]
            if state.legal_actions(0):
                mine.append(joint[0])
            state.apply_actions(joint)
        else:
            action = rng.choice(state.legal_actions())
            if state.current_player() == 0:
                mine.append(action)
            state.apply_action(action)
    recalled = [part for part in state.information_state_string(0).split(", ") if "played" in part]
    assert recalled == [f"played {action}" for action in mine]
    assert sum(state.returns()) == pytest.approx(0)


def test_rules_of_the_other_game_are_refused():
    with pytest.raises(ValueError, match="hornox_sixes"):
        open_spiel.NimmtGame({"rules": "sixes"})
