"""One writer for the whole property: commands in, batches to the store, answers after commit."""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime, timedelta
from typing import Final

import structlog
import uvloop

from domain.clock import TOLERANCE, Clock
from domain.controls import Controls
from domain.gaming_day import GamingDay
from services.desk.batch import DecisionBatch, Times, record_batch
from services.desk.clock import RecordingClock, utc_now
from services.desk.earlier_answers import ArchivedAnswers, refused_before
from services.desk.request import Answer, OtherBody, Request, settle
from services.desk.request_queue import Deadlines, DeskClosed, Waiting
from services.desk.store_thread import StoreThread
from services.desk.streams import Loaded, NotInHand, Streams
from services.runtime.metrics import BATCH_SIZE, COMMIT_SECONDS, QUEUE_DEPTH
from services.runtime.trail import marks_of
from services.store.appending import ClockBehind, Fenced, is_outage
from services.store.batch import Outcome
from services.store.database import StoreUnavailable
from services.store.ledger import UNKNOWN_BODY, Ledger
from services.store.streams import StreamState, save_snapshots
from services.tempo import seconds

_log = structlog.get_logger("desk")
PATIENCE_SECONDS: Final = seconds(8.0)
"""So long a request may wait for a store that does not answer: less than its sender waits."""
_AT_WORK_SECONDS: Final = seconds(2.0)
"""A desk that has committed within this is busy, not stuck."""
_MOST_ATTEMPTS: Final = 5
_OUTAGE_WAIT_SECONDS: Final = tuple(map(seconds, (0.1, 0.2, 0.5, 1.0, 2.0)))
_LOOK_SECONDS: Final = 0.1
_TURN_SECONDS: Final = 0.005
"""So long requests are decided before others in the event loop have their turn."""


class Desk:
    """A coroutine that decides requests on cached streams and commits them in batches.

    It takes what waits, decides it on what is committed, appends it, and answers. While the append
    is awaited the event loop takes in the next requests, which are the next batch. No request
    stops another: what fails in deciding fails alone, and a batch that the store does not take is
    taken apart, and its requests are tried one by one. A request that waits for a store that does
    not answer fails after `patience_seconds`.
    """

    def __init__(  # noqa: PLR0913  each is a setting of its own
        self,
        ledger: Ledger,
        *,
        day: GamingDay,
        queue_size: int = 2000,
        batch_size: int = 256,
        epoch: int | None = None,
        controls: Controls = "basic",
        keeps_trails: bool = False,
        tolerance: timedelta = TOLERANCE,
        clock: Callable[[], datetime] = utc_now,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._ledger = ledger
        self._day = day
        self._controls: Controls = controls
        self._keeps_trails = keeps_trails
        self._tolerance = tolerance
        self._epoch = epoch
        self._batch_size = batch_size
        self._waiting = Waiting(queue_size)
        QUEUE_DEPTH.set_function(self._waiting.__len__)
        self._again: deque[Request] = deque()
        self._streams = Streams(ledger)
        self._clock = RecordingClock(ledger, clock)
        self._appends = ledger.appender()
        self._store = StoreThread()
        self._archived = ArchivedAnswers(ledger)
        self._deadlines = Deadlines(patience_seconds)
        self._committed_at = time.monotonic()
        self._running: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._begun = False
        self._ended = threading.Event()
        self.lost = threading.Event()
        """Set when another desk has taken over; this one is of no more use."""

    def start(self) -> None:
        """In an event loop of its own, for who has none."""

        async def run() -> None:
            self.start_in_loop()
            assert self._running is not None
            await asyncio.wait({self._running})

        self._begun = True
        threading.Thread(target=lambda: uvloop.run(run()), name="desk", daemon=True).start()

    def start_in_loop(self) -> None:
        """In the event loop that runs here."""
        self._begun = True
        self._loop = asyncio.get_running_loop()
        self._committed_at = time.monotonic()
        self._running = self._loop.create_task(self._run(), name="desk")

    def submit(self, request: Request) -> "Future[Answer]":
        """Hand in a request, for who waits in a thread."""
        answer = Future[Answer]()
        request.answer = answer
        self.hand_in(request)
        return answer

    def hand_in(self, request: Request) -> None:
        """In whichever thread; its answer is told after the commit."""
        self._waiting.join(request)
        self._deadlines.watch(request)

    def close(self) -> None:
        """Take no more, finish what was taken, then stop; but not while the store is away.

        To be called outside of its event loop.
        """
        if not self._waiting.close() or not self._begun:
            return
        began, most = time.monotonic(), self._deadlines.seconds + _AT_WORK_SECONDS
        while not self._ended.wait(_LOOK_SECONDS):
            if time.monotonic() - max(began, self._committed_at) > most:
                _log.error("the store does not answer; the desk ends without it")
                if self._loop is not None and self._running is not None:
                    self._loop.call_soon_threadsafe(self._running.cancel)
                self._ended.wait(_AT_WORK_SECONDS)
                break
        self._store.ends_within(_AT_WORK_SECONDS)
        self._archived.close()

    def is_alive(self) -> bool:
        return self._begun and not self._ended.is_set()

    def trouble(self) -> str | None:
        """Whether it has come to an end."""
        if self.lost.is_set():
            return "another desk has taken over"
        return None if self.is_alive() else "stopped"

    async def _run(self) -> None:
        self._waiting.serve(asyncio.get_running_loop())
        self._store.start()
        giving_up = asyncio.create_task(self._give_up_late())
        try:
            while not self.lost.is_set():
                requests = await self._next_batch()
                if requests is None:
                    break
                await self._turn(requests)
        finally:
            giving_up.cancel()
            self._store.end()
            self._waiting.close()
            if self.lost.is_set():
                self._turn_away()
            for request in self._deadlines.unanswered():
                settle(request, _not_answered())
            self._ended.set()
            await self._appends.close()

    async def _give_up_late(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            at_work = time.monotonic() - self._committed_at < _AT_WORK_SECONDS
            for request in self._deadlines.late(excused=at_work):
                settle(request, _not_answered())

    async def _turn(self, requests: list[Request]) -> None:
        try:
            batch = await self._decide(requests)
            if batch is not None and batch.requests:
                await self._commit(batch)
        except Exception as error:  # noqa: BLE001  the desk outlives any one batch
            _log.exception("the desk failed; it goes on with the next requests")
            self._streams.forget_all()
            for request in requests:
                settle(request, error)
        self._streams.forget_oldest()
        if due := self._streams.take_due():
            self._store.do_later(self._save_snapshots, due)

    async def _decide(self, requests: list[Request]) -> DecisionBatch | None:
        batch = None
        began = time.time_ns()
        undecided = deque(requests)
        try:
            if not self._clock.is_set:
                await self._store.do(self._clock.set)
            clock = Clock(self._day, self._clock.now(), self._tolerance)
            self._streams.begin_batch()
            batch = DecisionBatch(
                self._streams, clock, controls=self._controls, keeps_trails=self._keeps_trails
            )
            await self._answer_refused_before(requests)
            until = time.monotonic() + _TURN_SECONDS
            while undecided:
                await self._decide_one(batch, undecided[0])
                undecided.popleft()
                if time.monotonic() > until:
                    await asyncio.sleep(0)
                    until = time.monotonic() + _TURN_SECONDS
            batch.deciding = Times(began, time.time_ns())
        except Exception as error:
            if not is_outage(error):
                raise
            # All that follow wait with it, so that the order at a table holds.
            self._first_again(await self._outage([*undecided], error))
        return batch

    async def _answer_refused_before(self, requests: list[Request]) -> None:
        """Of those that may have come before."""
        again = [one for one in requests if one.again]
        if again:
            for request, refusal in (
                await self._store.do(refused_before, self._ledger, again)
            ).items():
                settle(request, refusal)

    async def _decide_one(self, batch: DecisionBatch, request: Request) -> None:
        """Once all that it touches is in hand."""
        while not request.is_settled:  # else nobody waits for it any more
            try:
                if not batch.decide(request):
                    self._again.append(request)
            except NotInHand as missing:
                self._streams.keep(await self._load(missing, request))
                continue
            except Exception as error:
                if is_outage(error):
                    raise
                _log.exception("deciding failed", **marks_of(request.context.trail))
                settle(request, error)
            return

    async def _load(self, missing: NotInHand, request: Request) -> Loaded:
        try:
            return await self._store.do(self._streams.load, missing)
        except Exception as error:
            if is_outage(error):
                raise
            _log.exception("a stream cannot be loaded", **marks_of(request.context.trail))
            settle(request, error)
            return Loaded({})

    async def _commit(self, batch: DecisionBatch) -> None:
        """Answer what was stored; the rest is decided again, before all others."""
        requests = batch.requests
        try:
            again = await self._finish(batch, await self._append(batch))
        except Fenced:
            self._lose()
            again = requests
        except ClockBehind:
            self._clock.forget()
            again = [request for request in requests if self._may_try_again(request)]
        except Exception as error:  # noqa: BLE001  the desk outlives any one batch
            if is_outage(error):
                again = await self._outage(requests, error)
            else:
                again = self._take_apart(requests, error)
        self._first_again(again)

    async def _append(self, batch: DecisionBatch) -> Outcome:
        began, began_ns = time.perf_counter(), time.time_ns()
        outcome = await self._appends.append(batch.to_store(), self._epoch)
        COMMIT_SECONDS.observe(time.perf_counter() - began)
        record_batch(batch.requests, batch.deciding, Times(began_ns, time.time_ns()))
        return outcome

    async def _finish(self, batch: DecisionBatch, outcome: Outcome) -> list[Request]:
        """Answer what was committed; what has to be decided again."""
        verdict = batch.conclude(outcome)
        self._committed_at = time.monotonic()
        BATCH_SIZE.observe(len(batch.requests))
        if not verdict.undone and not verdict.repeated:
            return []
        unproved = [one for one in verdict.repeated if not await self._answer_again(one)]
        return [one for one in (*unproved, *verdict.undone) if self._may_try_again(one)]

    def _save_snapshots(self, states: dict[str, StreamState]) -> None:
        try:
            save_snapshots(self._ledger, states)
        except Exception as error:  # noqa: BLE001  nobody waits for them
            _log.warning("snapshots were not saved; loading takes longer", why=repr(error))

    def _first_again(self, requests: list[Request]) -> None:
        """Before all others, so that nobody overtakes anybody at a table."""
        self._again.extendleft(reversed(requests))

    def _take_apart(self, requests: list[Request], error: Exception) -> list[Request]:
        """One of them is to blame: alone it fails, and each of the others is done."""
        self._streams.forget_all()
        undone = [request for request in requests if not request.is_settled]
        alone = marks_of(undone[0].context.trail) if len(undone) == 1 else {}
        _log.error("a batch failed", requests=len(undone), exc_info=error, **alone)
        if len(undone) > 1:
            return undone
        for request in undone:
            settle(request, error)
        return []

    def _lose(self) -> None:
        _log.error("this desk has lost its lease; another one writes", epoch=self._epoch)
        self._waiting.close()
        self.lost.set()

    def _turn_away(self) -> None:
        """Another desk writes now: whatever waits here is to be sent there."""
        for request in (*self._again, *self._waiting.take_now(len(self._waiting))):
            settle(request, DeskClosed("another desk has taken over; nothing was done"))

    async def _next_batch(self) -> list[Request] | None:
        """What waits now; None once the desk is closed and empty."""
        if self._again:
            # After a conflict requests are decided one by one, so that none harms another.
            return [self._again.popleft()]
        return await self._waiting.take(self._batch_size)

    def _may_try_again(self, request: Request) -> bool:
        request.attempts += 1
        if request.attempts < _MOST_ATTEMPTS:
            return True
        settle(request, StoreUnavailable("the table's stream kept moving; nothing was done"))
        return False

    async def _answer_again(self, request: Request) -> bool:
        """A repeated command id: the first answer, if it is the same request.

        False where a proof was used for another one: it is decided again without it.
        """
        claims = await self._store.do(self._ledger.claims, request.claims)
        # After a restore it is no longer known what was asked: whatever comes is taken for it.
        others = [one.command_id for one in claims if one.body not in (request.body, UNKNOWN_BODY)]
        for claimed in others:
            if claimed in request.ids or claimed == request.place_id:
                settle(request, OtherBody(claimed))
                return True
        if others:
            request.context = request.context.with_used_proof(others[0])
            request.delivery = None  # by which a refusal may be kept that it has no part in
            return False
        first = min(claim.first for claim in claims)
        last = max(claim.last for claim in claims)
        if await self._store.do(self._archived.holds, first):
            self._archived.answer(request, first, last)
            return True
        logged = await self._store.do(self._ledger.log_after, first - 1, last - first + 1)
        settle(request, Answer(tuple(entry.state for entry in logged), repeated=True))
        return True

    async def _outage(self, requests: list[Request], error: Exception) -> list[Request]:
        """Nobody knows whether the batch was committed; the claimed ids make a retry harmless.

        After a pause, those that may be tried again. Probes are not: they are asked to find this.
        """
        self._streams.forget_all()
        undone = [request for request in requests if not request.is_settled]
        attempts = max((request.attempts for request in undone), default=0)
        wait = _OUTAGE_WAIT_SECONDS[min(attempts, len(_OUTAGE_WAIT_SECONDS) - 1)]
        _log.warning(
            "store unavailable", waiting=len(undone), retry_in_seconds=wait, why=str(error)
        )
        away = StoreUnavailable(str(error))
        for request in undone:
            request.attempts += 1
            if request.attempts > _MOST_ATTEMPTS or request.is_probe:
                settle(request, away)
        left = [request for request in undone if not request.is_settled]
        await self._pause(wait if left else 0, away)
        return [request for request in left if not request.is_settled]

    async def _pause(self, seconds: float, away: StoreUnavailable) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for probe in self._waiting.take_probes():
                settle(probe, away)
            await asyncio.sleep(min(left, _LOOK_SECONDS))


def _not_answered() -> StoreUnavailable:
    return StoreUnavailable(
        "the store did not answer in time; whether it was done is not known:"
        " send it again with its command_id"
    )
