"""The API's description as a page shows it: operations by tag, schemas by name."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

Described: TypeAlias = Mapping[str, Any]
_SCHEMAS: Final = "#/components/schemas/"
_RESPONSES: Final = "#/components/responses/"


class Kind(NamedTuple):
    """What a value is, in words; `name` where a schema of its own says the rest."""

    words: str
    name: str | None = None


class Field(NamedTuple):
    """A parameter, or a field of an object."""

    name: str
    kinds: list[Kind]
    required: bool
    about: str
    place: str = ""
    """Of a parameter: path, query or header."""


class Answer(NamedTuple):
    """What comes back, by status."""

    status: str
    about: str
    forms: list[tuple[str, list[Kind]]]
    example: str | None


class Shown(NamedTuple):
    """One operation."""

    id: str
    method: str
    path: str
    summary: str
    about: str
    parameters: list[Field]
    body: list[Kind]
    asked: list[tuple[str, str]]
    """Examples of the body: what each is, and itself."""
    answers: list[Answer]
    is_open: bool
    """Nobody is asked who they are."""


class Tag(NamedTuple):
    """Operations that belong together."""

    name: str
    about: str
    operations: list[Shown]


class Schema(NamedTuple):
    """A named one: its fields, or what it is one of."""

    name: str
    about: str
    fields: list[Field]
    one_of: list[Kind]


def tags_of(described: Described) -> list[Tag]:
    """In the order of the description."""
    every = list(_operations(described))
    return [
        Tag(tag["name"], tag["description"], [one for name, one in every if name == tag["name"]])
        for tag in described["tags"]
    ]


def schemas_of(described: Described) -> list[Schema]:
    """By name."""
    return [
        Schema(
            name,
            schema.get("description", ""),
            [
                Field(one, _kinds(part), one in schema.get("required", ()), _about(part))
                for one, part in schema.get("properties", {}).items()
            ],
            [kind for one in schema.get("oneOf", ()) for kind in _kinds(one)],
        )
        for name, schema in described["components"]["schemas"].items()
    ]


def _operations(described: Described) -> Iterator[tuple[str, Shown]]:
    for path, methods in described["paths"].items():
        for method, told in methods.items():
            body = told.get("requestBody", {}).get("content", {}).get("application/json", {})
            yield (
                told["tags"][0],
                Shown(
                    id=told["operationId"],
                    method=method.upper(),
                    path=path,
                    summary=told["summary"],
                    about=told.get("description", ""),
                    parameters=[_parameter(one) for one in told.get("parameters", ())],
                    body=_kinds(body["schema"]) if body else [],
                    asked=[
                        (one["summary"], _written(one["value"]))
                        for one in body.get("examples", {}).values()
                    ],
                    answers=[
                        _answer(described, status, one) for status, one in told["responses"].items()
                    ],
                    is_open=not told.get("security", True),
                ),
            )


def _parameter(told: Described) -> Field:
    about = told.get("description", "")
    if "default" in told["schema"]:
        about = f"{about}; {told['schema']['default']} if left out"
    return Field(
        told["name"], _kinds(told["schema"]), told.get("required", False), about, told["in"]
    )


def _answer(described: Described, status: str, told: Described) -> Answer:
    name = told.get("$ref", "").removeprefix(_RESPONSES)
    answer = described["components"]["responses"][name] if name else told
    content: Described = answer.get("content", {})
    examples = [one["example"] for one in content.values() if "example" in one]
    return Answer(
        status,
        answer["description"],
        [(form, _kinds(one["schema"])) for form, one in content.items()],
        _written(examples[0]) if examples else None,
    )


def _kinds(schema: Described) -> list[Kind]:
    """Each that it may be."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(_SCHEMAS)
        return [Kind(name, name)]
    several = [*schema.get("oneOf", ()), *schema.get("anyOf", ())]
    if several:
        return [kind for one in several for kind in _kinds(one)]
    if "const" in schema or "enum" in schema:
        return [Kind(json.dumps(one)) for one in schema.get("enum", [schema.get("const")])]
    kind = schema.get("type", "any")
    match kind:
        case "array":
            return [Kind(f"list of {one}", name) for one, name in _kinds(schema.get("items", {}))]
        case "object":
            found = [Kind(f"by name: {words}", name) for words, name in _values(schema)]
            return found or [Kind("object")]
    return [Kind(schema.get("format", one)) for one in (kind if isinstance(kind, list) else [kind])]


def _values(schema: Described) -> list[Kind]:
    """What an object holds under any name."""
    parts = [*schema.get("patternProperties", {}).values(), schema.get("additionalProperties")]
    return [kind for one in parts if isinstance(one, dict) for kind in _kinds(one)]


def _about(schema: Described) -> str:
    return str(schema.get("description", ""))


def _written(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
