"""Running triples: one row a table, over all its sessions' valid rolls."""

from typing import ClassVar, Literal

from msgspec.structs import replace

from domain.events import Event
from domain.events.corrections import RollCorrected
from domain.events.round import DiceRolled
from domain.games.pai_gow.dice.dice_bonus import LAST
from projections.projection import Projection, Row


class TriplesRow(Row, frozen=True, kw_only=True):
    """How many valid rolls running were triples, and the longest run there was."""

    table: str
    count: int = 0
    longest: int = 0
    longest_before: int = 0
    """The longest without the last roll, which may yet be corrected."""
    rolls: int = 0
    all_triples: int = 0
    third_triples: int = 0
    """How often three ran in a row, which pays the dice bonus to the full."""
    last_shaker: int | Literal["dealer"] | None = None
    last_dice: tuple[int, ...] = ()
    last_round: str | None = None


def _taken_back(row: TriplesRow, event: RollCorrected) -> TriplesRow:
    """As if it had not been read; the right dice follow at once and are the last."""
    return replace(
        row,
        seq=event.seq,
        count=event.triples,
        longest=row.longest_before,
        rolls=row.rolls - 1,
        all_triples=row.all_triples - (event.was_running > 0),
        third_triples=row.third_triples - (event.was_running == LAST),
    )


class Triples(Projection[TriplesRow]):
    """The consecutive-triple state, per table."""

    name: ClassVar[str] = "triples"
    version: ClassVar[int] = 3
    row = TriplesRow

    def place(self, event: Event) -> str | None:
        return event.table if isinstance(event, DiceRolled | RollCorrected) else None

    def first(self, place: str, event: Event) -> TriplesRow:
        return TriplesRow(key=event.key, table=place)

    def fold(self, row: TriplesRow, event: Event) -> TriplesRow:
        if isinstance(event, RollCorrected):
            return _taken_back(row, event)
        assert isinstance(event, DiceRolled)
        return replace(
            row,
            seq=event.seq,
            day=event.day,
            count=event.triples,
            longest=max(row.longest, event.running),
            longest_before=row.longest,
            rolls=row.rolls + 1,
            all_triples=row.all_triples + (len(set(event.dice)) == 1),
            third_triples=row.third_triples + (event.running == LAST),
            last_shaker=event.shaker,
            last_dice=event.dice,
            last_round=event.round,
        )
