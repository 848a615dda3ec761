"""Work on the log shared out to processes by stream: each has its own streams and its own pages.

Streams are independent of each other, so whoever has all events of one needs nobody else."""

import gc
import multiprocessing
import queue
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from services.archive.reader import reader_of
from services.store.appending import is_outage
from services.store.database import Access, StoreUnavailable, open_datastore
from services.store.ledger import Ledger
from services.tempo import seconds

T = TypeVar("T")
Work: TypeAlias = Callable[..., bytes]
"""What a process does with its pages, which come as the first argument; its answer."""

_PAGES_AHEAD: Final = 8
_LOOK_SECONDS: Final = seconds(1.0)


class WorkerDied(Exception):
    """A process has ended before its work was done."""


class Store(NamedTuple):
    """Where a process finds the store: everything that it needs to know of the settings."""

    url: str
    schema: str
    archive_url: str = ""

    @contextmanager
    def opened(self, access: Access = "read") -> Iterator[Ledger]:
        datastore = open_datastore(self.url, connections=2, schema=self.schema, access=access)
        datastore.archive = reader_of(self.archive_url)
        try:
            yield Ledger(datastore)
        finally:
            datastore.close()


class Share:
    """Whose each stream is: a new one goes to whoever has the fewest events."""

    def __init__(self, workers: int) -> None:
        self.owners: dict[str, int] = {}
        self._events: Counter[int] = Counter(dict.fromkeys(range(workers), 0))
        self.workers = workers

    def owner(self, key: str) -> int:
        """Of one more event of this stream."""
        owner = self.owners.get(key)
        if owner is None:
            owner = min(range(self.workers), key=self._events.__getitem__)
            self.owners[key] = owner
        self._events[owner] += 1
        return owner


class Processes(Generic[T]):
    """Processes at work, each with a few pages to go on with.

    `read` makes of an answer what it says, or raises what stopped its process.
    """

    def __init__(
        self, number: int, work: Work, *args: object, name: str, read: Callable[[bytes], T]
    ) -> None:
        self._name = name
        self._read = read
        self._workers = [_Worker(work, args) for _ in range(number)]

    def give(self, worker: int, page: bytes) -> None:
        """Waits while that process has enough to go on with; raises where any has failed."""
        self._put(self._workers[worker], page)

    def answers(self) -> list[T]:
        """What each has made of all its pages."""
        for worker in self._workers:
            self._put(worker, None)
            worker.has_all = True
        found = [self._answer(worker) for worker in self._workers]
        for worker in self._workers:
            worker.process.join()
        return found

    def end(self) -> None:
        """Nobody waits for more; harmless for those that have ended."""
        for worker in self._workers:
            worker.end()

    def _put(self, worker: "_Worker", page: bytes | None) -> None:
        while True:
            for one in self._workers:
                if not one.has_all and one.answered.poll():
                    # Nobody answers before the last page but to say why it cannot go on.
                    self._answer(one)
                    raise WorkerDied(f"a process that {self._name} ended too early")
            try:
                worker.pages.put(page, timeout=_LOOK_SECONDS)
            except queue.Full:
                continue
            return

    def _answer(self, worker: "_Worker") -> T:
        try:
            answer = worker.answered.recv_bytes()
        except EOFError:
            worker.process.join()
            raise WorkerDied(f"a process that {self._name} {worker.ended()}") from None
        outcome = msgspec.msgpack.decode(answer, type=_Answer | _Failure)
        if isinstance(outcome, _Failure):
            raise StoreUnavailable(outcome.why) if outcome.outage else WorkerDied(outcome.why)
        return self._read(outcome.said)


class _Worker:
    def __init__(self, work: Work, args: tuple[object, ...]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pages = context.Queue(_PAGES_AHEAD)
        self.has_all = False
        self.answered, answer = context.Pipe(duplex=False)
        self.process = context.Process(
            target=_work, args=(work, args, self.pages, answer), daemon=True
        )
        self.process.start()
        # Its end of the pipe is now that process's alone: it is closed when the process is gone.
        answer.close()

    def ended(self) -> str:
        code = self.process.exitcode
        if code is not None and code < 0:
            return f"was killed by {signal.Signals(-code).name}"
        return f"ended with {code}"

    def end(self) -> None:
        if self.process.is_alive():
            self.process.terminate()
        self.process.join()
        # What nobody took any more is not waited for.
        self.pages.cancel_join_thread()
        self.pages.close()


class _Failure(msgspec.Struct, tag=True):
    """Why a process could not go on."""

    why: str
    outage: bool


class _Answer(msgspec.Struct, tag=True):
    said: bytes


def _work(work: Work, args: tuple[object, ...], pages: Any, answer: Connection) -> None:
    # Whoever stops the command stops its processes too, and does so in words.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # States are frozen and hold no circles: what is collected at all is soon, and by itself.
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    said: _Answer | _Failure
    try:
        said = _Answer(work(_given(pages), *args))
    except Exception as error:  # noqa: BLE001  told where somebody reads it
        said = _Failure(traceback.format_exc(), is_outage(error))
    answer.send_bytes(msgspec.msgpack.encode(said))


def _given(pages: Any) -> Iterator[bytes]:
    """Page by page to the last; where the command itself has gone, the process goes too."""
    while True:
        try:
            page: bytes | None = pages.get(timeout=_LOOK_SECONDS)
        except queue.Empty:
            parent = multiprocessing.parent_process()
            if parent is None or not parent.is_alive():
                sys.exit(1)
            continue
        if page is None:
            return
        yield page
