"""What an event itself says is exceptional: a correction, late cash, a tray below zero."""

from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from domain.events import Event
from domain.events.corrections import WagerCorrected
from domain.events.envelope import CashPosting
from domain.events.round import RoundClosed
from domain.messages.events import EVENT_TYPES, POSTINGS
from domain.table.evolve_exceptions import (
    MAY_BE_EXCEPTIONAL,
    is_exceptional,
    is_late_cash,
    kind_and_cents,
    late_amount,
    people_in,
    staked,
)
from domain.table.late_cash import reason_and_supervisor
from projections.sessions.row import Raised, SessionRow

EXCEPTIONAL: Final = frozenset(filter(MAY_BE_EXCEPTIONAL.__getitem__, EVENT_TYPES)) | {RoundClosed}
"""What may say of itself that it is, or what a correction came to."""


def with_exceptional(row: SessionRow, event: Event) -> SessionRow:
    """In the running period; an event raises one exception, and a count's comes first."""
    if type(event) is RoundClosed:
        return _with_changes(row, event)
    if is_exceptional(event):
        raised: Raised | None = _corrected(row, event)
    else:
        raised = _of_money(row, event) if type(event) in POSTINGS else None
        if raised is None or any(one.seq == event.seq for one in row.raised):
            return row
    return replace(row, exceptional=True, raised=(*row.raised, raised))


def _of_money(row: SessionRow, event: Any) -> Raised | None:
    if is_late_cash(event):
        return _late_cash(row, event)
    if event.tray_below:
        return _raised(row, event, "tray_below_zero", -event.tray_below, people_in(event))
    return None


def _late_cash(row: SessionRow, event: CashPosting) -> Raised:
    """Of the day it is posted to, which is not closed before somebody answers for it."""
    raised = _raised(row, event, "cash_told_late", late_amount(event), people_in(event))
    return replace(
        raised,
        day=event.day,
        happened_on=event.happened_on,
        reason=reason_and_supervisor(event)["reason"],
        below=None if event.tray_below is UNSET else event.tray_below,
    )


def _with_changes(row: SessionRow, event: RoundClosed) -> SessionRow:
    """What settings that were corrected have come to."""
    if event.corrected is UNSET:
        return row
    changed = {one.correction: one.changed for one in event.corrected}
    raised = (replace(one, amount=changed.get(one.seq, one.amount)) for one in row.raised)
    return replace(row, raised=tuple(raised))


def _corrected(row: SessionRow, event: Event) -> Raised:
    """Of the round; a roll that took the tray below zero says so too."""
    kind, cents = kind_and_cents(event)
    raised = replace(_raised(row, event, kind, cents, people_in(event)), round=event.round)
    if isinstance(event, WagerCorrected):
        was, now = staked(event)
        return replace(raised, was=was, now=now)
    below = getattr(event, "tray_below", UNSET)
    return replace(raised, below=None if below is UNSET else below)


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
