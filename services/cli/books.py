"""The books of a gaming day for the commands that show them, brought up to the log first."""

import sys
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Final, NoReturn

import typer

from services.cli.who import signed_in
from services.settings import Settings

if TYPE_CHECKING:
    from projections.reports import DayBooks, ReportEntry
    from services.house import Archive
    from services.reports.books_at import Asked

BAD_INPUT: Final = 2
NOT_CLOSED: Final = 3


def named_day(told: str) -> str:
    try:
        return date.fromisoformat(told).isoformat()
    except ValueError:
        raise typer.BadParameter(f"{told!r} is not a day such as 2026-11-15") from None


def day_or_today(told: str | None, settings: Settings) -> str:
    return named_day(told) if told else settings.gaming_day().of(datetime.now(UTC)).isoformat()


def require_reader(entry: "ReportEntry", settings: Settings) -> None:
    """What a role may not read over HTTP it may not read here either.

    Whoever asks for what all may read need not say who they are: they hold the database.
    """
    actor = None if entry.roles is None else signed_in(settings)
    withheld = entry.withheld(None if actor is None else actor.role)
    if withheld is not None:
        end(withheld, BAD_INPUT)


def read_books(archive: "Archive", asked: "Asked", entry: "ReportEntry") -> "DayBooks":
    """What the report needs of the books that are asked for; where they cannot be, the end."""
    from services.following.catch_up import catch_up
    from services.reports import errors
    from services.reports.books_at import open_books

    def opened() -> "DayBooks":
        catch_up(archive)
        threshold = archive.settings.currency_threshold
        return open_books(archive.ledger, asked, entry.needs, threshold=threshold)

    try:
        try:
            return opened()
        except errors.NotProjected:  # tables go on playing while we look
            return opened()
    except errors.NotClosed as error:
        end(str(error), NOT_CLOSED)
    except errors.TwoMoments:
        raise typer.BadParameter("name either --as-of or --status, not both") from None
    except errors.UnknownTable as error:
        raise typer.BadParameter(f"--table: {error}") from None
    except errors.BadMoment as error:
        raise typer.BadParameter(f"--as-of: {error}") from None


def end(why: str, code: int) -> NoReturn:
    print(f"pitledger: {why}", file=sys.stderr)
    raise typer.Exit(code)
