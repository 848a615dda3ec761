"""What the service adds to the close of a day before it is decided."""

import msgspec

from domain.commands.day import Alert, CloseDay
from projections.figures import statistics
from projections.figures.alerts import slip_alerts
from projections.figures.control_limits import hold_alerts
from services.desk.request import Request
from services.reading import Books
from services.reports.gathering import gather
from services.settings import Settings


def closes_a_day(request: Request) -> bool:
    return any(isinstance(command, CloseDay) for command in request.commands)


def fill_in(request: Request, books: Books, settings: Settings) -> Request:
    """The request with the alerts of the days it closes, and with what the property reports.

    What makes it the same request when it comes again is what the caller told: the figures, and
    the alerts with them, or a setting may have moved by then.
    """
    request.commands = tuple(
        _filled_in(command, books, settings) if isinstance(command, CloseDay) else command
        for command in request.commands
    )
    return request


def _filled_in(command: CloseDay, books: Books, settings: Settings) -> CloseDay:
    if command.currency_threshold is None:
        update = {"currency_threshold": settings.currency_threshold}
        command = command.model_copy(update=update)
    return with_alerts(command, books) if command.alerts is None else command


def with_alerts(command: CloseDay, books: Books) -> CloseDay:
    """Figures of the day that leave their control limits, and slips' numbers that are not right."""
    day = command.day
    known = gather(books.rows, day, {"table_days", "slips"})
    raised = [
        *hold_alerts(day, statistics.table_days(known.table_days)),
        *slip_alerts(day, known.all_slips()),
    ]
    alerts = [Alert.model_validate(msgspec.to_builtins(alert)) for alert in raised]
    return command.model_copy(update={"alerts": alerts})
