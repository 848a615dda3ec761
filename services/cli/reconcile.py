"""`pitledger reconcile`: a gaming day's tables, by the events and by the counts."""

import csv
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from services.cli.books import day_or_today, read_books, require_possible, require_reader
from services.cli.boundary import end
from services.runtime.logs import set_up_logs
from services.settings import read_settings

if TYPE_CHECKING:
    from projections.figures.reconciliation import Reconciliation, TableLine

BALANCED: Final = 0
VARIANCE: Final = 1
UNKNOWN: Final = 4


def reconcile(
    day: Annotated[
        str | None, typer.Option(help="Gaming day, as 2026-11-15; today's if left out.")
    ] = None,
    table: Annotated[str | None, typer.Option(help="This table only.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    csv_file: Annotated[
        Path | None, typer.Option("--csv", help="Write the lines to this file.")
    ] = None,
    as_of: Annotated[
        str | None, typer.Option(help="As it was known at this moment, 2026-11-15T20:00:00Z.")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="Folder of the embedded database.")] = None,
) -> None:
    """Exit code 0: balanced; 1: a variance; 4: something is not counted yet."""
    import msgspec

    from projections.reports import RECONCILIATION
    from services.reports.books_at import Asked
    from services.storage import open_storage_to_read

    settings = read_settings(data=data)
    set_up_logs(settings.log, settings.log_level)
    require_reader(RECONCILIATION, settings)
    asked = Asked(day_or_today(day, settings), table=table, as_of=as_of)
    require_possible(asked)
    with open_storage_to_read(settings) as storage:
        report = read_books(storage, asked, RECONCILIATION).reconciliation()
    if csv_file is not None:
        write_csv(report, csv_file)
    if as_json:
        print(msgspec.json.encode(report).decode())
    else:
        print_report(report)
    raise typer.Exit(exit_code(report))


def exit_code(report: "Reconciliation") -> int:
    if report.balanced is None:
        return UNKNOWN
    return BALANCED if report.balanced else VARIANCE


def print_report(report: "Reconciliation") -> None:
    """The day on a screen or on paper."""
    from domain.money import dollars
    from services.cli.reconciliation_table import table_lines

    print(f"Gaming day {report.day}, {report.status}")
    print(*table_lines(report), sep="\n")
    for line in report.tables:
        print_findings(line)
    print(
        "Trial balance: " + ", ".join(f"{k} {dollars(v)}" for k, v in report.trial_balance.items())
    )
    words = {True: "Balanced to the cent.", False: "NOT balanced.", None: "Not all is counted yet."}
    print(words[report.balanced] if report.tables else "No table was open on this day.")


def print_findings(line: "TableLine") -> None:
    """Each difference with the stretch of play it arose in and what may be behind it."""
    from domain.money import dollars

    for one in line.findings:
        where = f"{line.table} session {line.session} period {line.period}"
        print(f"{where}: {one.kind} {dollars(one.amount)}, event {one.seq}, level {one.level}")
        if one.interval is not None:
            print(f"    between {one.interval.after_at} and {one.interval.upto_at}")
        if one.rounds:
            last = f" to {one.rounds[-1]}" if len(one.rounds) > 1 else ""
            print(f"    rounds {one.rounds[0]}{last}")
        if one.slips:
            print(f"    slips {', '.join(one.slips)}")
        for cause in one.causes:
            print(f"    {cause.kind}: {cause.words}")


def write_csv(report: "Reconciliation", path: Path) -> None:
    """One line a table's period; cents, empty where unknown. Differences are in the report."""
    import msgspec

    lines = [_flat(msgspec.to_builtins(line)) for line in report.tables]
    for line in lines:
        del line["findings"]
    try:
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, fieldnames=["day", *(lines[0] if lines else ())])
            writer.writeheader()
            writer.writerows({"day": report.day, **line} for line in lines)
    except OSError as error:
        end(f"{path} cannot be written: {error.strerror}")


def _flat(line: dict[str, object]) -> dict[str, object]:
    flat: dict[str, object] = {}
    for name, value in line.items():
        if isinstance(value, dict):
            flat |= {f"{name}_{part}": cents for part, cents in value.items()}
        else:
            words = isinstance(value, list | tuple) and name == "missing"
            flat[name] = " ".join(value) if words else value  # type: ignore[arg-type]
    return flat
