"""What the books are asked, with as little said as a test needs, and rounds whose money is known."""

from typing import Any, Final

from tests.support.domain.asked import Asked, ask, settle, up_to_the_house
from tests.support.domain.banked import BANK_HAND, LOSE, PUSH, WIN

WHY: Final = "keyed in wrong"
DEALER: Final = {"id": "d7", "role": "dealer"}
FLOOR: Final = {"id": "f1", "role": "floorperson"}
PIT: Final = {"id": "p1", "role": "pit_manager"}
CAGE: Final = {"id": "c3", "role": "cage"}
SECURITY: Final = {"id": "s5", "role": "security"}
COUNT_ROOM: Final = {"id": "k2", "role": "count_room"}
AUDITOR: Final = {"id": "a9", "role": "auditor"}
SIGNED: Final[Asked] = {"signatures": [DEALER, FLOOR]}


def count_tray(inventory: int, **fields: Any) -> Asked:
    return ask("count_tray", inventory=inventory, **fields)


def roll_over(inventory: int, **fields: Any) -> Asked:
    """The count that ends one accounting period and begins the next."""
    return count_tray(inventory, roll=True, **fields)


def remove_box(**fields: Any) -> Asked:
    return ask("remove_box", **fields)


def pay_marker(marker: str, amount: int = 20_000, **fields: Any) -> Asked:
    return ask("pay_marker", seat=2, marker=marker, amount=amount, **fields)


def owe(seat: int, amount: int, reason: str = "no small chips") -> Asked:
    return ask("owe_vigorish", seat=seat, amount=amount, reason=reason)


def recover(owed: int, **fields: Any) -> Asked:
    return ask("recover_vigorish", owed=owed, **fields)


def correct(entry: int, amount: int, **fields: Any) -> Asked:
    told = {"reason": WHY, "supervisor": "p1", **fields}
    return ask("correct_entry", entry=entry, amount=amount, **told)


def acknowledge(exception: int, reason: str = "recounted with surveillance") -> Asked:
    return ask("acknowledge", exception=exception, reason=reason)


def a_round(*outcomes: str, **wager: Any) -> list[Asked]:
    """One finished round of $25 wagers: the seats in order win, push or lose."""
    kept = {"win": WIN, "push": PUSH, "lose": LOSE}
    hands = {seat: kept[outcome] for seat, outcome in enumerate(outcomes, start=1)}
    return [*up_to_the_house(BANK_HAND, hands, **wager), settle()]
