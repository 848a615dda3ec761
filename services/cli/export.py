"""`pitledger export`: events, rounds and wagers as Parquet, for analysts."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.archiving import explained
from services.cli.boundary import end
from services.cli.progress import progress
from services.runtime.logs import set_up_logs
from services.settings import read_settings


def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the files go.")],
    from_day: Annotated[str | None, typer.Option(metavar="DAY", help="The first day.")] = None,
    to_day: Annotated[str | None, typer.Option(metavar="DAY", help="The last day.")] = None,
    data: Annotated[Path | None, typer.Option(help="Folder of the embedded database.")] = None,
) -> None:
    """Write events, rounds and wagers as Parquet, a folder a gaming day, over database and archive.

    Hands and players' ids are in it as they are in the log.
    """
    try:
        from services.export.exporting import FIRST_DAY, LAST_DAY, Export
    except ModuleNotFoundError as error:
        if error.name != "pyarrow":
            raise
        end("Parquet is written with pyarrow, which is not here: pip install 'pitledger[parquet]'")
    from services.projector.catch_up import catch_up
    from services.storage import open_storage_to_read

    first, last = _day(from_day, FIRST_DAY), _day(to_day, LAST_DAY)
    settings = read_settings(data=data)
    set_up_logs(settings.log, settings.log_level)
    with explained(), open_storage_to_read(settings) as storage:
        catch_up(storage)
        exporting = Export(storage.ledger, folder, settings.property, first, last)
        with progress(f"exporting to {folder}", exporting.bounds()[1]) as count:
            try:
                done = exporting.run(count)
            except OSError as error:
                end(f"{folder} cannot be written: {error.strerror}")
    print(
        f"{done.days} days in {folder}: {done.events} events, {done.rounds} rounds,"
        f" {done.wagers} wagers"
    )


def _day(told: str | None, otherwise: str) -> str:
    from domain.gaming_day import parse_day

    if told is None:
        return otherwise
    try:
        return parse_day(told)
    except ValueError as error:
        end(error)
