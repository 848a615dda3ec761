"""Where a projection's events come from: one interface for the store's log and for a topic."""

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

import psycopg
import structlog

from domain.events import Event, decode
from services.store.ledger import Ledger

_log = structlog.get_logger("feed")
_POLL_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class Page:
    """Events of one source, from just after `start` up to `stop`."""

    source: str
    start: int
    stop: int
    events: list[Event]


class Unreadable(Exception):
    """The next event cannot be read at all."""


class Feed(Protocol):
    """Pages of events in order, from any position."""

    source: str

    def page(self, after: int, limit: int) -> Page:
        """What comes after a position; an empty page where nothing does."""

    def head(self) -> int:
        """The newest position there is."""

    def wait(self) -> None:
        """Return when there may be more; never later than the poll interval."""

    def close(self) -> None:
        """Let go of what waiting needed."""


class LogFeed:
    """The store's own log, in commit order."""

    source = "log"

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._listening: psycopg.Connection[dict[str, object]] | None = None

    def page(self, after: int, limit: int) -> Page:
        events: list[Event] = []
        stop = after
        for entry in self._ledger.log_after(after, limit):
            try:
                events.append(decode(entry.topic, entry.state))
            except ValueError as error:
                if events:
                    break
                raise Unreadable(f"{entry.topic} at {entry.position}: {error}") from error
            stop = entry.position
        return Page(self.source, after, stop, events)

    def head(self) -> int:
        return self._ledger.head()

    def wait(self) -> None:
        """A wake-up may be missed and the connection may die: polling is the floor."""
        try:
            with self._listener() as conn:
                for _ in conn.notifies(timeout=_POLL_SECONDS, stop_after=1):
                    pass
        except (psycopg.Error, OSError) as error:
            _log.warning("listening failed; polling goes on", why=str(error))
            self.close()
            time.sleep(_POLL_SECONDS)

    @contextlib.contextmanager
    def _listener(self) -> Iterator[psycopg.Connection[dict[str, object]]]:
        if self._listening is None:
            pool = self._ledger.datastore.pool
            self._listening = psycopg.connect(**pool.kwargs, autocommit=True)  # type: ignore[arg-type]
            self._listening.execute("LISTEN pitledger_events")
        yield self._listening

    def close(self) -> None:
        if self._listening is not None:
            self._listening.close()
            self._listening = None
