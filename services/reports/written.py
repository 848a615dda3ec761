"""A report as JSON and as CSV."""

import csv
import io
from typing import Any, Final

import msgspec

from projections.reports.report import Cell, Column, Report

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet would take for a formula when a text begins with it."""


def as_object(report: Report) -> dict[str, Any]:
    """Rows as objects, their fields in the order of the columns."""
    return {
        "report": report.name,
        "title": report.title,
        "day": report.day,
        "status": report.status,
        "sections": [
            {
                "name": section.name,
                "title": section.title,
                "rows": [
                    dict(zip((one.name for one in section.columns), row, strict=True))
                    for row in section.rows
                ],
            }
            for section in report.sections
        ],
        "notes": report.notes,
    }


def as_json(report: Report) -> bytes:
    return msgspec.json.encode(as_object(report))


def as_csv(report: Report) -> str:
    """Each section under its own heading line, which names the unit; empty where unknown.

    Amounts are whole cents as everywhere else: a spreadsheet adds them up exactly.
    """
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    for at, section in enumerate(report.sections):
        if at:
            writer.writerow([])
        writer.writerow(["section", "gaming_day", *map(_heading, section.columns)])
        for row in section.rows:
            cells = zip(row, section.columns, strict=True)
            told = [_plain(cell, column) for cell, column in cells]
            writer.writerow([section.name, report.day, *told])
    return file.getvalue()


def _heading(column: Column) -> str:
    return f"{column.name}_cents" if column.kind == "cents" else column.name


def _plain(cell: Cell, column: Column) -> str | int:
    if cell is None:
        return ""
    if isinstance(cell, tuple):
        return _harmless("; ".join(cell))
    if isinstance(cell, str) and column.kind == "text":
        return _harmless(cell)
    return cell


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
