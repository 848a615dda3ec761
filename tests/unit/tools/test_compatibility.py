"""Schemas compared: each kind of change that breaks somebody is named, and none that breaks nobody."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from services.tools.compatibility.openapi import breaking_api
from services.tools.compatibility.released import (
    Broken,
    broken_since,
    keep,
    last_release,
    on_purpose,
)
from services.tools.compatibility.schemas import breaking

TEXT: Final = {"type": "string"}
NUMBER: Final = {"type": "integer"}
NOTHING: Final = {"type": "null"}


def with_fields(required: tuple[str, ...] = (), **fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(required)}


def union(**members: Any) -> dict[str, Any]:
    mapping = {name: f"#/$defs/{name}" for name in members}
    refs = [{"$ref": ref} for ref in mapping.values()]
    told = {"propertyName": "event", "mapping": mapping}
    return {"anyOf": refs, "discriminator": told, "$defs": members}


A = with_fields(("a",), a=TEXT)
CHANGES: Final[dict[str, tuple[Any, Any, list[str], list[str]]]] = {
    # name: before, now, what breaks of what we take, what breaks of what we give
    "nothing": (A, A, [], []),
    "only words": (A, {**A, "title": "Other", "description": "words"}, [], []),
    "a new field": (A, with_fields(("a",), a=TEXT, b=TEXT), [], []),
    "a new field that is required": (
        *(A, with_fields(("a", "b"), a=TEXT, b=TEXT)),
        *(["b is required now"], []),
    ),
    "a field that is gone": (with_fields(a=TEXT, b=TEXT), with_fields(a=TEXT), ["b is gone"], ["b is gone"]),
    "a field that is required now": (with_fields(a=TEXT), A, ["a is required now"], []),
    "a field that may be left out": (A, with_fields(a=TEXT), [], ["a is not always there any more"]),
    "another type": (
        *(with_fields(a=TEXT), with_fields(a=NUMBER)),
        *(["a takes no string any more"], ["a may be integer"]),
    ),
    "one type more": (TEXT, {"anyOf": [TEXT, NOTHING]}, [], [" may be null"]),
    "one type less": ({"type": ["string", "null"]}, TEXT, [" takes no null any more"], []),
    "a number for an integer": (NUMBER, {"type": "number"}, [], [" may be number"]),
    "a value more": ({"enum": ["x"]}, {"enum": ["x", "y"]}, [], [" may be 'y'"]),
    "a value less": ({"enum": ["x", "y"]}, {"const": "x"}, [" takes no 'y' any more"], []),
    "any text for values": ({"enum": ["x"]}, TEXT, [], [" may be other string than x"]),
    "values for any text": (TEXT, {"enum": ["x"]}, [" takes no other string than x any more"], []),
    "anything for a type": (TEXT, {}, [], [" may be anything"]),
    "a type for anything": ({}, TEXT, [" takes no anything any more"], []),
    "a lower bound": (NUMBER, {**NUMBER, "minimum": 1}, [" is held to minimum 1"], []),
    "a wider bound": (
        *({**NUMBER, "maximum": 6}, {**NUMBER, "maximum": 24}),
        *([], [" is no longer held to maximum 6"]),
    ),
    "a narrower bound": (
        *({**TEXT, "maxLength": 60}, {**TEXT, "maxLength": 50}),
        *([" is held to maxLength 50"], []),
    ),
    "another pattern": (
        *({**TEXT, "pattern": "a"}, {**TEXT, "pattern": "b"}),
        *([" is held to pattern b"], [" is no longer held to pattern a"]),
    ),
    "in a list": (
        *({"type": "array", "items": TEXT}, {"type": "array", "items": NUMBER}),
        *(["[] takes no string any more"], ["[] may be integer"]),
    ),
    "in a place of a list": (
        *({"type": "array", "prefixItems": [TEXT]}, {"type": "array", "prefixItems": [NUMBER]}),
        *(["[0] takes no string any more"], ["[0] may be integer"]),
    ),
    "in a map": (
        {"type": "object", "additionalProperties": TEXT},
        {"type": "object", "additionalProperties": NUMBER},
        *(["{} takes no string any more"], ["{} may be integer"]),
    ),
    "no other fields": (A, {**A, "additionalProperties": False}, [" takes no other fields any more"], []),
    "a member more": (union(A=A), union(A=A, B=with_fields(b=TEXT)), [], []),
    "a member that is gone": (union(A=A, B=A), union(A=A), ["B is gone"], ["B is gone"]),
    "in a member": (union(A=A), union(A=with_fields(("a",))), ["A.a is gone"], ["A.a is gone"]),
    "the best of several": (
        {"anyOf": [with_fields(a=TEXT, d=TEXT), with_fields(b=TEXT, c=TEXT)]},
        {"anyOf": [with_fields(a=TEXT, d=TEXT), with_fields(b=NUMBER, c=TEXT)]},
        *(["b takes no string any more"], ["b may be integer"]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_each_change_breaks_whom_it_breaks(name: str) -> None:
    old, new, taken, given = CHANGES[name]
    assert [f"{path} {what}" for path, what in breaking(old, new, "in")] == taken
    assert [f"{path} {what}" for path, what in breaking(old, new, "out")] == given


def test_a_structure_that_holds_itself_is_compared_once() -> None:
    def tree(leaf: dict[str, Any]) -> dict[str, Any]:
        node = with_fields(leaf=leaf, below={"$ref": "#/$defs/Node"})
        return {"$ref": "#/$defs/Node", "$defs": {"Node": node}}

    assert [str(one.path) for one in breaking(tree(TEXT), tree(NUMBER), "in")] == ["leaf"]


def answering(**answers: Any) -> dict[str, Any]:
    return {"responses": {status.removeprefix("s"): one for status, one in answers.items()}}


def described(operation: dict[str, Any], address: str = "/v1/x") -> dict[str, Any]:
    return {"paths": {address: {"get": operation}}, "components": {"schemas": {"A": A}}}


def content(schema: dict[str, Any], media: str = "application/json") -> dict[str, Any]:
    return {"content": {media: {"schema": schema}}}


def asking(name: str, schema: dict[str, Any], *, required: bool = False) -> dict[str, Any]:
    one = {"in": "query", "name": name, "schema": schema, "required": required}
    return {"parameters": [one]}


REF: Final = {"$ref": "#/components/schemas/A"}
API_CHANGES: Final[dict[str, tuple[Any, Any, list[str]]]] = {
    "nothing": (described(answering(s200=content(REF))), described(answering(s200=content(A))), []),
    "an address that is gone": (described({}), described({}, "/v1/y"), ["GET /v1/x is gone"]),
    "an answer that is gone": (
        *(described(answering(s200={}, s404={})), described(answering(s201={}))),
        ["GET /v1/x 200 is gone"],
    ),
    "a field of an answer": (
        described(answering(s200=content(REF))),
        described(answering(s200=content(with_fields(b=TEXT)))),
        ["GET /v1/x 200 application/json: a is gone"],
    ),
    "a form of an answer": (
        described(answering(s200=content(TEXT, "text/csv"))),
        described(answering(s200=content(TEXT))),
        ["GET /v1/x 200 text/csv is gone"],
    ),
    "a parameter that is gone": (
        *(described(asking("day", TEXT)), described({})),
        ["GET /v1/x query day is gone"],
    ),
    "a parameter more": (described({}), described(asking("day", TEXT)), []),
    "a parameter that is required": (
        *(described({}), described(asking("day", TEXT, required=True))),
        ["GET /v1/x query day is required now"],
    ),
    "a parameter that takes less": (
        *(described(asking("day", TEXT)), described(asking("day", {"enum": ["x"]}))),
        ["GET /v1/x query day takes no other string than x any more"],
    ),
    "a body that takes less": (
        described({"requestBody": content(with_fields(a=TEXT))}),
        described({"requestBody": content(REF)}),
        ["GET /v1/x body application/json: a is required now"],
    ),
    "a body that is required": (
        *(described({}), described({"requestBody": {**content(A), "required": True}})),
        ["GET /v1/x body is required now"],
    ),
}


@pytest.mark.parametrize("name", API_CHANGES)
def test_each_change_of_the_api_breaks_whom_it_breaks(name: str) -> None:
    old, new, told = API_CHANGES[name]
    assert [f"{path} {what}" for path, what in breaking_api(old, new)] == told


def test_nothing_breaks_that_is_not_listed_with_its_reason(root: Path) -> None:
    """Take it back, or list it in deploy/schemas/released/breaking.toml: see docs/versions.md."""
    found, meant = broken_since(root), on_purpose(root)
    assert [one for one in found if one not in meant] == []
    assert [one for one in meant if one not in found] == []
    assert all(len(reason) > 10 for reason in meant.values())


def test_a_release_is_what_the_next_one_is_compared_with(tmp_path: Path) -> None:
    schemas = tmp_path / "deploy/schemas"
    (schemas / "released/0.2.0").mkdir(parents=True)
    (schemas / "events.v1.json").write_text(json.dumps(A))
    (tmp_path / "deploy/openapi.json").write_text(json.dumps(described({})))
    assert broken_since(tmp_path) == []
    keep(tmp_path, "0.3.0")
    assert last_release(tmp_path).name == "0.3.0"
    assert on_purpose(tmp_path) == {}
    (schemas / "events.v1.json").write_text(json.dumps(with_fields()))
    (tmp_path / "deploy/openapi.json").unlink()
    assert broken_since(tmp_path) == [
        Broken("events.v1.json", "a", "is gone"),
        Broken("openapi.json", "", "is gone"),
    ]
