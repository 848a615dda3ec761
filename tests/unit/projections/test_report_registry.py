"""The registry of reports: what an entry says of its report is true of it."""

from typing import Any

import pytest
from msgspec.structs import fields

from projections.reports import REPORTS, DayBooks, ReportEntry
from projections.reports.entry import Found
from projections.reports.report import Section, text
from tests.support.projections.told import DAY

CURRENCY = REPORTS["currency"]


PARTS = {one.name for one in fields(DayBooks)} - {"day", "table", "days", "currency_threshold"}


class Watched:
    """Books that remember which of their parts were looked at."""

    def __init__(self) -> None:
        self.asked: set[str] = set()
        self.books = DayBooks(day=DAY)

    def __getattr__(self, name: str) -> Any:
        if name in PARTS:
            self.asked.add(name)
        found: Any = getattr(DayBooks, name)
        if isinstance(found, property):
            return found.__get__(self)
        return found.__get__(self) if callable(found) else getattr(self.books, name)


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_reads_just_what_its_entry_says_it_needs(name: str) -> None:
    books = Watched()
    REPORTS[name].build(books)  # type: ignore[arg-type]
    assert books.asked == REPORTS[name].needs


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_has_the_sections_and_columns_of_its_entry(name: str) -> None:
    entry = REPORTS[name]
    report = entry.build(DayBooks(day=DAY))
    assert (report.name, report.title) == (entry.name, entry.title) == (name, report.title)
    told = [(one.name, one.title, one.columns) for one in report.sections]
    assert told == [(one.name, one.title, one.columns) for one in entry.sections]


def test_who_may_read_a_report_is_said_with_the_reason() -> None:
    assert [name for name, entry in REPORTS.items() if entry.roles is not None] == ["currency"]
    for role in ("auditor", "cage", "pit_manager", None):
        assert CURRENCY.withheld(role) is None
    assert CURRENCY.withheld("dealer") == (
        "the currency report names players: it is for auditor, cage, pit_manager"
    )
    assert REPORTS["slips"].withheld("dealer") is None


def test_lines_under_no_section_are_a_mistake_of_the_report() -> None:
    entry = ReportEntry(
        name="made_up",
        title="Made up",
        about="Nothing.",
        needs=frozenset(),
        sections=(Section("one", "One", (text("a"),)),),
        find=lambda _: Found({"other": []}),
    )
    with pytest.raises(AssertionError):
        entry.build(DayBooks(day=DAY))
