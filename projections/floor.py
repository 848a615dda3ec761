"""The floor: one row a table, as the pit sees it now."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from domain.events import Event, Posting
from domain.events import round as of_round
from domain.events import table as of_table
from domain.table.lawful import Moment, next_commands
from projections.projection import Projection, Row


class Triples(msgspec.Struct, frozen=True):
    """The running triples of a table, and the wagers that stay down on them."""

    count: int = 0
    shaker: str | None = None
    retained: tuple[dict[str, int], ...] = ()


class TableRow(Row, frozen=True, kw_only=True):
    """What the API shows of a table; cents everywhere."""

    table: str
    session: int = 0
    regulation: str = ""
    phase: str = "closed"
    round: str | None = None
    opener: int | None = None
    tray_expected: int = 0
    drop_estimated: int = 0
    win: int = 0
    vigorish: int = 0
    rounds: int = 0
    triples: Triples = Triples()
    seats: tuple[int, ...] = ()
    """Betting areas with a wager in the round."""
    to_set: tuple[int, ...] = ()
    """Seats whose hand is still to be set."""
    exposed: tuple[int, ...] = ()
    uncounted: tuple[int, ...] = ()
    """Closed sessions whose drop is not counted yet."""
    at: str = ""
    next: tuple[str, ...] = ()


def _opened(row: TableRow, event: of_table.TableOpened) -> TableRow:
    assert event.session is not None
    return TableRow(
        key=row.key,
        table=row.table,
        session=event.session,
        regulation=event.regulation,
        phase="open",
        opener=event.opener,
        uncounted=row.uncounted,
    )


def _closed(row: TableRow, _: of_table.TableClosed) -> TableRow:
    return replace(row, phase="closed", uncounted=(*row.uncounted, row.session))


def _drop_counted(row: TableRow, event: of_table.DropCounted) -> TableRow:
    return replace(row, uncounted=_less(row.uncounted, event.session))


def _bought(row: TableRow, event: of_table.ChipsBought) -> TableRow:
    return replace(row, drop_estimated=row.drop_estimated + event.amount)


def _counted(row: TableRow, event: of_table.TrayCounted) -> TableRow:
    return replace(row, tray_expected=event.counted) if event.roll else row


def _round_opened(row: TableRow, event: of_round.RoundOpened) -> TableRow:
    return replace(row, phase="betting", round=event.round, seats=(), to_set=(), exposed=())


def _placed(row: TableRow, event: of_round.WagerPlaced) -> TableRow:
    return replace(row, seats=tuple(sorted({*row.seats, event.seat})))


def _withdrawn(row: TableRow, event: of_round.WagerWithdrawn) -> TableRow:
    return replace(row, seats=_less(row.seats, event.seat))


def _bets_closed(row: TableRow, _: of_round.BetsClosed) -> TableRow:
    return replace(row, phase="no_more_bets")


def _rolled(row: TableRow, event: of_round.DiceRolled) -> TableRow:
    return replace(row, phase="rolled", triples=replace(row.triples, count=event.triples))


def _dealt(row: TableRow, event: of_round.TilesDealt) -> TableRow:
    seats = tuple(int(place) for place in event.hands if place.isdigit())
    return replace(row, phase="dealt", to_set=seats)


def _exposed(row: TableRow, event: of_round.TileExposed) -> TableRow:
    if not event.position.isdigit():
        return row
    return replace(row, exposed=(*row.exposed, int(event.position)))


def _played_on(row: TableRow, event: of_round.HandPlayedOn) -> TableRow:
    return replace(row, exposed=_less(row.exposed, event.seat))


def _hand_done(row: TableRow, event: of_round.HandSet | of_round.HandVoided) -> TableRow:
    exposed = _less(row.exposed, event.seat)
    return replace(row, to_set=_less(row.to_set, event.seat), exposed=exposed)


def _house_set(row: TableRow, _: of_round.HouseSet) -> TableRow:
    return replace(row, phase="house_set")


def _settled(row: TableRow, event: of_round.WagerSettled) -> TableRow:
    won = row.win + event.entries.get("tray", 0)
    return replace(row, win=won, seats=_less(row.seats, event.seat))


def _vigorish(row: TableRow, event: of_round.VigorishTaken) -> TableRow:
    won = row.win + event.entries.get("tray", 0)
    return replace(row, win=won, vigorish=row.vigorish + event.amount)


def _round_over(row: TableRow, _: of_round.RoundClosed | of_round.RoundVoided) -> TableRow:
    over = replace(row, phase="open", round=None, seats=(), to_set=(), exposed=())
    return replace(over, rounds=row.rounds + 1)


def _less(seats: tuple[int, ...], seat: object) -> tuple[int, ...]:
    return tuple(one for one in seats if one != seat)


_CHANGES: Final[dict[type[Event], Callable[[TableRow, Any], TableRow]]] = {
    of_table.TableOpened: _opened,
    of_table.TableClosed: _closed,
    of_table.DropCounted: _drop_counted,
    of_table.ChipsBought: _bought,
    of_table.TrayCounted: _counted,
    of_round.RoundOpened: _round_opened,
    of_round.WagerPlaced: _placed,
    of_round.WagerWithdrawn: _withdrawn,
    of_round.BetsClosed: _bets_closed,
    of_round.DiceRolled: _rolled,
    of_round.TilesDealt: _dealt,
    of_round.TileExposed: _exposed,
    of_round.HandPlayedOn: _played_on,
    of_round.HandSet: _hand_done,
    of_round.HandVoided: _hand_done,
    of_round.HouseSet: _house_set,
    of_round.WagerSettled: _settled,
    of_round.VigorishTaken: _vigorish,
    of_round.RoundClosed: _round_over,
    of_round.RoundVoided: _round_over,
}


def _moment(row: TableRow) -> Moment:
    return Moment(
        wagers=bool(row.seats),
        to_set=bool(set(row.to_set) - set(row.exposed)),
        all_set=not row.to_set,
        exposed=bool(row.exposed),
        uncounted=bool(row.uncounted),
    )


class Floor(Projection[TableRow]):
    """One row a table."""

    name: ClassVar[str] = "floor"
    row = TableRow

    def place(self, event: Event) -> str | None:
        return event.table

    def first(self, place: str, event: Event) -> TableRow:
        return TableRow(key=event.key, table=place)

    def fold(self, row: TableRow, event: Event) -> TableRow:
        change = _CHANGES.get(type(event))
        if change is not None:
            row = change(row, event)
        tray = row.tray_expected
        if isinstance(event, Posting):
            tray += event.entries.get("tray", 0)
        lawful = next_commands(row.phase, _moment(row))
        return replace(
            row, seq=event.seq, day=event.day, at=event.at, tray_expected=tray, next=lawful
        )
