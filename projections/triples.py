"""Running triples: one row a table, over all its sessions' valid rolls."""

from typing import ClassVar, Literal

from msgspec.structs import replace

from domain.dice.dice_bonus import LAST
from domain.events import Event
from domain.events.round import DiceRolled
from projections.projection import Projection, Row


class TriplesRow(Row, frozen=True, kw_only=True):
    """How many valid rolls running were triples, and the longest run there was."""

    table: str
    count: int = 0
    longest: int = 0
    rolls: int = 0
    all_triples: int = 0
    third_triples: int = 0
    """How often three ran in a row, which pays the dice bonus to the full."""
    last_shaker: int | Literal["dealer"] | None = None
    last_dice: tuple[int, ...] = ()
    last_round: str | None = None


class Triples(Projection[TriplesRow]):
    """The consecutive-triple state, per table."""

    name: ClassVar[str] = "triples"
    version: ClassVar[int] = 2
    row = TriplesRow

    def place(self, event: Event) -> str | None:
        return event.table if isinstance(event, DiceRolled) else None

    def first(self, place: str, event: Event) -> TriplesRow:
        return TriplesRow(key=event.key, table=place)

    def fold(self, row: TriplesRow, event: Event) -> TriplesRow:
        assert isinstance(event, DiceRolled)
        return replace(
            row,
            seq=event.seq,
            day=event.day,
            count=event.triples,
            longest=max(row.longest, event.running),
            rolls=row.rolls + 1,
            all_triples=row.all_triples + (len(set(event.dice)) == 1),
            third_triples=row.third_triples + (event.running == LAST),
            last_shaker=event.shaker,
            last_dice=event.dice,
            last_round=event.round,
        )
