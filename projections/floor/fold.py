"""The floor: one row a table, kept as the rules keep it."""

from typing import ClassVar

from msgspec.structs import replace

from domain.events import Event, Posting
from domain.events import round as of_round
from domain.events import table as of_table
from domain.events.books import MarkerPaid
from domain.events.corrections import EntryCorrected, RollCorrected
from domain.hosting import Table, evolve
from domain.table.evolve_corrected import into_the_box
from projections.figures.won import is_won, vigorish, won
from projections.floor.row import TableRow
from projections.projection import Projection


def _counted(row: TableRow, event: Event) -> TableRow:
    """The figures after the event; an opener, or a count that is rolled, begins them anew."""
    match event:
        case of_table.TableOpened(opener=opener):
            return _begun(row, opener)
        case of_table.TrayCounted(roll=True, counted=counted):
            return _begun(row, counted)
        case of_round.RoundClosed(bank=bank) | of_round.RoundVoided(bank=bank):
            return replace(row, rounds=row.rounds + 1, banked=row.banked + (bank is not None))
        case RollCorrected(reopens=True):
            # The round's end is told once more, and counts once.
            game = row.state.game
            banked = row.banked - (game is not None and game.was_banked())
            return _posted(replace(row, rounds=row.rounds - 1, banked=banked), event)
        case Posting():
            return _posted(row, event)
    return row


def _begun(row: TableRow, opener: int) -> TableRow:
    return TableRow(key=row.key, state=row.state, opener=opener)


def _posted(row: TableRow, event: Posting) -> TableRow:
    if isinstance(event, EntryCorrected):
        return _corrected(row, event)
    if isinstance(event, of_table.ChipsBought | MarkerPaid):
        return replace(row, drop=row.drop + event.entries.get("drop_box", 0))
    if not is_won(event):
        return row
    return replace(row, win=row.win + won(event), vigorish=row.vigorish + vigorish(event))


def _corrected(row: TableRow, event: EntryCorrected) -> TableRow:
    """Only what belongs to the running period is among the figures shown."""
    state = row.state
    if (event.session, event.period) != (state.session, state.books.period):
        return row
    if event.what == "opener":
        return replace(row, opener=event.amount)
    return replace(row, drop=row.drop + into_the_box(event))


class Floor(Projection[TableRow]):
    """One row a table."""

    name: ClassVar[str] = "floor"
    version: ClassVar[int] = 7
    one_a_stream: ClassVar[bool] = True
    row = TableRow

    def place(self, event: Event) -> str | None:
        return event.table if event.STREAM == "table" else None

    def first(self, place: str, event: Event) -> TableRow:
        return TableRow(key=event.key, state=Table(name=place))

    def fold(self, row: TableRow, event: Event) -> TableRow:
        row = _counted(row, event)
        state = evolve(row.state, event)
        return replace(row, seq=event.seq, day=event.day, at=event.at, state=state)

    def leave_out(self, row: TableRow, seq: int) -> TableRow:
        return replace(row, seq=seq, state=replace(row.state, seq=seq))
