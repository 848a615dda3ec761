"""Money is integer cents, and whatever moves it is posted twice."""

from collections.abc import Mapping
from typing import Final

ACCOUNT_MEANINGS: Final = {
    "tray": "chips in the table inventory container",
    "drop_box": "cash, counter checks and vouchers in the box under the table",
    "patrons": "chips that pass between patrons and the centre of the layout",
    "cage": "the cage, where chips and the drop come from and go to",
    "bank": "the centre of the layout while a player banks the round",
    "win": "what the table won (credit) or lost (debit) on wagers",
    "vigorish": "commission on winning wagers",
    "promotional": "what match play coupons cost",
    "progressive_liability": "what the progressive meters owe",
    "progressive_expense": "what was put onto the progressive meters",
}
ACCOUNTS: Final = frozenset(ACCOUNT_MEANINGS)

MOST_CENTS: Final = 10**12
"""No amount on a table comes near ten thousand million dollars; above it is a slip of the hand."""

VIGORISH_PERCENT: Final = 5
QUARTER: Final = 25


class Unbalanced(ValueError):
    """Debits and credits of one event differ; such an event cannot exist."""


def assert_balanced(entries: Mapping[str, int]) -> None:
    """Debit positive, credit negative, sum zero, known accounts only."""
    if sum(entries.values()) != 0:
        raise Unbalanced(f"entries do not balance: {dict(entries)}")
    if not ACCOUNTS.issuperset(entries):
        raise Unbalanced(f"no such account: {sorted(set(entries) - ACCOUNTS)}")


def transfer(amount: int, *, to: str, source: str) -> dict[str, int]:
    """The double entry of one amount; nothing moves for zero."""
    return {to: amount, source: -amount} if amount else {}


def vigorish_on(won: int, rounding: str) -> int:
    """Five percent of the amount won, rounded up to the next quarter or cent."""
    if rounding == "quarter":
        return -(-won * VIGORISH_PERCENT // (100 * QUARTER)) * QUARTER
    return -(-won * VIGORISH_PERCENT // 100)


def dollars(cents: int) -> str:
    """How an amount is written for people: $1,234.50, a loss as -$12.00."""
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"
