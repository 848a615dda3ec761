"""Folding the log into read models that are built anew: one page after the other, all models."""

from collections.abc import Iterable, Sequence
from typing import Final

from domain.events import Event
from domain.messages.events import decode
from projections import Projection, Row
from services.projector.feed import Unreadable
from services.projector.follower import Poisoned
from services.projector.pile import Pile, Refused
from services.projector.read_models import ReadModels
from services.store.ledger import Ledger, Logged

_PAGE: Final = 5000


class Folding:
    """All read models over the streams that come here; rows are put down by and by."""

    def __init__(
        self, ledger: Ledger, models: ReadModels, projections: Iterable[Projection[Row]]
    ) -> None:
        self._ledger = ledger
        self._models = models
        self.piles = [Pile(models, projection) for projection in projections]
        self.heads: dict[str, int] = {}

    def take(self, logged: Sequence[Logged]) -> None:
        events: list[Event] = []
        for entry in logged:
            try:
                events.append(decode(entry.topic, entry.state))
            except ValueError as error:
                self._fold(events)
                events = []
                self._pass_over(entry, error)
        self._fold(events)

    def _fold(self, events: list[Event]) -> None:
        for pile in self.piles:
            pile.fold(events)
        for event in events:
            self.heads[event.key] = event.seq

    def _pass_over(self, entry: Logged, error: ValueError) -> None:
        """What cannot be read, if every read model has been ordered to leave it out."""
        place = self._ledger.stream_at(entry.position)
        if place is None or not all(place in pile.steps for pile in self.piles):
            why = f"{entry.topic} at {entry.position}: {error}"
            raise Unreadable(why, entry.position, place) from error
        for pile in self.piles:
            pile.pass_over(*place)
        self.heads[place[0]] = place[1]

    def put_down(self, *, beyond: int = 0) -> None:
        """Of every read model that has more rows in hand than this."""
        for pile in self.piles:
            if len(pile) > beyond:
                with self._models.datastore.transaction(commit=True) as cursor:
                    pile.put_down(cursor)

    def poisoned(self, refused: Refused) -> Exception:
        """Which event made a row that the database refuses: found by folding it once more."""
        projection, models = refused.projection, self._models
        rows = {
            place: None
            for place, row in refused.rows.items()
            if models.refusal(projection.name, {place: row})
        }
        grown: dict[str, Row] = {}
        position = 0
        while logged := self._ledger.log_after(position, _PAGE):
            for entry in logged:
                event = decode(entry.topic, entry.state)
                place = projection.place(event)
                if place is None or place not in rows:
                    continue
                row = projection.fold(grown.get(place) or projection.first(place, event), event)
                why = models.refusal(projection.name, {place: row})
                if why is not None:
                    return Poisoned(event, why)
                grown[place] = row
            position = logged[-1].position
        return refused
