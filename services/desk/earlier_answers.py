"""First answers of what comes again: refusals out of the store, events out of the archive.

A request that comes again is not decided again.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec
import structlog

from domain.refusals import Refused
from services.desk.request import Answer, CommandRefused, OtherBody, Request, settle
from services.store.ledger import Ledger

_log = structlog.get_logger("desk")
_SELECT: Final = (
    "SELECT delivery, command::text AS command, rule, reason FROM pitledger_refusals"
    " WHERE delivery = ANY (%s)"
)
_ALL_KINDS: Final[list[type[Refused]]] = [Refused, *Refused.__subclasses__()]
KINDS: Final = {kind.__name__: kind for kind in _ALL_KINDS}


def refused_before(
    ledger: Ledger, requests: Sequence[Request]
) -> dict[Request, CommandRefused | OtherBody]:
    """Of requests that may come again, the refusals whose answers may have been lost.

    An accepted request is found by its command ids.
    """
    again = [request for request in requests if request.again]
    if not again:
        return {}
    with ledger.datastore.get_connection() as conn:
        rows = conn.execute(_SELECT, ([request.delivery for request in again],)).fetchall()
    found = {row["delivery"]: row for row in rows}
    return {one: _refusal(one, found[one.delivery]) for one in again if one.delivery in found}


def _refusal(request: Request, row: dict[str, Any]) -> CommandRefused | OtherBody:
    """As it was given, if it is one of these commands that was refused."""
    refused = msgspec.json.decode(row["command"])
    for index, command in enumerate(request.commands):
        if command.model_dump(mode="json", exclude_none=True) == refused:
            return CommandRefused(Refused(row["rule"], row["reason"]), index, command)
    return OtherBody(request.ids[0])


class ArchivedAnswers:
    """Of commands whose events lie in the archive: read there, beside the desk.

    A thread of its own, made when it is needed: no table waits for an archive.
    """

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
