"""One projection on its way through the events."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from domain.events import Event
from projections import Projection, Row
from services.following.read_models import Move, Place, ReadModels
from services.metrics import PROJECTION_STOPPED

_ROWS_IN_HAND: Final = 5000


class Poisoned(Exception):
    """An event that a fold cannot take: its projection stops there, the others go on."""

    def __init__(self, event: Event, error: object) -> None:
        super().__init__(f"{type(event).__name__} {event.key}/{event.seq}: {error}")


@dataclass(frozen=True, slots=True)
class Folded:
    """What a page changes: rows, and how far each of its streams has come."""

    rows: dict[str, Row]
    moves: list[Move]


class Follower:
    """Rows and positions in hand; nothing is kept before it is committed."""

    def __init__(self, projection: Projection[Row], models: ReadModels) -> None:
        self.projection = projection
        self.stopped = False
        self._models = models
        self._places: dict[str, Place] = {}
        self._rows: dict[str, Row] = {}
        self._heads: dict[str, int] = {}
        models.prepare(projection)
        PROJECTION_STOPPED.labels(projection.name).set(0)

    @property
    def name(self) -> str:
        return self.projection.name

    def place(self, source: str) -> Place:
        if source not in self._places:
            self._places[source] = self._models.position(self.projection, source)
        return self._places[source]

    def position(self, source: str) -> int:
        return self.place(source).position

    def fold(self, events: list[Event]) -> Folded:
        """Each stream goes on where it stands: what was seen is skipped, a gap is an error."""
        before = self._known_heads({event.key for event in events})
        heads = dict(before)
        new = list(_unseen(events, heads))
        places = [self.projection.place(event) for event in new]
        rows = self._known_rows({place for place in places if place is not None})
        changed: dict[str, Row] = {}
        for place, event in zip(places, new, strict=True):
            if place is None:
                continue
            try:
                row = rows.get(place) or self.projection.first(place, event)
                rows[place] = changed[place] = self.projection.fold(row, event)
            except Exception as error:
                raise Poisoned(event, repr(error)) from error
        moves = [Move(key, before[key], seq) for key, seq in heads.items() if seq > before[key]]
        return Folded(changed, moves)

    def _known_heads(self, keys: set[str]) -> dict[str, int]:
        missing = [key for key in keys if key not in self._heads]
        found = self._models.heads(self.name, missing) if missing else {}
        return {key: self._heads.get(key, found.get(key, 0)) for key in keys}

    def _known_rows(self, places: set[str]) -> dict[str, Row]:
        missing = [place for place in places if place not in self._rows]
        loaded = self._models.load(self.projection, missing) if missing else {}
        return loaded | {place: self._rows[place] for place in places if place in self._rows}

    def keep(self, folded: Folded, source: str, position: int) -> None:
        if len(self._rows) + len(folded.rows) > _ROWS_IN_HAND:
            self._rows.clear()
        self._rows.update(folded.rows)
        self._heads.update((move.key, move.after) for move in folded.moves)
        self._places[source] = self.place(source)._replace(position=position)

    def forget(self) -> None:
        """Another runner was faster: begin again where it is."""
        self._places.clear()
        self._rows.clear()
        self._heads.clear()


def _unseen(events: list[Event], heads: dict[str, int]) -> Iterable[Event]:
    """Moves the heads along."""
    for event in events:
        head = heads[event.key]
        if event.seq <= head:
            continue
        if event.seq != head + 1:
            raise Poisoned(event, f"a gap: {head} is the last of this stream that came")
        heads[event.key] = event.seq
        yield event
