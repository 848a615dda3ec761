"""Amounts of the books that were told or counted wrong, put right by the difference."""

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
    return [_corrected(command, stamp, meant) for meant in _meant(entry)]


def _meant(entry: Entry) -> list[Entry]:
    """The entry; of a roll's count both, as it closed one period and opened the next."""
    if entry.opens is None:
        return [entry]
    return [entry, replace(entry, what="opener", period=entry.period + 1, day=entry.opens)]


def _called(entry: Entry) -> str:
    return entry.what.replace("_", "-")


def _corrected(command: CorrectEntry, stamp: Stamp, meant: Entry) -> Event:
    to, source = _ACCOUNTS[meant.what]
    if meant.what == "marker" and meant.tender == "cash":
        to = "drop_box"
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
        entries=transfer(command.amount - meant.amount, to=to, source=source),
    )
