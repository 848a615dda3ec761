"""The batched runner: a page of events, folded in memory, state and position in one transaction."""

import contextlib
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

import psycopg
import structlog
from eventsourcing.persistence import DataError, IntegrityError, PersistenceError

from projections import Projection, Row
from services.following.feed import Feed, Page, Unreadable
from services.following.follower import Folded, Follower, Poisoned
from services.following.lag import Lag
from services.following.read_models import Place, ReadModels
from services.metrics import PROJECTION_STOPPED
from services.worker import Worker

_log = structlog.get_logger("projections")
_PAGE: Final = 8000
_GATHER_SECONDS: Final = 0.02
_OUTAGE_WAIT_SECONDS: Final = 1.0


class Runner(Worker):
    """All read models on one feed. Those at the same position share a page."""

    def __init__(self, feed: Feed, models: ReadModels, projections: list[Projection[Row]]) -> None:
        super().__init__("projections")
        self._feed = feed
        self._models = models
        self._lag = Lag(models.datastore)
        self._failed: str | None = None
        self.followers = [Follower(one, models) for one in projections]
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="read models")
        self._ahead: Page | None = None

    def close(self) -> None:
        super().close()
        self._writer.shutdown()
        self._feed.close()

    def duties(self) -> list[str]:
        return [follower.name for follower in self.followers]

    def trouble(self) -> str | None:
        """What keeps a read model from moving on, if anything does."""
        stopped = [follower.name for follower in self.followers if follower.stopped]
        if stopped:
            return f"stopped by an event: {', '.join(stopped)}"
        return self._feed.trouble() or self._failed

    def run(self) -> None:
        while not self.closing.is_set():
            try:
                moved = self.step()
                self._failed = None
                if not moved:
                    self._feed.wait()
                    # A moment for more to come: a page costs the same, be it one event or many.
                    self.closing.wait(_GATHER_SECONDS)
            except PersistenceError as error:
                self._failed = str(error)
                _log.warning("store unavailable", why=str(error))
                self.closing.wait(_OUTAGE_WAIT_SECONDS)
            except Exception as error:  # noqa: BLE001  the runner outlives any one page
                self._failed = repr(error)
                _log.exception("projecting failed; trying again")
                self.closing.wait(_OUTAGE_WAIT_SECONDS)

    def step(self) -> bool:
        """One page of every source; False where there was nothing new."""
        moved = [self._step(source) for source in self._feed.sources()]
        self._lag.measure([follower.name for follower in self.followers])
        return any(moved)

    def _step(self, source: str) -> bool:
        """Fold one page into those furthest behind."""
        going = [follower for follower in self.followers if not follower.stopped]
        if not going:
            return False
        after = min(follower.position(source) for follower in going)
        behind = [follower for follower in going if follower.position(source) == after]
        ahead = [follower.position(source) for follower in going if follower not in behind]
        limit = min([_PAGE, *(stop - after for stop in ahead)])
        try:
            page = self._page(source, after, limit)
        except Unreadable as error:
            for follower in behind:
                self._stop(follower, source, str(error))
            return True
        moved = page.stop > page.start
        if moved:
            self._project(behind, page)
        return moved

    def _page(self, source: str, after: int, limit: int) -> Page:
        ahead, self._ahead = self._ahead, None
        if ahead is None or (ahead.source, ahead.start) != (source, after):
            return self._feed.page(source, after, limit)
        return ahead if len(ahead.events) <= limit else self._feed.page(source, after, limit)

    def _project(self, followers: list[Follower], page: Page) -> None:
        """While one read model's rows are written, the next one's are folded."""
        written = []
        for follower in followers:
            try:
                folded = follower.fold(page)
            except Poisoned as error:
                self._bad(follower, page, str(error))
                continue
            place = follower.place(page.source)
            done = self._writer.submit(self._commit, follower.name, place, folded, page)
            written.append((follower, folded, done))
        self._read_ahead(page)
        for follower, folded, done in written:
            self._conclude(follower, folded, page, done)

    def _conclude(
        self, follower: Follower, folded: Folded, page: Page, done: "Future[bool]"
    ) -> None:
        try:
            committed = done.result()
        except (DataError, IntegrityError) as error:
            self._bad(follower, page, f"the database does not take it: {error}")
            return
        if committed:
            follower.keep(folded, page.source, page.stop)
        else:
            follower.forget()

    def _read_ahead(self, page: Page) -> None:
        """The next page while this one is written, where it is clear that there is one."""
        if len(page.events) == _PAGE:
            with contextlib.suppress(Unreadable):
                self._ahead = self._feed.page(page.source, page.stop, _PAGE)

    def _bad(self, follower: Follower, page: Page, why: str) -> None:
        if len(page.events) > 1:
            self._project_up_to_the_bad_one(follower, page)
        else:
            self._stop(follower, page.source, why)

    def _project_up_to_the_bad_one(self, follower: Follower, page: Page) -> None:
        """Event by event, so that everything before the bad one is projected."""
        while not follower.stopped and follower.position(page.source) < page.stop:
            single = self._feed.page(page.source, follower.position(page.source), 1)
            if single.stop == single.start:
                return
            self._project([follower], single)

    def _stop(self, follower: Follower, source: str, why: str) -> None:
        """Say which event it was, and leave the others to go on."""
        follower.stopped = True
        PROJECTION_STOPPED.labels(follower.name).set(1)
        self._models.stop(follower.name, source, why)
        _log.error("projection stopped", projection=follower.name, source=source, why=why)

    def _commit(self, name: str, place: Place, folded: Folded, page: Page) -> bool:
        with self._models.datastore.get_connection() as conn, conn.transaction() as transaction:
            cursor = conn.cursor()
            # Rows and position are lost together or not at all, and both can be made again.
            cursor.execute("SET LOCAL synchronous_commit TO off")
            first = self._models.advance(
                cursor, name, page.source, place, page.stop
            ) and self._models.advance_heads(cursor, name, folded.moves)
            if not first:
                raise psycopg.Rollback(transaction)
            if folded.rows:
                self._models.save(cursor, name, folded.rows)
        return first

    def catch_up(self, timeout_seconds: float = 60.0) -> None:
        """Fold, or wait for the running thread to fold, all there is now."""
        until = time.monotonic() + timeout_seconds
        goals = {source: self._feed.head(source) for source in self._feed.sources()}
        while any(self._is_behind(source, goal) for source, goal in goals.items()):
            if time.monotonic() > until:
                raise TimeoutError("the read models did not catch up")
            if self.is_alive():
                time.sleep(0.01)
            else:
                self.step()

    def _is_behind(self, source: str, goal: int) -> bool:
        going = [follower for follower in self.followers if not follower.stopped]
        return any(follower.position(source) < goal for follower in going)
