"""What is open in the books: exceptions, complaints, alerts, owed vigorish, pending slips."""

from datetime import date
from typing import Final

import msgspec

from domain.duties import MAY
from domain.messages.events import CORRECTIONS
from domain.money import dollars
from domain.table.books import BESIDE, COUNTED
from projections.reports.day_books import DayBooks
from projections.reports.entry import Found, ReportEntry
from projections.reports.report import Line, Section, cents, count, moment, text, words
from projections.sessions import Raised, SessionRow

_KINDS: Final = (*COUNTED, *(kind.EXCEPTION for kind in CORRECTIONS if kind.EXCEPTION), *BESIDE)
_ANSWERED_BY: Final = {
    **dict.fromkeys(_KINDS, "acknowledge"),
    "complaint": "rule_dispute",
    "alert": "acknowledge_alert",
    "owed": "recover_vigorish",
    "slip": "fill voided",
}
"""The command that answers for each kind."""
ANSWERS: Final = {kind: tuple(sorted(MAY[duty])) for kind, duty in _ANSWERED_BY.items()}
"""Whose role it is to answer for what."""


class OpenItem(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody answers for, or has answered for."""

    kind: str
    table: str | None
    number: str
    """`seq` of the event that showed it, the alert's name, or the slip."""
    day: str
    at: str
    amount: int | None
    words: str
    roles: tuple[str, ...]
    open: bool
    age_days: int
    """On the day that the list is made for."""
    answered: str | None = None
    by: str | None = None
    reason: str | None = None
    round: str | None = None
    state: str | None = None
    """Of a complaint: `made`, `held`, or how it was decided."""
    was: int | None = None
    """Of a wager that was corrected after "no more bets": as it stood, and as it stands."""
    now: int | None = None
    people: tuple[str, ...] = ()
    """Who had a hand in it; none of them answers for it."""


def _age(books: DayBooks, day: str) -> int:
    return (date.fromisoformat(books.day) - date.fromisoformat(day)).days


def is_exception(kind: str) -> bool:
    """Whether `acknowledge` answers for it."""
    return _ANSWERED_BY[kind] == "acknowledge"


def items(books: DayBooks) -> list[OpenItem]:
    """Everything of the day and the days before it, oldest first."""
    found = [*_raised(books), *_issues(books), *_alerts(books), *_slips(books)]
    found = [one for one in found if one.day <= books.day]
    return sorted(found, key=lambda one: (one.day, one.table or "", one.kind, one.number))


def _raised(books: DayBooks) -> list[OpenItem]:
    return [
        OpenItem(
            kind=one.kind,
            table=row.table,
            number=str(one.seq),
            day=one.day,
            at=one.at,
            # Whoever counts the drop may read this: what cash fell in is not for them.
            amount=None if one.kind == "cash_told_late" else one.amount,
            words=_told(row, one),
            roles=ANSWERS[one.kind],
            open=answer is None,
            age_days=_age(books, one.day),
            answered=answer.answered if answer else None,
            by=answer.by if answer else None,
            reason=answer.reason if answer else None,
            round=one.round,
            was=one.was,
            now=one.now,
            people=tuple(dict.fromkeys(one.people)),
        )
        for row, one, answer in books.raised()
    ]


def _told(row: SessionRow, one: Raised) -> str:
    where = f"session {row.session}, period {one.period}"
    if one.round is not None:
        where = f"{where}, round {one.round}"
    below = f"; the tray went {dollars(one.below)} below zero" if one.below else ""
    if one.happened_on is not None:
        told = f"cash of {one.happened_on}, told late: {one.reason}{below}"
        return f"{where}: {told}; its amount is in the currency report"
    if one.was is None or one.now is None:
        return f"{where}{below}"
    return f"{where}: from {dollars(one.was)} to {dollars(one.now)}"


def _issues(books: DayBooks) -> list[OpenItem]:
    return [
        OpenItem(
            kind=row.kind,
            table=row.table,
            number=str(row.number),
            day=row.day,
            at=row.at,
            amount=row.left if row.kind == "owed" and row.open else row.amount,
            words=f"{row.round}, seat {row.seat}, {row.player}: {row.words}",
            roles=ANSWERS[row.kind],
            open=row.open,
            age_days=_age(books, row.day),
            answered=row.answered,
            by=row.by,
            reason=row.reason,
            round=row.round,
            state=row.state,
        )
        for row in books.issues
        if row.kind != "exception" and books.of_table(row.table)
    ]


def _alerts(books: DayBooks) -> list[OpenItem]:
    return [
        OpenItem(
            kind="alert",
            table=alert.table,
            number=alert.alert,
            day=row.day,
            at=alert.raised,
            amount=None,
            words=alert.what,
            roles=ANSWERS["alert"],
            open=alert.open,
            age_days=_age(books, row.day),
            answered=alert.answered,
            by=alert.by,
            reason=alert.reason,
        )
        for row in books.days
        for alert in row.alerts
        if books.of_table(alert.table)
    ]


def _slips(books: DayBooks) -> list[OpenItem]:
    return [
        OpenItem(
            kind="slip",
            table=slip.table,
            number=slip.slip,
            day=slip.days[0],
            at=slip.steps[0].at,
            amount=slip.amount,
            words=f"{slip.kind} {slip.state}, not received",
            roles=ANSWERS["slip"],
            open=True,
            age_days=_age(books, slip.days[0]),
        )
        for slip in books.all_slips()
        if slip.pending
    ]


_COLUMNS: Final = (
    *(text("kind"), text("table"), text("number"), text("day"), moment("at"), cents("amount")),
    *(text("words", "what"), words("roles", "who may answer"), count("age_days", "age in days")),
)
_ANSWERED: Final = (*_COLUMNS, text("answered"), text("by"), text("reason"))


def _find(books: DayBooks) -> Found:
    found = items(books)

    def cells(one: OpenItem) -> Line:
        return (
            *(one.kind, one.table, one.number, one.day, one.at, one.amount),
            *(one.words, one.roles, one.age_days),
        )

    still = [cells(one) for one in found if one.open]
    done = [
        (*cells(one), one.answered, one.by, one.reason)
        for one in found
        if not one.open and one.day == books.day
    ]
    return Found({"open": still, "answered": done})


EXCEPTIONS: Final = ReportEntry(
    name="exceptions",
    title="Exceptions",
    about="What is open in the books and who may answer for it; what was answered for.",
    needs=frozenset({"exceptional", "issues", "slips"}),
    sections=(
        Section("open", "Open", _COLUMNS),
        Section("answered", "Of this day, answered for", _ANSWERED),
    ),
    find=_find,
    shows_drop=False,
)
