"""The log as a whole: no gap, time never goes back, and every event one accepted command's."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.gaming_day import is_earlier
from services.store.ledger import StoredRow
from services.verification.claims import Request
from services.verification.findings import Finding, Notebook

_RECORDED: Final = b'"recorded":"'
_COMMAND: Final = b'"command_id":"'
"""Quotes inside of a text are escaped, so that these are found as fields alone; they stand before
anything that a person has written."""


class LogOrder:
    """Looks at the bytes alone: whoever follows the streams reads them."""

    def __init__(self, first: int, claims: Iterator[Request]) -> None:
        self.book = Notebook("streams")
        self._position = first - 1
        self._recorded = ""
        self._claims = claims
        self._request: Request | None = next(claims, None)
        self._seen: set[str] = set()

    def take(self, rows: Sequence[StoredRow]) -> None:
        for row in rows:
            if row.position != self._position + 1:
                self._missing(row)
            self._position = row.position
            self._in_time(row)
            self._claimed(row)

    def finish(self, head: int) -> None:
        """What was accepted, and has no events; by the log's end as it is now."""
        self._end_request()
        while self._request is not None:
            request = self._request
            if request.last > head:
                self._find(
                    f"an accepted command ({_one(request)}) made the events {request.first} to"
                    f" {request.last}, and the log ends at {head}",
                    max(request.first, head + 1),
                )
            self._request = next(self._claims, None)

    def _missing(self, row: StoredRow) -> None:
        first, last = self._position + 1, row.position - 1
        gone = f"event {first} is" if first == last else f"events {first} to {last} are"
        self._find(f"{gone} missing from the log", first)

    def _in_time(self, row: StoredRow) -> None:
        recorded = _field(row.state, _RECORDED)
        if recorded != self._recorded:
            if self._recorded and (not recorded or _goes_back(recorded, self._recorded)):
                what = f"it was recorded at {recorded or 'no time'}, and the event before it at"
                self._find_at(row, f"{what} {self._recorded}")
            self._recorded = recorded

    def _claimed(self, row: StoredRow) -> None:
        while self._request is not None and self._request.last < row.position:
            self._end_request()
            self._next_request()
        command = _field(row.state, _COMMAND)
        request = self._request
        if request is None or row.position < request.first:
            self._find_at(row, "no accepted command is known to have made it")
        elif command not in request.ids:
            made = f"the events {request.first} to {request.last} are kept as made by"
            self._find_at(row, f"{made} {_one(request)}, and it names {command or 'no command'}")
        self._seen.add(command)

    def _end_request(self) -> None:
        request, seen = self._request, self._seen
        if request is None or not seen:
            return
        self.book.counts["commands"] += len(request.ids & seen)
        self._seen = set()

    def _next_request(self) -> None:
        before = self._request
        self._request = request = next(self._claims, None)
        if before is not None and request is not None and request.first <= before.last:
            what = f"two accepted commands ({_one(before)}, {_one(request)}) claim it"
            self._find(what, request.first)

    def _find_at(self, row: StoredRow, what: str) -> None:
        self.book.find(
            Finding(
                part="streams",
                what=what,
                position=row.position,
                key=row.key,
                seq=row.seq,
                event=row.topic.split(".")[1] if row.topic.count(".") > 1 else row.topic,
                round=row.round,
            )
        )

    def _find(self, what: str, position: int) -> None:
        self.book.find(Finding(part="streams", what=what, position=position))


def _field(state: bytes, name: bytes) -> str:
    at = state.find(name)
    if at < 0:
        return ""
    start = at + len(name)
    return state[start : state.find(b'"', start)].decode("ascii", "replace")


def _goes_back(recorded: str, before: str) -> bool:
    try:
        return is_earlier(recorded, before)
    except ValueError:
        return True


def _one(request: Request) -> str:
    return min(request.ids)
