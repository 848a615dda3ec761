"""Parts of addresses and queries, each with what it means and one that could be."""

from typing import Any, Final, NamedTuple

from projections.reports import REPORTS
from services.http.parameters import ROUND, TABLE


class _Meaning(NamedTuple):
    text: str
    example: str | int
    pattern: str | None = None


# Of a path: what is not of this form is not found, whatever there is.
_IN_PATHS: Final[dict[str, dict[str, Any]]] = {
    "table": {"pattern": TABLE},
    "round_id": {"pattern": ROUND},
    "meter": {"pattern": TABLE},
    "name": {"enum": list(REPORTS)},
    "level": {"pattern": "^([0-9]|[1-5][0-9]|6[0-3])$"},
    "path": {
        "pattern": r"^(x[0-9]{3}/){0,6}[0-9]{3}(\.p/([1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5]))?$"
    },
}
_MEANINGS: Final = {
    "table": _Meaning("the table's name", "PG01"),
    "round_id": _Meaning("TABLE-SESSION-NUMBER", "PG01-1-1"),
    "day": _Meaning("gaming day; today's if left out", "2026-11-14"),
    "meter": _Meaning("the meter's name", "M1"),
    "name": _Meaning("the report's name, one of `GET /v1/reports`", "master_game"),
    "limit": _Meaning("so many at most", 20),
    "after": _Meaning("position in the log, from 0; what stands behind it is answered", 0),
    "open": _Meaning("true: only what is open; false: only what was answered for", "true"),
    "level": _Meaning("level of the tree, from 0", "0"),
    "path": _Meaning("index of the tile and, of a partial one, its width", "000.p/1"),
    "player": _Meaning("the player's name", "mrs-lee"),
    "pieces": _Meaning("", "2-6,2-4,6-6,4-5"),
    "view": _Meaning("the log's events, or the rows of tables as they change", "events"),
    "line": _Meaning("the line of work in which the device counts", "table-7"),
    "last-event-id": _Meaning("position of the last event that was read", "41"),
}


def describe_parameters(described: dict[str, Any]) -> None:
    """What may be left out is left out: it is never null."""
    for methods in described["paths"].values():
        for operation in methods.values():
            for one in operation.get("parameters", ()):
                one["schema"] = _plain(one["schema"])
                if one["in"] == "path":
                    one["schema"].update(_IN_PATHS.get(one["name"], {}))
                _explain(one)


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in schema.items() if name not in ("title", "description")}
    if kept.get("default", "") is None:
        del kept["default"]
    choices = [one for one in kept.pop("anyOf", ()) if one != {"type": "null"}]
    assert len(choices) < 2, "a parameter is of one kind"
    return {**kept, **(choices[0] if choices else {})}


def _explain(parameter: dict[str, Any]) -> None:
    meaning = _MEANINGS.get(parameter["name"])
    if meaning is None:
        return
    parameter.setdefault("description", meaning.text)
    if parameter["name"] == "day" and parameter["in"] == "path":
        parameter["description"] = "gaming day"
    kind = parameter["schema"].get("type")
    parameter["example"] = {"true": True}.get(str(meaning.example), meaning.example)
    if kind == "array":
        del parameter["example"]
