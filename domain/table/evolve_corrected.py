"""What a corrected amount changes in the books: itself, its box, the counts held against it."""

from typing import Final

from msgspec.structs import replace

from domain.events.corrections import EntryCorrected
from domain.table.books import Books, Box, Entry, Exceptional, ExceptionKind
from domain.table.state import Table

_COUNTS: Final[dict[str, ExceptionKind]] = {"opener": "opener", "closer": "tray", "drop": "drop"}
"""What was counted and not told, with the kind of its differences."""


def corrected(table: Table, event: EntryCorrected) -> Books:
    """The books with the amount as it should have been."""
    books = table.books
    was = books.entries[event.corrects]
    dropped = event.amount - event.was if _in_the_box(event) else 0
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
    books = _running(table, books, event)
    return _differing(books, was, event)


def _in_the_box(event: EntryCorrected) -> bool:
    return event.what == "buy_in" or event.tender == "cash"


def _refilled(box: Box, was: Entry, dropped: int) -> Box:
    if (box.session, box.number) != (was.session, was.box):
        return box
    return replace(box, drop=box.drop + dropped)


def _bears_on(one: Entry, was: Entry, event: EntryCorrected, dropped: int) -> int:
    """How far the correction moves what a later count is held against."""
    if one.what == "drop":
        return dropped if (one.session, one.box) == (was.session, was.box) else 0
    if one.what == "opener":
        rolled_from = event.what == "closer" and was.opens is None
        next_one = rolled_from and one.session == was.session + 1
        return event.amount - event.was if next_one else 0
    same = (one.session, one.period) == (was.session, event.period)
    return event.entries.get("tray", 0) if same and event.what != "closer" else 0


def _running(table: Table, books: Books, event: EntryCorrected) -> Books:
    """The last closer, and how far the running period's last count was off, as now known."""
    if event.session != table.session:
        return books
    if event.what == "closer" and not table.is_open and event.period == books.period:
        return replace(books, closer=event.amount)
    if event.period == books.period and books.counted > event.corrects:
        return replace(books, variance=books.variance - event.entries.get("tray", 0))
    return books


def _differing(books: Books, was: Entry, event: EntryCorrected) -> Books:
    """A count that is still off once it is corrected is named again, by how far it moved."""
    kind = _COUNTS.get(event.what)
    now = books.entries[event.corrects]
    if kind is None or event.what != was.what or now.amount == now.expected:
        return books
    if now.expected is None:
        return books
    people = (event.actor["id"],) if event.actor else ()
    found = Exceptional(
        kind=kind,
        amount=event.amount - event.was,
        day=event.of_day,
        people=tuple(dict.fromkeys((*people, event.supervisor))),
    )
    return replace(books, exceptions={**books.exceptions, event.seq: found})
