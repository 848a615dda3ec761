"""The control of late cash: a reason, and a supervisor who stands by."""

from collections.abc import Sequence

from msgspec import UNSET

from domain.controls import LATE_CASH
from domain.events.envelope import CashPosting, Event, Stamp
from domain.refusals import BooksRefuse
from domain.standing_by import require_supervisor
from domain.table.late_cash import reason_and_supervisor
from domain.table.state import Table


def check_late_cash(table: Table, facts: Sequence[Event], stamp: Stamp) -> None:
    """Cash that is told late has a reason and a supervisor, who is not the one who tells it."""
    for fact in facts:
        if not isinstance(fact, CashPosting) or fact.told_on is UNSET:
            continue
        told = reason_and_supervisor(fact)
        lacking = " and ".join(f"`{name}`" for name, value in told.items() if value is None)
        if lacking:
            reason = (
                f"this is cash of the gaming day {fact.happened_on}, and it is {fact.told_on};"
                f" add {lacking}, or leave `at` out if it is put down now"
            )
            raise BooksRefuse(LATE_CASH, reason)
        require_supervisor(table, str(told["supervisor"]), stamp, LATE_CASH)
