"""What a corrected amount changes in the books: itself, its box, the counts held against it."""

from typing import Final

from msgspec.structs import replace

from domain.events.corrections import EntryCorrected
from domain.table.books import Books, Box, Entry, Exceptional
from domain.table.state import Table

_INTO_THE_TRAY: Final = {"opener": 1, "buy_in": -1, "fill": 1, "credit": -1, "closer": -1}


def into_the_tray(event: EntryCorrected) -> int:
    """What it changes of the chips in the tray, whether or not its count was ever posted."""
    sign = _INTO_THE_TRAY.get(event.what, 0)
    if event.what == "marker" and event.tender == "chips":
        sign = 1
    return sign * (event.amount - event.was)


def on_later_counts(event: EntryCorrected) -> int:
    """How far it moves what the tray is counted against afterwards; a closer is a count itself."""
    return 0 if event.what == "closer" else into_the_tray(event)


def into_the_box(event: EntryCorrected) -> int:
    """What it changes of what should be in the drop box."""
    falls_in = event.what == "buy_in" or event.tender == "cash"
    return event.amount - event.was if falls_in else 0


def corrected(table: Table, event: EntryCorrected) -> Books:
    """The books with the amount as it should have been, and what that shows."""
    books = with_right_amount(table, event)
    if event.shows is None:
        return books
    people = (event.actor["id"],) if event.actor else ()
    found = Exceptional(
        kind=event.shows.kind,
        amount=event.shows.amount,
        day=event.of_day,
        people=tuple(dict.fromkeys((*people, event.supervisor))),
    )
    return replace(books, exceptions={**books.exceptions, event.seq: found})


def with_right_amount(table: Table, event: EntryCorrected) -> Books:
    """The books with the amount as it should have been."""
    books = table.books
    was = books.entries[event.corrects]
    dropped = into_the_box(event)
    entries = {
        seq: replace(one, expected=one.expected + _bears_on(one, was, event, dropped))
        if one.expected is not None
        else one
        for seq, one in books.entries.items()
    }
    entries[event.corrects] = replace(entries[event.corrects], amount=event.amount)
    books = replace(
        books,
        entries=entries,
        box=None if books.box is None else _refilled(books.box, was, dropped),
        boxes=tuple(_refilled(box, was, dropped) for box in books.boxes),
    )
    return _running(table, books, event)


def _refilled(box: Box, was: Entry, dropped: int) -> Box:
    if (box.session, box.number) != (was.session, was.box):
        return box
    return replace(box, drop=box.drop + dropped)


def _bears_on(one: Entry, was: Entry, event: EntryCorrected, dropped: int) -> int:
    """How far the correction moves what a later count is held against."""
    if one.what == "drop":
        return dropped if (one.session, one.box) == (was.session, was.box) else 0
    if one.what == "opener":
        next_one = event.what == "last_closer" and one.session == event.session
        return event.amount - event.was if next_one else 0
    same = (one.session, one.period) == (event.session, event.period)
    return on_later_counts(event) if same else 0


def _running(table: Table, books: Books, event: EntryCorrected) -> Books:
    """The last closer, and how far the running period's last count was off, as now known."""
    if (event.session, event.period) != (table.session, books.period):
        return books
    if event.what == "closer":
        off = books.variance + event.amount - event.was
        return replace(books, closer=event.amount, variance=off)
    if books.counted > event.corrects:
        return replace(books, variance=books.variance - on_later_counts(event))
    return books
