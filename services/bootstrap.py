"""All parts of the service put together, started in order, stopped in reverse."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import structlog
from eventsourcing.persistence import PersistenceError
from fastapi import FastAPI

from projections import all_projections
from services.archive.reader import reader_of
from services.desk import Desk
from services.desk.clock import machine_clock
from services.desk.probe import Probing
from services.http.app import make_app
from services.kafka.ingest import Ingest
from services.kafka.relays import Relays, relay_kinds
from services.kafka.seals import SealsTopic
from services.kafka.topics import make_topics
from services.projector.feed import Feed, LogFeed
from services.projector.kafka_feed import KafkaFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.queries import Queries
from services.runtime.lease import Lease
from services.runtime.roster import Roster
from services.sessions.kept import KeptSessions
from services.settings import Settings
from services.store.addresses import database_url, existing_url
from services.store.connection import PATIENT, PROMPT, Limits, within
from services.store.database import open_datastore, permitted, usable
from services.store.embedded import embedded_trouble
from services.store.ledger import Ledger
from services.store.migrations.embedded import migrate_embedded
from services.store.migrations.version import require_not_too_new, require_version
from services.store.schema import of_this_version, require_restored, require_schema
from services.transparency.findings import Findings
from services.transparency.keys import load_keys, why_no_key
from services.transparency.outlet import Outlet
from services.transparency.sealer import Sealer
from services.transparency.witness_list import read_witnesses
from services.transparency.witnesses import WitnessOutlet

_log = structlog.get_logger("house")
_CHECK_SECONDS: Final = 0.8


@dataclass(frozen=True, slots=True)
class Storage:
    """The store and what is read from it: enough to look, not to write."""

    settings: Settings
    ledger: Ledger
    books: Queries
    models: ReadModels

    def reach(self) -> str | None:
        """What keeps this process from the database, if anything does."""
        try:
            with within(_CHECK_SECONDS):
                self.ledger.head()
        except PersistenceError as error:
            return str(error)
        return None

    def check(self) -> str | None:
        """What is wrong with the store, if anything is; said soon, whether or not it answers."""
        try:
            with within(_CHECK_SECONDS):
                self.ledger.head()
                broken = self.books.trouble()
                return self._embedded() or self.ledger.datastore.trouble() or broken
        except PersistenceError as error:
            return self._embedded() or str(error)

    def _embedded(self) -> str | None:
        settings = self.settings
        return None if settings.database_url else embedded_trouble(settings.data)

    def notes(self) -> dict[str, list[str]]:
        """What does not keep the service from being ready, but must not be forgotten."""
        with within(_CHECK_SECONDS):
            steps = self.models.steps.in_force()
            found = Findings(self.ledger.datastore).open()
        unsealed = why_no_key(self.settings)
        noted = {
            "stepped_over": [str(step) for step in steps],
            "not_as_sealed": [one.what for one in found],
            "not_sealed": [] if unsealed is None else [unsealed],
        }
        return {name: lines for name, lines in noted.items() if lines}


@dataclass(frozen=True, slots=True)
class Kafka:
    """What goes out to the topics and what comes in from them."""

    relays: Relays
    ingest: Ingest

    def start(self) -> None:
        self.relays.start()
        self.ingest.start()


@dataclass(frozen=True, slots=True)
class Service:
    """Everything together."""

    storage: Storage
    desk: Desk
    runner: Runner
    kafka: Kafka | None
    sealer: Sealer | None = None

    def app(self) -> FastAPI:
        storage = self.storage
        app = make_app(
            settings=storage.settings,
            desk=self.desk,
            ledger=storage.ledger,
            books=storage.books,
            checks=self.checks(),
        )
        app.state.notes = storage.notes
        return app

    def checks(self) -> dict[str, Callable[[], str | None]]:
        """Each part says what is wrong with it, or nothing."""
        probing = Probing(self.desk)
        own: dict[str, Callable[[], str | None]] = {
            "store": self.storage.check,
            "desk": lambda: self.desk.trouble() or probing.trouble(),
            "projections": self._check_projections,
        }
        if self.sealer is not None:
            own["seal"] = self.sealer.trouble
        if self.kafka is not None:
            own |= {"relay": self.kafka.relays.trouble, "ingest": self.kafka.ingest.trouble}
        return own

    def _check_projections(self) -> str | None:
        return self.runner.trouble() if self.runner.is_alive() else "stopped"


@contextmanager
def open_storage(
    settings: Settings, limits: Limits = PATIENT, *, restoring: bool = False
) -> Iterator[Storage]:
    """For the parts that serve: the schema must be of this version.

    Only the embedded one is made and upgraded here; elsewhere that is its owner's to do. One that
    a restore has not finished is for that restore alone.
    """
    if not settings.database_url:
        migrate_embedded(settings)
    datastore = open_datastore(
        database_url(settings), limits=limits, schema=settings.database_schema
    )
    datastore.archive = reader_of(settings.archive_url)
    try:
        with usable(settings.database_url):
            require_version(datastore)
            ledger = Ledger(datastore)
            if not restoring:
                require_restored(datastore)
            models = ReadModels(datastore)
            models.create(all_projections())
            Roster(datastore).create()
            KeptSessions(datastore).create()
        yield Storage(settings, ledger, Queries(datastore), models)
    finally:
        datastore.close()


@contextmanager
def open_storage_as_it_is(settings: Settings, *, read_only: bool = False) -> Iterator[Storage]:
    """For a command beside the service: no table and no function is made or replaced.

    The command may be of an older version than the service; what it made would then be too.
    """
    datastore = open_datastore(
        existing_url(settings),
        schema=settings.database_schema,
        access="read" if read_only else "serve",
    )
    datastore.archive = reader_of(settings.archive_url)
    try:
        with usable(settings.database_url):
            require_schema(datastore)
            require_not_too_new(datastore)
            require_restored(datastore)
        with permitted(), of_this_version():
            yield Storage(settings, Ledger(datastore), Queries(datastore), ReadModels(datastore))
    finally:
        datastore.close()


@contextmanager
def open_storage_to_read(settings: Settings) -> Iterator[Storage]:
    """For a command that only looks: the server itself would refuse anything else."""
    with open_storage_as_it_is(settings, read_only=True) as storage:
        yield storage


def make_desk(storage: Storage, epoch: int) -> Desk:
    """One desk a property: the epoch of its lease lets it write."""
    settings = storage.settings
    return Desk(
        storage.ledger,
        day=settings.gaming_day(),
        queue_size=settings.queue,
        batch_size=settings.batch,
        epoch=epoch,
        controls=settings.controls,
        keeps_trails=bool(settings.kafka_bootstrap),
        tolerance=timedelta(seconds=settings.clock_tolerance),
        clock=machine_clock(),
    )


def make_feed(storage: Storage, names: Sequence[str]) -> Feed:
    """From Kafka where there is one, else from the store's own log."""
    if not storage.settings.kafka_bootstrap:
        return LogFeed(storage.ledger)
    everything = len(names) == len(all_projections())
    group = "" if everything else "-" + "-".join(sorted(names))
    return KafkaFeed(storage.settings, group, beside=storage.ledger)


def make_sealer(storage: Storage) -> Sealer:
    """Raises SettingsError where there is no key to sign with, or none can be made."""
    settings, datastore = storage.settings, storage.ledger.datastore
    load_keys(settings, make=True)

    def outlets() -> list[Outlet]:
        topic: list[Outlet] = [SealsTopic(settings, datastore)] if settings.kafka_bootstrap else []
        witnesses = read_witnesses(settings.witnesses)
        return [*topic, *(WitnessOutlet(one, datastore) for one in witnesses)]

    return Sealer(settings, storage.ledger, outlets)


def expected_duties(settings: Settings) -> dict[str, list[str]]:
    """What somebody must be doing for the service to be ready."""
    duties = {"desk": ["desk"], "projections": [one.name for one in all_projections()]}
    if why_no_key(settings) is None:
        duties["seal"] = ["seal"]
    if settings.kafka_bootstrap:
        relays = [kind.name for kind in relay_kinds(settings)]
        duties |= {"relay": relays, "ingest": ["ingest"]}
    return duties


def _kafka(storage: Storage, desk: Desk) -> Kafka | None:
    settings = storage.settings
    if not settings.kafka_bootstrap:
        return None
    make_topics(settings)
    return Kafka(Relays(settings, storage.ledger), Ingest(settings, storage.ledger, desk))


@contextmanager
def open_service(settings: Settings) -> Iterator[Service]:
    """All parts as threads of this process; the desk is drained before the rest goes."""
    with open_storage(settings, PROMPT) as storage:
        lease = Lease(storage.ledger.datastore, "desk")
        with lease.held():
            assert lease.epoch is not None
            desk = make_desk(storage, lease.epoch)
            kafka = _kafka(storage, desk)
            projections = all_projections()
            feed = make_feed(storage, [one.name for one in projections])
            runner = Runner(feed, storage.models, projections)
            sealer = make_sealer(storage) if why_no_key(settings) is None else None
            with _at_work(Service(storage, desk, runner, kafka, sealer)) as service:
                yield service


@contextmanager
def _at_work(service: Service) -> Iterator[Service]:
    kafka, ledger = service.kafka, service.storage.ledger
    service.desk.start()
    service.runner.start()
    if kafka is not None:
        kafka.start()
    if service.sealer is not None:
        service.sealer.start()
    _log.info("open", head=ledger.head())
    try:
        yield service
    finally:
        if kafka is not None:
            kafka.ingest.close()
        service.desk.close()
        if service.sealer is not None:
            service.sealer.close()
        if kafka is not None:
            kafka.relays.close()
        service.runner.close()
        _log.info("closed", head=ledger.head())
