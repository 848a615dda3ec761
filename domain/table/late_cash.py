"""Cash of an earlier gaming day than the one in which it is recorded."""

from typing import Final, NamedTuple

from msgspec import UNSET, UnsetType

from domain.events.envelope import CashPosting, Stamp
from domain.table.state import Table, is_fully_controlled


class LateDays(NamedTuple):
    """The gaming day that cash is of, and the one it was recorded in; unset where it is on time."""

    happened_on: str | UnsetType = UNSET
    told_on: str | UnsetType = UNSET


ON_TIME: Final = LateDays()


def late_days(table: Table, stamp: Stamp, of_day: str | None = None) -> LateDays:
    """Marked where late cash is held to its control; what is decided again keeps its marks.

    `of_day` is the gaming day of the cash that a correction changes.
    """
    if not stamp.again and not _is_held(table, stamp):
        return ON_TIME
    happened_on = min(stamp.happened_on, of_day or stamp.happened_on)
    return LateDays(happened_on, stamp.today) if happened_on < stamp.today else ON_TIME


def _is_held(table: Table, stamp: Stamp) -> bool:
    """In a house under full controls, and at a table that elects them where people sign in.

    Elsewhere a supervisor is only a name, and whole evenings are told afterwards: imported,
    simulated.
    """
    elects = is_fully_controlled(table, stamp) and stamp.proofs is not None
    return stamp.controls == "full" or elects


def reason_and_supervisor(fact: CashPosting) -> dict[str, str | None]:
    """Reason and supervisor, where they were told."""
    told = {name: getattr(fact, name, UNSET) for name in ("reason", "supervisor")}
    return {name: None if value is UNSET else value for name, value in told.items()}
