"""Amounts of the books that were entered or counted wrong, corrected by the difference."""

from typing import Final

from msgspec.structs import replace

from domain.commands.books import CorrectEntry
from domain.controls import CORRECTION
from domain.events import Event
from domain.events.corrections import EntryCorrected
from domain.events.envelope import Stamp
from domain.money import transfer
from domain.refusals import BooksRefuse
from domain.table.books import Entry
from domain.table.differing import shown_by
from domain.table.evolve_corrected import with_right_amount
from domain.table.late_cash import ON_TIME, late_days
from domain.table.state import Table

_ACCOUNTS: Final = {
    "opener": ("tray", "cage"),
    "buy_in": ("drop_box", "tray"),
    "fill": ("tray", "cage"),
    "credit": ("cage", "tray"),
    "marker": ("tray", "cage"),
    "closer": ("cage", "tray"),
    "drop": ("cage", "drop_box"),
}
"""Where the money of each kind of entry goes, and where it comes from."""


def correct_entry(table: Table, command: CorrectEntry, stamp: Stamp) -> list[Event]:
    entry = table.books.entries.get(command.entry)
    if entry is None:
        reason = (
            f"event {command.entry} of {table.name} is no opener, buy-in, received fill or credit,"
            " marker, closer or drop that it keeps, of its last periods and the session before"
        )
        raise BooksRefuse(CORRECTION, reason)
    if entry.amount == command.amount:
        reason = f"the {_called(entry)} of event {command.entry} is {command.amount} cents already"
        raise BooksRefuse(CORRECTION, reason)
    events: list[Event] = []
    for meant in _meant(table, entry):
        event = _corrected(table, command, stamp, meant)
        after = replace(table, books=with_right_amount(table, event))
        events.append(replace(event, shows=shown_by(table.books, after.books, event)))
        table = after
    return events


def _meant(table: Table, entry: Entry) -> list[Entry]:
    """The entry; of a closer also what it is to the period that was opened with it.

    A roll's count is the next opener itself; that of the next session is held against it.
    """
    if entry.opens is not None:
        return [entry, replace(entry, what="opener", period=entry.period + 1, day=entry.opens)]
    openers = [
        replace(entry, what="last_closer", session=one.session, period=one.period, day=one.day)
        for one in table.books.entries.values()
        if (one.what, one.session) == ("opener", entry.session + 1)
    ]
    return [entry, *openers] if entry.what == "closer" else [entry]


def _called(entry: Entry) -> str:
    return entry.what.replace("_", "-")


def _corrected(table: Table, command: CorrectEntry, stamp: Stamp, meant: Entry) -> EntryCorrected:
    late = ON_TIME if meant.cash_day is None else late_days(table, stamp, meant.cash_day)
    return EntryCorrected(
        session=meant.session,
        corrects=command.entry,
        what=meant.what,
        was=meant.amount,
        amount=command.amount,
        period=meant.period,
        of_day=meant.day,
        late=meant.day <= stamp.audited,
        reason=command.reason,
        supervisor=command.supervisor,
        tender=meant.tender,
        player=meant.player,
        happened_on=late.happened_on,
        told_on=late.told_on,
        entries=_entries(meant, command.amount - meant.amount),
    )


def _entries(meant: Entry, cents: int) -> dict[str, int]:
    """The difference; nothing where nothing was posted, as by the count of a roll."""
    if meant.opens is not None or meant.what == "last_closer":
        return {}
    to, source = _ACCOUNTS[meant.what]
    if meant.what == "marker" and meant.tender == "cash":
        to = "drop_box"
    return transfer(cents, to=to, source=source)
