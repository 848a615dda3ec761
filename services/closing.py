"""What the service adds to the close of a day before it is decided."""

from typing import TypeGuard

import msgspec

from domain.commands import Command
from domain.commands.day import Alert, CloseDay
from projections import statistics
from projections.control_limits import alerts_of
from services.desk.request import Request
from services.reading import Books
from services.reports.gathering import table_days


def closes_a_day(request: Request) -> bool:
    return any(_wants_alerts(command) for command in request.commands)


def fill_in_alerts(request: Request, books: Books) -> Request:
    """The request with the alerts of the days it closes.

    What makes it the same request when it comes again is what the caller told: the figures, and
    the alerts with them, may have moved by then.
    """
    request.commands = tuple(
        with_alerts(command, books) if _wants_alerts(command) else command
        for command in request.commands
    )
    return request


def with_alerts(command: CloseDay, books: Books) -> CloseDay:
    """The figures of the day that leave their control limits."""
    played = statistics.table_days(table_days(books.rows, command.day))
    raised = alerts_of(command.day, played)
    alerts = [Alert.model_validate(msgspec.to_builtins(alert)) for alert in raised]
    return command.model_copy(update={"alerts": alerts})


def _wants_alerts(command: Command) -> TypeGuard[CloseDay]:
    return isinstance(command, CloseDay) and command.alerts is None
