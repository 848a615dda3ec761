"""Differences that the books found, and who answers for them."""

from domain.commands.books import Acknowledge
from domain.controls import EXCEPTION
from domain.events import Event
from domain.events.books import ExceptionAcknowledged
from domain.events.envelope import Stamp
from domain.refusals import BooksRefuse
from domain.table.state import Table


def acknowledge(table: Table, command: Acknowledge, _: Stamp) -> list[Event]:
    found = table.books.exceptions.get(command.exception)
    if found is None:
        named = ", ".join(map(str, table.books.exceptions)) or "none"
        reason = f"no exception of event {command.exception} is open at {table.name}; open: {named}"
        raise BooksRefuse(EXCEPTION, reason)
    return [
        ExceptionAcknowledged(
            exception=command.exception,
            kind=found.kind,
            amount=found.amount,
            reason=command.reason,
        )
    ]
