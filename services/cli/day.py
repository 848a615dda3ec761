"""`pitledger day`: a gaming day closed, and what stands in the way of it."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.at_desk import hand_in, told
from services.cli.books import named_day
from services.runtime.logs import set_up_logs
from services.settings import read_settings

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
    from services.projector.catch_up import catch_up
    from services.storage import open_storage_as_it_is

    settings = read_settings(data=data)
    asked = {"command": "close_day", "day": named_day(named), "status": status}
    command = told(settings, asked, actor, role)
    set_up_logs(settings.log, settings.log_level)
    with open_storage_as_it_is(settings) as storage:
        catch_up(storage)
        hand_in(command, storage)
    print(f"{named} is closed: {status}")


@day.command()
def show(
    named: Named,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    data: Data = None,
) -> None:
    """How far the day is closed, and what stands in the way of the next step."""
    from datetime import date

    from services.cli.day_standing import DayStanding
    from services.storage import open_storage_to_read
    from services.store.streams import load_calendar, load_tables

    wanted = named_day(named)
    settings = read_settings(data=data)
    set_up_logs(settings.log, settings.log_level)
    ends = settings.gaming_day().ends(date.fromisoformat(wanted))
    with open_storage_to_read(settings) as storage:
        calendar, tables = load_calendar(storage.ledger), load_tables(storage.ledger)
    found = DayStanding.of(wanted, ends, calendar, tables)
    print(found.as_json() if as_json else "\n".join(found.lines()))
