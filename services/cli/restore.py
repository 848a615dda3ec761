"""`pitledger restore`: a database made again, and proved to be the same."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.archiving import explained, read_keys
from services.cli.boundary import end, tell
from services.cli.exit_codes import FAILED
from services.cli.progress import progress
from services.runtime.logs import set_up_logs
from services.settings import Settings, read_settings

if TYPE_CHECKING:
    from services.archive.restore import Restored, Sources
    from services.transparency.sealed_log import Sealed


def restore(
    from_url: Annotated[
        str | None, typer.Option("--from", metavar="URL", help="The archive: a folder or bucket.")
    ] = None,
    from_topic: Annotated[
        bool, typer.Option("--from-topic", help="The events topic; with --from, for what follows.")
    ] = False,
    checkpoint: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A signed checkpoint that was kept aside; it must hold."),
    ] = None,
    key: Annotated[
        list[str] | None,
        typer.Option(metavar="VKEY", help="The public key that signed the log."),
    ] = None,
    accept_loss: Annotated[
        bool, typer.Option("--accept-loss", help="Although more was signed than was found.")
    ] = False,
    complete: Annotated[
        bool, typer.Option("--complete", help="A database that was put back to an earlier moment.")
    ] = False,
    data: Annotated[Path | None, typer.Option(help="Folder of the embedded database.")] = None,
) -> None:
    """Fill an empty database from an archive, from the topic, or from both, as its owner.

    The tree is made of it again and held against every checkpoint. Ended at any moment, it goes on
    with the same call; until it is done nothing serves the database. Exit code 3: signed by another
    key, also after rotations; 4: another log; 1: something is wrong.
    """
    settings = read_settings(data=data)
    set_up_logs(settings.log, settings.log_level)
    if not from_url and not from_topic:
        end("say where from: --from URL, --from-topic, or both")
    with explained():
        sources = _sources(settings, from_url, from_topic, checkpoint or [], key)
        done = _restore(settings, sources, accept_loss=accept_loss, complete=complete)
    _report(done, sources)


def _sources(
    settings: Settings,
    url: str | None,
    from_topic: bool,
    files: list[Path],
    keys: list[str] | None,
) -> "Sources":
    from services.archive.from_topic import TopicLog
    from services.archive.object_store import ObjectStore
    from services.archive.restore import Sources
    from services.archive.walking import WholeArchive
    from services.kafka.topics import require_kafka

    if from_topic:
        require_kafka(settings, "restore from")
    return Sources(
        archive=WholeArchive(ObjectStore(url)) if url else None,
        url=url or "",
        topic=TopicLog(settings) if from_topic else None,
        checkpoints=tuple(_kept_aside(file) for file in files),
        keys=tuple(read_keys(keys)),
    )


def _kept_aside(file: Path) -> "Sealed":
    from services.transparency.checkpoints import read_checkpoint
    from services.transparency.notes import BadNote, read_note
    from services.transparency.sealed_log import Sealed

    try:
        note = file.read_text(encoding="utf-8")
        told = read_checkpoint(read_note(note).text)
    except (OSError, UnicodeDecodeError, BadNote) as error:
        end(f"{file} is no checkpoint: {error}")
    return Sealed(told.size, told.root, note, "", datetime.now(UTC))


def _restore(
    settings: Settings, sources: "Sources", *, accept_loss: bool, complete: bool
) -> "Restored":
    from services.archive.restore import Restore
    from services.runtime.lease import Lease, find_holder
    from services.storage import open_storage
    from services.store.addresses import owner_url
    from services.store.database import connected_as_owner

    with (
        open_storage(settings, restoring=True) as storage,
        connected_as_owner(owner_url(settings), settings.database_schema) as owner,
    ):
        datastore = storage.ledger.datastore
        if find_holder(datastore, "desk") is not None:
            end("a desk is at work on this database: stop the service", FAILED)
        with Lease(datastore, "desk").held():
            restoring = Restore(storage.ledger, owner, sources)
            total = sources.archive.size if sources.archive else 0
            with progress(f"restoring from {sources.told()}", total) as count:
                restoring.load(count, complete=complete)
            with progress("proving that it is the same", storage.ledger.head()) as count:
                return restoring.prove(count, accept_loss=accept_loss)


def _report(done: "Restored", sources: "Sources") -> None:
    signed = "signatures checked" if sources.keys else "signatures not checked: name a --key"
    print(
        f"restored {done.events} events of {done.streams} streams from {sources.told()};"
        f" {done.checkpoints} checkpoints hold ({signed})"
    )
    print(
        f"{done.commands} commands are known by their ids again; refusals are not in the log, and"
        " read models fold themselves anew when the service starts"
    )
    if not done.checkpoints:
        tell("nothing that was signed could be compared: name a --checkpoint that was kept aside")
    if done.missing:
        tell(
            f"{done.missing} events that were signed are lost: what is recorded now contradicts"
            " what was published, so give the log another PITLEDGER_ORIGIN"
        )
