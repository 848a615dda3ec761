"""The slip register: every fill and credit of the day with its steps, and what is wrong."""

from projections.reports.day_books import DayBooks
from projections.reports.report import Report, Section, cents, text, words
from projections.slips import faults_of, slips_of


def slips(books: DayBooks) -> Report:
    everywhere = slips_of(books.slips)
    rows = tuple(
        (
            *(slip.table, slip.slip, slip.kind, slip.amount, slip.state),
            *_steps([(step.step, step.at, step.by) for step in slip.steps]),
            slip.steps[-1].reason,
        )
        for slip in everywhere
        if books.day in slip.days and books.of_table(slip.table)
    )
    faults = tuple(
        (fault.kind, fault.slip, fault.tables, fault.words)
        for fault in faults_of(books.day, everywhere)
        if books.table is None or books.table in fault.tables
    )
    columns = (
        *(text("table"), text("slip"), text("kind"), cents("amount"), text("state")),
        *(words("steps"), words("people"), text("reason")),
    )
    of_faults = (text("kind"), text("slip"), words("tables"), text("words", "what"))
    return Report(
        name="slips",
        title="Slip register",
        day=books.day,
        status=books.status,
        sections=(
            Section("slips", "Slips", columns, rows),
            Section("exceptions", "Exceptions of the register", of_faults, faults),
        ),
    )


def _steps(told: list[tuple[str, str, str | None]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return (
        tuple(f"{step} {at}" for step, at, _ in told),
        tuple(f"{step}: {by}" for step, _, by in told if by),
    )
