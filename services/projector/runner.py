"""The batched runner: a page of events, folded in memory, state and position in one transaction."""

import contextlib
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

import psycopg
import structlog
from eventsourcing.persistence import DataError, IntegrityError, PersistenceError

from projections import Projection, Row
from services.projector.feed import Feed, Page, Unreadable
from services.projector.follower import Folded, Follower, Poisoned
from services.projector.lag import Lag
from services.projector.read_models import Place, ReadModels
from services.projector.steps import EventPlace, places
from services.runtime.logs import Told
from services.runtime.worker import Worker
from services.store.connection import allowing
from services.store.rows import CorruptRow

_log = structlog.get_logger("projections")
_PAGE: Final = 8000
_GATHER_SECONDS: Final = 0.02
_OUTAGE_WAIT_SECONDS: Final = (0.2, 0.5, 1.0, 2.0, 5.0)
_LOOK_SECONDS: Final = 1.0
_COMMIT_SECONDS: Final = 120.0
"""A page is long, and nobody waits for it."""


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
        self._looked_at = float("-inf")
        self._told = Told("projections")

    def close(self) -> None:
        super().close()
        self._writer.shutdown()
        self._feed.close()

    def duties(self) -> list[str]:
        return [follower.name for follower in self.followers]

    def trouble(self) -> str | None:
        """What keeps a read model from moving on, if anything does."""
        stopped = [one for one in self.followers if one.stopped]
        by_events = [one.name for one in stopped if one.corrupt is None]
        reasons = [one.corrupt for one in stopped if one.corrupt is not None]
        if by_events:
            reasons.insert(0, f"stopped by an event: {', '.join(by_events)}")
        return "; ".join(reasons) or self._feed.trouble() or self._failed

    def run(self) -> None:
        failures = 0
        while not self.closing.is_set():
            try:
                moved = self.step()
                failures, self._failed = 0, None
                self._told.well("projecting again")
                if not moved:
                    self._feed.wait()
                    # A moment for more to come: a page costs the same, be it one event or many.
                    self.closing.wait(_GATHER_SECONDS)
            except Exception as error:  # noqa: BLE001  the runner outlives any one page
                self._fail(error)
                failures += 1
                pauses = _OUTAGE_WAIT_SECONDS
                self.closing.wait(pauses[min(failures, len(pauses)) - 1])

    def _fail(self, error: Exception) -> None:
        """Said once for each change, however often it is tried."""
        if isinstance(error, PersistenceError):
            self._failed = str(error)
            self._told.wrong("store unavailable; trying again", why=self._failed)
        else:
            self._failed = repr(error)
            self._told.wrong("projecting failed; trying again", why=self._failed, exc_info=error)

    def step(self) -> bool:
        """One page of every source; False where there was nothing new."""
        self._look_again()
        moved = [self._step(source) for source in self._feed.sources()]
        self._lag.measure([follower.name for follower in self.followers])
        return any(moved)

    def _look_again(self) -> None:
        """What was stopped goes on once its cause is gone: built anew, or stepped over."""
        if not self.followers or time.monotonic() - self._looked_at < _LOOK_SECONDS:
            return
        steps = self._models.steps.in_force()
        for follower in self.followers:
            follower.leave_out(places(steps, follower.name))
        stopped = [follower.name for follower in self.followers if follower.stopped]
        going = self._models.going(stopped) if stopped else set()
        for follower in self.followers:
            if follower.stopped and follower.name in going:
                follower.go_on()
                _log.info("projection goes on", projection=follower.name)
        self._looked_at = time.monotonic()

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
                self._pass_unreadable(follower, source, error)
            return True
        moved = page.stop > page.start
        if moved:
            self._project(behind, page)
        return moved

    def _pass_unreadable(self, follower: Follower, source: str, error: Unreadable) -> None:
        if error.event is None or error.event not in follower.steps:
            self._stop(follower, source, str(error), event=error.event)
            return
        place = follower.place(source)
        passed = follower.pass_over(*error.event)
        page = Page(source, place.position, error.position, [])
        done = self._writer.submit(self._commit, follower.name, place, passed, page)
        self._conclude(follower, passed, page, done)

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
                self._bad(follower, page, str(error), may_be_left_out=error.may_be_left_out)
                continue
            except CorruptRow as error:
                self._stop(follower, page.source, str(error), corrupt=str(error))
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

    def _bad(
        self, follower: Follower, page: Page, why: str, *, may_be_left_out: bool = True
    ) -> None:
        if len(page.events) > 1:
            self._project_up_to_the_bad_one(follower, page)
            return
        event = page.events[0]
        place = (event.key, event.seq) if may_be_left_out else None
        self._stop(follower, page.source, why, event=place)

    def _project_up_to_the_bad_one(self, follower: Follower, page: Page) -> None:
        """Event by event, so that everything before the bad one is projected."""
        while not follower.stopped and follower.position(page.source) < page.stop:
            single = self._feed.page(page.source, follower.position(page.source), 1)
            if single.stop == single.start:
                return
            self._project([follower], single)

    def _stop(
        self,
        follower: Follower,
        source: str,
        why: str,
        *,
        event: EventPlace | None = None,
        corrupt: str | None = None,
    ) -> None:
        """Log and keep which event or row it was; the other read models go on."""
        self._models.stop(follower.name, source, why, event)
        follower.stop(corrupt)
        _log.error("projection stopped", projection=follower.name, source=source, why=why)

    def _commit(self, name: str, place: Place, folded: Folded, page: Page) -> bool:
        with (
            allowing(_COMMIT_SECONDS),
            self._models.datastore.get_connection() as conn,
            conn.transaction() as transaction,
        ):
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
