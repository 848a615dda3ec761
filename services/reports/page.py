"""A report as a page for the screen and for paper."""

import re
from importlib.resources import files
from typing import Final, NamedTuple

from markupsafe import Markup

from domain.money import dollars
from projections.reports.report import Cell, Column, Line, Report, Section
from services.web.templates import templates_of

MOST_COLUMNS: Final = 11
"""With more of them the figures are set smaller."""
TEMPLATES: Final = templates_of("services.reports")
TEMPLATES.globals["most_columns"] = MOST_COLUMNS
_LONG: Final = 32
"""A text of more letters may be broken into lines."""
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")


class ShownCell(NamedTuple):
    """What stands in a cell, or below the row, and how it looks."""

    text: str = ""
    css: str = ""
    is_moment: bool = False
    missing: tuple[str, ...] = ()
    """Below a row: what its figures lack."""
    lines: tuple[str, ...] = ()
    """Below a row: a text in several lines."""


class GridRow(NamedTuple):
    """A row of figures, and what stands below it because they need the width."""

    cells: list[ShownCell]
    notes: list[ShownCell]


class Grid(NamedTuple):
    """A section laid out."""

    name: str
    title: str
    heads: list[Column]
    rows: list[GridRow]


def as_page(report: Report, *, alone: bool = False) -> str:
    """Whole in itself where it is to lie in a file, else with the service's own style."""
    sheet = None
    if alone:
        style = files("services.web.static").joinpath("report.css").read_text(encoding="utf-8")
        sheet = Markup(style)  # noqa: S704  our own file
    grids = [_grid(section) for section in report.sections]
    return TEMPLATES.get_template("report.html").render(report=report, grids=grids, sheet=sheet)


def _grid(section: Section) -> Grid:
    columns = section.columns
    below = _below(columns)
    beside = [at for at in range(len(columns)) if at not in below]
    return Grid(
        name=section.name,
        title=section.title,
        heads=[columns[at] for at in beside],
        rows=[_row(columns, line, beside, below) for line in section.rows],
    )


def _row(columns: tuple[Column, ...], line: Line, beside: list[int], below: list[int]) -> GridRow:
    return GridRow(
        cells=[_shown(line[at], columns[at]) for at in beside],
        notes=[_note(line[at], columns[at]) for at in below if line[at]],
    )


def _below(columns: tuple[Column, ...]) -> list[int]:
    """What gets a line of its own under the row, because the figures need the width.

    Words at the end, and in a row of many figures every text but the first.
    """
    last = len(columns) - 1
    if columns[last].kind != "words":
        return []
    texts = [at for at, column in enumerate(columns) if at and column.kind == "text"]
    return [*texts, last] if len(columns) > MOST_COLUMNS else [last]


def _note(cell: Cell, column: Column) -> ShownCell:
    if not isinstance(cell, tuple):
        return _shown(cell, column)
    return ShownCell(missing=cell) if column.name == "missing" else ShownCell(lines=cell)


def _shown(cell: Cell, column: Column) -> ShownCell:
    kind = column.kind
    if cell is None:
        return ShownCell("" if kind in ("text", "count") else "unknown", f"{kind} none")
    if isinstance(cell, tuple):
        return ShownCell(", ".join(cell), kind)
    if isinstance(cell, int):
        text = dollars(cell) if kind == "cents" else str(cell)
        return ShownCell(text, f"{kind} below" if cell < 0 else kind)
    if _MOMENT.match(cell):
        return ShownCell(cell, kind, is_moment=True)
    return ShownCell(cell, f"{kind} long" if kind == "text" and len(cell) > _LONG else kind)
