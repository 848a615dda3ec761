"""Processes that follow streams side by side; of a small log this one does it alone."""

import gc
import multiprocessing
import queue
import signal
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import msgspec

from domain.day.state import day_of_key
from domain.meter.state import meter_name
from services.archive.reader import reader_of
from services.store.database import StoreUnavailable, open_datastore
from services.store.ledger import Ledger, StoredRow, is_outage
from services.verification.findings import PartResult
from services.verification.followed import Followed, Shown

Results: TypeAlias = list[list[PartResult]]

_PAGES_AHEAD: Final = 8
_LOOK_SECONDS: Final = 1.0
_WRITE: Final = msgspec.msgpack.Encoder()
_READ: Final = msgspec.msgpack.Decoder(list[Shown])


class WorkerDied(Exception):
    """A process that followed streams has ended before its work was done."""


class Store(NamedTuple):
    """Where a process finds the store: everything that it needs to know of the settings."""

    url: str
    schema: str
    archive_url: str = ""

    @contextmanager
    def opened(self) -> Iterator[Ledger]:
        datastore = open_datastore(self.url, connections=2, schema=self.schema, access="read")
        datastore.archive = reader_of(self.archive_url)
        try:
            yield Ledger(datastore)
        finally:
            datastore.close()


class Share:
    """Whose each stream is: a new one goes to whoever has the fewest events."""

    def __init__(self, workers: int) -> None:
        self._owners: dict[str, int] = {}
        self._events: Counter[int] = Counter(dict.fromkeys(range(workers), 0))
        self._workers = workers

    def divide(self, rows: list[StoredRow]) -> list[list[Shown]]:
        shares: list[list[Shown]] = [[] for _ in range(self._workers)]
        for row in rows:
            owner = self._owner(row.key)
            if self._is_for_all(row.key):
                for worker, share in enumerate(shares):
                    share.append((*row, worker == owner))
            else:
                shares[owner].append((*row, True))
        return shares

    def _owner(self, key: str) -> int:
        owner = self._owners.get(key)
        if owner is None:
            owner = min(range(self._workers), key=self._events.__getitem__)
            self._owners[key] = owner
        self._events[owner] += 1
        return owner

    @staticmethod
    def _is_for_all(key: str) -> bool:
        return ":" in key and (meter_name(key) is not None or day_of_key(key) is not None)


class Following(Protocol):
    """Whoever follows the streams: this process, or several others."""

    def take(self, rows: list[StoredRow]) -> None: ...
    def results(self) -> Results: ...


class AloneFollowing:
    """For a log that is read sooner than a process is started."""

    def __init__(self, parts: frozenset[str], heads: dict[str, int], ledger: Ledger) -> None:
        self._followed = Followed(parts, heads, ledger)
        self._share = Share(1)

    def take(self, rows: list[StoredRow]) -> None:
        self._followed.take(self._share.divide(rows)[0])

    def results(self) -> Results:
        return [self._followed.finish()]


class ProcessesFollowing:
    """Each has its own streams, a connection of its own and a few pages to go on with."""

    def __init__(
        self, parts: frozenset[str], heads: dict[str, int], store: Store, workers: int
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self._share = Share(workers)
        self._pages = [context.Queue(_PAGES_AHEAD) for _ in range(workers)]
        self._answers: Any = context.Queue()
        self._processes: list[BaseProcess] = [
            context.Process(
                target=_follow, args=(parts, heads, store, pages, self._answers), daemon=True
            )
            for pages in self._pages
        ]
        for process in self._processes:
            process.start()

    def take(self, rows: list[StoredRow]) -> None:
        for worker, share in enumerate(self._share.divide(rows)):
            self._put(worker, _WRITE.encode(share))

    def results(self) -> Results:
        for worker in range(len(self._pages)):
            self._put(worker, None)
        found = [self._answer() for _ in self._processes]
        for process in self._processes:
            process.join()
        return found

    def end(self) -> None:
        """Where the reading itself failed: nobody waits for more."""
        for process in self._processes:
            if process.is_alive():
                process.terminate()

    def _put(self, worker: int, page: bytes | None) -> None:
        while True:
            try:
                self._pages[worker].put(page, timeout=_LOOK_SECONDS)
            except queue.Full:
                self._look_after()
            else:
                return

    def _answer(self) -> list[PartResult]:
        while True:
            try:
                return _opened(self._answers.get(timeout=_LOOK_SECONDS))
            except queue.Empty:
                self._look_after()

    def _look_after(self) -> None:
        """One that failed says why, if it still can."""
        dead = [one for one in self._processes if one.exitcode not in (None, 0)]
        if not dead:
            return
        try:
            answer = self._answers.get(timeout=_LOOK_SECONDS)
        except queue.Empty:
            code = dead[0].exitcode
            raise WorkerDied(f"a process that followed streams ended with {code}") from None
        _opened(answer)
        self._answers.put(answer)


class _Failure(msgspec.Struct, tag=True):
    """Why a process could not go on."""

    why: str
    outage: bool


class _Answer(msgspec.Struct, tag=True):
    parts: list[PartResult]


def _opened(answer: bytes) -> list[PartResult]:
    found = msgspec.json.decode(answer, type=_Answer | _Failure)
    if isinstance(found, _Answer):
        return found.parts
    raise StoreUnavailable(found.why) if found.outage else WorkerDied(found.why)


def _follow(
    parts: frozenset[str], heads: dict[str, int], store: Store, pages: Any, answers: Any
) -> None:
    # Whoever stops the command stops its processes too, and does so in words.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # States are frozen and hold no circles: what is collected at all is soon, and by itself.
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    answer: _Answer | _Failure
    try:
        with store.opened() as ledger:
            followed = Followed(parts, heads, ledger)
            while (page := _next(pages)) is not None:
                followed.take(_READ.decode(page))
            answer = _Answer(followed.finish())
    except Exception as error:  # noqa: BLE001  told where somebody reads it
        answer = _Failure(traceback.format_exc(), is_outage(error))
    answers.put(msgspec.json.encode(answer))


def _next(pages: Any) -> bytes | None:
    """Nothing more where the command itself has gone."""
    while True:
        try:
            page: bytes | None = pages.get(timeout=_LOOK_SECONDS)
        except queue.Empty:
            parent = multiprocessing.parent_process()
            if parent is None or not parent.is_alive():
                return None
        else:
            return page
