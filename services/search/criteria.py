"""What is looked for, once it has been read and found to make sense."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

DEALER: Final = "dealer"


class Piece(NamedTuple):
    """One piece or several together: any of what its words may mean."""

    words: str
    meant: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Criteria:
    """All of it has to be true of a round; what is None does not matter.

    Seat, player, wager, outcome and amount are of one and the same wager; pieces are of one hand,
    that of the seat or of the wager's seat.
    """

    table: str | None = None
    day: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    """It was on the layout at some moment from the one to the other."""
    seat: int | str | None = None
    """A betting area, or `dealer`."""
    player: str | None = None
    pieces: tuple[Piece, ...] = ()
    dice: tuple[int, ...] | None = None
    outcome: str | None = None
    wager: str | None = None
    least: int | None = None
    most: int | None = None
    """In cents, of the wager or of what it was paid."""
    game: str | None = None
    state: str | None = None

    @property
    def by_amount(self) -> bool:
        return self.least is not None or self.most is not None

    @property
    def of_a_wager(self) -> tuple[str, ...]:
        """What is asked of one wager, its seat aside."""
        named = [name for name in ("player", "wager", "outcome") if getattr(self, name) is not None]
        return (*named, *(("amount",) if self.by_amount else ()))

    def apart(self) -> Iterator[tuple[str, "Criteria"]]:
        """Each thing that is asked for, alone; what makes sense only together stays so."""
        yield from ((name, replace(NOTHING, **{name: value})) for name, value in self._single())
        if self.since is not None or self.until is not None:
            yield "time", replace(NOTHING, since=self.since, until=self.until)
        if self.by_amount:
            yield "amount", replace(NOTHING, least=self.least, most=self.most)
        for piece in self.pieces:
            yield "piece", replace(NOTHING, pieces=(piece,))

    def _single(self) -> Iterator[tuple[str, Any]]:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None and field.name not in _NOT_SINGLE:
                yield field.name, value


_NOT_SINGLE: Final = frozenset({"since", "until", "least", "most", "pieces"})
NOTHING: Final = Criteria()


class Cursor(NamedTuple):
    """The last round of a page: the next page begins below it."""

    opened: datetime
    round: str
