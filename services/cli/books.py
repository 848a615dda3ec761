"""The books of a gaming day for the commands that show them, brought up to the log first."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NoReturn

from domain.gaming_day import parse_day
from services.cli.boundary import INVALID, end
from services.cli.who import signed_in
from services.settings import Settings

if TYPE_CHECKING:
    from projections.reports import DayBooks, ReportEntry
    from services.reports.books_at import Asked
    from services.reports.errors import CannotOpen
    from services.storage import Storage

NOT_CLOSED: Final = 3


def named_day(told: str) -> str:
    try:
        return parse_day(told)
    except ValueError as error:
        end(error)


def day_or_today(told: str | None, settings: Settings) -> str:
    if told is not None:
        return named_day(told)
    return settings.gaming_day().of(datetime.now(UTC)).isoformat()


def require_reader(entry: "ReportEntry", settings: Settings) -> None:
    """What a role may not read over HTTP it may not read here either.

    Whoever asks for what all may read need not say who they are: they hold the database.
    """
    known = None if entry.roles is None else signed_in(settings)
    withheld = entry.withheld(None if known is None else known.actor.role)
    if withheld is not None:
        end(withheld)


def require_possible(asked: "Asked") -> None:
    """What cannot be is refused before anything is opened."""
    from services.reports.books_at import check
    from services.reports.errors import CannotOpen

    try:
        check(asked)
    except CannotOpen as error:
        _end_for(error)


def read_books(storage: "Storage", asked: "Asked", entry: "ReportEntry") -> "DayBooks":
    """What the report needs of the books that are asked for; where they cannot be, the end."""
    from services.projector.catch_up import catch_up
    from services.reports.books_at import open_books, require_closed
    from services.reports.errors import CannotOpen, NotProjected

    def opened() -> "DayBooks":
        catch_up(storage)
        threshold = storage.settings.currency_threshold
        found = open_books(storage.ledger, asked, entry.needs, threshold=threshold)
        require_closed(found, entry)
        return found

    try:
        try:
            return opened()
        except NotProjected:  # tables go on playing while we look
            return opened()
    except CannotOpen as error:
        _end_for(error)


def _end_for(error: "CannotOpen") -> NoReturn:
    from services.reports.errors import BadMoment, NotClosed, TwoMoments, UnknownTable

    if isinstance(error, TwoMoments):
        end("name either --as-of or --status, not both")
    option = {BadMoment: "--as-of: ", UnknownTable: "--table: "}.get(type(error), "")
    end(f"{option}{error}", NOT_CLOSED if isinstance(error, NotClosed) else INVALID)
