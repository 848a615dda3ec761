"""The first answer of a command whose events lie in the archive: read there, beside the desk."""

from concurrent.futures import ThreadPoolExecutor

import structlog

from services.desk.request import Answer, Request, settle
from services.store.ledger import Ledger

_log = structlog.get_logger("desk")


class ArchivedAnswers:
    """A thread of its own, made when it is needed: no table waits for an archive."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._thread: ThreadPoolExecutor | None = None

    def holds(self, first: int) -> bool:
        """Whether an event is to be looked for in the archive."""
        return first <= self._ledger.pruned.position()

    def answer(self, request: Request, first: int, last: int) -> None:
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, "archived answers")
        self._thread.submit(self._answer, request, first, last)

    def close(self) -> None:
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)

    def _answer(self, request: Request, first: int, last: int) -> None:
        try:
            logged = self._ledger.log_after(first - 1, last - first + 1)
            settle(request, Answer(tuple(entry.state for entry in logged), repeated=True))
        except Exception as error:  # noqa: BLE001  whoever asked gets it
            _log.warning("an archived answer cannot be read", why=str(error))
            settle(request, error)
