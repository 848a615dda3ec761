"""The day's curve: what each quarter of an hour won, dropped and moved, and the dice thrown."""

from typing import ClassVar, Final

from msgspec.structs import replace

from domain.events import Event, Posting
from domain.events import books as of_books
from domain.events import round as of_round
from domain.events import table as of_table
from domain.events.corrections import EntryCorrected, RollCorrected
from domain.events.envelope import CashPosting
from domain.messages.events import kinds_of
from domain.table.evolve_corrected import into_the_box
from projections.figures.quarters import quarter_of
from projections.figures.won import won
from projections.hours.row import HoursRow, Quarter
from projections.projection import Projection

_EMPTY: Final = Quarter()


class Hours(Projection[HoursRow]):
    """One row a table and gaming day."""

    name: ClassVar[str] = "hours"
    by_day: ClassVar[bool] = True
    kinds = kinds_of(
        *(Posting, of_round.DiceRolled, of_round.RoundClosed, of_round.RoundVoided), stream="table"
    )
    row = HoursRow

    def row_of(self, event: Event) -> str:
        return f"{event.table}/{event.day}"

    def first(self, place: str, event: Event) -> HoursRow:
        assert event.table is not None
        return HoursRow(key=event.key, since=event.seq, day=event.day, table=event.table)

    def fold(self, row: HoursRow, event: Event) -> HoursRow:
        if type(event) is of_round.DiceRolled:
            return _thrown(replace(row, seq=event.seq), event.dice, 1)
        if type(event) is RollCorrected:
            row = _thrown(row, event.was, -1)
        begins = quarter_of(event.at)
        before = row.quarters.get(begins, _EMPTY)
        if isinstance(event, Posting):
            after = replace(
                before,
                win=before.win + won(event),
                drop=before.drop + (_dropped(event) if type(event) in _DROPPED else 0),
                tray=before.tray + event.entries.get("tray", 0),
                rounds=before.rounds - _reopens(event),
            )
        else:
            after = replace(before, rounds=before.rounds + 1)
        return replace(row, seq=event.seq, quarters={**row.quarters, begins: after})


_DROPPED: Final = kinds_of(CashPosting)


def _dropped(event: Posting) -> int:
    """What went into the box by it; a correction counts when it is made."""
    match event:
        case of_table.ChipsBought():
            return event.amount
        case of_books.MarkerPaid():
            return event.amount if event.tender == "cash" else 0
        case EntryCorrected():
            return 0 if event.late else into_the_box(event)
        case _:
            return 0


def _reopens(event: Posting) -> int:
    """A round whose end is told once more counts once."""
    return int(type(event) is RollCorrected and event.reopens is True)


def _thrown(row: HoursRow, dice: tuple[int, ...], times: int) -> HoursRow:
    faces = list(row.faces)
    for face in dice:
        faces[face - 1] += times
    of_so_many = row.totals.get(len(dice), {})
    total = sum(dice)
    counted = {**of_so_many, total: of_so_many.get(total, 0) + times}
    return replace(row, faces=tuple(faces), totals={**row.totals, len(dice): counted})
