"""Where a projection's events come from: one interface for the store's log and for a topic."""

import time
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

import psycopg

from domain.events import Event
from domain.messages.events import decode
from services.runtime.logs import Told
from services.store.ledger import Ledger
from services.tempo import seconds

_POLL_SECONDS: Final = seconds(0.5)
LOG: Final = "log"


class Gap(Exception):
    """An event that does not follow the last one of its stream."""

    def __init__(self, event: Event, head: int) -> None:
        super().__init__(f"a gap: {head} is the last of this stream that came")
        self.event = event


class Unseen(NamedTuple):
    """Of a page what was not folded before, and the heads after it."""

    events: list[Event]
    heads: dict[str, int]


@dataclass(slots=True)
class Page:
    """Events of one source, from just after `start` up to `stop`."""

    source: str
    start: int
    stop: int
    events: list[Event]
    _keys: frozenset[str] | None = None
    _sifted: tuple[dict[str, int], Unseen] | None = None

    def keys(self) -> frozenset[str]:
        """The streams that are in it."""
        if self._keys is None:
            self._keys = frozenset(event.key for event in self.events)
        return self._keys

    def unseen(self, heads: dict[str, int]) -> Unseen:
        """What goes on from these heads; read models that stand alike share the answer."""
        if self._sifted is None or self._sifted[0] != heads:
            self._sifted = heads, _sift(self.events, dict(heads))
        return self._sifted[1]


def _sift(events: list[Event], heads: dict[str, int]) -> Unseen:
    new = []
    for event in events:
        head = heads[event.key]
        if event.seq <= head:
            continue
        if event.seq != head + 1:
            raise Gap(event, head)
        heads[event.key] = event.seq
        new.append(event)
    return Unseen(new, heads)


class Unreadable(Exception):
    """The next event cannot be read at all; with its place where the source knows it."""

    def __init__(self, why: str, position: int = 0, event: tuple[str, int] | None = None) -> None:
        super().__init__(why)
        self.position = position
        self.event = event


class Feed(Protocol):
    """Pages of events in order, from any position of each source."""

    def sources(self) -> list[str]:
        """What is to be followed now: the log, or the partitions that are ours."""

    def page(self, source: str, after: int, limit: int) -> Page:
        """What comes after a position; an empty page where nothing does."""

    def head(self, source: str) -> int:
        """The newest position there is."""

    def wait(self) -> None:
        """Return when there may be more; never later than the poll interval."""

    def trouble(self) -> str | None:
        """What keeps events from coming, if anything does."""

    def close(self) -> None:
        """Let go of what waiting needed."""


class LogFeed:
    """The store's own log, in commit order."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._listening: psycopg.Connection[Any] | None = None
        self._told = Told("feed")

    def sources(self) -> list[str]:
        return [LOG]

    def page(self, source: str, after: int, limit: int) -> Page:
        events: list[Event] = []
        stop = after
        for entry in self._ledger.log_after(after, limit):
            try:
                events.append(decode(entry.topic, entry.state))
            except ValueError as error:
                if events:
                    break
                raise Unreadable(
                    f"{entry.topic} at {entry.position}: {error}",
                    entry.position,
                    self._ledger.stream_at(entry.position),
                ) from error
            stop = entry.position
        return Page(source, after, stop, events)

    def head(self, source: str) -> int:
        return self._ledger.head()

    def wait(self) -> None:
        """A wake-up may be missed and the connection may die: polling is the floor."""
        try:
            if self._listening is None:
                self._listening = self._ledger.listen()
            for _ in self._listening.notifies(timeout=_POLL_SECONDS, stop_after=1):
                pass
            self._told.well("listening again")
        except (psycopg.Error, OSError) as error:
            self._told.wrong("listening failed; polling goes on", why=str(error).strip())
            self.close()
            time.sleep(_POLL_SECONDS)

    def trouble(self) -> str | None:
        return None  # a store that does not answer is reported by whoever reads from it

    def close(self) -> None:
        if self._listening is not None:
            self._listening.close()
            self._listening = None
