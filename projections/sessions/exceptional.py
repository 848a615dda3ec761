"""What an event itself says is exceptional: a late correction, a tray below zero."""

from msgspec import UNSET
from msgspec.structs import replace

from domain.events import Event, Posting
from domain.events.corrections import BankCorrected, SettingCorrected
from domain.events.envelope import CashPosting
from domain.table.evolve_exceptions import (
    LATE,
    Late,
    directed,
    is_late_cash,
    late_amount,
    people_in,
    staked,
)
from domain.table.late_cash import reason_and_supervisor
from projections.sessions.row import Raised, SessionRow


def with_exceptional(row: SessionRow, event: Event) -> SessionRow:
    """In the running period; an event raises one exception, and a count's comes first."""
    if isinstance(event, Posting):
        if any(one.seq == event.seq for one in row.raised):
            return row
        if is_late_cash(event):
            return replace(row, exceptional=True, raised=(*row.raised, _late_cash(row, event)))
        if not event.tray_below:
            return row
        raised = _raised(row, event, "tray_below_zero", -event.tray_below, people_in(event))
    elif isinstance(event, LATE) and event.exceptional is True:
        raised = _late(row, event)
    else:
        return row
    return replace(row, exceptional=True, raised=(*row.raised, raised))


def _late_cash(row: SessionRow, event: CashPosting) -> Raised:
    """Of the day it is posted to, which is not closed before somebody answers for it."""
    raised = _raised(row, event, "cash_told_late", late_amount(event), people_in(event))
    below = None if event.tray_below is UNSET else event.tray_below
    return replace(
        raised,
        day=event.day,
        happened_on=event.happened_on,
        reason=reason_and_supervisor(event)["reason"],
        below=below,
    )


def _late(row: SessionRow, event: Late) -> Raised:
    people = people_in(event)
    if isinstance(event, SettingCorrected):
        raised = _raised(row, event, "setting_corrected", 0, people)
    elif isinstance(event, BankCorrected):
        raised = _raised(row, event, "bank_corrected", directed(event), people)
    else:
        was, now = staked(event)
        raised = _raised(row, event, "wager_corrected", now - was, people)
        raised = replace(raised, was=was, now=now)
    return replace(raised, round=event.round)


def _raised(
    row: SessionRow, event: Event, kind: str, amount: int, people: tuple[str, ...]
) -> Raised:
    running = row.periods[-1]
    return Raised(
        seq=event.seq,
        kind=kind,
        amount=amount,
        day=running.day,
        period=running.number,
        at=event.at,
        people=people,
    )


def actor_of(event: Event) -> tuple[str, ...]:
    return (event.actor["id"],) if event.actor else ()
