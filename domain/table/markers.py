"""Markers paid back at the table, in chips to the tray or in cash to the drop box."""

from msgspec import UNSET

from domain.commands.books import PayMarker
from domain.controls import MARKER_ONCE
from domain.events import Event
from domain.events.books import MarkerPaid
from domain.events.envelope import Stamp
from domain.money import transfer
from domain.refusals import BooksRefuse
from domain.table.accounts import player_at
from domain.table.late_cash import ON_TIME, late_days
from domain.table.opening import require_open
from domain.table.slip_series import is_used
from domain.table.state import Table


def pay_marker(table: Table, command: PayMarker, stamp: Stamp) -> list[Event]:
    require_open(table)
    if is_used(table.books.markers, command.marker):
        reason = f"marker {command.marker} was paid back at {table.name} before"
        raise BooksRefuse(MARKER_ONCE, reason)
    late = late_days(table, stamp) if command.tender == "cash" else ON_TIME
    to = "tray" if command.tender == "chips" else "drop_box"
    return [
        MarkerPaid(
            seat=command.seat,
            player=command.player or player_at(table, command.seat),
            amount=command.amount,
            marker=command.marker,
            tender=command.tender,
            reason=command.reason or UNSET,
            supervisor=command.supervisor or UNSET,
            happened_on=late.happened_on,
            told_on=late.told_on,
            entries=transfer(command.amount, to=to, source="cage"),
        )
    ]
