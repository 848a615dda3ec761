"""The batched runner: a page of events, folded in memory, state and position in one transaction."""

import contextlib
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import structlog
from eventsourcing.persistence import PersistenceError

from projections import Projection, Row
from services.projector.feed import Feed, Page, Unreadable
from services.projector.follower import Change, Folded, Follower, Poisoned, Writing
from services.projector.read_models import ReadModels
from services.projector.standing import Lag
from services.projector.steps import EventPlace, places
from services.runtime.lease import Lease
from services.runtime.logs import Told
from services.runtime.spans import record_page
from services.runtime.worker import Worker
from services.store.database import DatabaseUnusable
from services.store.rows import CorruptRow
from services.tempo import seconds

_log = structlog.get_logger("projections")
_PAGE: Final = 8000
_GATHER_SECONDS: Final = 0.02
_MOST_GATHER_SECONDS: Final = 0.25
_REST: Final = 3
"""What comes alone is folded at once. Where more comes all the time it waits for company, because
a page costs something for every table at play, be it one event of each or many: at least so long
from one page to the next, under load three times as long as the last page took, but never so long
that somebody who watches would notice."""
_OUTAGE_WAIT_SECONDS: Final = tuple(map(seconds, (0.2, 0.5, 1.0, 2.0, 5.0)))
_LOOK_SECONDS: Final = seconds(1.0)
_TEND_SECONDS: Final = seconds(1.0)


class Runner(Worker):
    """All read models on one feed. Those at the same position share a page."""

    def __init__(self, feed: Feed, models: ReadModels, projections: list[Projection[Row]]) -> None:
        super().__init__("projections")
        self._feed = feed
        self._models = models
        self._lag = Lag(models.datastore)
        self._failed: str | None = None
        self.followers = [Follower(one, models) for one in projections]
        self._writing = Writing(models)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="read models")
        self._ahead: Page | None = None
        self._is_full = False
        """Whether the last page was: then there is more, and it is far behind."""
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
                began = time.monotonic()
                moved = self.step()
                next_at = began + _gathering(time.monotonic() - began, full=self._is_full)
                failures, self._failed = 0, None
                self._told.well("projecting again")
                if not moved:
                    self._feed.wait()
                self.closing.wait(max(0.0, next_at - time.monotonic()))
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
        elif isinstance(error, DatabaseUnusable):
            self._failed = str(error)
            self._told.wrong("nothing is folded", why=self._failed)
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
        self._is_full = len(page.events) == _PAGE
        if moved:
            began_ns = time.time_ns()
            self._project(behind, page)
            record_page(
                "project page",
                began_ns,
                {"pitledger.source": source, "pitledger.events": len(page.events)},
            )
        return moved

    def _pass_unreadable(self, follower: Follower, source: str, error: Unreadable) -> None:
        if error.event is None or error.event not in follower.steps:
            self._stop(follower, source, str(error), event=error.event)
            return
        page = Page(source, follower.position(source), error.position, [])
        self._write(page, [(follower, follower.pass_over(*error.event))])

    def _page(self, source: str, after: int, limit: int) -> Page:
        ahead, self._ahead = self._ahead, None
        if ahead is None or (ahead.source, ahead.start) != (source, after):
            return self._feed.page(source, after, limit)
        return ahead if len(ahead.events) <= limit else self._feed.page(source, after, limit)

    def _project(self, followers: list[Follower], page: Page) -> None:
        """Those that take the page move on together."""
        taken = []
        for follower in followers:
            try:
                taken.append((follower, follower.fold(page)))
            except Poisoned as error:
                self._bad(follower, page, str(error), may_be_left_out=error.may_be_left_out)
            except CorruptRow as error:
                self._stop(follower, page.source, str(error), corrupt=str(error))
        self._write(page, taken)

    def _write(self, page: Page, taken: list[tuple[Follower, Folded]]) -> None:
        """The next page is read meanwhile."""
        changes = [
            Change(follower.name, follower.place(page.source), folded) for follower, folded in taken
        ]
        writing = self._writer.submit(self._writing.write, page, changes)
        self._read_ahead(page)
        for (follower, folded), written in zip(taken, writing.result(), strict=True):
            if written.refused is not None:
                self._bad(follower, page, written.refused)
            elif written.done:
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


def _gathering(took_seconds: float, *, full: bool) -> float:
    """How long after the beginning of a page the next one begins, at the soonest."""
    if full:
        return 0.0
    return max(_GATHER_SECONDS, min(_REST * took_seconds, _MOST_GATHER_SECONDS))


class _Held:
    """A projection, its lease, and its follower while the lease is ours."""

    def __init__(self, projection: Projection[Row], models: ReadModels) -> None:
        self._projection = projection
        self._models = models
        self._lease = Lease(models.datastore, f"projection {projection.name}")
        self.follower: Follower | None = None

    def tend(self) -> None:
        """Keep it, or ask for it. Moving on without it would be harmless, but twice the work."""
        if self.follower is not None:
            if not self._lease.renew():
                self.follower = None
        elif self._lease.take():
            # Made only now: a follower may begin its table anew, which is its holder's right.
            self.follower = Follower(self._projection, self._models)

    def give_back(self) -> None:
        if self.follower is not None:
            self._lease.give_back()
            self.follower = None


class LeasedRunner(Runner):
    """One of several processes, of which each projection is one's at a time.

    It works on those whose leases it holds, and stands by for the others.
    """

    def __init__(self, feed: Feed, models: ReadModels, projections: list[Projection[Row]]) -> None:
        super().__init__(feed, models, [])
        self._held = [_Held(one, models) for one in projections]
        self._tended_at = float("-inf")

    def step(self) -> bool:
        if time.monotonic() - self._tended_at >= _TEND_SECONDS:
            self._tend()
        return super().step()

    def _tend(self) -> None:
        for one in self._held:
            one.tend()
        self.followers = [one.follower for one in self._held if one.follower is not None]
        self._tended_at = time.monotonic()

    def close(self) -> None:
        super().close()
        try:
            for one in self._held:
                one.give_back()
        except PersistenceError:
            return  # the leases end by themselves
