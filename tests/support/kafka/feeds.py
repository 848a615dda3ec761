"""Both feeds behind one face, for the tests that hold them to the same contract."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from kafka import KafkaProducer

from domain.events import Event
from services.kafka.relay import Relay
from services.kafka.topics import Topics, make_topics
from services.projector.feed import Feed, LogFeed
from services.projector.kafka_feed import KafkaFeed
from services.settings import Settings
from services.store.ledger import Ledger
from tests.support.store.databases import connect_owner


class Supply(Protocol):
    """Where a feed's events come from, and how to open one."""

    sources: int

    def open(self) -> Feed:
        """A feed of its own, from the beginning or from wherever it is asked."""

    def settle(self) -> None:
        """Return when all that is in the store can be read from the feed."""

    def repeat(self) -> None:
        """Send again what was sent, where the source can do so."""

    def spoil(self, key: str, seq: int) -> str:
        """Add an event, `seq` of its stream, that nobody can read; how its place is told."""


class FromLog:
    """The store's log, read as it is."""

    sources = 1

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def open(self) -> Feed:
        return LogFeed(self._ledger)

    def settle(self) -> None:
        return

    def repeat(self) -> None:
        return  # the log holds an event once: a position is read again only when asked for again

    def spoil(self, key: str, seq: int) -> str:
        place = self._ledger.head() + 1
        with connect_owner(self._ledger) as conn:
            conn.execute(
                "INSERT INTO pitledger_events"
                " (originator_id, originator_version, topic, state, notification_id)"
                " VALUES (%s, %s, 'pitledger.Nothing', %s, %s)",
                (key, seq, b"{}", place),
            )
        return f"at {place}:"


class FromKafka:
    """The events topic, with a relay that fills it from the store."""

    def __init__(self, settings: Settings, ledger: Ledger) -> None:
        self._settings = settings
        self._ledger = ledger
        self.sources = settings.partitions

    def open(self) -> Feed:
        make_topics(self._settings)
        return KafkaFeed(self._settings)

    def settle(self) -> None:
        relay = Relay(self._settings, self._ledger)
        relay.start()
        try:
            relay.catch_up(60)
        finally:
            relay.close()

    def repeat(self) -> None:
        """As a relay does that died before it noted how far it was."""
        with self._ledger.datastore.get_connection() as conn:
            conn.execute("UPDATE pitledger_relays SET position = 0")
        self.settle()

    def spoil(self, key: str, seq: int) -> str:
        self.settle()
        producer = KafkaProducer(bootstrap_servers=self._settings.kafka_bootstrap)
        headers = [("ce_type", b"pitledger.Nothing"), ("ce_id", f"{key}/{seq}".encode())]
        topic = Topics(self._settings.topic_prefix).events
        sent = producer.send(topic, b"{}", key.encode(), headers=headers).get(20)
        producer.close()
        return f"{topic}/{sent.partition} at offset {sent.offset} "


@dataclass
class Reader:
    """Reads to the end, as a projection does: its places are its own, and it may go on from them."""

    feed: Feed
    places: dict[str, int] = field(default_factory=dict)
    """How far each source has been read."""
    found: list[Event] = field(default_factory=list)

    def read(self, limit: int = 7) -> list[Event]:
        """All there is now, source by source; what was found so far."""
        for source in self.feed.sources():
            self.read_source(source, limit)
        return self.found

    def read_source(self, source: str, limit: int = 7) -> None:
        goal = self.feed.head(source)
        _until(lambda: self._page(source, limit) >= goal, self.feed)

    def _page(self, source: str, limit: int) -> int:
        start = self.places.get(source, 0)
        page = self.feed.page(source, start, limit)
        assert (page.source, page.start) == (source, start)
        assert len(page.events) <= limit
        self.places[source] = page.stop
        self.found += page.events
        return page.stop


@contextmanager
def reading(supply: Supply, places: dict[str, int] | None = None) -> Iterator[Reader]:
    """Once the feed was given its sources, as a runner waits for them."""
    feed = supply.open()
    try:
        _until(lambda: len(feed.sources()) == supply.sources, feed)
        yield Reader(feed, dict(places or {}))
    finally:
        feed.close()


def _until(done: Callable[[], bool], feed: Feed, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "the feed gave nothing more"
        feed.wait()
