"""What follows the log, as one process: the read models, the topics, the seal; or some of them."""

import contextlib
import os
import threading
from collections.abc import Callable, Sequence
from typing import Final, Protocol

import structlog
from kafka.errors import KafkaError

from projections import Projection, Row, all_projections
from services.kafka.relays import Relays
from services.kafka.seals import SealsTopic
from services.projector.feed import Feed, LogFeed
from services.projector.kafka_feed import KafkaFeed
from services.projector.runner import LeasedRunner, Runner
from services.runtime.roster import Post
from services.runtime.worker import Worker
from services.settings import Settings
from services.settings_sources import SettingsError
from services.storage import Storage
from services.tempo import seconds
from services.transparency.keys import NoKey, load_keys, why_no_key
from services.transparency.outlet import Outlet
from services.transparency.sealer import Sealer
from services.transparency.witness_list import read_witnesses
from services.transparency.witnesses import WitnessOutlet

_log = structlog.get_logger("follow")
FOLLOWERS: Final = ("project", "relay", "seal")
_PAUSE_SECONDS: Final = seconds(1.0)
_NICENESS: Final = 5


class Follower(Post, Protocol):
    """One of them, in threads of its own; where another process does its work it stands by."""

    def start(self) -> None:
        """Returns at once."""

    def close(self) -> None:
        """Finishes what it has begun."""


def chosen_followers(names: Sequence[str], settings: Settings) -> list[str]:
    """Those named, else all that the settings give something to do."""
    unknown = [name for name in names if name not in FOLLOWERS]
    if unknown:
        raise SettingsError(
            f"nothing that follows is called {', '.join(unknown)}; there is {', '.join(FOLLOWERS)}"
        )
    missing = why_no_key(settings)
    if "seal" in names and missing is not None:
        raise NoKey(missing)
    if "relay" in names and not settings.kafka_bootstrap:
        raise SettingsError("there is no Kafka to relay to: set PITLEDGER_KAFKA_BOOTSTRAP")
    idle = {"relay": not settings.kafka_bootstrap, "seal": missing is not None}
    return [name for name in FOLLOWERS if (name in names or not names) and not idle.get(name)]


def make_feed(storage: Storage) -> Feed:
    """From Kafka where there is one, else from the store's own log."""
    if not storage.settings.kafka_bootstrap:
        return LogFeed(storage.ledger)
    return KafkaFeed(storage.settings, "", beside=storage.ledger)


def make_runner(storage: Storage, projections: list[Projection[Row]]) -> Runner:
    """Kafka shares out the partitions; the log is shared out by leases."""
    kind = Runner if storage.settings.kafka_bootstrap else LeasedRunner
    return kind(make_feed(storage), storage.models, projections)


def make_sealer(storage: Storage) -> Sealer:
    """Raises SettingsError where there is no key to sign with, or none can be made."""
    settings, datastore = storage.settings, storage.ledger.datastore
    load_keys(settings, make=True)

    def outlets() -> list[Outlet]:
        topic: list[Outlet] = []
        if settings.kafka_bootstrap:
            topic = [SealsTopic(settings, datastore)]
        witnesses = read_witnesses(settings.witnesses)
        return [*topic, *(WitnessOutlet(one, datastore) for one in witnesses)]

    return Sealer(settings, storage.ledger, outlets)


class ProjectFollower(Worker):
    """Keeps a runner; without a broker it waits for one."""

    name: Final = "project"

    def __init__(self, storage: Storage) -> None:
        super().__init__("project")
        self._storage = storage
        self._runner: Runner | None = None
        self._waiting_for: str | None = None

    def duties(self) -> list[str]:
        return [] if self._runner is None else self._runner.duties()

    def trouble(self) -> str | None:
        if self._runner is None:
            return self._waiting_for
        return self._runner.trouble() if self._runner.is_alive() else "stopped"

    def run(self) -> None:
        while self._runner is None and not self.closing.is_set():
            try:
                self._runner = make_runner(self._storage, all_projections())
            except KafkaError as error:
                self._waiting_for = f"no broker yet: {error}"
                _log.warning("no broker yet; trying again", why=str(error))
                self.closing.wait(_PAUSE_SECONDS)
            else:
                self._runner.start()

    def close(self) -> None:
        super().close()
        if self._runner is not None:
            self._runner.close()


def make_follower(name: str, storage: Storage) -> Follower:
    if name == "project":
        return ProjectFollower(storage)
    if name == "seal":
        return make_sealer(storage)
    return Relays(storage.settings, storage.ledger)


class FollowPart:
    """Several followers side by side."""

    name: Final = "follow"

    def __init__(self, storage: Storage, names: Sequence[str]) -> None:
        self._followers = [make_follower(name, storage) for name in names]

    def duties(self) -> list[str]:
        return [self.name]

    def trouble(self) -> str | None:
        return None

    def posts(self) -> list[Post]:
        return [self, *self._followers]

    def run(self, closing: threading.Event, up: Callable[[], None]) -> int:
        give_way()
        for one in self._followers:
            one.start()
        up()
        closing.wait()
        closers = [threading.Thread(target=one.close) for one in self._followers]
        for closer in closers:
            closer.start()
        for closer in closers:
            closer.join()
        return 0


def give_way() -> None:
    """Where processors are scarce, whoever answers tables goes first: the log does not run away."""
    with contextlib.suppress(OSError):
        os.nice(_NICENESS)
