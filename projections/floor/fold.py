"""The floor: one row a table, kept as the rules keep it."""

from collections.abc import Callable
from typing import Any, ClassVar, Final, TypeAlias

from msgspec.structs import replace

from domain.events import Event, Posting
from domain.events import round as of_round
from domain.events import table as of_table
from domain.events.books import MarkerPaid
from domain.events.corrections import EntryCorrected, RollCorrected
from domain.hosting import Table, evolve
from domain.messages.events import kinds_of
from domain.table.evolve_corrected import into_the_box
from projections.figures.won import NOT_WON, gained
from projections.floor.row import TableRow
from projections.projection import Projection

_Changes: TypeAlias = dict[str, Any]


class Floor(Projection[TableRow]):
    """One row a table."""

    name: ClassVar[str] = "floor"
    version: ClassVar[int] = 7
    one_a_stream: ClassVar[bool] = True
    kinds = kinds_of(Event, stream="table")
    row = TableRow

    def row_of(self, event: Event) -> str | None:
        return event.table

    def first(self, place: str, event: Event) -> TableRow:
        return TableRow(key=event.key, state=Table(name=place))

    def fold(self, row: TableRow, event: Event) -> TableRow:
        state = evolve(row.state, event)
        change = _FIGURES.get(type(event))
        if change is None:
            return replace(row, seq=event.seq, day=event.day, at=event.at, state=state)
        figures = change(row, event)
        return replace(row, seq=event.seq, day=event.day, at=event.at, state=state, **figures)

    def leave_out(self, row: TableRow, seq: int) -> TableRow:
        return replace(row, seq=seq, state=replace(row.state, seq=seq))


def _opened(_: TableRow, event: of_table.TableOpened) -> _Changes:
    return _begun(event.opener)


def _tray_counted(_: TableRow, event: of_table.TrayCounted) -> _Changes:
    return _begun(event.counted) if event.roll else {}


def _begun(opener: int) -> _Changes:
    """An opener, or a count that is rolled, begins the figures anew."""
    return {"opener": opener, "drop": 0, "win": 0, "vigorish": 0, "rounds": 0, "banked": 0}


def _round_over(row: TableRow, event: of_round.RoundClosed | of_round.RoundVoided) -> _Changes:
    return {"rounds": row.rounds + 1, "banked": row.banked + (event.bank is not None)}


def _won(row: TableRow, event: Posting) -> _Changes:
    win, vigorish = gained(event)
    return {"win": row.win + win, "vigorish": row.vigorish + vigorish}


def _roll_taken_back(row: TableRow, event: RollCorrected) -> _Changes:
    changes = _won(row, event)
    if event.reopens is True:
        # The round's end is told once more, and counts once.
        changes |= {"rounds": row.rounds - 1, "banked": row.banked - _was_banked(row)}
    return changes


def _was_banked(row: TableRow) -> bool:
    """Whether a player banked the round that is opened again."""
    game = row.state.game
    return game is not None and game.was_banked()


def _dropped(row: TableRow, event: of_table.ChipsBought | MarkerPaid) -> _Changes:
    return {"drop": row.drop + event.entries.get("drop_box", 0)}


def _corrected(row: TableRow, event: EntryCorrected) -> _Changes:
    """Only what belongs to the running period is among the figures shown."""
    state = row.state
    if (event.session, event.period) != (state.session, state.books.period):
        return {}
    if event.what == "opener":
        return {"opener": event.amount}
    return {"drop": row.drop + into_the_box(event)}


_FIGURES: Final[dict[type[Event], Callable[[TableRow, Any], _Changes]]] = {
    **dict.fromkeys(kinds_of(Posting, stream="table") - NOT_WON, _won),
    of_table.TableOpened: _opened,
    of_table.TrayCounted: _tray_counted,
    of_table.ChipsBought: _dropped,
    MarkerPaid: _dropped,
    of_round.RoundClosed: _round_over,
    of_round.RoundVoided: _round_over,
    RollCorrected: _roll_taken_back,
    EntryCorrected: _corrected,
}
"""What each changes of the figures, beside the table itself."""
