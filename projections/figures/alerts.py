"""Alerts: what a closing of the day raises, to stay open until somebody answers for it."""

from collections.abc import Iterable
from typing import Final

from domain.findings import Alert
from projections.slips import Slip, faults_of

_MOST_NAMED: Final = 2
_RAISED: Final = ("missing", "twice")
"""Faults of the register that nobody at a table can answer for."""


def slip_alerts(day: str, slips: Iterable[Slip]) -> list[Alert]:
    """Numbers of the day that were passed over, or used at two tables."""
    return [
        Alert(
            alert=f"slip:{fault.kind}:{fault.slip.replace(' to ', '..')}",
            what=f"slip {fault.slip} at {_named(fault.tables)}: {fault.words}",
            table=fault.tables[0] if len(fault.tables) == 1 else None,
            value=fault.slip,
        )
        for fault in faults_of(day, slips)
        if fault.kind in _RAISED
    ]


def _named(tables: tuple[str, ...]) -> str:
    """However many tables used a number, what is raised stays short."""
    more = len(tables) - _MOST_NAMED
    told = ", ".join(tables[:_MOST_NAMED])
    return f"{told} and {more} more" if more > 0 else told
