"""What a report is: sections of rows under named columns, whatever it is then written as."""

from typing import Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal["text", "moment", "cents", "count", "percent", "words"]
"""`words` is a list of texts; None in a cell is unknown, or nothing where the column is text."""
Cell: TypeAlias = str | int | tuple[str, ...] | None
Line: TypeAlias = tuple[Cell, ...]


class Column(msgspec.Struct, frozen=True):
    """One column; `name` is the field in JSON and CSV."""

    name: str
    title: str
    kind: Kind = "text"
    group: str = ""
    """What stands above it and the columns beside it that have the same."""
    summed: bool = False
    """Whether its figures can be added up."""
    decimal: bool = False
    """Cents that a CSV writes as 1234.50, for a program that takes no cents."""
    on_pages: bool = True
    """Whether people are shown it; else it is for programs alone."""


class Section(msgspec.Struct, frozen=True):
    """Rows of one kind."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Line, ...] = ()
    summed: bool = False
    """A line of totals stands below it."""
    optional: bool = False
    """Shown only where it has rows: reports of days without any stay as they were."""

    @property
    def is_shown(self) -> bool:
        return bool(self.rows) or not self.optional

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.name}: {len(row)} cells under {len(self.columns)} columns")

    @property
    def totals(self) -> Line | None:
        """Of every column that can be added up; unknown as soon as one figure in it is."""
        if not self.summed or not self.rows:
            return None
        _, *rest = zip(self.columns, zip(*self.rows, strict=True), strict=True)
        return ("total", *(_total(cells) if column.summed else None for column, cells in rest))


def _total(cells: Line) -> int | None:
    known = [cell for cell in cells if isinstance(cell, int)]
    return sum(known) if len(known) == len(cells) else None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """One report of one gaming day."""

    name: str
    title: str
    day: str
    status: str
    sections: tuple[Section, ...]
    notes: tuple[str, ...] = ()


def text(name: str, title: str | None = None) -> Column:
    return Column(name, title or _title(name))


def reference(name: str, kind: Kind = "text") -> Column:
    """What a program finds the line again by; on a page it would only take the width."""
    return Column(name, _title(name), kind, on_pages=False)


def moment(name: str, title: str | None = None) -> Column:
    """RFC 3339 in UTC here and in JSON; in the property's time zone for people."""
    return Column(name, title or _title(name), "moment")


def cents(name: str, title: str | None = None, group: str = "") -> Column:
    return Column(name, title or _title(name), "cents", group, summed=True)


def decimal(name: str, title: str | None = None) -> Column:
    """An amount that goes into a general ledger: cents here and in JSON, 1234.50 in a CSV."""
    return Column(name, title or _title(name), "cents", summed=True, decimal=True)


def count(name: str, title: str | None = None, group: str = "", *, summed: bool = False) -> Column:
    return Column(name, title or _title(name), "count", group, summed=summed)


def percent(name: str, title: str | None = None, group: str = "") -> Column:
    return Column(name, title or _title(name), "percent", group)


def words(name: str, title: str | None = None) -> Column:
    return Column(name, title or _title(name), "words")


def _title(name: str) -> str:
    return name.replace("_", " ")
