"""Tables of pai gow poker on one meter, for the tests of the store and the desk."""

from typing import Any, Final

from tests.support.domain.poker import TERMS, to_the_house

PAYS_ALL: Final = "AS AH AD AC JK 3S 3H"
PAYS_NOTHING: Final = "2D 4C 5H 8S TC JD QC"
DEALER: Final = "2S 4H 7D 9C JS QH KD"


def open_poker(table: str, **terms: Any) -> dict[str, Any]:
    submission = {"regulation": "nj-pai-gow-poker", "progressive": {**TERMS, **terms}}
    return {
        "command": "open_table",
        "table": table,
        "submission": submission,
        "inventory": 100_000_000,
    }


def to_settle(table: str, hand: str = PAYS_ALL) -> list[dict[str, Any]]:
    """A round at this table, with one progressive wager, up to its settlement."""
    commands = to_the_house({1: hand}, (1,), dealer=DEALER)
    return [{**command, "table": table} for command in commands]


def settle(table: str, **more: Any) -> dict[str, Any]:
    return {"command": "settle", "table": table, "supervisor": "Ann", **more}


def close(table: str) -> dict[str, Any]:
    return {"command": "close_table", "table": table, "inventory": 100_000_000}


def poker_evening(table: str) -> list[dict[str, Any]]:
    """A table opened, two rounds that move the meter in every way but funding, and closed."""
    lost = [*to_settle(table, PAYS_NOTHING), settle(table)]
    won = [*to_settle(table), settle(table)]
    return [open_poker(table), *lost, *won, close(table)]
