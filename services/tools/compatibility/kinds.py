"""A JSON Schema taken apart: the alternatives it leaves, each of one kind."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

Schema: TypeAlias = Mapping[str, Any]

ANYTHING: Final[Schema] = {}
_BY_VALUE: Final = {bool: "boolean", int: "integer", float: "number", str: "string"}


def resolved(schema: Schema | bool, root: Schema) -> Schema:
    """What a reference within the document leads to."""
    if isinstance(schema, bool):
        return ANYTHING if schema else {"not": {}}
    found: Any = schema
    if "$ref" in schema:
        found = root
        for step in str(schema["$ref"]).removeprefix("#/").split("/"):
            found = found[step.replace("~1", "/").replace("~0", "~")]
        return resolved(found, root)
    if len(schema.get("allOf", ())) == 1:
        return resolved(schema["allOf"][0], root)
    return schema


def alternatives(schema: Schema | bool, root: Schema) -> Iterator[Schema]:
    """Each of one type, one set of values, or anything at all."""
    schema = resolved(schema, root)
    for union in ("anyOf", "oneOf"):
        if union in schema:
            for one in schema[union]:
                yield from alternatives(one, root)
            return
    if "const" in schema:
        yield {"enum": [schema["const"]]}
    elif "enum" in schema:
        by_kind: dict[str, list[Any]] = {}
        for value in schema["enum"]:
            by_kind.setdefault(_kind_of(value), []).append(value)
        for values in by_kind.values():
            yield {"enum": values}
    elif isinstance(schema.get("type"), list):
        for name in schema["type"]:
            yield {**schema, "type": name}
    else:
        yield schema


def kind(schema: Schema) -> str:
    """Its type; empty: anything."""
    if "enum" in schema:
        return _kind_of(schema["enum"][0])
    return str(schema.get("type", "object" if "properties" in schema else ""))


def _kind_of(value: object) -> str:
    if value is None:
        return "null"
    return _BY_VALUE.get(type(value), "object" if isinstance(value, dict) else "array")


def tags(schema: Schema | bool, root: Schema) -> dict[str, Schema]:
    """The members of a union that is told apart by a name; empty: it is none."""
    schema = resolved(schema, root)
    mapping = schema.get("discriminator", {}).get("mapping")
    if mapping is not None:
        return {name: {"$ref": ref} for name, ref in mapping.items()}
    members = [resolved(one, root) for one in schema.get("anyOf", schema.get("oneOf", ()))]
    return next(filter(None, (_told_apart(field, members) for field in _fields(members))), {})


def _fields(members: list[Schema]) -> Iterator[str]:
    """Those of the first: a name that tells members apart is in all of them."""
    if len(members) > 1:
        yield from members[0].get("properties", {})


def _told_apart(field: str, members: list[Schema]) -> dict[str, Schema]:
    """By the one value that the field has in each; empty where that does not tell them apart."""
    named: dict[str, Schema] = {}
    for member in members:
        told = member.get("properties", {}).get(field, {})
        values = [told["const"]] if "const" in told else told.get("enum", ())
        if len(values) == 1 and isinstance(values[0], str):
            named[values[0]] = member
    return named if len(named) == len(members) else {}
