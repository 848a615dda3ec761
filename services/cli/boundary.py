"""Where the command line ends: every way out has its exit code, and none is taken for a variance.

2: what was asked for cannot be. 69: the database went away meanwhile. 70: a fault of Pitledger
itself, shown in full. 141: the reader of the output left. All others are a command's own.
"""

import os
import sys
import traceback
from typing import Any, Final, NoReturn

import typer
from typer.core import TyperGroup

INVALID: Final = 2
UNAVAILABLE: Final = 69
FAULT: Final = 70
READER_LEFT: Final = 141
"""As a shell tells of any program that was writing when its reader left."""
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
                sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(READER_LEFT) from None


def code_of_failure(error: Exception) -> int:
    """What nobody foresaw is shown in full; a database that left is told in one line."""
    from eventsourcing.persistence import InterfaceError, OperationalError
    from psycopg import InterfaceError as DriverInterfaceError
    from psycopg import OperationalError as DriverError

    from services.store.database import StoreUnavailable

    lost = (StoreUnavailable, OperationalError, InterfaceError, DriverError, DriverInterfaceError)
    if isinstance(error, lost):
        tell(f"the database went away: {error}")
        return UNAVAILABLE
    traceback.print_exception(error)
    return FAULT
