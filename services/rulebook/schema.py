"""The JSON Schema of a submission, by its regulation: for editors, and for what `check` says."""

from collections.abc import Iterator
from typing import Any, Final

from domain.games.seam.regulation import Regulation

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def submission_schema(rules: Regulation) -> dict[str, Any]:
    """The regulation's own elections with their types; limits and odds of its own wagers only."""
    schema = rules.elections.model_json_schema()
    wagers = list(rules.wagers)
    for by_wager in ("limits", "odds"):
        if by_wager in schema["properties"]:
            schema["properties"][by_wager]["propertyNames"] = {"enum": wagers}
            schema["properties"][by_wager]["maxProperties"] = len(wagers)
    if "odds" in schema["properties"]:  # without any, a table would offer no wager
        schema["properties"]["odds"]["minProperties"] = 1
        del schema["properties"]["odds"]["default"]
        schema["required"].append("odds")
    return {"$schema": DIALECT, **schema, "title": f"Submission under {rules.title}"}


def elections_in(schema: dict[str, Any]) -> Iterator[str]:
    """Every name that may stand in a submission; what belongs to an election behind a point."""
    for name, election in schema["properties"].items():
        yield name
        for ref in _refs(election):
            inner = schema["$defs"][ref.rpartition("/")[2]]
            yield from (f"{name}.{part}" for part in inner.get("properties", ()))


def _refs(election: dict[str, Any]) -> Iterator[str]:
    if "$ref" in election:
        yield election["$ref"]
    for one in (*election.get("anyOf", ()), *election.get("oneOf", ())):
        yield from _refs(one)
