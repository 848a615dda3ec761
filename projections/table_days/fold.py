"""A table's days in a few numbers, so that statistics can read two years of them at once."""

from collections.abc import Callable
from typing import Any, ClassVar, Final, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from domain.events import Event, Posting
from domain.events import books as of_books
from domain.events import round as of_round
from domain.events import table as of_table
from domain.events.corrections import EntryCorrected, RollCorrected
from domain.game_library import regulation_name
from domain.messages.events import kinds_of
from domain.table.evolve_corrected import into_the_box
from domain.wagers.elected import elected_by
from projections.figures.decided import decided_by
from projections.figures.sums import add
from projections.figures.won import NOT_WON, gained
from projections.projection import Projection
from projections.table_days.row import Numbers, TableDayRow

_Changes: TypeAlias = dict[str, Any]


class TableDays(Projection[TableDayRow]):
    """One row a table session."""

    name: ClassVar[str] = "table_days"
    version: ClassVar[int] = 3
    by_day: ClassVar[bool] = True
    kinds = kinds_of(
        *(Posting, of_table.TrayCounted, of_books.BoxRemoved),
        *(of_round.RoundClosed, of_round.RoundVoided),
        stream="table",
    )
    row = TableDayRow

    def row_of(self, event: Event) -> str:
        return f"{event.table}-{event.session}"

    def first(self, place: str, event: Event) -> TableDayRow:
        assert event.table is not None
        return TableDayRow(key=event.key, since=event.seq, table=event.table)

    def fold(self, row: TableDayRow, event: Event) -> TableDayRow:
        return replace(row, seq=event.seq, **_CHANGES[type(event)](row, event))


def _opened(_: TableDayRow, event: of_table.TableOpened) -> _Changes:
    limits = event.submission.get("hold_limits")
    return {
        "day": event.day,
        "game": regulation_name(event.regulation),
        "hold_limits": (limits[0], limits[1]) if limits else None,
        "elected": elected_by(event.submission),
        "periods": (Numbers(number=1, day=event.day, opener=event.opener),),
    }


def _running(row: TableDayRow, **more: int) -> _Changes:
    """Added to the running period's figures."""
    *earlier, running = row.periods
    return {"periods": (*earlier, _with(running, more))}


def _with(numbers: Numbers, more: dict[str, int]) -> Numbers:
    return replace(numbers, **{name: getattr(numbers, name) + more[name] for name in more})


def _won(row: TableDayRow, event: Posting) -> _Changes:
    *earlier, running = row.periods
    win, taken = gained(event)
    running = replace(
        running, win_events=running.win_events + win, vigorish=running.vigorish + taken
    )
    return {"periods": (*earlier, running)}


def _roll_taken_back(row: TableDayRow, event: RollCorrected) -> _Changes:
    changed = _won(row, event)
    if event.reopens is not True:
        return changed
    # The round's end is told once more, and counts once.
    *earlier, running = changed["periods"]
    back = {wager: -cents for wager, cents in row.last_round.items()}
    wagered = add(running.wagered, back)
    running = replace(running, rounds=running.rounds - 1, wagered=wagered)
    return {"periods": (*earlier, running)}


def _bought(row: TableDayRow, event: of_table.ChipsBought) -> _Changes:
    return _running(row, drop_estimated=event.amount)


def _marker(row: TableDayRow, event: of_books.MarkerPaid) -> _Changes:
    cash = event.amount if event.tender == "cash" else 0
    return _running(row, marker_payments=event.amount, drop_estimated=cash)


def _filled(row: TableDayRow, event: of_table.TableFilled) -> _Changes:
    return _running(row, fills=event.entries.get("tray", 0))


def _credited(row: TableDayRow, event: of_table.TableCredited) -> _Changes:
    return _running(row, credits=-event.entries.get("tray", 0))


def _over(row: TableDayRow, event: of_round.RoundClosed | of_round.RoundVoided) -> _Changes:
    wagered = decided_by(event).wagered
    *earlier, running = row.periods
    running = replace(running, rounds=running.rounds + 1, wagered=add(running.wagered, wagered))
    return {"periods": (*earlier, running), "last_round": wagered}


def _numbered(row: TableDayRow, number: int, **more: int) -> _Changes:
    """Added to the figures of a period by its number."""
    return {
        "periods": tuple(_with(one, more) if one.number == number else one for one in row.periods)
    }


def _drop_counted(row: TableDayRow, event: of_table.DropCounted) -> _Changes:
    return _numbered(row, event.period, counted=1, dropped=event.amount)


def _box_removed(row: TableDayRow, event: of_books.BoxRemoved) -> _Changes:
    stood = event.box == row.box and row.periods[-1].closer is None
    return {"box": row.box + stood, **_numbered(row, event.period, boxes=int(stood))}


def _counted(row: TableDayRow, event: of_table.TrayCounted | of_table.TableClosed) -> _Changes:
    if isinstance(event, of_table.TrayCounted) and not event.roll:
        return {}
    *earlier, running = row.periods
    ended = replace(running, closer=event.counted)
    if isinstance(event, of_table.TableClosed):
        return {"periods": (*earlier, ended)}
    lay = 0 if event.on_layout is UNSET else event.on_layout
    ended = replace(ended, on_layout=ended.on_layout + lay)
    following = Numbers(
        number=running.number + 1, day=event.day, opener=event.counted, on_layout=-lay
    )
    return {"day": event.day, "box": row.box + 1, "periods": (*earlier, ended, following)}


_FIGURES: Final = {
    "opener": "opener",
    "fill": "fills",
    "credit": "credits",
    "marker": "marker_payments",
    "closer": "closer",
    "drop": "dropped",
}
"""The figure that each kind of entry is part of, beside what should be in the box."""


def _corrected(row: TableDayRow, event: EntryCorrected) -> _Changes:
    if event.late or event.what == "last_closer":
        return {}
    figures = {_FIGURES[event.what]: event.amount - event.was} if event.what in _FIGURES else {}
    return _numbered(row, event.period, drop_estimated=into_the_box(event), **figures)


_CHANGES: Final[dict[type[Event], Callable[[TableDayRow, Any], _Changes]]] = {
    **dict.fromkeys(kinds_of(Posting, stream="table") - NOT_WON, _won),
    of_table.TableOpened: _opened,
    of_table.ChipsBought: _bought,
    of_table.TableFilled: _filled,
    of_table.TableCredited: _credited,
    of_table.TrayCounted: _counted,
    of_table.TableClosed: _counted,
    of_table.DropCounted: _drop_counted,
    of_books.BoxRemoved: _box_removed,
    of_books.MarkerPaid: _marker,
    of_round.RoundClosed: _over,
    of_round.RoundVoided: _over,
    EntryCorrected: _corrected,
    RollCorrected: _roll_taken_back,
}
"""What each changes of the row; all other money was won or lost in play."""
