"""Exceptions that no count showed: late corrections, late cash, a tray below zero."""

from typing import Final, TypeAlias, TypeGuard

from msgspec import UNSET
from msgspec.structs import replace

from domain.events.corrections import (
    BankCorrected,
    EntryCorrected,
    SettingCorrected,
    WagerCorrected,
)
from domain.events.envelope import CashPosting, Event, Posting
from domain.table.books import Books, Exceptional

Late: TypeAlias = WagerCorrected | SettingCorrected | BankCorrected
LATE: Final = (WagerCorrected, SettingCorrected, BankCorrected)


def with_exception(books: Books, event: Event) -> Books:
    """The books with what the event itself says is exceptional.

    An exception is named by its event, and one event raises one: what a count showed comes first.
    """
    if isinstance(event, Posting):
        if event.seq in books.exceptions:
            return books
        if is_late_cash(event):
            found = Exceptional(
                kind="cash_told_late",
                amount=late_amount(event),
                day=event.day,
                people=people_in(event),
            )
            return replace(books, exceptions={**books.exceptions, event.seq: found})
        if not event.tray_below:
            return books
        found = Exceptional(
            kind="tray_below_zero", amount=-event.tray_below, day=books.day, people=people_in(event)
        )
    elif isinstance(event, LATE) and event.exceptional is True:
        found = _corrected_late(books, event)
    else:
        return books
    return replace(books, exceptions={**books.exceptions, event.seq: found})


def is_late_cash(event: Event) -> TypeGuard[CashPosting]:
    """Whether it is a player's cash of an earlier gaming day than the one it was recorded in."""
    return isinstance(event, CashPosting) and event.told_on is not UNSET


def late_amount(event: CashPosting) -> int:
    """What was put down; of a correction the difference."""
    amount: int = getattr(event, "amount", 0)
    return amount - event.was if isinstance(event, EntryCorrected) else amount


def _corrected_late(books: Books, event: Late) -> Exceptional:
    people = people_in(event)
    if isinstance(event, SettingCorrected):
        return Exceptional(kind="setting_corrected", amount=0, day=books.day, people=people)
    if isinstance(event, BankCorrected):
        amount = directed(event)
        return Exceptional(kind="bank_corrected", amount=amount, day=books.day, people=people)
    was, now = staked(event)
    return Exceptional(
        kind="wager_corrected", amount=now - was, day=books.day, people=people, was=was, now=now
    )


def staked(event: WagerCorrected) -> tuple[int, int]:
    """Chips and coupon together, as they stood and as they stand."""
    return event.was.amount + event.was.coupon, event.amount + event.coupon


def directed(event: BankCorrected) -> int:
    """How much more the dealer wagers against the right bank."""
    return event.dealer_wager - event.was.dealer_wager


def people_in(event: Event) -> tuple[str, ...]:
    """Who acted in it, and which supervisor stood by, where it names one."""
    actor = event.actor["id"] if event.actor else None
    named = (actor, getattr(event, "supervisor", None))
    return tuple(dict.fromkeys(one for one in named if isinstance(one, str)))
