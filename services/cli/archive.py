"""`pitledger archive`: the log in compressed segments that never change, in a folder or bucket."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.archiving import explained, place_of_archive, read_keys
from services.cli.progress import progress
from services.runtime.logs import set_up_logs
from services.settings import read_settings

if TYPE_CHECKING:
    from services.archive.object_store import ObjectStore
    from services.transparency.notes import VerifierKey


def archive(
    to: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A folder or s3://bucket/house; left out: ARCHIVE_URL."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Read all of the archive again; no database is used.")
    ] = False,
    key: Annotated[
        list[str] | None,
        typer.Option(metavar="VKEY", help="With --check: the public key that signed the log."),
    ] = None,
    data: Annotated[Path | None, typer.Option(help="Folder of the embedded database.")] = None,
) -> None:
    """Add what was sealed since the last time; each object is read back and compared.

    Run it by a timer. It can be ended at any moment and goes on where it was. --check: exit code 3
    where it is signed by another key, also after rotations; 4: another log; 1: something is wrong.
    """
    settings = read_settings(data=data)
    set_up_logs(settings.log, settings.log_level)
    store = place_of_archive(settings, to)
    keys = read_keys(key)
    if check:
        _check(store, keys)
        return
    from services.archive.writer import Writer
    from services.runtime.lease import Lease
    from services.storage import open_storage_as_it_is

    with (
        explained(),
        open_storage_as_it_is(settings) as storage,
        Lease(storage.ledger.datastore, "archive").held(),
        progress(f"archiving to {store.url}", storage.ledger.head()) as count,
    ):
        done = Writer(storage.ledger, store).run(count)
    if done is None:
        print(f"{store.url} holds all that is sealed")
        return
    events = done.last - done.first + 1
    print(
        f"archived events {done.first} to {done.last} in {store.url}: {done.objects} objects,"
        f" {done.bytes:,} bytes, {done.bytes / events:.1f} an event"
    )


def _check(store: "ObjectStore", keys: "list[VerifierKey]") -> None:
    from services.archive.checking import check_archive
    from services.archive.walking import WholeArchive

    with explained():
        size = WholeArchive(store).size
        with progress(f"reading {store.url}", size) as count:
            found = check_archive(store, keys, count)
    signed = "signatures checked" if keys else "signatures not checked: name a --key"
    print(
        f"{store.url} is whole: {found.events} events of {found.streams} streams,"
        f" {found.checkpoints} checkpoints ({signed}), {found.bytes:,} bytes"
    )
    if found.missing:
        print(f"{found.missing} more are signed: run `pitledger archive` again")
