"""Reports of closed days: as they are served, held against those made of the log alone."""

from collections.abc import Iterator
from typing import Final

from domain.events import Event
from domain.events.day import DayClosed
from domain.messages.events import decode
from projections import all_projections
from projections.reports import REPORTS, Report, ReportEntry
from services.reports.books_at import Asked as AskedBooks
from services.reports.books_at import open_books
from services.reports.errors import CannotOpen, NotProjected
from services.reports.first_close import with_close
from services.reports.gathering import CLOSE, MODELS_READ, gather
from services.reports.written import as_json
from services.storage import Storage
from services.store.ledger import Logged
from services.store.rows import CorruptRow
from services.verification.asked import Asked
from services.verification.findings import Finding, Notebook, PartResult
from services.verification.folded import CannotFold, Folded, FoldedRows
from services.verification.progress import Progress

_PAGE: Final = 5000


def check_reports(storage: Storage, asked: Asked, progress: Progress) -> PartResult:
    """The log is folded once; wherever a day is closed, its reports are made of the rows so far."""
    check = _Reports(storage)
    with progress("making reports again", asked.head) as count:
        position = 0
        while position < asked.head and (page := storage.ledger.log_after(position, _PAGE)):
            if not check.take([one for one in page if one.position <= asked.head]):
                break
            position = page[-1].position
            count(min(position, asked.head))
    return check.book.result()


class _Reports:
    def __init__(self, storage: Storage) -> None:
        self.book = Notebook("reports")
        self._storage = storage
        self._models = [
            Folded(one, storage.models.steps.of(one.name))
            for one in all_projections()
            if one.name in MODELS_READ
        ]
        self._rows = FoldedRows(storage.ledger.datastore, self._models)

    def take(self, page: list[Logged]) -> bool:
        """False where the log cannot be folded any further."""
        for logged in page:
            try:
                event = decode(logged.topic, logged.state)
            except ValueError:
                if not self._pass_over(logged):
                    return False
                continue
            try:
                for model in self._models:
                    model.take(event)
            except CannotFold as error:
                what = f"it cannot be folded: {error}; no report after it was looked at"
                self.book.find(_at(logged, event, what))
                return False
            if isinstance(event, DayClosed):
                self._closed(logged, event)
        return True

    def _pass_over(self, logged: Logged) -> bool:
        """What cannot be read, if every read model was ordered to leave it out."""
        place = self._storage.ledger.stream_at(logged.position)
        if place is None or not all(place in model.steps for model in self._models):
            what = "it cannot be read; no report after it was looked at"
            self.book.find(Finding(part="reports", what=what, position=logged.position))
            return False
        for model in self._models:
            model.pass_over(*place)
        return True

    def _closed(self, logged: Logged, event: DayClosed) -> None:
        self.book.counts["closed days"] += 1
        for entry in REPORTS.values():
            self.book.counts["reports"] += 1
            for what in self._differing(entry, event):
                self.book.find(_at(logged, event, what))

    def _differing(self, entry: ReportEntry, event: DayClosed) -> Iterator[str]:
        named = f"the report {entry.name} of {event.day} as {event.status}"
        settings, ledger = self._storage.settings, self._storage.ledger
        threshold = settings.currency_threshold
        books = gather(self._rows, event.day, entry.needs, threshold=threshold)
        fresh = entry.build(with_close(ledger, books) if CLOSE in entry.needs else books)
        asked = AskedBooks(event.day, status=event.status)
        try:
            served = entry.build(open_books(ledger, asked, entry.needs, threshold=threshold))
        except NotProjected:
            self.book.notes["reports of days that the read models have not come to yet"] += 1
            return
        except (CannotOpen, CorruptRow, ValueError) as error:
            yield f"{named} cannot be served: {error}"
            return
        if as_json(served, settings.timezone) != as_json(fresh, settings.timezone):
            yield f"{named}: {_first_difference(served, fresh)}"


def _at(logged: Logged, event: Event, what: str) -> Finding:
    return Finding(
        part="reports",
        what=what,
        position=logged.position,
        key=event.key,
        seq=event.seq,
        event=type(event).__name__,
    )


def _first_difference(served: Report, fresh: Report) -> str:
    for one, other in zip(served.sections, fresh.sections, strict=True):
        for line, (mine, theirs) in enumerate(zip(one.rows, other.rows, strict=False), start=1):
            for column, cell, right in zip(one.columns, mine, theirs, strict=True):
                if cell != right:
                    where = f"{one.name}, line {line}, {column.name}"
                    return f"{where} is {cell!r}, and the log comes to {right!r}"
        if len(one.rows) != len(other.rows):
            lines = f"{one.name} has {len(one.rows)} lines"
            return f"{lines}, and the log comes to {len(other.rows)}"
    return "its notes or its status are not what the log comes to"
