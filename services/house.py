"""The house: all parts of the service put together, started in order, stopped in reverse."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import structlog
from fastapi import FastAPI

from projections import all_projections
from services.desk import Desk
from services.following.feed import Feed, LogFeed
from services.following.kafka_feed import KafkaFeed
from services.following.read_models import ReadModels
from services.following.runner import Runner
from services.http import make_app
from services.kafka.ingest import Ingest
from services.kafka.relay import Relay
from services.kafka.topics import make_topics
from services.reading import Books
from services.settings import Settings
from services.store.database import database_url, open_datastore
from services.store.lease import Lease
from services.store.ledger import Ledger

_log = structlog.get_logger("house")


@dataclass(frozen=True, slots=True)
class Archive:
    """The store and what is read from it: enough to look, not to write."""

    settings: Settings
    ledger: Ledger
    books: Books
    models: ReadModels


@dataclass(frozen=True, slots=True)
class Kafka:
    """What goes out to the topics and what comes in from them."""

    relay: Relay
    ingest: Ingest

    def start(self) -> None:
        self.relay.start()
        self.ingest.start()


@dataclass(frozen=True, slots=True)
class House:
    """Everything together."""

    archive: Archive
    desk: Desk
    runner: Runner
    kafka: Kafka | None

    def app(self) -> FastAPI:
        archive = self.archive
        return make_app(
            settings=archive.settings,
            desk=self.desk,
            ledger=archive.ledger,
            books=archive.books,
            checks=self.checks(),
        )

    def checks(self) -> dict[str, Callable[[], str | None]]:
        """Each part says what is wrong with it, or nothing."""
        own: dict[str, Callable[[], str | None]] = {
            "store": lambda: None if self.archive.ledger.head() >= 0 else "unreadable",
            "desk": lambda: None if self.desk.is_alive() else "stopped",
            "projections": self._check_projections,
        }
        if self.kafka is not None:
            own |= {"relay": self.kafka.relay.trouble, "ingest": self.kafka.ingest.trouble}
        return own

    def _check_projections(self) -> str | None:
        if not self.runner.is_alive():
            return "stopped"
        stopped = [one.name for one in self.runner.followers if one.stopped]
        return f"stopped by an event: {', '.join(stopped)}" if stopped else None


@contextmanager
def open_archive(settings: Settings) -> Iterator[Archive]:
    """The store, made ready if it is new."""
    datastore = open_datastore(database_url(settings))
    try:
        ledger = Ledger(datastore)
        ledger.create_table()
        models = ReadModels(datastore)
        models.create(all_projections())
        yield Archive(settings, ledger, Books(datastore), models)
    finally:
        datastore.close()


@contextmanager
def _lease_of_the_desk(archive: Archive) -> Iterator[Lease]:
    """One desk a property: a second one stands by here until the first is gone."""
    lease = Lease(archive.ledger.datastore, "desk")
    with lease.held():
        yield lease


def _kafka(archive: Archive, desk: Desk) -> Kafka | None:
    settings = archive.settings
    if not settings.kafka_bootstrap:
        return None
    make_topics(settings)
    return Kafka(Relay(settings, archive.ledger), Ingest(settings, archive.ledger, desk))


def _feed(archive: Archive) -> Feed:
    """From Kafka where there is one, else from the store's own log."""
    if archive.settings.kafka_bootstrap:
        return KafkaFeed(archive.settings)
    return LogFeed(archive.ledger)


@contextmanager
def open_house(settings: Settings) -> Iterator[House]:
    """Store, desk and read models; the desk is drained before the rest goes."""
    with open_archive(settings) as archive, _lease_of_the_desk(archive) as lease:
        desk = Desk(
            archive.ledger,
            day=settings.gaming_day(),
            queue_size=settings.queue,
            batch_size=settings.batch,
            epoch=lease.epoch,
        )
        kafka = _kafka(archive, desk)
        runner = Runner(_feed(archive), archive.models, all_projections())
        desk.start()
        runner.start()
        if kafka is not None:
            kafka.start()
        _log.info("open", head=archive.ledger.head())
        try:
            yield House(archive, desk, runner, kafka)
        finally:
            if kafka is not None:
                kafka.ingest.close()
            desk.close()
            if kafka is not None:
                kafka.relay.close()
            runner.close()
            _log.info("closed", head=archive.ledger.head())
