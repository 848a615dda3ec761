"""A report as JSON and as CSV."""

import csv
import io
import zipfile
from typing import Any, Final

import msgspec

from projections.reports.report import Cell, Column, Report, Section
from services.reports.local_time import local, localised

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet would take for a formula when a text begins with it."""
_ALWAYS_THE_SAME: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every file in a zip: a report of a closed day is the same bytes whenever made."""


def as_object(report: Report, zone: str = "UTC") -> dict[str, Any]:
    """Rows as objects, their fields in the order of the columns.

    Moments are RFC 3339 in UTC as everywhere in the API; `zone` is the property's own.
    """
    return {
        "report": report.name,
        "title": report.title,
        "day": report.day,
        "status": report.status,
        "zone": zone,
        "sections": [_section(one) for one in report.sections if one.is_shown],
        "notes": report.notes,
    }


def _section(section: Section) -> dict[str, Any]:
    names = [column.name for column in section.columns]
    told = {
        "name": section.name,
        "title": section.title,
        "rows": [dict(zip(names, row, strict=True)) for row in section.rows],
    }
    if section.totals is None:
        return told
    cells = zip(section.columns, section.totals, strict=True)
    return {**told, "totals": {column.name: cell for column, cell in cells if column.summed}}


def as_json(report: Report, zone: str = "UTC") -> bytes:
    return msgspec.json.encode(as_object(report, zone))


def section_of(report: Report, name: str | None) -> Section:
    """The section of that name; without one, the first."""
    if name is None:
        return report.sections[0]
    return next(section for section in report.sections if section.name == name)


def as_csv(report: Report, section: str | None = None, zone: str = "UTC") -> str:
    """One section as one table under one line of names, which say the unit and the time zone.

    Amounts are whole cents as everywhere else: a spreadsheet adds them up exactly; where the column
    says so, for a general ledger, 1234.50. Empty where unknown. No line of totals: what adds the
    rows up would count it twice.
    """
    one = section_of(report, section)
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(["gaming_day", *(_heading(column, zone) for column in one.columns)])
    for row in one.rows:
        cells = zip(row, one.columns, strict=True)
        writer.writerow([report.day, *(_plain(cell, column, zone) for cell, column in cells)])
    return file.getvalue()


def csv_name(report: Report, section: str | None) -> str:
    return f"{report.name}-{section_of(report, section).name}-{report.day}.csv"


def as_zip(report: Report, zone: str = "UTC") -> bytes:
    """Every section as a CSV file of its own."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as files:
        for section in (one for one in report.sections if one.is_shown):
            entry = zipfile.ZipInfo(csv_name(report, section.name), _ALWAYS_THE_SAME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            files.writestr(entry, as_csv(report, section.name, zone))
    return made.getvalue()


def _heading(column: Column, zone: str) -> str:
    match column.kind:
        case "cents" if column.decimal:
            return column.name
        case "cents":
            return f"{column.name}_cents"
        case "percent":
            return f"{column.name}_percent"
        case "moment":
            return f"{column.name} ({zone})"
        case _:
            return column.name


def _plain(cell: Cell, column: Column, zone: str) -> str | int:
    if cell is None:
        return ""
    if isinstance(cell, tuple):
        return _harmless(localised("; ".join(cell), zone))
    if isinstance(cell, int) and column.decimal:
        return f"{'-' if cell < 0 else ''}{abs(cell) // 100}.{abs(cell) % 100:02d}"
    if isinstance(cell, str) and column.kind == "moment":
        return local(cell, zone)
    if isinstance(cell, str) and column.kind == "text":
        return _harmless(cell)
    return cell


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
