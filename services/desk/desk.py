"""One writer for the whole property: commands in, batches to the store, answers after commit."""

import sys
import threading
import time
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import structlog
from eventsourcing.persistence import PersistenceError

from domain.gaming_day import GamingDay
from services.desk.deciding import Sitting
from services.desk.request import Answer, OtherBody, Request
from services.desk.streams import Streams
from services.desk.waiting import DeskClosed, Waiting
from services.metrics import BATCH_SIZE, COMMIT_SECONDS, QUEUE_DEPTH
from services.store.batch import Batch, Outcome
from services.store.database import StoreUnavailable
from services.store.ledger import Fenced, Ledger
from services.store.streams import StreamState, save_snapshots

_log = structlog.get_logger("desk")
_MOST_ATTEMPTS: Final = 5
_TURN_SECONDS: Final = 0.0005
"""How long one thread may keep the interpreter from another that wants it. A commit wants it
several times for a moment; with Python's own five milliseconds it would wait more than work."""
_OUTAGE_WAIT_SECONDS: Final = (0.1, 0.2, 0.5, 1.0, 2.0)
_ANSWER_WITHIN_SECONDS: Final = 6.0
"""After so long an outage is told to the caller, however few attempts there were: one that hangs
takes its time, and a caller is promised an answer within ten seconds."""


class Desk:
    """A thread that decides requests on cached streams and commits them in batches."""

    def __init__(
        self,
        ledger: Ledger,
        *,
        day: GamingDay,
        queue_size: int = 2000,
        batch_size: int = 256,
        epoch: int | None = None,
    ) -> None:
        self._ledger = ledger
        self._day = day
        self._epoch = epoch
        self._batch_size = batch_size
        self._waiting = Waiting(queue_size)
        QUEUE_DEPTH.set_function(self._waiting.__len__)
        self._again: deque[Request] = deque()
        self._streams = Streams(ledger)
        self.lost = threading.Event()
        """Set when another desk has taken over; this one is of no more use."""
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)

    def start(self) -> None:
        sys.setswitchinterval(_TURN_SECONDS)
        self._thread.start()

    def submit(self, request: Request) -> "Future[Answer]":
        """Hand in a request; its answer comes after the commit."""
        self._waiting.join(request)
        return request.answer

    def close(self) -> None:
        """Take no more, finish what was taken, then stop."""
        if self._waiting.close() and self._thread.is_alive():
            self._thread.join()

    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def _run(self) -> None:
        """While one sitting is being committed the next one is decided."""
        under_way: _UnderWay | None = None
        with ThreadPoolExecutor(1, thread_name_prefix="commit") as committer:
            while not self.lost.is_set():
                requests = self._next_batch(wait=under_way is None)
                sitting = self._decide(requests, under_way) if requests else None
                failed = None if under_way is None else self._finish(under_way)
                if failed is not None:
                    # What was decided ahead stood on what did not come to be: again, behind it.
                    self._first_again([*failed, *(sitting.requests if sitting else ())])
                    sitting = None
                under_way = None
                if sitting is not None and sitting.requests:
                    sitting.stand_alone()
                    under_way = self._commit(sitting, committer)
                if due := self._streams.take_due():
                    # Behind the commit that nobody may wait for longer than need be.
                    committer.submit(self._save_snapshots, due)
                if requests is None and under_way is None and not self._again:
                    break
        if self.lost.is_set():
            self._turn_away()

    def _decide(self, requests: list[Request], under_way: "_UnderWay | None") -> Sitting:
        before = under_way.sitting if under_way else None
        sitting = Sitting(self._streams, self._day, datetime.now(UTC), before)
        for index, request in enumerate(requests):
            try:
                if not sitting.decide(request):
                    self._again.append(request)
            except PersistenceError as error:
                # All that follow wait with it, so that the order at a table holds.
                self._first_again(self._outage(requests[index:], StoreUnavailable(str(error))))
                break
            except Exception as error:  # noqa: BLE001  the desk outlives any one request
                _log.exception("deciding failed")
                _fail(request, error)
        return sitting

    def _commit(self, sitting: Sitting, committer: ThreadPoolExecutor) -> "_UnderWay":
        return _UnderWay(sitting, committer.submit(self._append, sitting.batch()))

    def _append(self, batch: Batch) -> Outcome:
        began = time.perf_counter()
        outcome = self._ledger.append(batch, self._epoch)
        COMMIT_SECONDS.observe(time.perf_counter() - began)
        return outcome

    def _save_snapshots(self, states: dict[str, StreamState]) -> None:
        try:
            save_snapshots(self._ledger, states)
        except PersistenceError as error:
            _log.warning("snapshots were not saved; loading takes longer", why=str(error))

    def _first_again(self, requests: list[Request]) -> None:
        """Before all others, so that nobody overtakes anybody at a table."""
        self._again.extendleft(reversed(requests))

    def _finish(self, under_way: "_UnderWay") -> list[Request] | None:
        """Wait for the commit and answer; None if all was stored, else what to decide again."""
        sitting = under_way.sitting
        try:
            verdict = sitting.conclude(under_way.outcome.result())
            for request in verdict.repeated:
                self._answer_again(request)
        except StoreUnavailable as error:
            return self._outage(sitting.requests, error)
        except Fenced:
            self._lose()
            return sitting.requests
        except Exception as error:  # noqa: BLE001  the desk outlives any one batch
            _log.exception("batch failed", requests=len(sitting.requests))
            self._streams.forget_all()
            for request in sitting.requests:
                _fail(request, error)
            return []
        BATCH_SIZE.observe(len(sitting.requests))
        if not verdict.undone and not verdict.repeated:
            return None
        return [request for request in verdict.undone if self._may_try_again(request)]

    def _lose(self) -> None:
        _log.error("this desk has lost its lease; another one writes", epoch=self._epoch)
        self._waiting.close()
        self.lost.set()

    def _turn_away(self) -> None:
        """Another desk writes now: whatever waits here is to be asked there."""
        left = [*self._again, *(self._waiting.take(len(self._waiting), wait=False) or ())]
        for request in left:
            _fail(request, DeskClosed("another desk has taken over; nothing was done"))

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
        _fail(request, StoreUnavailable("the table's stream kept moving; nothing was done"))
        return False

    def _answer_again(self, request: Request) -> None:
        """A repeated command id: the first answer, if it is the same request."""
        claims = self._ledger.claims(request.ids)
        others = [claim for claim in claims if claim.body != request.body]
        if others:
            _fail(request, OtherBody(others[0].command_id))
            return
        first = min(claim.first for claim in claims)
        last = max(claim.last for claim in claims)
        logged = self._ledger.log_after(first - 1, last - first + 1)
        _answer(request, Answer(tuple(entry.state for entry in logged)))

    def _outage(self, requests: list[Request], error: StoreUnavailable) -> list[Request]:
        """Nobody knows whether the batch was committed; the claimed ids make a retry harmless.

        After a pause, those that may be tried again.
        """
        self._streams.forget_all()
        undone = [request for request in requests if not request.answer.done()]
        for request in undone:
            if time.monotonic() - request.taken_at > _ANSWER_WITHIN_SECONDS:
                _fail(request, error)
        undone = [request for request in undone if not request.answer.done()]
        if not undone:
            return []
        wait = _OUTAGE_WAIT_SECONDS[min(undone[0].attempts, len(_OUTAGE_WAIT_SECONDS) - 1)]
        _log.warning(
            "store unavailable", waiting=len(undone), retry_in_seconds=wait, why=str(error)
        )
        time.sleep(wait)
        for request in undone:
            request.attempts += 1
            if request.attempts > _MOST_ATTEMPTS:
                _fail(request, error)
        return [request for request in undone if not request.answer.done()]


@dataclass(frozen=True, slots=True)
class _UnderWay:
    """A sitting that is being committed."""

    sitting: Sitting
    outcome: "Future[Outcome]"


def _answer(request: Request, answer: Answer) -> None:
    if request.answer.set_running_or_notify_cancel():
        request.answer.set_result(answer)


def _fail(request: Request, error: Exception) -> None:
    if not request.answer.done() and request.answer.set_running_or_notify_cancel():
        request.answer.set_exception(error)
