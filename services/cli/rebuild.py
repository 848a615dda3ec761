"""`pitledger rebuild`: read models from the log again."""

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli.exit_codes import FAILED, WRONG_SETTINGS
from services.cli.progress import progress
from services.runtime.logs import set_up_logs
from services.settings import read_settings

if TYPE_CHECKING:
    from services.projector.rebuild import Rebuild

Processes = Annotated[
    int | None, typer.Option(min=1, max=64, help="Default: as many as there are cores.")
]


def rebuild(
    projection: Annotated[
        str | None, typer.Argument(help="One read model; all of them if left out.")
    ] = None,
    *,
    processes: Processes = None,
    data: Annotated[Path | None, typer.Option(help="Folder of the embedded database.")] = None,
) -> None:
    """Fold the log again into new tables and swap them in; readers are served throughout."""
    from projections import all_projections
    from services.projector.kafka_feed import topic_ends
    from services.projector.rebuild import Rebuild
    from services.runtime.by_stream import Store
    from services.storage import open_storage_as_it_is
    from services.store.addresses import existing_url

    chosen = [one for one in all_projections() if projection in (None, one.name)]
    if not chosen:
        names = ", ".join(one.name for one in all_projections())
        print(
            f"pitledger: there is no read model {projection!r}; there is {names}", file=sys.stderr
        )
        raise typer.Exit(WRONG_SETTINGS)
    settings = read_settings(data=data)
    set_up_logs(settings.log, settings.log_level)
    ends = topic_ends(settings) if settings.kafka_bootstrap else {}
    with open_storage_as_it_is(settings) as storage:
        storage.models.create(all_projections())
        work = Rebuild(
            storage.ledger,
            storage.models,
            *chosen,
            ends=ends,
            store=Store(existing_url(settings), settings.database_schema, settings.archive_url),
            processes=processes or len(os.sched_getaffinity(0)),
        )
        began = time.monotonic()
        folded = _folded(work, ", ".join(one.name for one in chosen), storage.ledger.head())
        rate = folded / max(time.monotonic() - began, 1e-9)
    for one in chosen:
        print(f"{one.name}: {folded} events, {rate:,.0f} a second")


def _folded(work: "Rebuild", names: str, head: int) -> int:
    from services.projector.feed import Unreadable
    from services.projector.follower import Poisoned
    from services.runtime.by_stream import WorkerDied

    try:
        with progress(f"rebuilding {_in_short(names)}", head) as count:
            return work.run(count)
    except (Poisoned, Unreadable, WorkerDied) as error:
        print(f"pitledger: {names} cannot be rebuilt, the old rows stay: {error}", file=sys.stderr)
        if not isinstance(error, WorkerDied):
            print(
                "If the event cannot be mended, have it left out: pitledger step-over"
                " READ_MODEL --actor … --reason …",
                file=sys.stderr,
            )
        raise typer.Exit(FAILED) from None


def _in_short(names: str) -> str:
    """Their names come with the result; a line has no room for them all."""
    number = names.count(",") + 1
    return names if number == 1 else f"{number} read models"
