"""Where the names in a report lead: to the page of the table, round, slip, day or exception."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from projections.reports.report import Cell

_METER: Final = "meter:"
_PAGES: Final = {
    "table": "/tables/{}",
    "round": "/rounds/{}",
    "day": "/days/{}",
    "of_day": "/days/{}",
    "meter": "/meters#{}",
    "player": "/rounds?player={}",
}
"""By the column's name."""
_OF_A_TABLE: Final = {"slip": "/tables/{}#slip-{}", "number": "/exceptions?table={}#{}-{}"}


def link_of(column: str, line: Mapping[str, Cell]) -> str | None:
    """The address that a cell leads to, by its line; None: it is no name of anything."""
    cell = line[column]
    if not isinstance(cell, str) or not cell:
        return None
    if column in _PAGES:
        return _PAGES[column].format(quote(cell, safe=""))
    if column == "stream":
        return _stream(cell)
    if column == "name" and line.get("scope") == "table":
        return _PAGES["table"].format(quote(cell, safe=""))
    table = line.get("table")
    if column not in _OF_A_TABLE or not isinstance(table, str):
        return None
    place, name = quote(table, safe=""), quote(cell, safe="")
    return _slip_or_exception(column, str(line.get("kind")), place, name)


def _stream(key: str) -> str:
    if key.startswith(_METER):
        return _PAGES["meter"].format(quote(key.removeprefix(_METER), safe=""))
    return _PAGES["table"].format(quote(key, safe=""))


def _slip_or_exception(column: str, kind: str, table: str, name: str) -> str:
    """A pending slip stands among the exceptions by its own number."""
    if column == "slip" or kind == "slip":
        return _OF_A_TABLE["slip"].format(table, name)
    return _OF_A_TABLE["number"].format(table, table, name)
