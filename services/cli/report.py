"""`pitledger report`: one report of a gaming day, for programs, spreadsheets or paper."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer

from services.cli.reconcile import day_or_today, require_possible, require_table, rows_told
from services.cli.who import signed_in
from services.settings import Settings, read_settings

if TYPE_CHECKING:
    from projections.reports import Report
    from services.house import Archive

BAD_INPUT: Final = 2
NOT_CLOSED: Final = 3
FORMS: Final = ("json", "csv", "html")


def report(
    name: Annotated[str, typer.Argument(help="Such as master_game; `list` names them all.")],
    *,
    day: Annotated[
        str | None, typer.Option(help="Gaming day, as 2026-11-15; today's if left out.")
    ] = None,
    table: Annotated[str | None, typer.Option(help="This table only.")] = None,
    form: Annotated[str, typer.Option("--format", help="json, csv or html.")] = "json",
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
    from services.house import open_archive

    if name == "list":
        print(*REPORTS, sep="\n")
        return
    if name not in REPORTS:
        raise typer.BadParameter(f"there is no report {name!r}; there are {', '.join(REPORTS)}")
    if form not in FORMS:
        raise typer.BadParameter(f"--format: {form!r} is none of {', '.join(FORMS)}")
    if status is not None and status not in STATUSES:
        raise typer.BadParameter(f"--status: {status!r} is none of {', '.join(STATUSES)}")
    if as_of is not None and status is not None:
        raise typer.BadParameter("name either --as-of or --status, not both")
    settings = read_settings(data=data)
    _require_role(name, settings)
    wanted = day_or_today(day, settings)
    require_possible(table, as_of)
    with open_archive(settings) as archive:
        made = _made(archive, name, wanted, table, status=status, as_of=as_of)
    _write(_told(made, form), out)


def _made(
    archive: "Archive",
    name: str,
    day: str,
    table: str | None,
    *,
    status: str | None,
    as_of: str | None,
) -> "Report":
    from projections.reports import REPORTS
    from services.following.catch_up import catch_up
    from services.reports.frozen import NotClosed, rows_as_closed
    from services.reports.gathering import NEEDS, gather

    settings: Settings = archive.settings
    catch_up(archive)
    require_table(archive, table)
    try:
        if status is None:
            rows = rows_told(archive, as_of)
        else:
            rows = rows_as_closed(archive.ledger, day, status)
    except NotClosed as error:
        _end(str(error), NOT_CLOSED)
    threshold = settings.currency_threshold
    return REPORTS[name](gather(rows, day, NEEDS[name], table=table, threshold=threshold))


def _require_role(name: str, settings: Settings) -> None:
    """What a role may not read over HTTP it may not read here either."""
    if settings.auth == "off":
        return
    from services.http.masking import NAMES_PLAYERS, why_withheld

    # Whoever asks for what all may read need not say who they are: they hold the database.
    withheld = why_withheld(name, signed_in(settings)) if name in NAMES_PLAYERS else None
    if withheld is not None:
        _end(withheld, BAD_INPUT)


def _told(made: "Report", form: str) -> str:
    from services.reports.page import as_page
    from services.reports.written import as_csv, as_json

    if form == "html":
        return as_page(made, alone=True)
    return as_csv(made) if form == "csv" else as_json(made).decode() + "\n"


def _write(text: str, out: Path | None) -> None:
    if out is None:
        sys.stdout.write(text)
        return
    try:
        out.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        _end(f"{out} cannot be written: {error.strerror}", BAD_INPUT)


def _end(why: str, code: int) -> NoReturn:
    print(f"pitledger: {why}", file=sys.stderr)
    raise typer.Exit(code)
