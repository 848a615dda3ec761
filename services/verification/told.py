"""A verification told: a table of the parts, and the first bad event in words; or as JSON."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from services.explain.columns import in_columns
from services.verification.findings import OTHER_RULES, SAME, Finding, PartResult, Result

_MORE: Final = 3
"""Findings of a part that are told beside the first of all."""


def as_object(result: Result) -> dict[str, Any]:
    first = result.first_bad()
    return {
        "verified": result.code == SAME,
        "code": result.code,
        "head": result.head,
        "from": result.first,
        "to": result.last,
        "unsealed": result.unsealed,
        "parts": [
            {
                "part": part.part,
                "verified": not part.found,
                "counts": part.counts,
                "notes": part.notes,
                "found": part.found,
                "by_other_rules": part.by_other_rules,
                "findings": msgspec.to_builtins(part.findings),
            }
            for part in result.parts
        ],
        "first_bad": None if first is None else msgspec.to_builtins(first),
    }


def lines(result: Result) -> Iterator[str]:
    rows = [["part", "looked at", "verdict"], *map(_row, result.parts)]
    yield from in_columns(rows)
    for part in result.parts:
        for note, number in sorted(part.notes.items()):
            yield f"{part.part}: {number:,} {note}" if number > 1 else f"{part.part}: {note}"
    if result.unsealed:
        are = "event is" if result.unsealed == 1 else "events are"
        yield f"{result.unsealed:,} {are} not sealed yet"
    first = result.first_bad()
    if first is None:
        return
    yield ""
    is_here = first.code == OTHER_RULES
    yield f"{'Not verified by this build' if is_here else 'The first bad event'}: {_named(first)}"
    yield f"What to do: {first.todo}"
    for part in result.parts:
        yield from _others(part, first)


def _row(part: PartResult) -> list[str]:
    counted = ", ".join(f"{number:,} {what}" for what, number in part.counts.items() if number)
    wrong = part.found - part.by_other_rules
    told = [f"{wrong:,} wrong"] if wrong else []
    told += [f"{part.by_other_rules:,} by other rules"] if part.by_other_rules else []
    return [part.part, counted or "nothing", ", ".join(told) or "right"]


def _named(finding: Finding) -> str:
    where = finding.where()
    return f"{where}: {finding.what}" if where else finding.what


def _others(part: PartResult, first: Finding) -> Iterator[str]:
    """What else was found, in few words: all of it is counted in the table."""
    others = [one for one in part.findings if one is not first]
    for finding in others[:_MORE]:
        yield f"{part.part}: {_named(finding)}"
    left = part.found - min(len(others), _MORE) - (first.part == part.part)
    if left > 0:
        yield f"{part.part}: and {left:,} more"
