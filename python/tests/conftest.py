"""What the tests share."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RECORDS = ROOT / "env" / "tests" / "data" / "records.jsonl"

NIMMT = [
    {"rules": "round", "players": 4},
    {"rules": "bench", "players": 2},
    {"rules": "amigo", "players": 10},
    {"rules": "bsw", "players": 5},
    {"rules": "round", "players": 3, "deal": "draft"},
    {"rules": "round", "players": 4, "cards_per_turn": 2},
    {"rules": "round", "players": 4, "zero_cards": True, "selection": "open"},
]
SIXES = [
    {"rules": "sixes"},
    {"rules": "sixes-round", "players": 4},
    {"rules": "sixes", "players": 3, "uneven_deal": True},
]
SETTINGS = [("nimmt", setting) for setting in NIMMT] + [("sixes", setting) for setting in SIXES]


def name(setting: object) -> str:
    """A short name of a setting."""
    if isinstance(setting, dict):
        return "-".join(str(value) for value in setting.values())
    return str(setting)


every_setting = pytest.mark.parametrize(("game", "setting"), SETTINGS, ids=name)


@pytest.fixture
def records() -> Path:
    """A file of records of 6 nimmt! and Sixes."""
    return RECORDS
