"""`pitledger api` and `pitledger follow`: each a process."""

import socket
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from services.runtime.logs import Told, set_up_logs
from services.runtime.spans import set_up_spans
from services.runtime.standard_streams import say
from services.settings import Settings, read_settings
from services.tempo import seconds

if TYPE_CHECKING:
    from services.runtime.parts.part import Part
    from services.runtime.roster import Roster
    from services.storage import Storage

_PAUSE_SECONDS: Final = seconds(1.0)
Data = Annotated[Path | None, typer.Option(help="Folder of the embedded database.")]
Supervised = Annotated[bool, typer.Option("--supervised", hidden=True)]


def api(
    port: Annotated[
        int | None, typer.Option(help="Port of the web server; 0: any free one.")
    ] = None,
    data: Data = None,
    listening: Annotated[int | None, typer.Option("--socket", hidden=True)] = None,
    *,
    supervised: Supervised = False,
) -> None:
    """Answer HTTP, and decide and store while no other api does."""
    from services.http.listening import start_listening, take_port
    from services.runtime.parts.api import ApiPart

    settings = read_settings(port=port, data=data)
    settings.require_safe()
    if listening is not None:
        taken = socket.socket(fileno=listening)
    else:
        taken = take_port(settings)
        say(f"Pitledger is open at {start_listening(taken)}")
    leaving = settings.leave_seconds
    run_alone(
        settings, lambda storage, roster: ApiPart(storage, roster, taken), supervised, leaving
    )


def follow(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Of project, relay and seal; all of them if left out."),
    ] = None,
    data: Data = None,
    *,
    supervised: Supervised = False,
) -> None:
    """Follow the log: keep the read models, publish to the topics, seal."""
    from services.runtime.parts.follow import FollowPart, chosen_followers

    settings = read_settings(data=data)
    chosen = chosen_followers(names or [], settings)
    if settings.kafka_bootstrap and not supervised:
        # A broker that cannot be had is told at once; a supervisor has seen to it before.
        from services.kafka.topics import make_topics

        make_topics(settings)
    run_alone(settings, lambda storage, _: FollowPart(storage, chosen), supervised)


def run_alone(
    settings: Settings,
    made: Callable[["Storage", "Roster"], "Part"],
    supervised: bool,
    leave_seconds: float = 0.0,
) -> None:
    """One part in this process, until it is told to end."""
    from services.runtime.metrics import measure_pool
    from services.runtime.parts.part import heed_signals, hold_the_lifeline, run_part
    from services.runtime.roster import Roster

    set_up_logs(settings.log, settings.log_level)
    closing = heed_signals(leave_seconds)
    if supervised:
        hold_the_lifeline(closing, leave_seconds)
    with ExitStack() as stack:
        storage = _opened(settings, stack, closing, supervised)
        if storage is None:
            raise typer.Exit(0)
        roster = Roster(storage.ledger.datastore)
        part = made(storage, roster)
        set_up_spans(settings, part.name)
        measure_pool(storage.ledger.datastore.pool_stats)
        datastore = storage.ledger.datastore
        code = run_part(part, roster, closing, datastore=datastore, supervised=supervised)
    raise typer.Exit(code)


def _opened(
    settings: Settings, stack: ExitStack, closing: threading.Event, supervised: bool
) -> "Storage | None":
    """A supervised part waits for a database that is away: its supervisor has seen it before."""
    from services.storage import open_storage
    from services.store.connection import PROMPT
    from services.store.database import DatabaseAway

    told = Told("part")
    while not closing.is_set():
        try:
            return stack.enter_context(open_storage(settings, PROMPT))
        except DatabaseAway as error:
            if not supervised:
                raise
            told.wrong("waiting for the database", why=str(error))
            closing.wait(_PAUSE_SECONDS)
    return None
