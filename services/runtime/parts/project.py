"""The projections as a process: all of them, or some by name."""

import threading
from collections.abc import Callable, Sequence
from typing import Final

import structlog
from kafka.errors import KafkaError

from projections import Projection, Row, all_projections
from services.projector.feed import Feed, LogFeed
from services.projector.kafka_feed import KafkaFeed
from services.projector.leased import LeasedRunner
from services.projector.runner import Runner
from services.settings_sources import SettingsError
from services.storage import Storage

_log = structlog.get_logger("projections")
_PAUSE_SECONDS: Final = 1.0


def chosen_projections(names: Sequence[str]) -> list[Projection[Row]]:
    """All of them where none is named."""
    known = {one.name: one for one in all_projections()}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise SettingsError(
            f"there is no read model {', '.join(unknown)}; there is {', '.join(known)}"
        )
    return [one for name, one in known.items() if not names or name in names]


def make_feed(storage: Storage, names: Sequence[str]) -> Feed:
    """From Kafka where there is one, else from the store's own log."""
    if not storage.settings.kafka_bootstrap:
        return LogFeed(storage.ledger)
    everything = len(names) == len(all_projections())
    group = "" if everything else "-" + "-".join(sorted(names))
    return KafkaFeed(storage.settings, group, beside=storage.ledger)


def make_runner(storage: Storage, projections: list[Projection[Row]]) -> Runner:
    """Kafka shares out the partitions; the log is shared out by leases."""
    feed = make_feed(storage, [one.name for one in projections])
    kind = Runner if storage.settings.kafka_bootstrap else LeasedRunner
    return kind(feed, storage.models, projections)


class ProjectPart:
    """Keeps a runner; without a broker it waits for one."""

    name: Final = "project"

    def __init__(self, storage: Storage, names: Sequence[str]) -> None:
        self._storage = storage
        self._projections = chosen_projections(names)
        self._runner: Runner | None = None
        self._waiting_for: str | None = None

    def duties(self) -> list[str]:
        return [] if self._runner is None else self._runner.duties()

    def trouble(self) -> str | None:
        if self._runner is None:
            return self._waiting_for
        return self._runner.trouble() if self._runner.is_alive() else "stopped"

    def run(self, closing: threading.Event, up: Callable[[], None]) -> int:
        runner = self._begin()
        up()
        while runner is None and not closing.wait(_PAUSE_SECONDS):
            runner = self._begin()
        if runner is not None:
            closing.wait()
            runner.close()
        return 0

    def _begin(self) -> Runner | None:
        try:
            runner = make_runner(self._storage, self._projections)
        except KafkaError as error:
            self._waiting_for = f"no broker yet: {error}"
            _log.warning("no broker yet; trying again", why=str(error))
            return None
        runner.start()
        self._runner = runner
        return runner
