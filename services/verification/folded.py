"""Read models folded again in memory, from the log alone, as those who keep them would."""

from collections.abc import Iterable
from typing import Any, TypeVar

from domain.events import Event
from projections import Projection, Row
from projections.balances import Balances
from projections.figures.sums import add
from services.projector.steps import EventPlace
from services.reports.predicates import EVERY, Predicate, holds
from services.reports.rows import Rows
from services.store.database import Datastore

R = TypeVar("R", bound=Row)


class CannotFold(Exception):
    """An event that a read model is said to have folded, and that it cannot."""

    def __init__(self, event: Event, why: str) -> None:
        super().__init__(why)
        self.event = event


class Folded:
    """The rows of one read model; what somebody ordered to leave out is left out."""

    def __init__(self, projection: Projection[Row], steps: frozenset[EventPlace]) -> None:
        self.projection = projection
        self.steps = steps
        self.rows: dict[str, Row] = {}

    def take(self, event: Event) -> None:
        projection = self.projection
        place = projection.place(event)
        if place is None:
            return
        try:
            row = self.rows.get(place) or projection.first(place, event)
            if self.steps and (event.key, event.seq) in self.steps:
                left = projection.leave_out(row, event.seq)
                if left is not row:
                    self.rows[place] = left
                return
            self.rows[place] = projection.fold(row, event)
        except Exception as error:
            raise CannotFold(event, f"{projection.name}: {error!r}") from error

    def pass_over(self, key: str, seq: int) -> None:
        """An event that cannot even be read; the row that counts along is its stream's own."""
        if key in self.rows:
            self.rows[key] = self.projection.leave_out(self.rows[key], seq)


class FoldedRows(Rows):
    """The same for who makes reports of them."""

    def __init__(self, datastore: Datastore, models: Iterable[Folded]) -> None:
        super().__init__(datastore)
        self._models = {one.projection.name: one for one in models}

    def find(self, projection: Projection[R], wanted: Predicate = EVERY) -> list[R]:
        rows: dict[str, Any] = self._models[projection.name].rows
        return [rows[place] for place in sorted(rows) if holds(wanted, place, rows[place])]

    def sums(self, before: str) -> dict[str, dict[str, int]]:
        found: dict[str, dict[str, int]] = {}
        rows: dict[str, Any] = self._models[Balances.name].rows
        for row in rows.values():
            if row.day < before:
                found[row.key] = add(found.get(row.key, {}), row.accounts)
        return found
