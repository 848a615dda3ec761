"""A report as a page for the screen and for paper."""

import re
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from typing import Final

from domain.money import dollars
from projections.reports.report import Cell, Column, Report, Section

STYLE: Final = "report.css"
_LONG: Final = 32
"""A text of more letters may be broken into lines."""
_DENSE: Final = 11
"""With more columns the figures are set smaller."""
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
_LINK: Final = (
    '<link rel="icon" href="/static/pitledger.svg" type="image/svg+xml">'
    f'<link rel="stylesheet" href="/static/{STYLE}">'
)


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


def framed(name: str, title: str, table: str, *, columns: int) -> str:
    """A table under its title; where it is too wide for the screen, it alone is scrolled."""
    dense = ' class="dense"' if columns > _DENSE else ""
    labelled = f'aria-labelledby="{escape(name)}"'
    return (
        f'<section><h2 id="{escape(name)}">{escape(title)}</h2>'
        f'<div role="region" tabindex="0" {labelled}>'
        f"<table{dense} {labelled}>{table}</table></div></section>"
    )


def moment(text: str) -> str:
    """To the second, as people write it."""
    return f'<time datetime="{escape(text)}">{escape(text[:19].replace("T", " "))}</time>'


def missing_words(names: Iterable[str]) -> str:
    """What a figure lacks: the commands nobody has told yet, the edges nobody has worked out."""
    told = (name.replace("edge:", "edge of ").replace("_", " ") for name in names)
    return f'<span class="missing">missing: {escape(", ".join(told))}</span>'


def _section(section: Section) -> str:
    if not section.rows:
        return f"<section><h2>{escape(section.title)}</h2><p>None.</p></section>"
    below = _below(section.columns)
    beside = [at for at in range(len(section.columns)) if at not in below]
    heads = "".join(
        f'<th scope="col" class="{column.kind}">{escape(column.title)}</th>'
        for column in (section.columns[at] for at in beside)
    )
    rows = "".join(
        f"<tbody>{_cells(section, row, beside)}{_note(section, row, below, len(beside))}</tbody>"
        for row in section.rows
    )
    table = f"<thead><tr>{heads}</tr></thead>{rows}"
    return framed(section.name, section.title, table, columns=len(beside))


def _below(columns: tuple[Column, ...]) -> list[int]:
    """What gets a line of its own under the row, because the figures need the width.

    Words at the end, and in a row of many figures every text but the first.
    """
    last = len(columns) - 1
    if columns[last].kind != "words":
        return []
    texts = [at for at, column in enumerate(columns) if at and column.kind == "text"]
    return [*texts, last] if len(columns) > _DENSE else [last]


def _cells(section: Section, row: tuple[Cell, ...], beside: list[int]) -> str:
    cells = (_cell(row[at], section.columns[at], head=at == beside[0]) for at in beside)
    return f"<tr>{''.join(cells)}</tr>"


def _note(section: Section, row: tuple[Cell, ...], below: list[int], width: int) -> str:
    told = [_told_below(row[at], section.columns[at]) for at in below if row[at]]
    if not told:
        return ""
    return f'<tr class="note"><td colspan="{width}">{" ".join(told)}</td></tr>'


def _told_below(cell: Cell, column: Column) -> str:
    if not isinstance(cell, tuple):
        return _shown(cell, column)[0]
    return missing_words(cell) if column.name == "missing" else "<br>".join(map(escape, cell))


def _cell(cell: Cell, column: Column, *, head: bool = False) -> str:
    tag, scope = ("th", ' scope="row"') if head else ("td", "")
    told, more = _shown(cell, column)
    return f'<{tag}{scope} class="{column.kind}{more}">{told}</{tag}>'


def _shown(cell: Cell, column: Column) -> tuple[str, str]:
    """What stands in a cell, and how it looks beside its kind."""
    if cell is None:
        return "" if column.kind in ("text", "count") else "unknown", " none"
    if isinstance(cell, tuple):
        return escape(", ".join(cell)), ""
    if isinstance(cell, int):
        told = dollars(cell) if column.kind == "cents" else str(cell)
        return told, " below" if cell < 0 else ""
    if _MOMENT.match(cell):
        return moment(cell), ""
    return escape(cell), " long" if column.kind == "text" and len(cell) > _LONG else ""
