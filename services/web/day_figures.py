"""The figures at the head of a day's page, and whether they balance."""

from typing import Final, NamedTuple

from projections.figures.reconciliation import Reconciliation

COLUMNS: Final = (
    *(("table", ""), ("period", "count"), ("rounds", "count"), ("opener", "cents")),
    *(("fills", "cents"), ("credits", "cents"), ("estimated drop", "cents")),
    *(("counted drop", "cents"), ("drop variance", "cents"), ("expected closer", "cents")),
    *(("counted closer", "cents"), ("tray variance", "cents")),
    *(("win by events", "cents"), ("win by count", "cents")),
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


def verdict_on(found: Reconciliation) -> Verdict:
    if found.balanced is None:
        words = "not all is counted yet" if found.tables else "no table was open"
        return Verdict("unknown", words)
    if found.balanced:
        return Verdict("balanced", "balanced to the cent")
    return Verdict("variance", "not balanced")


def facts_of(found: Reconciliation) -> list[Fact]:
    if not found.tables:
        return []
    return [_fact(name, found.totals[total]) for name, total in _FACTS.items()]


def _fact(name: str, amount: int | None) -> Fact:
    """A loss stands out, and so does any variance."""
    if amount is None:
        return Fact(name, amount, "quiet")
    return Fact(name, amount, "loss" if amount < 0 or ("variance" in name and amount) else "")
