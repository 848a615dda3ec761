"""All parts of the service in one process, started in order, stopped in reverse."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

import structlog
from fastapi import FastAPI

from projections import all_projections
from services.desk import Desk
from services.desk.clock import utc_now
from services.desk.probe import Probing
from services.desk.request import make_probe
from services.http.app import make_app
from services.kafka.ingest import Ingest
from services.kafka.relays import Relays
from services.kafka.topics import make_topics
from services.projector.runner import Runner
from services.runtime.lease import Lease
from services.runtime.parts.desk_holder import make_desk
from services.runtime.parts.follow import make_feed, make_sealer
from services.settings import Settings
from services.storage import Storage, open_storage
from services.store.connection import PROMPT
from services.transparency.keys import why_no_key
from services.transparency.sealer import Sealer

_log = structlog.get_logger("house")


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
        probing = Probing(lambda: self.desk.submit(make_probe()))
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


def _kafka(storage: Storage, desk: Desk) -> Kafka | None:
    settings = storage.settings
    if not settings.kafka_bootstrap:
        return None
    make_topics(settings)
    return Kafka(Relays(settings, storage.ledger), Ingest(settings, storage.ledger, desk))


@contextmanager
def open_service(settings: Settings, clock: Callable[[], datetime] = utc_now) -> Iterator[Service]:
    """All parts as threads of this process; the desk is drained before the rest goes."""
    with open_storage(settings, PROMPT) as storage:
        lease = Lease(storage.ledger.datastore, "desk")
        with lease.held():
            assert lease.epoch is not None
            desk = make_desk(storage, lease.epoch, clock)
            kafka = _kafka(storage, desk)
            projections = all_projections()
            feed = make_feed(storage)
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
