"""One writer for the whole property: commands in, batches to the store, answers after commit."""

import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import structlog

from domain.clock import TOLERANCE, Clock
from domain.controls import Controls
from domain.gaming_day import GamingDay
from services.desk.archived_answers import ArchivedAnswers
from services.desk.batch import DecisionBatch
from services.desk.batch_spans import Times, record_batch
from services.desk.clock import RecordingClock, utc_now
from services.desk.committer import Committer
from services.desk.deadlines import Deadlines
from services.desk.refused_before import refused_before
from services.desk.request import Answer, OtherBody, Request, settle
from services.desk.request_queue import DeskClosed, Waiting
from services.desk.streams import Streams
from services.runtime.metrics import BATCH_SIZE, COMMIT_SECONDS, QUEUE_DEPTH
from services.runtime.trail import marks_of
from services.store.batch import Batch, Outcome
from services.store.database import StoreUnavailable
from services.store.ledger import UNKNOWN_BODY, ClockBehind, Fenced, Ledger, is_outage
from services.store.streams import StreamState, save_snapshots

_log = structlog.get_logger("desk")
PATIENCE_SECONDS: Final = 8.0
"""So long a request may wait for a store that does not answer: less than its sender waits."""
_AT_WORK_SECONDS: Final = 2.0
"""A desk that has committed within this is busy, not stuck."""
_MOST_ATTEMPTS: Final = 5
_TURN_SECONDS: Final = 0.0005
"""How long one thread may keep the interpreter from another that wants it. A commit wants it
several times for a moment; with Python's own five milliseconds it would wait more than work."""
_OUTAGE_WAIT_SECONDS: Final = (0.1, 0.2, 0.5, 1.0, 2.0)
_LOOK_SECONDS: Final = 0.1


class Desk:
    """A thread that decides requests on cached streams and commits them in batches.

    No request stops another. What fails in deciding fails alone. A batch that the store does not
    take is taken apart, and its requests are tried one by one. A request that waits for a store
    that does not answer fails after `patience_seconds`, whatever the threads hang in.
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
        self._committer = Committer()
        self._archived = ArchivedAnswers(ledger)
        self._patience = Deadlines(patience_seconds, _give_up, self._is_at_work)
        self._committed_at = time.monotonic()
        self.lost = threading.Event()
        """Set when another desk has taken over; this one is of no more use."""
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)

    def start(self) -> None:
        sys.setswitchinterval(_TURN_SECONDS)
        self._committed_at = time.monotonic()
        for worker in (self._committer, self._patience):
            worker.start()
        self._thread.start()

    def submit(self, request: Request) -> "Future[Answer]":
        """Hand in a request; its answer comes after the commit."""
        self._waiting.join(request)
        self._patience.watch(request)
        return request.answer

    def close(self) -> None:
        """Take no more, finish what was taken, then stop; but not while the store is away."""
        if not self._waiting.close():
            return
        began, most = time.monotonic(), self._patience.seconds + _AT_WORK_SECONDS
        while self._thread.is_alive() and (
            time.monotonic() - max(began, self._committed_at) < most
        ):
            self._thread.join(_LOOK_SECONDS)
        if self._thread.is_alive():
            _log.error("the store does not answer; the desk ends without it")
        for worker in (self._committer, self._patience):
            worker.ends_within(_AT_WORK_SECONDS)
        self._archived.close()

    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def trouble(self) -> str | None:
        """Whether it has come to an end."""
        if self.lost.is_set():
            return "another desk has taken over"
        at_work = (self._thread, self._committer, self._patience)
        return None if all(one.is_alive() for one in at_work) else "stopped"

    def _is_at_work(self) -> bool:
        return time.monotonic() - self._committed_at < _AT_WORK_SECONDS

    def _run(self) -> None:
        """While one batch is being committed the next one is decided."""
        under_way: _UnderWay | None = None
        while not self.lost.is_set():
            requests = self._next_batch(wait=under_way is None)
            if requests is None and under_way is None:
                break
            try:
                under_way = self._turn(requests or [], under_way)
            except Exception as error:  # noqa: BLE001  the desk outlives any one batch
                _log.exception("the desk failed; it goes on with the next requests")
                self._streams.forget_all()
                taken = under_way.decisions.requests if under_way else []
                for request in (*taken, *(requests or ())):
                    settle(request, error)
                under_way = None
        self._committer.end()
        if self.lost.is_set():
            self._turn_away()

    def _turn(self, requests: list[Request], under_way: "_UnderWay | None") -> "_UnderWay | None":
        decisions = self._decide(requests, under_way) if requests else None
        failed = None if under_way is None else self._finish(under_way)
        if failed is not None:
            # What was decided ahead stood on what did not come to be: again, behind it.
            self._first_again([*failed, *(decisions.requests if decisions else ())])
            decisions = None
        self._streams.forget_oldest()
        now_under_way = None
        if decisions is not None and decisions.requests:
            decisions.stand_alone()
            now_under_way = self._commit(decisions)
        if due := self._streams.take_due():
            # Behind the commit that nobody may wait for longer than need be.
            self._committer.submit(self._save_snapshots, due)
        return now_under_way

    def _decide(
        self, requests: list[Request], under_way: "_UnderWay | None"
    ) -> DecisionBatch | None:
        before = under_way.decisions if under_way else None
        decisions = None
        began = time.time_ns()
        undecided = deque(requests)
        try:
            clock = Clock(self._day, self._clock.now(), self._tolerance)
            decisions = DecisionBatch(
                self._streams,
                clock,
                before,
                controls=self._controls,
                keeps_trails=self._keeps_trails,
            )
            refused = refused_before(self._ledger, requests)
            while undecided:
                if (answer := refused.get(undecided[0])) is not None:
                    settle(undecided[0], answer)
                else:
                    self._decide_one(decisions, undecided[0])
                undecided.popleft()
            decisions.deciding = Times(began, time.time_ns())
        except Exception as error:
            if not is_outage(error):
                raise
            # All that follow wait with it, so that the order at a table holds.
            self._first_again(self._outage([*undecided], error))
        return decisions

    def _decide_one(self, decisions: DecisionBatch, request: Request) -> None:
        if request.answer.done():
            return  # nobody waits for it any more
        try:
            if not decisions.decide(request):
                self._again.append(request)
        except Exception as error:
            if is_outage(error):
                raise
            _log.exception("deciding failed", **marks_of(request.context.trail))
            settle(request, error)

    def _commit(self, decisions: DecisionBatch) -> "_UnderWay":
        outcome: Future[Outcome]
        try:
            outcome = self._committer.submit(self._append, decisions.to_store(), decisions)
        except Exception as error:  # noqa: BLE001  handled as what the store did not take
            outcome = Future()
            outcome.set_exception(error)
        return _UnderWay(decisions, outcome)

    def _append(self, batch: Batch, decisions: DecisionBatch) -> Outcome:
        began, began_ns = time.perf_counter(), time.time_ns()
        outcome = self._ledger.append(batch, self._epoch)
        COMMIT_SECONDS.observe(time.perf_counter() - began)
        committing = Times(began_ns, time.time_ns())
        record_batch(decisions.requests, decisions.deciding, committing)
        return outcome

    def _save_snapshots(self, states: dict[str, StreamState]) -> None:
        try:
            save_snapshots(self._ledger, states)
        except Exception as error:  # noqa: BLE001  nobody waits for them
            _log.warning("snapshots were not saved; loading takes longer", why=repr(error))

    def _first_again(self, requests: list[Request]) -> None:
        """Before all others, so that nobody overtakes anybody at a table."""
        self._again.extendleft(reversed(requests))

    def _finish(self, under_way: "_UnderWay") -> list[Request] | None:
        """Wait for the commit and answer; None if all was stored, else what to decide again."""
        decisions = under_way.decisions
        try:
            verdict = decisions.conclude(under_way.outcome.result())
            unproved = [one for one in verdict.repeated if not self._answer_again(one)]
        except Fenced:
            self._lose()
            return decisions.requests
        except ClockBehind:
            self._clock.forget()
            return [request for request in decisions.requests if self._may_try_again(request)]
        except Exception as error:  # noqa: BLE001  the desk outlives any one batch
            if is_outage(error):
                return self._outage(decisions.requests, error)
            return self._take_apart(decisions.requests, error)
        self._committed_at = time.monotonic()
        BATCH_SIZE.observe(len(decisions.requests))
        if not verdict.undone and not verdict.repeated:
            return None
        return [one for one in (*unproved, *verdict.undone) if self._may_try_again(one)]

    def _take_apart(self, requests: list[Request], error: Exception) -> list[Request]:
        """One of them is to blame: alone it fails, and each of the others is done."""
        self._streams.forget_all()
        undone = [request for request in requests if not request.answer.done()]
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
        left = [*self._again, *(self._waiting.take(len(self._waiting), wait=False) or ())]
        for request in left:
            settle(request, DeskClosed("another desk has taken over; nothing was done"))

    def _next_batch(self, *, wait: bool) -> list[Request] | None:
        """What waits now; None once the desk is closed and empty."""
        if self._again:
            # After a conflict requests are decided one by one, so that none harms another.
            return [self._again.popleft()]
        return self._waiting.take(self._batch_size, wait=wait)

    def _may_try_again(self, request: Request) -> bool:
        request.attempts += 1
        if request.attempts < _MOST_ATTEMPTS:
            return True
        settle(request, StoreUnavailable("the table's stream kept moving; nothing was done"))
        return False

    def _answer_again(self, request: Request) -> bool:
        """A repeated command id: the first answer, if it is the same request.

        False where a proof was used for another one: it is decided again without it.
        """
        claims = self._ledger.claims(request.claims)
        # After a restore it is no longer known what was asked: whatever comes is taken for it.
        others = [one.command_id for one in claims if one.body not in (request.body, UNKNOWN_BODY)]
        for claimed in others:
            if claimed in request.ids or claimed == request.place_id:
                settle(request, OtherBody(claimed))
                return True
        if others:
            request.context = request.context.with_used_proof(others[0])
            return False
        first = min(claim.first for claim in claims)
        last = max(claim.last for claim in claims)
        if self._archived.holds(first):
            self._archived.answer(request, first, last)
            return True
        logged = self._ledger.log_after(first - 1, last - first + 1)
        settle(request, Answer(tuple(entry.state for entry in logged), repeated=True))
        return True

    def _outage(self, requests: list[Request], error: Exception) -> list[Request]:
        """Nobody knows whether the batch was committed; the claimed ids make a retry harmless.

        After a pause, those that may be tried again. Probes are not: they are asked to find this.
        """
        self._streams.forget_all()
        undone = [request for request in requests if not request.answer.done()]
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
        left = [request for request in undone if not request.answer.done()]
        self._pause(wait if left else 0, away)
        return [request for request in left if not request.answer.done()]

    def _pause(self, seconds: float, away: StoreUnavailable) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for probe in self._waiting.take_probes():
                settle(probe, away)
            time.sleep(min(left, _LOOK_SECONDS))


@dataclass(frozen=True, slots=True)
class _UnderWay:
    """A batch that is being committed."""

    decisions: DecisionBatch
    outcome: "Future[Outcome]"


def _give_up(request: Request) -> None:
    settle(
        request,
        StoreUnavailable(
            "the store did not answer in time; whether it was done is not known:"
            " send it again with its command_id"
        ),
    )
