"""What a report is: sections of rows under named columns, whatever it is then written as."""

from typing import Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal["text", "cents", "count", "percent", "words"]
"""`words` is a list of texts; None in a cell is unknown, or nothing where the column is text."""
Cell: TypeAlias = str | int | tuple[str, ...] | None
Line: TypeAlias = tuple[Cell, ...]


class Column(msgspec.Struct, frozen=True):
    """One column; `name` is the field in JSON and CSV."""

    name: str
    title: str
    kind: Kind = "text"


class Section(msgspec.Struct, frozen=True):
    """Rows of one kind."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.name}: {len(row)} cells under {len(self.columns)} columns")


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """One report of one gaming day."""

    name: str
    title: str
    day: str
    status: str
    sections: tuple[Section, ...]
    notes: tuple[str, ...] = ()


def text(name: str, title: str | None = None) -> Column:
    return Column(name, title or name.replace("_", " "))


def cents(name: str, title: str | None = None) -> Column:
    return Column(name, title or name.replace("_", " "), "cents")


def count(name: str, title: str | None = None) -> Column:
    return Column(name, title or name.replace("_", " "), "count")


def percent(name: str, title: str | None = None) -> Column:
    return Column(name, title or name.replace("_", " "), "percent")


def words(name: str, title: str | None = None) -> Column:
    return Column(name, title or name.replace("_", " "), "words")
