"""A small floor with everything the books know, told to a desk over three gaming days."""

from typing import Any, Final

from services.desk import DeskInterface
from tests.support.domain import asked
from tests.support.http.playing import DEALER, LOSES, WINS
from tests.support.store.playing import do, open_table
from tests.support.store.poker import poker_evening

DAYS: Final = ("2026-03-01", "2026-03-02", "2026-03-03")
MISTAKE: Final = {"reason": "keyed in wrong", "supervisor": "sue"}
OPENER: Final = 1_000_000


class Floor:
    """Tables at a desk, each told at the hour of a day."""

    def __init__(self, desk: DeskInterface) -> None:
        self.desk = desk

    def tell(self, table: str, at: str, *commands: dict[str, Any]) -> list[dict[str, Any]]:
        told = [{**command, "table": table, "at": at} for command in commands]
        return [event for one in told for event in do(self.desk, one)]

    def close_day(self, day: str, status: str) -> None:
        at = "2026-04-01T12:00:00Z"
        command = {"command": "close_day", "day": day, "status": status, "at": at}
        do(self.desk, command)

    def open(self, table: str, day: str, inventory: int = OPENER) -> None:
        self.tell(table, f"{day}T20:00:00Z", open_table(table, inventory=inventory))

    def play(self, table: str, day: str) -> None:
        """One round: the tray wins 125."""
        up_to_settling = asked.up_to_the_house(DEALER, {1: WINS, 2: LOSES})
        self.tell(table, f"{day}T21:00:00Z", *up_to_settling, asked.settle())


def first_day(floor: Floor) -> dict[str, int]:
    """PG01 with slips and a short tray; PG02 right; PP01 with cards on a meter. The slips' seq."""
    day = DAYS[0]
    for table in ("PG01", "PG02"):
        floor.open(table, day)
        floor.tell(table, f"{day}T20:10:00Z", asked.buy_in(1, 20_000, player="ann"))
        floor.play(table, day)
    late = f"{day}T23:00:00Z"
    filled = floor.tell("PG01", late, asked.fill("F-1", 5000), asked.fill("F-3", 7000))
    floor.tell("PG01", late, {"command": "count_tray", "inventory": OPENER - 20_000 + 12_125})
    floor.play("PG01", day)
    closed = floor.tell("PG01", late, asked.close_table(OPENER - 20_000 + 12_250 - 2500))
    floor.tell("PG02", late, asked.close_table(OPENER - 20_000 + 125))
    return {"F-1": filled[0]["seq"], "short": closed[0]["seq"]}


def cards(floor: Floor) -> None:
    """A meter that moves; what the rounds took from the tray is missing at the close."""
    floor.tell("PP01", f"{DAYS[0]}T22:00:00Z", *poker_evening("PP01"))


def count(floor: Floor, day: str) -> None:
    at = f"{day}T10:00:00Z"
    for table, drop in (("PG01", 20_000), ("PG02", 20_000), ("PP01", 0)):
        floor.tell(table, at, {"command": "count_drop", "cash": drop})


def answer_for_everything(floor: Floor, open_ones: list[tuple[str, int]]) -> None:
    for table, number in open_ones:
        told = {"command": "acknowledge", "exception": number, "reason": "seen on tape"}
        floor.tell(table, f"{DAYS[1]}T12:00:00Z", told)


def correct_late(floor: Floor, told: dict[str, int]) -> None:
    """A slip of the audited day, and one of the open day."""
    day = DAYS[1]
    at = f"{day}T20:00:00Z"
    wrong = {"command": "correct_entry", **MISTAKE}
    floor.tell("PG01", at, {**wrong, "entry": told["F-1"], "amount": 5500})
    floor.open("PG02", day, OPENER - 19_800)
    (bought,) = floor.tell("PG02", at, asked.buy_in(2, 1_500_000, player="bob"))
    floor.tell("PG02", at, {**wrong, "entry": bought["seq"], "amount": 1_600_000})
    floor.tell("PG02", at, {"command": "fill", "slip": "F-9", "amount": 100, "step": "requested"})
