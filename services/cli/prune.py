"""`pitledger prune`: archived events of audited days out of the database."""

from pathlib import Path
from typing import Annotated

import typer

from services.cli.archiving import explained, place_of_archive
from services.cli.boundary import end
from services.cli.progress import progress
from services.runtime.logs import set_up_logs
from services.settings import read_settings


def prune(
    before: Annotated[
        str, typer.Option(metavar="DAY", help="The first gaming day that stays, as 2026-11-15.")
    ],
    data: Annotated[Path | None, typer.Option(help="Folder of the embedded database.")] = None,
) -> None:
    """Take the events before a gaming day out of the log, as its owner (PITLEDGER_OWNER_URL).

    Only what lies in the archive and is audited goes; tables play on meanwhile. Everything is read
    as before, from the archive that PITLEDGER_ARCHIVE_URL names.
    """
    from domain.gaming_day import parse_day
    from services.archive.pruning import Pruner
    from services.runtime.lease import Lease
    from services.storage import open_storage_as_it_is
    from services.store.addresses import owner_url
    from services.store.database import connected_as_owner

    try:
        day = parse_day(before)
    except ValueError as error:
        end(f"--before: {error}")
    settings = read_settings(data=data)
    set_up_logs(settings.log, settings.log_level)
    store = place_of_archive(settings)
    with (
        explained(),
        open_storage_as_it_is(settings) as storage,
        connected_as_owner(owner_url(settings), settings.database_schema) as owner,
        Lease(storage.ledger.datastore, "archive").held(),
        progress("taking events out of the database", storage.ledger.head()) as count,
    ):
        done = Pruner(settings, storage.ledger, storage.models, store, owner).run(day, count)
    if done.last < done.first:
        print(f"nothing is left to take out before {day}: the archive goes up to {done.archived}")
        return
    print(
        f"events {done.first} to {done.last} were taken out of the database; they lie in"
        f" {store.url}, which goes up to {done.archived}"
    )
