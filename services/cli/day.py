"""`pitledger day`: a gaming day closed, and what stands in the way of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from services.cli.books import named_day
from services.cli.boundary import end
from services.cli.who import signed_in
from services.runtime.logs import set_up_logs
from services.settings import read_settings

if TYPE_CHECKING:
    from domain.commands import Command
    from services.bootstrap import Storage

INVALID: Final = 2
REFUSED: Final = 3

day = typer.Typer(
    no_args_is_help=True,
    help="A gaming day: closed by the events, by the count, by the audit.",
)

Named = Annotated[str, typer.Argument(metavar="DAY", help="Gaming day, as 2026-11-15.")]
Data = Annotated[Path | None, typer.Option(help="Folder of the embedded database.")]


@day.command()
def close(
    named: Named,
    status: Annotated[str, typer.Option(help="provisional, counted or audited.")],
    actor: Annotated[str | None, typer.Option(help="Who closes it.")] = None,
    role: Annotated[str | None, typer.Option(help="In which role; with --actor.")] = None,
    data: Data = None,
) -> None:
    """Freeze the day's figures. Exit code 3: something stands in the way, and is named.

    With AUTH on the actor is whoever PITLEDGER_TOKEN, or PITLEDGER_TOKEN_FILE, signs in.

    At the desk of the running service if there is one, else at one that works for this alone.
    """
    from domain.commands import CommandError, parse_command
    from services.bootstrap import open_storage_as_it_is
    from services.entry.identity import Denied, require_scope

    if (actor is None) != (role is None):
        raise typer.BadParameter("--actor and --role go together")
    settings = read_settings(data=data)
    known = signed_in(settings)
    if known is not None and actor is not None:
        raise typer.BadParameter("with AUTH on the token says who closes it: leave --actor out")
    told = {"command": "close_day", "day": named_day(named), "status": status}
    who = known.actor.model_dump() if known else {"id": actor, "role": role} if actor else None
    try:
        command = parse_command({**told, "actor": who})
        if known is not None:
            require_scope(known, [command])
    except (CommandError, Denied) as error:
        end(str(error), INVALID)
    set_up_logs(settings.log)
    with open_storage_as_it_is(settings) as archive:
        _hand_in(command, archive)
    print(f"{named} is closed: {status}")


def _hand_in(command: "Command", archive: "Storage") -> None:
    from services.desk import CommandRefused, DeskClosed
    from services.desk.nearest import DeskTaken, nearest_desk
    from services.entry.requests import Entry
    from services.entry.tokens import Tokens
    from services.projector.catch_up import catch_up
    from services.store.database import StoreUnavailable

    catch_up(archive)
    entry = Entry(archive.settings, archive.books, Tokens.of(archive.settings))
    request = entry.prepare([command])
    try:
        with nearest_desk(archive) as desk:
            desk.submit(request).result()
    except CommandRefused as refused:
        end(str(refused), REFUSED)
    except DeskTaken as error:
        body = command.model_dump_json(exclude_none=True)
        end(f"{error}: curl ADDRESS/v1/commands -d '{body}'", INVALID)
    except (DeskClosed, StoreUnavailable) as error:
        end(str(error), INVALID)


@day.command()
def show(
    named: Named,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    data: Data = None,
) -> None:
    """How far the day is closed, and what stands in the way of the next step."""
    from datetime import date

    from services.bootstrap import open_storage_to_read
    from services.cli.day_standing import DayStanding
    from services.store.streams import load_calendar, load_tables

    wanted = named_day(named)
    settings = read_settings(data=data)
    set_up_logs(settings.log)
    ends = settings.gaming_day().ends(date.fromisoformat(wanted))
    with open_storage_to_read(settings) as archive:
        calendar, tables = load_calendar(archive.ledger), load_tables(archive.ledger)
    found = DayStanding.of(wanted, ends, calendar, tables)
    print(found.as_json() if as_json else "\n".join(found.lines()))
