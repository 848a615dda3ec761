"""A report as a page for the screen and for paper."""

from collections.abc import Mapping
from importlib.resources import files
from itertools import groupby
from typing import Final, NamedTuple

from markupsafe import Markup

from domain.money import dollars
from projections.reports.report import Cell, Column, Line, Report, Section
from services.reports.links import link_of
from services.reports.local_time import local, localised
from services.web.templates import templates_of

MOST_COLUMNS: Final = 11
"""With more of them the figures are set smaller."""
TEMPLATES: Final = templates_of("services.reports")
TEMPLATES.globals["most_columns"] = MOST_COLUMNS
_LONG: Final = 32
"""A text of more letters may be broken into lines."""


class ShownCell(NamedTuple):
    """What stands in a cell, or below the row, and how it looks."""

    text: str = ""
    css: str = ""
    moment: str = ""
    """Where it is a moment: as the event holds it."""
    link: str | None = None
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
    groups: list[tuple[str, int]]
    """What stands above the columns, each over so many; none where nothing does."""
    rows: list[GridRow]
    total: list[ShownCell]


class _Shows(NamedTuple):
    """How cells are shown."""

    zone: str
    linked: bool


def as_page(report: Report, *, zone: str = "UTC", alone: bool = False) -> str:
    """Whole in itself where it is to lie in a file, else with the service's style and links."""
    sheet = None
    if alone:
        style = files("services.web.static").joinpath("report.css").read_text(encoding="utf-8")
        sheet = Markup(style)  # noqa: S704  our own file
    grids = grids_of(report, zone, linked=not alone)
    return TEMPLATES.get_template("report.html").render(
        report=report, grids=grids, sheet=sheet, zone=zone
    )


def as_body(report: Report, *, zone: str) -> Markup:
    """What stands within the frame of a page."""
    body = TEMPLATES.get_template("sections.html").render(
        report=report, grids=grids_of(report, zone, linked=True)
    )
    return Markup(body)  # noqa: S704  escaped where it was rendered


def grids_of(report: Report, zone: str, *, linked: bool) -> list[Grid]:
    shows = _Shows(zone, linked)
    return [_grid(section, shows) for section in report.sections if section.is_shown]


def _grid(section: Section, shows: _Shows) -> Grid:
    columns = section.columns
    below = _below(columns)
    beside = [at for at, one in enumerate(columns) if one.on_pages and at not in below]
    heads = [columns[at] for at in beside]
    totals = section.totals
    return Grid(
        name=section.name,
        title=section.title,
        heads=heads,
        groups=_groups(heads),
        rows=[_row(columns, line, (beside, below), shows) for line in section.rows],
        total=[] if totals is None else [_summed(totals[at], columns[at]) for at in beside],
    )


def _groups(heads: list[Column]) -> list[tuple[str, int]]:
    if not any(column.group for column in heads):
        return []
    return [(group, len(list(alike))) for group, alike in groupby(heads, lambda one: one.group)]


def _row(
    columns: tuple[Column, ...], line: Line, places: tuple[list[int], list[int]], shows: _Shows
) -> GridRow:
    beside, below = places
    by_name = dict(zip((column.name for column in columns), line, strict=True))
    return GridRow(
        cells=[_shown(columns[at], by_name, shows) for at in beside],
        notes=[_note(columns[at], by_name, shows) for at in below if line[at]],
    )


def _below(columns: tuple[Column, ...]) -> list[int]:
    """What gets a line of its own under the row, because the figures need the width.

    Words at the end, and in a row of many figures every text but the first.
    """
    last = len(columns) - 1
    if columns[last].kind != "words":
        return []
    texts = [at for at, column in enumerate(columns) if at and column.kind in ("text", "moment")]
    return [*texts, last] if len(columns) > MOST_COLUMNS else [last]


def _note(column: Column, line: Mapping[str, Cell], shows: _Shows) -> ShownCell:
    cell = line[column.name]
    if not isinstance(cell, tuple):
        return _shown(column, line, shows)
    if column.name == "missing":
        return ShownCell(missing=cell)
    return ShownCell(lines=tuple(localised(text, shows.zone) for text in cell))


def _summed(cell: Cell, column: Column) -> ShownCell:
    if isinstance(cell, str):
        return ShownCell(cell, "text")
    if not column.summed:
        return ShownCell("", column.kind)
    return _figure(cell, column) if isinstance(cell, int) else ShownCell("unknown", "none")


def _figure(cell: int, column: Column) -> ShownCell:
    text = dollars(cell) if column.kind == "cents" else f"{cell:,}"
    return ShownCell(text, f"{column.kind} below" if cell < 0 else column.kind)


def _shown(column: Column, line: Mapping[str, Cell], shows: _Shows) -> ShownCell:
    kind, cell = column.kind, line[column.name]
    if cell is None:
        quiet = kind in ("text", "moment", "count")
        return ShownCell("" if quiet else "unknown", f"{kind} none")
    if isinstance(cell, tuple):
        return ShownCell(localised(", ".join(cell), shows.zone), kind)
    if isinstance(cell, int):
        return _figure(cell, column)
    if kind == "moment":
        return ShownCell(local(cell, shows.zone), kind, moment=cell)
    link = link_of(column.name, line) if shows.linked else None
    if column.name == "account":
        cell = cell.replace("_", " ")
    long = kind == "text" and len(cell) > _LONG
    return ShownCell(cell, f"{kind} long" if long else kind, link=link)
