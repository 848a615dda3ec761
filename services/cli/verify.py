"""`pitledger verify`: the stored history, or a file of evidence, held against what was signed."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.boundary import end
from services.cli.progress import progress
from services.runtime.logs import set_up_logs
from services.settings import read_settings

if TYPE_CHECKING:
    from services.settings import Settings
    from services.storage import Storage
    from services.transparency.checkpoints import Checkpoint
    from services.transparency.notes import VerifierKey
    from services.transparency.trust import Trust
    from services.verification.findings import Result


Evidence = Annotated[
    Path | None,
    typer.Argument(metavar="FILE", help="Evidence of a round; left out: the stored history."),
]
Keys = Annotated[
    list[str] | None,
    typer.Option(metavar="VKEY", help="The house's public key, as it is published."),
]
KeptAside = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A checkpoint kept aside: what is looked at must agree."),
]
Published = Annotated[
    str | None,
    typer.Option(metavar="URL", help="A published log, …/v1/log: likewise with its checkpoint."),
]
From = Annotated[int | None, typer.Option("--from", min=1, help="From this event of the log on.")]
To = Annotated[int | None, typer.Option("--to", min=1, help="Up to this event of the log.")]
Only = Annotated[
    str,
    typer.Option(
        metavar="PARTS",
        help="tree, streams, money, settlements, read_models, reports, with commas.",
    ),
]
Skip = Annotated[str, typer.Option(metavar="PARTS", help="Likewise: all but these.")]
Processes = Annotated[
    int | None, typer.Option(min=1, max=64, help="Default: as many as there are cores.")
]
Newest = Annotated[
    bool,
    typer.Option(
        "--under-newest",
        help="Instead: which stored rounds the versions in force would refuse or settle otherwise.",
    ),
]


def verify(
    file: Evidence = None,
    *,
    key: Keys = None,
    checkpoint: KeptAside = None,
    log: Published = None,
    first: From = None,
    last: To = None,
    only: Only = "",
    skip: Skip = "",
    processes: Processes = None,
    newest: Newest = False,
    as_json: Annotated[bool, typer.Option("--json", help="One result, for programs.")] = False,
    data: Annotated[Path | None, typer.Option(help="Folder of the embedded database.")] = None,
) -> None:
    """Compute everything again and name the first event that is not as it was sealed or decided.

    With --under-newest nothing is verified: the stored rounds are told that newer versions of their
    regulations would refuse or settle otherwise; exit code 0, whatever is told.

    Exit code 1: something was changed. 2: what was named cannot be read. 3: signed by another key.
    4: of another origin. 5: inconsistent with the checkpoint kept aside. 7: this build's rules are
    not those that a table was opened under, which is no change.
    """
    if newest:
        if file or key or checkpoint or log or only or skip or processes:
            end("--under-newest stands beside --from, --to, --json and --data alone")
        _under_newest(read_settings(data=data), first, last, as_json=as_json)
        return
    if file is not None:
        raise typer.Exit(_evidence(file, key or [], checkpoint, log))
    from services.storage import open_storage_to_read
    from services.verification.told import as_object, lines

    keys = _read_keys(key or [])
    parts = _parts(only, skip, in_range=first is not None or last is not None)
    settings = read_settings(data=data)
    set_up_logs(settings.log, settings.log_level)
    with open_storage_to_read(settings) as storage:
        trusted, kept = _to_agree_with(storage, keys, checkpoint, log)
        result = _verified(
            settings,
            storage,
            parts=parts,
            between=(first, last),
            trust=trusted,
            kept=kept,
            workers=processes or len(os.sched_getaffinity(0)),
        )
    if as_json:
        print(json.dumps(as_object(result)))
    else:
        print(*lines(result), sep="\n")
    if result.code:
        raise typer.Exit(result.code)


def _under_newest(
    settings: "Settings", first: int | None, last: int | None, *, as_json: bool
) -> None:
    from services.history.newest_versions import Unreadable, under_newest
    from services.history.report import newest_as_object, newest_lines
    from services.storage import open_storage_to_read
    from services.verification.asked import BadRange, whole_commands

    set_up_logs(settings.log)
    with open_storage_to_read(settings) as storage:
        ledger = storage.ledger
        try:
            begin, to = whole_commands(ledger, ledger.head(), first, last)
            with _shown("deciding rounds", max(0, to - begin + 1)) as count:
                found = under_newest(ledger, begin, to, count)
        except (BadRange, Unreadable) as error:
            end(error)
    if as_json:
        print(json.dumps(newest_as_object(found)))
    else:
        print(*newest_lines(found), sep="\n")


def _evidence(file: Path, keys: list[str], checkpoint: Path | None, log: str | None) -> int:
    if len(keys) != 1:
        end("evidence is checked by the house's public key: name it once, as --key VKEY")
    from services.evidence.check import verify_file

    return verify_file(file, keys[0], checkpoint, log)


def _read_keys(told: list[str]) -> "list[VerifierKey]":
    from services.transparency.notes import BadKey, read_key

    try:
        return [read_key(one) for one in told]
    except BadKey as error:
        end(f"--key: {error}")


def _parts(only: str, skip: str, *, in_range: bool) -> frozenset[str]:
    from services.verification.asked import UnknownPart, chosen_parts
    from services.verification.findings import OF_THE_LOG

    try:
        chosen = chosen_parts(only, skip)
    except UnknownPart as error:
        end(error)
    if in_range and not only:
        return chosen & OF_THE_LOG
    if in_range and not chosen <= OF_THE_LOG:
        end("read_models and reports are of the whole log: leave --from and --to out")
    return chosen


def _to_agree_with(
    storage: "Storage", keys: "list[VerifierKey]", checkpoint: Path | None, log: str | None
) -> "tuple[Trust, list[Checkpoint]]":
    """The keys that are trusted, and the checkpoints that others hold."""
    from services.transparency.key_history import BrokenHistory
    from services.verification.checkpoints import BadCheckpointFile, read_kept, read_published
    from services.verification.findings import CHANGED
    from services.verification.keys import keys_to_trust
    from services.verification.published import fetch_checkpoint

    kept = []
    try:
        trusted = keys_to_trust(storage.ledger.datastore, keys)
        if checkpoint is not None:
            kept.append(read_kept(checkpoint, trusted))
        if log is not None:
            kept.append(read_published(fetch_checkpoint(log), trusted, log))
    except BrokenHistory as error:
        end(f"the keys of the log cannot be followed: {error}", CHANGED)
    except BadCheckpointFile as error:
        end(error, error.code)
    return trusted, kept


def _verified(
    settings: "Settings",
    storage: "Storage",
    *,
    parts: frozenset[str],
    between: tuple[int | None, int | None],
    trust: "Trust",
    kept: "list[Checkpoint]",
    workers: int,
) -> "Result":
    from services.runtime.by_stream import Store
    from services.store.addresses import existing_url
    from services.transparency.sealed_log import NotSealed
    from services.verification.asked import Asked, BadRange, whole_commands
    from services.verification.store import verify_store

    head = storage.ledger.head()
    store = Store(existing_url(settings), settings.database_schema, settings.archive_url)
    try:
        first, last = whole_commands(storage.ledger, head, *between)
        asked = Asked(
            parts=parts, head=head, first=first, last=last, trust=trust, kept=kept, workers=workers
        )
        return verify_store(storage, store, asked, _shown)
    except (BadRange, NotSealed) as error:
        end(error)


@contextmanager
def _shown(what: str, total: int) -> Iterator[Callable[[int], None]]:
    with progress(what, total) as count:
        yield count
