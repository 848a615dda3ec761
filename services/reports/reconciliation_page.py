"""The reconciliation of a day as a page: tables, differences with their causes, what is open."""

from datetime import date, timedelta
from typing import Final, NamedTuple

from projections.figures.reconciliation import Reconciliation
from projections.figures.tolerances import LEVELS
from projections.reports import REPORTS, DayBooks
from projections.reports.exceptions import items
from services.reports.page import TEMPLATES

_SHOWN_ROUNDS: Final = 12
_COLUMNS: Final = (
    *(("table", ""), ("period", "count"), ("rounds", "count"), ("opener", "cents")),
    *(("fills", "cents"), ("credits", "cents"), ("estimated drop", "cents")),
    *(("counted drop", "cents"), ("drop variance", "cents"), ("expected closer", "cents")),
    *(("counted closer", "cents"), ("tray variance", "cents")),
    *(("win by events", "cents"), ("win by count", "cents")),
)
_ITEM_COLUMNS: Final = (
    *(("kind", ""), ("table", ""), ("number", ""), ("day", ""), ("amount", "cents")),
    *(("what", ""), ("who may answer", ""), ("age in days", "count")),
)
_FACTS: Final = {
    "Estimated drop": "drop_estimated",
    "Counted drop": "drop_counted",
    "Win by events": "win_events",
    "Win by count": "win_count",
    "Tray variance": "variance_tray",
    "Drop variance": "variance_drop",
}


class Fact(NamedTuple):
    """A figure of the whole day at the head of the page."""

    name: str
    amount: int | None
    css: str


class Verdict(NamedTuple):
    """Whether the day balances."""

    css: str
    words: str


def reconciliation_page(books: DayBooks) -> str:
    found = books.reconciliation()
    day = date.fromisoformat(found.day)
    return TEMPLATES.get_template("reconciliation.html").render(
        found=found,
        status=books.status,
        verdict=_verdict(found),
        day_before=day - timedelta(days=1),
        day_after=day + timedelta(days=1),
        facts=[_fact(name, found.totals[total]) for name, total in _FACTS.items()],
        columns=_COLUMNS,
        findings=[(line, one) for line in found.tables for one in line.findings],
        levels=LEVELS,
        most_rounds=_SHOWN_ROUNDS,
        items=[one for one in items(books) if one.open],
        item_columns=_ITEM_COLUMNS,
        reports=list(REPORTS),
    )


def _verdict(found: Reconciliation) -> Verdict:
    if found.balanced is None:
        words = "not all is counted yet" if found.tables else "no table was open"
        return Verdict("unknown", words)
    if found.balanced:
        return Verdict("balanced", "balanced to the cent")
    return Verdict("variance", "not balanced")


def _fact(name: str, amount: int | None) -> Fact:
    """A loss stands out, and so does any variance."""
    if amount is None:
        return Fact(name, amount, "quiet")
    return Fact(name, amount, "loss" if amount < 0 or ("variance" in name and amount) else "")
