"""Exceptions no count showed: corrections after "no more bets", late cash, a tray below zero."""

from typing import Any, Final, TypeGuard

from msgspec import UNSET
from msgspec.structs import replace

from domain.events.corrections import EntryCorrected, WagerCorrected
from domain.events.envelope import CashPosting, Event
from domain.events.kinds import IS_POSTING, ByKind, of_class
from domain.events.round import RoundClosed
from domain.table.books import Books, Exceptional

MAY_BE_EXCEPTIONAL: Final = ByKind(lambda kind: IS_POSTING[kind] or kind.EXCEPTION is not None)
_IS_CASH: Final = of_class(CashPosting)


def with_exception(books: Books, event: Event) -> Books:
    """The books with what the event itself says is exceptional.

    An exception is named by its event, and one event raises one: what a count showed comes first.
    """
    if is_exceptional(event):
        found: Exceptional | None = _corrected(books, event)
    else:
        found = _of_money(books, event) if IS_POSTING[type(event)] else None
        if found is None or event.seq in books.exceptions:
            return books
    return replace(books, exceptions={**books.exceptions, event.seq: found})


def _of_money(books: Books, event: Any) -> Exceptional | None:
    if is_late_cash(event):
        kind = "cash_told_late"
        return Exceptional(
            kind=kind, amount=late_amount(event), day=event.day, people=people_in(event)
        )
    if event.tray_below:
        kind, cents = "tray_below_zero", -event.tray_below
        return Exceptional(kind=kind, amount=cents, day=books.day, people=people_in(event))
    return None


def is_late_cash(event: Event) -> TypeGuard[CashPosting]:
    """Whether it is a player's cash of an earlier gaming day than the one it was recorded in."""
    return _IS_CASH[type(event)] and getattr(event, "told_on", UNSET) is not UNSET


def late_amount(event: CashPosting) -> int:
    """What was put down; of a correction the difference."""
    amount: int = getattr(event, "amount", 0)
    return amount - event.was if isinstance(event, EntryCorrected) else amount


def is_exceptional(event: Event) -> bool:
    """Whether it is a correction that came after "no more bets"."""
    return event.EXCEPTION is not None and getattr(event, "exceptional", UNSET) is True


def kind_and_cents(event: Event) -> tuple[str, int]:
    """What was corrected, and what that changed."""
    assert event.EXCEPTION is not None
    return event.EXCEPTION, event.cents_changed()


def _corrected(books: Books, event: Event) -> Exceptional:
    kind, cents = kind_and_cents(event)
    found = Exceptional(kind=kind, amount=cents, day=books.day, people=people_in(event))
    if not isinstance(event, WagerCorrected):
        return found
    was, now = staked(event)
    return replace(found, was=was, now=now)


def with_changes(books: Books, event: RoundClosed) -> Books:
    """The books with what settings that were corrected have come to, as far as nobody has answered
    for them."""
    if event.corrected is UNSET:
        return books
    exceptions = dict(books.exceptions)
    for one in event.corrected:
        if (found := exceptions.get(one.correction)) is not None:
            exceptions[one.correction] = replace(found, amount=one.changed)
    return replace(books, exceptions=exceptions)


def staked(event: WagerCorrected) -> tuple[int, int]:
    """Chips and coupon together, as they stood and as they stand."""
    return event.was.amount + event.was.coupon, event.amount + event.coupon


def people_in(event: Event) -> tuple[str, ...]:
    """Who acted in it, and which supervisor stood by, where it names one."""
    actor = event.actor["id"] if event.actor else None
    named = (actor, getattr(event, "supervisor", None))
    return tuple(dict.fromkeys(one for one in named if isinstance(one, str)))
