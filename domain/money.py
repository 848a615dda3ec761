"""Money is integer cents, and whatever moves it is posted twice."""

import re
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
MOST_WON: Final = 10**15
"""What one wager may win: beyond it the sums of a round could not be told exactly (below)."""
MOST_EXACT: Final = 2**53 - 1
"""What every reader of JSON keeps exactly: no figure of an event is larger, whatever it sums up."""

VIGORISH_PERCENT: Final = 5
QUARTER: Final = 25
_DOLLARS: Final = re.compile(r"(-?)\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,12})(?:\.([0-9]{2}))?")


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


def read_dollars(text: str) -> int:
    """As people type it: 25, 1,250, 12.50, -12.50."""
    found = _DOLLARS.fullmatch(text)
    if found is None:
        raise ValueError("an amount is written in dollars, such as 25, 1,250 or 12.50")
    sign, whole, cents = found.groups()
    return int(f"{sign}{whole.replace(',', '')}{cents or '00'}")
