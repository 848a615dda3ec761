"""The batched runner: a page of events, folded in memory, state and position in one transaction."""

import threading
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

import structlog
from eventsourcing.persistence import PersistenceError

from domain.events import Event
from domain.gaming_day import parse_moment
from projections import Projection, Row
from services.following.feed import Feed, Page, Unreadable
from services.following.read_models import ReadModels
from services.metrics import PROJECTION_LAG_EVENTS, PROJECTION_LAG_SECONDS, PROJECTION_STOPPED

_log = structlog.get_logger("projections")
_PAGE: Final = 2000
_ROWS_IN_HAND: Final = 5000
_OUTAGE_WAIT_SECONDS: Final = 1.0


class Poisoned(Exception):
    """An event that a fold cannot take: its projection stops there, the others go on."""

    def __init__(self, event: Event, error: Exception) -> None:
        super().__init__(f"{type(event).__name__} {event.key}/{event.seq}: {error!r}")


class Follower:
    """One projection on its way through the events."""

    def __init__(self, projection: Projection[Row], models: ReadModels, source: str) -> None:
        self.projection = projection
        self.position = models.position(projection, source)
        self.stopped = False
        self._models = models
        self._rows: dict[str, Row] = {}
        PROJECTION_STOPPED.labels(projection.name).set(0)

    def fold(self, events: Iterable[Event]) -> dict[str, Row]:
        """The rows the page changes. Nothing is kept before it is committed."""
        placed = [(place, event) for event in events if (place := self._place(event)) is not None]
        rows = self._in_hand({place for place, _ in placed})
        changed: dict[str, Row] = {}
        for place, event in placed:
            try:
                row = rows.get(place) or self.projection.first(place, event)
                rows[place] = changed[place] = self.projection.fold(row, event)
            except Exception as error:
                raise Poisoned(event, error) from error
        return changed

    def _place(self, event: Event) -> str | None:
        return self.projection.place(event)

    def _in_hand(self, places: set[str]) -> dict[str, Row]:
        missing = [place for place in places if place not in self._rows]
        loaded = self._models.load(self.projection, missing) if missing else {}
        return {**{p: self._rows[p] for p in places if p in self._rows}, **loaded}

    def keep(self, changed: dict[str, Row], position: int) -> None:
        if len(self._rows) + len(changed) > _ROWS_IN_HAND:
            self._rows.clear()
        self._rows.update(changed)
        self.position = position

    def reload(self, source: str) -> None:
        """Another runner was faster: begin again where it is."""
        self._rows.clear()
        self.position = self._models.position(self.projection, source)


class Runner:
    """All read models fed from one source. Those at the same position share a page."""

    def __init__(self, feed: Feed, models: ReadModels, projections: list[Projection[Row]]) -> None:
        self._feed = feed
        self._models = models
        self.followers = [Follower(one, models, feed.source) for one in projections]
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="projections", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()
        self._feed.close()

    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                if not self.step():
                    self._feed.wait()
            except PersistenceError as error:
                _log.warning("store unavailable", why=str(error))
                self._closing.wait(_OUTAGE_WAIT_SECONDS)
            except Exception:  # noqa: BLE001  the runner outlives any one page
                _log.exception("projecting failed; trying again")
                self._closing.wait(_OUTAGE_WAIT_SECONDS)

    def step(self) -> bool:
        """Fold one page into those furthest behind; False where there was none."""
        going = [follower for follower in self.followers if not follower.stopped]
        if not going:
            return False
        after = min(follower.position for follower in going)
        behind = [follower for follower in going if follower.position == after]
        ahead = [follower.position for follower in going if follower.position > after]
        try:
            page = self._feed.page(after, min([_PAGE, *(stop - after for stop in ahead)]))
        except Unreadable as error:
            for follower in behind:
                self._stop(follower, str(error))
            return True
        if page.events:
            for follower in behind:
                self._project(follower, page)
        self._measure(page)
        return bool(page.events)

    def _project(self, follower: Follower, page: Page) -> None:
        name = follower.projection.name
        try:
            changed = follower.fold(page.events)
        except Poisoned as error:
            if len(page.events) > 1:
                self._project_up_to_the_bad_one(follower, page)
                return
            self._stop(follower, str(error))
            return
        if self._commit(name, changed, page):
            follower.keep(changed, page.stop)
        else:
            follower.reload(page.source)

    def _stop(self, follower: Follower, why: str) -> None:
        """Say which event it was, and leave the others to go on."""
        name = follower.projection.name
        follower.stopped = True
        PROJECTION_STOPPED.labels(name).set(1)
        self._models.stop(name, self._feed.source, why)
        _log.error("projection stopped", projection=name, why=why)

    def _project_up_to_the_bad_one(self, follower: Follower, page: Page) -> None:
        """Event by event, so that everything before the bad one is projected."""
        while not follower.stopped and follower.position < page.stop:
            single = self._feed.page(follower.position, 1)
            if not single.events:
                return
            self._project(follower, single)

    def _commit(self, name: str, changed: dict[str, Row], page: Page) -> bool:
        with self._models.datastore.transaction(commit=True) as cursor:
            if not self._models.advance(cursor, name, page.source, page.start, page.stop):
                return False
            if changed:
                self._models.save(cursor, name, changed)
        return True

    def _measure(self, page: Page) -> None:
        head = self._feed.head()
        newest: Any = page.events[-1].recorded if page.events else None
        for follower in self.followers:
            lag = max(0, head - follower.position)
            PROJECTION_LAG_EVENTS.labels(follower.projection.name).set(lag)
            age = _age_seconds(newest) if lag and newest else 0.0
            PROJECTION_LAG_SECONDS.labels(follower.projection.name).set(age)

    def catch_up(self, timeout_seconds: float = 60.0) -> None:
        """Fold, or wait for the running thread to fold, all that is in the log now."""
        goal = self._feed.head()
        until = time.monotonic() + timeout_seconds
        while any(one.position < goal for one in self.followers if not one.stopped):
            if time.monotonic() > until:
                raise TimeoutError("the read models did not catch up")
            if self._thread.is_alive():
                time.sleep(0.01)
            else:
                self.step()


def _age_seconds(recorded: str) -> float:
    return max(0.0, (datetime.now(UTC) - parse_moment(recorded)).total_seconds())
