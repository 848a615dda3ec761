"""Every address that can be read, filled in: whatever a role could ask for."""

import itertools
import re
from typing import Any, Final

from fastapi.routing import APIRoute

from services.web.pages import PAGES
from tests.support.http.staff import Staff

_ENDLESS: Final = ("/v1/stream", "/v1/device")
_REGULATION: Final = "nj-pai-gow"


def names_of(table: str, day: str) -> dict[str, str]:
    """What stands in braces, and what a query must name: a table's first round, box and day."""
    return {
        "table": table,
        "round_id": f"{table}-1-1",
        "day": day,
        "shown": day,
        "meter": "M1",
        "session": "1",
        "box": "1",
        "pieces": "1-3,1-5,5-6,4-6",
        "q": "x",
        "level": "0",
        "path": "000.p/1",
    }


def readable_addresses(staff: Staff, named: dict[str, str], day: str) -> list[str]:
    """Of the API by its own description, of the pages by their routes; with the queries that lead
    elsewhere. `named` fills in what stands in braces, and what a query must name."""
    paths = staff.get("ada", "/openapi.json").json()["paths"]
    reports = staff.get("ada", "/v1/reports").json()["reports"]
    found: list[str] = []
    for path, methods in paths.items():
        if "get" in methods and path not in _ENDLESS:
            parameters = methods["get"].get("parameters", [])
            names = reports if "{name}" in path else [""]
            for name in names:
                filled = _filled(path, {**named, "name": name})
                found += [f"{filled}{query}" for query in _queries(parameters, named, day)]
    for path in _pages():
        names = reports if path == "/reports/{name}" else [_REGULATION]
        every = [_filled(path, {**named, "name": name, "content": "0" * 12}) for name in names]
        found += dict.fromkeys(every)
    return found


def _queries(parameters: list[dict[str, Any]], named: dict[str, str], day: str) -> list[str]:
    there = {one["name"] for one in parameters if one["in"] == "query"}
    must = [one["name"] for one in parameters if one["in"] == "query" and one.get("required")]
    required = [f"{name}={named[name]}" for name in must]
    days = [[], [f"day={day}"]] if "day" in there else [[]]
    forms = [[], ["format=csv"], ["format=html"]] if "format" in there else [[]]
    moments = [[], ["as_of=2099-01-01T00:00:00Z"]] if "as_of" in there else [[]]
    chosen = [
        [*required, *first, *second, *third]
        for first, second, third in itertools.product(days, forms, moments)
    ]
    return [f"?{'&'.join(one)}" if one else "" for one in chosen]


def _pages() -> list[str]:
    routes = [one for page in PAGES for one in page.router.routes if isinstance(one, APIRoute)]
    return [one.path for one in routes if "GET" in (one.methods or ())]


def _filled(path: str, named: dict[str, str]) -> str:
    for name, value in named.items():
        path = path.replace(f"{{{name}}}", value)
    assert not re.search(r"[{}]", path), f"{path}: tell the test what to fill in"
    return path
