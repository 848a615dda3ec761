"""Where the command line ends: every way out has its exit code; none is taken for a variance."""

import os
import sys
import traceback
from typing import Any, Final, NoReturn

import typer
from typer.core import TyperGroup

from services.cli.exit_codes import FAULT, READER_LEFT, UNAVAILABLE, WRONG_SETTINGS

INVALID: Final = WRONG_SETTINGS
_MOST_TEXT: Final = 500


def end(why: object, code: int = INVALID) -> NoReturn:
    """One line on standard error, whatever was typed."""
    tell(why)
    raise typer.Exit(code)


def tell(why: object) -> None:
    line = " ".join(str(why).split())
    if len(line) > _MOST_TEXT:
        line = f"{line[:_MOST_TEXT]}…"
    print(f"pitledger: {line}", file=sys.stderr)


class Boundary(TyperGroup):
    """A reader that left is no error, and not the 1 that the library makes of it."""

    def invoke(self, ctx: Any) -> Any:
        try:
            try:
                return super().invoke(ctx)
            finally:
                if sys.stdout is not None:  # closed
                    sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(READER_LEFT) from None


def code_of_failure(error: Exception) -> int:
    """What nobody foresaw is shown in full; a database that went away is reported in one line."""
    from eventsourcing.persistence import InterfaceError, OperationalError
    from psycopg import InterfaceError as DriverInterfaceError
    from psycopg import OperationalError as DriverError

    from services.store.archived import ArchiveAway
    from services.store.database import StoreUnavailable

    lost = (StoreUnavailable, OperationalError, InterfaceError, DriverError, DriverInterfaceError)
    if isinstance(error, lost):
        tell(f"the database went away: {error}")
        return UNAVAILABLE
    if isinstance(error, ArchiveAway):
        tell(error)
        return UNAVAILABLE
    traceback.print_exception(error)
    return FAULT
