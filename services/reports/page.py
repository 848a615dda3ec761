"""A report as a page for the screen and for paper."""

from html import escape
from importlib.resources import files
from typing import Final

from domain.money import dollars
from projections.reports.report import Cell, Column, Report, Section

STYLE: Final = "report.css"
_LINK: Final = f'<link rel="stylesheet" href="/static/{STYLE}">'


def as_page(report: Report, *, alone: bool = False) -> str:
    """Whole in itself where it is to lie in a file, else with the service's own style."""
    style = _LINK
    if alone:
        sheet = files("services.http.pages").joinpath(STYLE).read_text(encoding="utf-8")
        style = f"<style>{sheet}</style>"
    sections = "".join(_section(section) for section in report.sections)
    notes = "".join(f"<p>{escape(note)}</p>" for note in report.notes)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(report.title)}, {escape(report.day)}</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{style}</head><body><header><h1>{escape(report.title)}</h1>"
        f'<p class="day">Gaming day {escape(report.day)}'
        f' <span class="status {escape(report.status)}">{escape(report.status)}</span></p>'
        f"</header><main>{notes}{sections}</main></body></html>\n"
    )


def _section(section: Section) -> str:
    if not section.rows:
        return f"<section><h2>{escape(section.title)}</h2><p>None.</p></section>"
    heads = "".join(
        f'<th scope="col" class="{column.kind}">{escape(column.title)}</th>'
        for column in section.columns
    )
    rows = "".join(_row(section, row) for row in section.rows)
    return (
        f"<section><h2>{escape(section.title)}</h2><div><table><thead><tr>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table></div></section>"
    )


def _row(section: Section, row: tuple[Cell, ...]) -> str:
    cells = zip(row, section.columns, strict=True)
    return "<tr>" + "".join(_cell(cell, column) for cell, column in cells) + "</tr>"


def _cell(cell: Cell, column: Column) -> str:
    if cell is None:
        told = "" if column.kind in ("text", "count") else "unknown"
        return f'<td class="{column.kind} none">{told}</td>'
    if isinstance(cell, tuple):
        told = "<br>".join(escape(part) for part in cell)
    elif isinstance(cell, int) and column.kind == "cents":
        told = dollars(cell)
    else:
        told = escape(str(cell))
    below = " below" if isinstance(cell, int) and cell < 0 else ""
    return f'<td class="{column.kind}{below}">{told}</td>'
