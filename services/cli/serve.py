"""`pitledger serve`: everything together, each part a process, until told to stop."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import structlog
import typer

from services.runtime.logs import set_up_logs
from services.settings import Settings, read_settings

if TYPE_CHECKING:
    from services.runtime.supervisor import Watched


def serve(
    port: Annotated[
        int | None, typer.Option(help="Port of the web server; 0: any free one.")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="Folder of the embedded database.")] = None,
) -> None:
    """Take commands, keep the books, show them: every part, watched over."""
    raise typer.Exit(serve_parts(read_settings(port=port, data=data)))


def serve_parts(settings: Settings, module: str | None = None) -> int:
    """The exit code, once all have ended; the soak hands in a module that starts its own api."""
    settings.require_safe()
    # After the settings: what is wrong with them is told before everything is loaded.
    from services.http.listening import start_listening, take_port
    from services.kafka.same_log import require_same_log
    from services.kafka.topics import make_topics
    from services.runtime.supervisor import Supervisor
    from services.storage import open_storage

    set_up_logs(settings.log, settings.log_level)
    with take_port(settings) as taken:
        # What cannot be had is told here, once, before any part starts. The embedded database
        # runs from now on, and until the last process that uses it has ended.
        with open_storage(settings) as storage:
            crowded = storage.ledger.datastore.crowding(settings.pool, settings.readers)
            if crowded is not None:
                structlog.get_logger("serve").warning(crowded)
            if settings.kafka_bootstrap:
                make_topics(settings)
                require_same_log(settings, storage.ledger)
        address = start_listening(taken)
        parts = _parts(settings, taken.fileno(), module)
        return asyncio.run(Supervisor(parts, taken).run(address))


def _parts(settings: Settings, listening: int, module: str | None) -> "list[Watched]":
    from services.runtime.supervisor import Watched

    where = ("--data", str(settings.data))
    api = Watched(
        "api",
        (*where, "--socket", str(listening)),
        fds=(listening,),
        leave_seconds=settings.leave_seconds,
    )
    if module is not None:
        api.module = module
    return [api, Watched("follow", where)]
