"""A table's days in a few numbers, so that statistics can read two years of them at once."""

from typing import ClassVar, Final

from msgspec import UNSET
from msgspec.structs import replace

from domain.events import Event, Posting
from domain.events import books as of_books
from domain.events import round as of_round
from domain.events import table as of_table
from domain.events.corrections import EntryCorrected, RollCorrected
from domain.events.envelope import RoundPosting
from domain.games.library import regulation_name
from domain.table.evolve_corrected import into_the_box
from domain.wagers.elected import elected_by
from projections.figures.decided import decided_by
from projections.figures.sums import add
from projections.figures.won import is_won, vigorish, won
from projections.projection import Projection
from projections.table_days.row import Numbers, TableDayRow


class TableDays(Projection[TableDayRow]):
    """One row a table session."""

    name: ClassVar[str] = "table_days"
    version: ClassVar[int] = 3
    by_day: ClassVar[bool] = True
    row = TableDayRow

    def place(self, event: Event) -> str | None:
        if not isinstance(event, _FOLDED) or event.STREAM != "table":
            return None
        return f"{event.table}-{event.session}"

    def first(self, place: str, event: Event) -> TableDayRow:
        assert event.table is not None
        return TableDayRow(key=event.key, since=event.seq, table=event.table)

    def fold(self, row: TableDayRow, event: Event) -> TableDayRow:
        row = replace(row, seq=event.seq)
        if isinstance(event, _OF_PLAY):
            return _running(row, event)
        match event:
            case of_table.TableOpened():
                first = Numbers(number=1, day=event.day, opener=event.opener)
                game = regulation_name(event.regulation)
                limits = event.submission.get("hold_limits")
                return replace(
                    row,
                    day=event.day,
                    game=game,
                    hold_limits=(limits[0], limits[1]) if limits else None,
                    elected=elected_by(event.submission),
                    periods=(first,),
                )
            case of_table.DropCounted():
                return _changed(row, event.period, counted=1, dropped=event.amount)
            case EntryCorrected():
                same = event.late or event.what == "last_closer"
                return row if same else _corrected(row, event)
            case of_books.BoxRemoved():
                stood = event.box == row.box and row.periods[-1].closer is None
                row = replace(row, box=row.box + stood)
                return _changed(row, event.period, boxes=int(stood))
            case of_table.TrayCounted() | of_table.TableClosed():
                return _counted(row, event)
            case _:
                raise AssertionError(event)


_FOLDED: Final = (
    Posting,
    of_table.TrayCounted,
    of_books.BoxRemoved,
    of_round.RoundClosed,
    of_round.RoundVoided,
)


_OF_PLAY: Final = (
    *(RoundPosting, of_round.RoundClosed, of_round.RoundVoided, of_table.ChipsBought),
    *(of_table.TableFilled, of_table.TableCredited, of_books.MarkerPaid),
    *(of_books.VigorishOwed, of_books.VigorishRecovered, of_books.DisputeRuled),
)
"""What adds to the running period."""


def _running(row: TableDayRow, event: Event) -> TableDayRow:
    *earlier, running = row.periods
    if isinstance(event, Posting) and is_won(event):
        running = replace(
            running,
            win_events=running.win_events + won(event),
            vigorish=running.vigorish + vigorish(event),
        )
        if isinstance(event, RollCorrected) and event.reopens is True:
            # The round's end is told once more, and counts once.
            back = {wager: -cents for wager, cents in row.last_round.items()}
            wagered = add(running.wagered, back)
            running = replace(running, rounds=running.rounds - 1, wagered=wagered)
    elif isinstance(event, of_table.ChipsBought):
        running = replace(running, drop_estimated=running.drop_estimated + event.amount)
    elif isinstance(event, of_books.MarkerPaid):
        cash = event.amount if event.tender == "cash" else 0
        running = replace(
            running,
            marker_payments=running.marker_payments + event.amount,
            drop_estimated=running.drop_estimated + cash,
        )
    elif isinstance(event, of_table.TableFilled):
        running = replace(running, fills=running.fills + event.entries.get("tray", 0))
    elif isinstance(event, of_table.TableCredited):
        running = replace(running, credits=running.credits - event.entries.get("tray", 0))
    elif isinstance(event, of_round.RoundClosed | of_round.RoundVoided):
        wagered = decided_by(event).wagered
        running = replace(running, rounds=running.rounds + 1, wagered=add(running.wagered, wagered))
        row = replace(row, last_round=wagered)
    return replace(row, periods=(*earlier, running))


def _changed(row: TableDayRow, number: int, **more: int) -> TableDayRow:
    periods = tuple(
        replace(one, **{name: getattr(one, name) + cents for name, cents in more.items()})
        if one.number == number
        else one
        for one in row.periods
    )
    return replace(row, periods=periods)


def _counted(row: TableDayRow, event: of_table.TrayCounted | of_table.TableClosed) -> TableDayRow:
    if isinstance(event, of_table.TrayCounted) and not event.roll:
        return row
    *earlier, running = row.periods
    ended = replace(running, closer=event.counted)
    if isinstance(event, of_table.TableClosed):
        return replace(row, periods=(*earlier, ended))
    lay = 0 if event.on_layout is UNSET else event.on_layout
    ended = replace(ended, on_layout=ended.on_layout + lay)
    following = Numbers(
        number=running.number + 1, day=event.day, opener=event.counted, on_layout=-lay
    )
    return replace(row, day=event.day, box=row.box + 1, periods=(*earlier, ended, following))


_FIGURES: Final = {
    "opener": "opener",
    "fill": "fills",
    "credit": "credits",
    "marker": "marker_payments",
    "closer": "closer",
    "drop": "dropped",
}
"""The figure that each kind of entry is part of, beside what should be in the box."""


def _corrected(row: TableDayRow, event: EntryCorrected) -> TableDayRow:
    figures = {_FIGURES[event.what]: event.amount - event.was} if event.what in _FIGURES else {}
    return _changed(row, event.period, drop_estimated=into_the_box(event), **figures)
