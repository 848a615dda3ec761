"""`pitledger desk`, `api`, `ingest`, `relay`, `project`, `seal`: one part each, as a process."""

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

if TYPE_CHECKING:
    from services.runtime.parts.part import Part
    from services.runtime.roster import Roster
    from services.storage import Storage

_PAUSE_SECONDS: Final = 1.0
Data = Annotated[Path | None, typer.Option(help="Folder of the embedded database.")]
Supervised = Annotated[bool, typer.Option("--supervised", hidden=True)]


def desk(data: Data = None, *, supervised: Supervised = False) -> None:
    """Decide and store: one at a time a property, another one stands by."""
    from services.runtime.parts.desk import DeskPart

    run_alone(read_settings(data=data), lambda storage, _: DeskPart(storage), supervised)


def api(
    port: Annotated[
        int | None, typer.Option(help="Port of the web server; 0: any free one.")
    ] = None,
    data: Data = None,
    listening: Annotated[int | None, typer.Option("--socket", hidden=True)] = None,
    *,
    supervised: Supervised = False,
) -> None:
    """Answer HTTP: commands to the desk, books and page from the read models."""
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


def ingest(data: Data = None, *, supervised: Supervised = False) -> None:
    """Take commands from the Kafka topic to the desk."""
    from services.runtime.parts.ingest import IngestPart

    settings = read_settings(data=data)
    _require_kafka(settings, "ingest from", supervised)
    run_alone(settings, lambda storage, _: IngestPart(storage), supervised)


def relay(data: Data = None, *, supervised: Supervised = False) -> None:
    """Publish every event to the Kafka topic, in order."""
    from services.runtime.parts.relay import RelayPart

    settings = read_settings(data=data)
    _require_kafka(settings, "relay to", supervised)
    run_alone(settings, lambda storage, _: RelayPart(storage), supervised)


def project(
    projections: Annotated[
        list[str] | None, typer.Argument(help="Read models to keep; all of them if left out.")
    ] = None,
    data: Data = None,
    *,
    supervised: Supervised = False,
) -> None:
    """Fold the events into the read models."""
    from services.runtime.parts.project import ProjectPart, chosen_projections

    names = projections or []
    chosen_projections(names)
    settings = read_settings(data=data)
    if settings.kafka_bootstrap:
        _require_kafka(settings, "project from", supervised)
    run_alone(settings, lambda storage, _: ProjectPart(storage, names), supervised)


def seal(data: Data = None, *, supervised: Supervised = False) -> None:
    """Keep the transparency log: a tree over all events, and signed checkpoints of it."""
    from services.runtime.parts.seal import SealPart
    from services.transparency.keys import NoKey, why_no_key

    settings = read_settings(data=data)
    if (missing := why_no_key(settings)) is not None:
        raise NoKey(missing)
    if settings.kafka_bootstrap:
        _require_kafka(settings, "publish to", supervised)
    run_alone(settings, lambda storage, _: SealPart(storage), supervised)


def _require_kafka(settings: Settings, what_for: str, supervised: bool) -> None:
    """Alone, a broker that cannot be had is told at once; a supervisor has seen to it before."""
    from services.kafka.topics import make_topics, require_kafka

    require_kafka(settings, what_for)
    if not supervised:
        make_topics(settings)


def run_alone(
    settings: Settings,
    made: Callable[["Storage", "Roster"], "Part"],
    supervised: bool,
    leave_seconds: float = 0.0,
) -> None:
    """One part in this process, until it is told to end."""
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
