"""What somebody answers for though no count showed it: late corrections, a tray below zero."""

from typing import Final

from msgspec.structs import replace

from domain.events.corrections import SettingCorrected, WagerCorrected
from domain.events.envelope import Event, Posting
from domain.table.books import Books, Exceptional

LATE: Final = (WagerCorrected, SettingCorrected)


def with_exception(books: Books, event: Event) -> Books:
    """The books with what the event itself says is exceptional.

    An exception is named by its event, and one event raises one: what a count showed comes first.
    """
    if isinstance(event, Posting):
        if not event.tray_below or event.seq in books.exceptions:
            return books
        found = Exceptional(
            kind="tray_below_zero", amount=-event.tray_below, day=books.day, people=people_in(event)
        )
    elif isinstance(event, LATE) and event.exceptional is True:
        found = _corrected_late(books, event)
    else:
        return books
    return replace(books, exceptions={**books.exceptions, event.seq: found})


def _corrected_late(books: Books, event: WagerCorrected | SettingCorrected) -> Exceptional:
    people = people_in(event)
    if isinstance(event, SettingCorrected):
        return Exceptional(kind="setting_corrected", amount=0, day=books.day, people=people)
    was, now = staked(event)
    return Exceptional(
        kind="wager_corrected", amount=now - was, day=books.day, people=people, was=was, now=now
    )


def staked(event: WagerCorrected) -> tuple[int, int]:
    """Chips and coupon together, as they stood and as they stand."""
    return event.was.amount + event.was.coupon, event.amount + event.coupon


def people_in(event: Event) -> tuple[str, ...]:
    """Who acted in it, and which supervisor stood by, where it names one."""
    actor = event.actor["id"] if event.actor else None
    named = (actor, getattr(event, "supervisor", None))
    return tuple(dict.fromkeys(one for one in named if one is not None))
