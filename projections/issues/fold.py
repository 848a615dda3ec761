"""Issues that wait for an answer: complaints, owed vigorish; and the answers to exceptions."""

from typing import ClassVar, Final

from msgspec.structs import replace

from domain.events import Event
from domain.events import books as of_books
from projections.issues.row import IssueRow
from projections.projection import Projection

_NUMBERS: Final[dict[type[Event], str]] = {
    of_books.ComplaintMade: "seq",
    of_books.DisputeHeld: "complaint",
    of_books.DisputeRuled: "complaint",
    of_books.VigorishOwed: "seq",
    of_books.VigorishRecovered: "owed",
    of_books.ExceptionAcknowledged: "exception",
}
"""Which field of an event is the number of the issue."""


class Issues(Projection[IssueRow]):
    """One row an issue."""

    name: ClassVar[str] = "matters"
    """Its table keeps the first name it had: another would be built anew."""
    kinds = frozenset(_NUMBERS)
    row = IssueRow

    def row_of(self, event: Event) -> str:
        return f"{event.table}/{getattr(event, _NUMBERS[type(event)])}"

    def first(self, place: str, event: Event) -> IssueRow:
        table, _, number = place.rpartition("/")
        return IssueRow(
            key=event.key, since=event.seq, day=event.day, table=table, number=int(number)
        )

    def fold(self, row: IssueRow, event: Event) -> IssueRow:
        row = replace(row, seq=event.seq)
        match event:
            case of_books.ComplaintMade():
                return replace(
                    row,
                    kind="complaint",
                    state="made",
                    at=event.at,
                    round=event.round,
                    seat=event.seat,
                    player=event.player,
                    words=event.words,
                )
            case of_books.DisputeHeld():
                return replace(row, state="held", amount=event.amount)
            case of_books.DisputeRuled():
                row = replace(row, state=event.decision, left=event.adjustment)
                return _answered(row, event, event.reason)
            case of_books.VigorishOwed():
                return replace(
                    row,
                    kind="owed",
                    state="owed",
                    at=event.at,
                    round=event.round,
                    seat=event.seat,
                    player=event.player,
                    amount=event.amount,
                    left=event.amount,
                    words=event.reason,
                )
            case of_books.VigorishRecovered():
                row = replace(row, left=event.left)
                return row if event.left else _answered(row, event, "recovered")
            case of_books.ExceptionAcknowledged():
                row = replace(row, state=event.kind, amount=event.amount)
                return _answered(row, event, event.reason)
            case _:
                raise AssertionError(event)


def _answered(row: IssueRow, event: Event, reason: str) -> IssueRow:
    actor = event.actor or {}
    return replace(
        row,
        open=False,
        answered=event.at,
        by=actor.get("id"),
        role=actor.get("role"),
        reason=reason,
    )
