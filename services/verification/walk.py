"""One reading of the log, from the first event of the range to its last, for all that look."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Final

from services.reports.as_of import heads_at
from services.runtime.by_stream import Store
from services.store.ledger import Ledger, StoredRow
from services.transparency.sealed_log import SealedLog
from services.verification.ahead import ahead_of_the_log
from services.verification.asked import Asked
from services.verification.claims import requests
from services.verification.findings import OF_THE_LOG, Notebook
from services.verification.log_order import LogOrder
from services.verification.stream_checks import (
    FOLLOWED,
    OtherProcesses,
    Results,
    StreamWorkers,
    ThisProcess,
)
from services.verification.tree import TreeCheck

_PAGE: Final = 2000
_ALONE: Final = 30_000
"""A log of fewer events is followed sooner than processes are started."""


class Walk:
    """The parts that one reading of the log is for."""

    def __init__(self, ledger: Ledger, store: Store, asked: Asked) -> None:
        self._ledger = ledger
        self._store = store
        self._asked = asked
        self.books: dict[str, Notebook] = {
            part: Notebook(part) for part in asked.parts if part in OF_THE_LOG
        }
        self.unsealed: int | None = None

    def run(self, count: Callable[[int], None]) -> None:
        with ExitStack() as stack:
            tree = self._tree()
            order = self._order(stack)
            following = self._following(stack)
            takers = [one.take for one in (tree, order, following) if one is not None]
            for rows in self._pages():
                for take in takers:
                    take(rows)
                count(rows[-1].position - self._asked.first + 1)
            self._conclude(tree, order, following)

    def _pages(self) -> Iterator[list[StoredRow]]:
        position, last = self._asked.first - 1, self._asked.last
        while position < last:
            rows = self._ledger.rows_after(position, min(_PAGE, last - position))
            rows = [row for row in rows if row.position <= last]
            if not rows:
                return
            yield rows
            position = rows[-1].position

    def _tree(self) -> TreeCheck | None:
        if "tree" not in self.books:
            return None
        asked = self._asked
        sealed = SealedLog(self._ledger.datastore)
        return TreeCheck(sealed, asked.trust, asked.kept, asked.first)

    def _order(self, stack: ExitStack) -> LogOrder | None:
        if "streams" not in self.books:
            return None
        asked, datastore = self._asked, self._ledger.datastore
        last = asked.last if asked.last < asked.head else 2**62
        claims = stack.enter_context(requests(datastore, asked.first, last))
        return LogOrder(asked.first, claims)

    def _following(self, stack: ExitStack) -> StreamWorkers | None:
        parts, first = frozenset(self.books) & frozenset(FOLLOWED), self._asked.first
        if not parts:
            return None
        heads = heads_at(self._ledger, first - 1) if first > 1 else {}
        if self._asked.workers < 2 or self._asked.last - first < _ALONE:
            return ThisProcess(parts, heads, self._ledger)
        processes = OtherProcesses(parts, heads, self._store, self._asked.workers)
        stack.callback(processes.end)
        return processes

    def _conclude(
        self, tree: TreeCheck | None, order: LogOrder | None, following: StreamWorkers | None
    ) -> None:
        asked, ledger = self._asked, self._ledger
        if order is not None:
            order.finish(ledger.head())
            self.books["streams"].add(order.book.result())
            for finding in ahead_of_the_log(ledger):
                self.books["streams"].find(finding)
        if following is not None:
            self._add(following.results())
        if tree is not None:
            to_the_end = asked.last == asked.head
            self.unsealed = tree.finish(asked.last, ledger.head, to_the_end=to_the_end)
            self.books["tree"].add(tree.book.result())

    def _add(self, results: Results) -> None:
        for parts in results:
            for part in parts:
                self.books[part.part].add(part)
