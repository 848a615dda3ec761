"""The slip register: every fill and credit of the day with its steps, and what is wrong."""

from typing import Final

from projections.reports.day_books import DayBooks
from projections.reports.entry import Found, ReportEntry
from projections.reports.report import Section, cents, text, words
from projections.slips import faults_of, slips_of

_SLIPS: Final = (
    *(text("table"), text("slip"), text("kind"), cents("amount"), text("state")),
    *(words("steps"), words("people"), text("reason")),
)
_FAULTS: Final = (text("kind"), text("slip"), words("tables"), text("words", "what"))


def _find(books: DayBooks) -> Found:
    everywhere = slips_of(books.slips)
    slips = [
        (
            *(slip.table, slip.slip, slip.kind, slip.amount, slip.state),
            tuple(f"{step.step} {step.at}" for step in slip.steps),
            tuple(f"{step.step}: {step.by}" for step in slip.steps if step.by),
            slip.steps[-1].reason,
        )
        for slip in everywhere
        if books.day in slip.days and books.of_table(slip.table)
    ]
    faults = [
        (fault.kind, fault.slip, fault.tables, fault.words)
        for fault in faults_of(books.day, everywhere)
        if books.table is None or books.table in fault.tables
    ]
    return Found({"slips": slips, "exceptions": faults})


SLIPS: Final = ReportEntry(
    name="slips",
    title="Slip register",
    about="Every fill and credit with its steps and people; gaps and doubles in the numbers.",
    needs=frozenset({"slips"}),
    sections=(
        Section("slips", "Slips", _SLIPS),
        Section("exceptions", "Exceptions of the register", _FAULTS),
    ),
    find=_find,
    shows_drop=False,
)
