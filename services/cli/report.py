"""`pitledger report`: one report of a gaming day, for programs, spreadsheets or paper."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from services.cli.books import day_or_today, read_books, require_possible, require_reader
from services.cli.boundary import end
from services.runtime.logs import set_up_logs
from services.settings import read_settings

if TYPE_CHECKING:
    from projections.reports import Report

FORMS: Final = ("json", "csv", "zip", "html")


def report(
    name: Annotated[str, typer.Argument(help="Such as master_game; `list` names them all.")],
    *,
    day: Annotated[
        str | None, typer.Option(help="Gaming day, as 2026-11-15; today's if left out.")
    ] = None,
    table: Annotated[str | None, typer.Option(help="This table only.")] = None,
    form: Annotated[
        str, typer.Option("--format", help="json, csv (one section), zip (all as CSV) or html.")
    ] = "json",
    section: Annotated[
        str | None, typer.Option(help="Of a CSV: this section; the first if left out.")
    ] = None,
    status: Annotated[
        str | None, typer.Option(help="As it was closed: provisional, counted or audited.")
    ] = None,
    as_of: Annotated[
        str | None, typer.Option(help="As it was known at this moment, 2026-11-15T20:00:00Z.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write it to this file.")] = None,
    data: Annotated[Path | None, typer.Option(help="Folder of the embedded database.")] = None,
) -> None:
    """Exit code 3: the day was not closed so."""
    from domain.day.calendar import STATUSES
    from projections.reports import REPORTS
    from services.reports.books_at import Asked
    from services.storage import open_storage_to_read

    if name == "list":
        print(*REPORTS, sep="\n")
        return
    entry = REPORTS.get(name)
    if entry is None:
        raise typer.BadParameter(f"there is no report {name!r}; there are {', '.join(REPORTS)}")
    if form not in FORMS:
        raise typer.BadParameter(f"--format: {form!r} is none of {', '.join(FORMS)}")
    unknown = entry.unknown_section(section)
    if unknown is not None:
        raise typer.BadParameter(f"--section: {unknown}")
    if section is not None and form != "csv":
        raise typer.BadParameter("--section: only a CSV is of one section; leave it out")
    if status is not None and status not in STATUSES:
        raise typer.BadParameter(f"--status: {status!r} is none of {', '.join(STATUSES)}")
    settings = read_settings(data=data)
    set_up_logs(settings.log, settings.log_level)
    require_reader(entry, settings)
    asked = Asked(day_or_today(day, settings), table=table, as_of=as_of, status=status)
    require_possible(asked)
    with open_storage_to_read(settings) as storage:
        made = entry.build(read_books(storage, asked, entry))
    _write(_written(made, form, section, settings.timezone), out)


def _written(made: "Report", form: str, section: str | None, zone: str) -> bytes:
    from services.reports.page import as_page
    from services.reports.written import as_csv, as_json, as_zip

    if form == "zip":
        return as_zip(made, zone)
    if form == "html":
        return as_page(made, zone=zone, alone=True).encode()
    return as_csv(made, section, zone).encode() if form == "csv" else as_json(made, zone) + b"\n"


def _write(content: bytes, out: Path | None) -> None:
    if out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return
    try:
        out.write_bytes(content)
    except OSError as error:
        end(f"{out} cannot be written: {error.strerror}")
