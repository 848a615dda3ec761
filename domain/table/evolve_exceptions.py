"""Exceptions no count showed: corrections after "no more bets", late cash, a tray below zero."""

from typing import Any, Final, TypeAlias, TypeGuard

from msgspec import UNSET
from msgspec.structs import replace

from domain.events.codec import POSTINGS, kinds_of
from domain.events.corrections import (
    BankCorrected,
    DealCorrected,
    EntryCorrected,
    RollCorrected,
    SettingCorrected,
    WagerCorrected,
)
from domain.events.envelope import CashPosting, Event
from domain.events.round import RoundClosed
from domain.table.books import Books, Exceptional, ExceptionKind

Corrected: TypeAlias = (
    WagerCorrected | RollCorrected | DealCorrected | SettingCorrected | BankCorrected
)

_KINDS: Final[dict[type[Event], ExceptionKind]] = {
    WagerCorrected: "wager_corrected",
    RollCorrected: "roll_corrected",
    DealCorrected: "deal_corrected",
    SettingCorrected: "setting_corrected",
    BankCorrected: "bank_corrected",
}
MAY_BE_EXCEPTIONAL: Final = POSTINGS | _KINDS.keys()
_CASH: Final = kinds_of(CashPosting)


def with_exception(books: Books, event: Event) -> Books:
    """The books with what the event itself says is exceptional.

    An exception is named by its event, and one event raises one: what a count showed comes first.
    """
    if is_exceptional(event):
        found: Exceptional | None = _corrected(books, event)
    else:
        found = _of_money(books, event) if type(event) in POSTINGS else None
        if found is None or event.seq in books.exceptions:
            return books
    return replace(books, exceptions={**books.exceptions, event.seq: found})


def _of_money(books: Books, event: Any) -> Exceptional | None:
    if is_late_cash(event):
        kind: ExceptionKind = "cash_told_late"
        return Exceptional(
            kind=kind, amount=late_amount(event), day=event.day, people=people_in(event)
        )
    if event.tray_below:
        kind, cents = "tray_below_zero", -event.tray_below
        return Exceptional(kind=kind, amount=cents, day=books.day, people=people_in(event))
    return None


def is_late_cash(event: Event) -> TypeGuard[CashPosting]:
    """Whether it is a player's cash of an earlier gaming day than the one it was recorded in."""
    return type(event) in _CASH and getattr(event, "told_on", UNSET) is not UNSET


def late_amount(event: CashPosting) -> int:
    """What was put down; of a correction the difference."""
    amount: int = getattr(event, "amount", 0)
    return amount - event.was if isinstance(event, EntryCorrected) else amount


def is_exceptional(event: Event) -> TypeGuard[Corrected]:
    """Whether it is a correction that came after "no more bets"."""
    return type(event) in _KINDS and getattr(event, "exceptional", UNSET) is True


def kind_and_cents(event: Corrected) -> tuple[ExceptionKind, int]:
    """What was corrected, and what that changed: of what is wagered, else of what the tray has."""
    if isinstance(event, WagerCorrected):
        was, now = staked(event)
        return _KINDS[type(event)], now - was
    if isinstance(event, BankCorrected):
        return _KINDS[type(event)], directed(event)
    changed = getattr(event, "changed", UNSET)
    return _KINDS[type(event)], 0 if changed is UNSET else changed


def _corrected(books: Books, event: Corrected) -> Exceptional:
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


def directed(event: BankCorrected) -> int:
    """How much more the dealer wagers against the right bank."""
    return event.dealer_wager - event.was.dealer_wager


def people_in(event: Event) -> tuple[str, ...]:
    """Who acted in it, and which supervisor stood by, where it names one."""
    actor = event.actor["id"] if event.actor else None
    named = (actor, getattr(event, "supervisor", None))
    return tuple(dict.fromkeys(one for one in named if isinstance(one, str)))
