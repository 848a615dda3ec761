"""The API describes itself, commands included."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from domain.messages.commands import command_names
from services.http.description.describing import HERE
from services.http.description.operations import OPERATIONS
from tests.support.http.playing import Pit, Told

PATHS: Final = {
    *("/v1/tables/{}/commands", "/v1/commands", "/v1/tables", "/v1/tables/{}"),
    *("/v1/rounds/{}", "/v1/rounds/{}/events", "/v1/rounds/{}/evidence", "/v1/events"),
    *("/v1/reconciliation", "/v1/stream"),
    *("/metrics", "/livez", "/readyz", "/readyz/api", "/v1/log/checkpoint", "/v1/log/key"),
    *("/v1/log/tile/{}/{}", "/v1/log/tile/entries/{}"),
}


@pytest.fixture(scope="module")
def description(pit: Pit) -> Told:
    return pit.get("/openapi.json")


def references(value: Any) -> Iterator[str]:
    """Everything the description points to."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name == "$ref":
                yield part
            elif name == "mapping":
                yield from part.values()
            else:
                yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


def test_it_is_openapi_3(description: Told) -> None:
    assert description["openapi"].startswith("3.1")
    assert description["info"]["title"] == "Pitledger"
    assert description["info"]["version"]
    assert description["info"]["license"]["identifier"] == "Apache-2.0"
    assert description["servers"] == [HERE]


def test_every_operation_has_a_short_id_and_says_what_it_is_for(description: Told) -> None:
    told = {
        (method, path): operation
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    }
    assert set(told) == set(OPERATIONS), "name every operation in description/operations.py"
    ids = [operation["operationId"] for operation in told.values()]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z]+([A-Z][a-z]*)*", one) for one in ids)
    tags = {tag["name"] for tag in description["tags"]}
    for place, operation in told.items():
        assert operation["summary"] != operation["operationId"], place
        assert set(operation["tags"]) <= tags, place
        for one in operation.get("parameters", ()):
            assert one["description"], (place, one["name"])


def test_an_example_of_a_problem_is_one_of_that_answer(description: Told) -> None:
    answers = description["components"]["responses"]
    seen = set()
    for methods in description["paths"].values():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                name = answer.get("$ref", "").removeprefix("#/components/responses/")
                for content in answers.get(name, {}).get("content", {}).values():
                    if "example" in content:
                        assert content["example"]["status"] == int(status), name
                        seen.add(name)
    assert seen == {"Conflict", "Invalid", "NotFound"}


def test_where_nobody_signs_in_it_says_so(description: Told) -> None:
    assert "PITLEDGER_AUTH is off here" in description["info"]["description"]


def test_whole_numbers_are_kept_exactly_by_every_reader(description: Told) -> None:
    for schema in integers(description["components"]["schemas"]):
        if not {"enum", "const"} & schema.keys():
            least = schema["minimum" if "minimum" in schema else "exclusiveMinimum"]
            most = schema["maximum" if "maximum" in schema else "exclusiveMaximum"]
            assert -(2**53) < least <= most < 2**53, schema


def integers(value: Any) -> Iterator[Told]:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if isinstance(value, dict) and value.get("type") == "integer":
        yield value
    for part in parts:
        yield from integers(part)


def test_every_address_is_described(description: Told) -> None:
    shapes = set()
    for path, methods in description["paths"].items():
        steps = ["{}" if step.startswith("{") else step for step in path.split("/")]
        shapes.add("/".join(steps))
        for operation in methods.values():
            assert operation["responses"]
            assert operation["operationId"]
    assert shapes >= PATHS


def test_every_command_is_described(description: Told) -> None:
    schemas = description["components"]["schemas"]
    mapping = schemas["Command"]["discriminator"]["mapping"]
    assert set(mapping) == command_names()
    for name, reference in mapping.items():
        schema = schemas[reference.rpartition("/")[2]]
        assert schema["properties"]["command"]["const"] == name
        assert schema["description"]
        assert schema["additionalProperties"] is False
        assert {"command_id", "actor", "at", "table"} <= set(schema["properties"])


def test_every_reference_leads_somewhere(description: Told) -> None:
    found = set(references(description))
    assert len(found) > 31
    for reference in found:
        assert reference.startswith("#/"), reference
        place: Any = description
        for step in reference[2:].split("/"):
            place = place[step]


@pytest.mark.parametrize("path", ["/v1/commands", "/v1/tables/{table}/commands"])
def test_a_body_is_one_command_or_a_list(description: Told, path: str) -> None:
    body = description["paths"][path]["post"]["requestBody"]
    assert body["required"] is True
    one, several = body["content"]["application/json"]["schema"]["oneOf"]
    assert one == {"$ref": "#/components/schemas/Command"}
    assert several == {"type": "array", "items": one, "maxItems": 200}


def test_it_is_the_same_each_time(pit: Pit, description: Told) -> None:
    assert pit.get("/openapi.json") == description
