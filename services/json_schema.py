"""JSON Schemas as other people's tools read them."""

from collections.abc import Callable
from inspect import cleandoc
from typing import Any, Final, TypeAlias

from domain.money import MOST_EXACT

Schema: TypeAlias = dict[str, Any]
_LOWER: Final = frozenset({"minimum", "exclusiveMinimum", "enum", "const"})
_UPPER: Final = frozenset({"maximum", "exclusiveMaximum", "enum", "const"})
_TAG: Final = "event"
_COUNTED: Final = frozenset({"seq", "session", "shift", "version", "period", "number", "rounds"})
"""Fields that count, and so are never below zero."""


def bounded(schema: Schema) -> Schema:
    """Every whole number within what every reader of JSON keeps exactly."""
    return _each(schema, _bound)


def uniform(schema: Schema) -> Schema:
    """For tools that know less: lists of a fixed length are of one kind, a tag is one value."""
    return _each(schema, _make_uniform)


def plain(schema: Schema) -> Schema:
    """Without what OpenAPI adds to JSON Schema, which strict tools refuse elsewhere; and in words
    that do not depend on the Python they are read by, as the margin of a docstring does."""
    return _each(schema, _make_plain)


def _make_plain(schema: Schema, _: str) -> None:
    schema.pop("discriminator", None)
    if isinstance(told := schema.get("description"), str):
        schema["description"] = cleandoc(told)


def _bound(schema: Schema, name: str) -> None:
    if schema.get("type") != "integer":
        return
    if not _LOWER & schema.keys():
        schema["minimum"] = 0 if name in _COUNTED else -MOST_EXACT
    if not _UPPER & schema.keys():
        schema["maximum"] = MOST_EXACT


def _make_uniform(schema: Schema, name: str) -> None:
    match schema.get("enum"):
        case [str(only)] if name == _TAG:
            del schema["enum"]
            schema.update(type="string", const=only)
        case [bool(only)]:  # generators of clients take no list of truth values
            del schema["enum"]
            schema.update(type="boolean", const=only)
    kinds = schema.pop("prefixItems", None)
    if kinds is not None:
        different = [kind for at, kind in enumerate(kinds) if kind not in kinds[:at]]
        schema["items"] = different[0] if len(different) == 1 else {"anyOf": different}


def _each(schema: Schema, change: Callable[[Schema, str], object]) -> Schema:
    """A copy with every schema in it changed; each is told the name of the field it is for."""

    def walked(value: Any, name: str) -> Any:
        if isinstance(value, list):
            return [walked(one, name) for one in value]
        if not isinstance(value, dict):
            return value
        if "properties" in value and isinstance(value["properties"], dict):
            named = {key: walked(one, key) for key, one in value["properties"].items()}
            value = {**value, "properties": named}
        kept = {
            key: one if key == "properties" else walked(one, name) for key, one in value.items()
        }
        change(kept, name)
        return kept

    return dict(walked(schema, ""))
