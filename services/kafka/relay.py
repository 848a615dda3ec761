"""The relay: the store's log to a topic, in order, never skipping, repeating at worst."""

import contextlib
import math
import time
from typing import ClassVar, Final
from uuid import UUID

import structlog
from eventsourcing.persistence import PersistenceError
from kafka.errors import KafkaError
from psycopg.rows import tuple_row

from services.kafka.published import Published
from services.kafka.same_log import require_same_log
from services.kafka.sending import (
    Message,
    NotTaken,
    Row,
    Sending,
    as_message,
    new_producer,
    trail_headers,
)
from services.kafka.topics import Topics, make_topics
from services.kafka.watch import BrokerWatch
from services.projector.feed import LogFeed
from services.runtime.lease import Lease
from services.runtime.metrics import RELAY_FAILURES, RELAY_LAG_EVENTS
from services.runtime.worker import Worker
from services.settings import Settings
from services.settings_sources import SettingsError
from services.store.archived import ArchiveAway
from services.store.ledger import Ledger
from services.store.trails import find_trails, let_trails_go
from services.tempo import seconds

_log = structlog.get_logger("relay")
_PAGE: Final = 2000
_PAUSE_SECONDS: Final = seconds(1.0)
_SWEEP_SECONDS: Final = 600.0
_SELECT: Final = (
    "SELECT notification_id, originator_id, originator_version, topic, state"
    " FROM pitledger_events WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
)


class CannotPublish(Exception):
    """The next event cannot go out as it should; what comes before it has."""


_FAILURES: Final = (
    PersistenceError, KafkaError, NotTaken, SettingsError, ArchiveAway, CannotPublish,
)  # fmt: skip


class Relay(Worker):
    """A thread that holds the lease and publishes; a second relay stands by."""

    name: ClassVar[str] = "relay"
    """Of its thread, its lease and its duty."""

    def __init__(self, settings: Settings, ledger: Ledger) -> None:
        super().__init__(self.name)
        self._settings = settings
        self._source = settings.source()
        self._ledger = ledger
        self._feed = LogFeed(ledger)
        self._topic = self._its_topic(Topics(settings.topic_prefix))
        self._published = Published(ledger.datastore, self._topic)
        self._watch = BrokerWatch(settings, self.name, self._topic)
        self._trouble: str | None = "not started"
        self._holding = False
        self._swept = -math.inf

    def _its_topic(self, topics: Topics) -> str:
        return topics.events

    def _message(self, row: Row) -> Message:
        """What goes out of a row of the log. Raises CannotPublish where nothing may."""
        return as_message(row, self._source)

    def close(self) -> None:
        super().close()
        self._feed.close()

    def catch_up(self, timeout_seconds: float = 600.0) -> None:
        """Wait until all that is in the log now has been published."""
        goal, until = self._ledger.head(), time.monotonic() + timeout_seconds
        while self._published.position() < goal:
            if time.monotonic() > until:
                raise TimeoutError("the relay did not catch up")
            time.sleep(0.02)

    def duties(self) -> list[str]:
        return [self.name] if self._holding else []

    def trouble(self) -> str | None:
        """What keeps events from the topic, if anything does."""
        return self._watch.away() or self._trouble

    def run(self) -> None:
        self._watch.start()
        while not self.closing.is_set():
            lease = Lease(self._ledger.datastore, self.name)
            try:
                with lease.held(self.closing, self._stand_by) as mine:
                    if mine:
                        self._holding = True
                        self._publish(lease)
            except _FAILURES as error:
                RELAY_FAILURES.inc()
                self._trouble = f"{self._topic} waits: {error}"
                _log.warning("relaying failed; trying again", topic=self._topic, why=str(error))
                with contextlib.suppress(PersistenceError):
                    self._measure(self._published.position())
                self.closing.wait(_PAUSE_SECONDS)
        self._watch.close()

    def _stand_by(self) -> None:
        self._holding, self._trouble = False, None

    def _publish(self, lease: Lease) -> None:
        make_topics(self._settings)
        require_same_log(self._settings, self._ledger)
        sending = Sending(new_producer(self._settings), self._topic)
        try:
            position = read = self._published.position()
            while not self.closing.is_set() and not lease.lost.is_set():
                try:
                    page = self._page(read)
                except CannotPublish:
                    # What is on its way before it would else be sent again with every try.
                    self._conclude_all(sending, position, lease)
                    raise
                if page:
                    read = sending.send(page)
                if sending.is_full() or not page:
                    position = self._conclude(sending, position)
                if not page and read == position:
                    self._sweep()
                    self._feed.wait()
            self._conclude_all(sending, position, lease)
        finally:
            sending.close()

    def _sweep(self) -> None:
        """Now and then, when there is nothing to publish."""
        if time.monotonic() - self._swept > _SWEEP_SECONDS:
            self._swept = time.monotonic()
            let_trails_go(self._ledger.datastore)

    def _conclude_all(self, sending: Sending, position: int, lease: Lease) -> None:
        while sending.pages and not lease.lost.is_set():
            position = self._conclude(sending, position)

    def _conclude(self, sending: Sending, position: int) -> int:
        """Where the topic is once the oldest page on its way has been taken."""
        if sending.pages:
            stop = sending.conclude()
            self._published.advance(position, stop)
            position = stop
        self._trouble = None
        self._measure(position)
        return position

    def _page(self, position: int) -> list[Message]:
        """What comes next, up to what cannot be published; that alone is an error."""
        messages: list[Message] = []
        try:
            for row in self._rows(position):
                messages.append(self._message(row))  # noqa: PERF401  kept where a later one fails
        except CannotPublish:
            if not messages:
                raise
        self._name_requests(messages)
        return messages

    def _name_requests(self, messages: list[Message]) -> None:
        """Beside each event, by what whoever asked for it finds the request again."""
        asked = {one.command_id: UUID(one.command_id) for one in messages if one.command_id}
        trails = find_trails(self._ledger.datastore, list(asked.values()))
        for one in messages if trails else ():
            if one.command_id and (trail := trails.get(asked[one.command_id])):
                one.headers.extend(trail_headers(trail))

    def _rows(self, position: int) -> list[Row]:
        with self._ledger.datastore.get_connection() as conn:
            cursor = conn.cursor(row_factory=tuple_row, binary=True)
            rows = cursor.execute(_SELECT, (position, _PAGE), prepare=True).fetchall()
        if rows and rows[0][0] == position + 1:
            return rows
        # A topic that was begun anew starts with what lies in the archive.
        archived = self._ledger.pruned.after(position, _PAGE)
        return [(row.position, row.key, row.seq, row.topic, row.state) for row in archived] or rows

    def _measure(self, position: int) -> None:
        RELAY_LAG_EVENTS.labels(self._topic).set(self._ledger.head() - position)
