"""The relay: the store's log to the topic, in order, never skipping, repeating at worst."""

import contextlib
import time
from typing import Any, Final

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError
from kafka import KafkaProducer
from kafka.errors import KafkaError
from psycopg.rows import tuple_row

from services.following.feed import LogFeed
from services.kafka.topics import BOOTSTRAP_MS, RECONNECT_MS, Topics, make_topics
from services.metrics import RELAY_FAILURES, RELAY_LAG_EVENTS
from services.settings import Settings, SettingsError
from services.store.lease import Lease
from services.store.ledger import Ledger
from services.worker import Worker

_log = structlog.get_logger("relay")
_PAGE: Final = 2000
_PAUSE_SECONDS: Final = 1.0
_SPEC: Final = b"1.0"
_SELECT: Final = (
    "SELECT notification_id, originator_id, originator_version, topic, state"
    " FROM pitledger_events WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
)


class _Times(msgspec.Struct):
    at: str


class NotTaken(Exception):
    """The broker did not take every message of a page; the position stays."""


def new_producer(settings: Settings) -> KafkaProducer:
    """Idempotent, and nothing set that would silently switch that off."""
    return KafkaProducer(
        bootstrap_servers=settings.kafka_bootstrap.split(","),
        enable_idempotence=True,
        acks="all",
        linger_ms=5,
        batch_size=128 * 1024,
        max_request_size=8 * 1024 * 1024,
        request_timeout_ms=5_000,
        delivery_timeout_ms=15_000,
        max_block_ms=5_000,
        bootstrap_timeout_ms=BOOTSTRAP_MS,
        reconnect_backoff_max_ms=RECONNECT_MS,
    )


class Relay(Worker):
    """A thread that holds the lease and publishes; a second relay stands by."""

    name: Final = "relay"

    def __init__(self, settings: Settings, ledger: Ledger) -> None:
        super().__init__("relay")
        self._settings = settings
        self._ledger = ledger
        self._feed = LogFeed(ledger)
        self._topic = Topics(settings.topic_prefix).events
        self._trouble: str | None = "not started"
        self._holding = False

    def close(self) -> None:
        super().close()
        self._feed.close()

    def catch_up(self, timeout_seconds: float = 600.0) -> None:
        """Wait until all that is in the log now has been published."""
        goal, until = self._ledger.head(), time.monotonic() + timeout_seconds
        while self._position() < goal:
            if time.monotonic() > until:
                raise TimeoutError("the relay did not catch up")
            time.sleep(0.02)

    def duties(self) -> list[str]:
        return [self.name] if self._holding else []

    def trouble(self) -> str | None:
        """What keeps events from the topic, if anything does."""
        return self._trouble

    def run(self) -> None:
        while not self.closing.is_set():
            lease = Lease(self._ledger.datastore, "relay")
            try:
                with lease.held(self.closing, self._stand_by) as mine:
                    if mine:
                        self._holding = True
                        self._publish(lease)
            except (PersistenceError, KafkaError, NotTaken, SettingsError) as error:
                RELAY_FAILURES.inc()
                self._trouble = str(error)
                _log.warning("relaying failed; trying again", why=str(error))
                with contextlib.suppress(PersistenceError):
                    self._measure(self._position())
                self.closing.wait(_PAUSE_SECONDS)

    def _stand_by(self) -> None:
        self._holding, self._trouble = False, None

    def _publish(self, lease: Lease) -> None:
        make_topics(self._settings)
        producer = new_producer(self._settings)
        try:
            position = self._position()
            while not self.closing.is_set() and not lease.lost.is_set():
                rows = self._page(position)
                if rows:
                    send_page(producer, self._topic, rows)
                    self._advance(position, rows[-1][0])
                    position = rows[-1][0]
                self._trouble = None
                self._measure(position)
                if not rows:
                    self._feed.wait()
        finally:
            producer.close(timeout=1)

    def _page(self, position: int) -> list[tuple[Any, ...]]:
        with self._ledger.datastore.get_connection() as conn:
            cursor = conn.cursor(row_factory=tuple_row, binary=True)
            return cursor.execute(_SELECT, (position, _PAGE), prepare=True).fetchall()

    def _position(self) -> int:
        with self._ledger.datastore.get_connection() as conn:
            row = conn.execute(
                "INSERT INTO pitledger_relays VALUES (%s, 0)"
                " ON CONFLICT (topic) DO UPDATE SET topic = excluded.topic RETURNING position",
                (self._topic,),
            ).fetchone()
        assert row is not None
        return int(row["position"])

    def _advance(self, start: int, stop: int) -> None:
        """Compare and set: a relay that was passed over publishes again, but moves nothing."""
        with self._ledger.datastore.get_connection() as conn:
            moved = conn.execute(
                "UPDATE pitledger_relays SET position = %s WHERE topic = %s AND position = %s",
                (stop, self._topic, start),
            )
        if moved.rowcount != 1:
            raise NotTaken("another relay has moved the position")

    def _measure(self, position: int) -> None:
        RELAY_LAG_EVENTS.set(self._ledger.head() - position)


def send_page(producer: KafkaProducer, topic: str, rows: list[tuple[Any, ...]]) -> None:
    """Send, flush, check every future; only then may the position move."""
    futures = [
        producer.send(topic, key=key.encode(), value=state, headers=headers(key, seq, kind, state))
        for _, key, seq, kind, state in rows
    ]
    producer.flush(timeout=30)
    for future in futures:
        if not future.succeeded():
            raise NotTaken(f"the broker did not take a message: {future.exception!r}")


def headers(key: str, seq: int, kind: str, state: bytes) -> list[tuple[str, bytes]]:
    """CloudEvents 1.0, binary mode."""
    happened = msgspec.json.decode(state, type=_Times).at
    return [
        ("ce_id", f"{key}/{seq}".encode()),
        ("ce_type", kind.encode()),
        ("ce_source", b"/pitledger"),
        ("ce_subject", key.encode()),
        ("ce_time", happened.encode()),
        ("ce_specversion", _SPEC),
    ]
