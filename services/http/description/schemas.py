"""The schemas of commands, answers and problems, all under names of their own."""

import functools
import json
from typing import Any, Final

import msgspec

from domain.messages.commands import COMMANDS
from services.http.description.operations import OPERATIONS
from services.http.problems import PROBLEM_SCHEMA
from services.json_schema import bounded, uniform

REFERENCE: Final = "#/components/schemas/{name}"
_IN_FORCE: Final = "InForce"
"""What a submission elects and what is in force at a table are called alike: the second is this."""


def describe_schemas(described: dict[str, Any]) -> None:
    """In place of what the framework made by itself."""
    _, components = answer_schemas()
    schemas = {**_commands(), **_with_event(components), "Problem": PROBLEM_SCHEMA}
    described["components"] = {"schemas": uniform(bounded(dict(sorted(schemas.items()))))}


@functools.cache
def answer_schemas() -> tuple[dict[Any, dict[str, Any]], dict[str, Any]]:
    """The reference to each type that is answered, and all that they are made of."""
    kinds = list(dict.fromkeys(kind for one in OPERATIONS.values() for kind in one.kinds))
    taken = _commands().keys()
    _, found = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    renamed = {name: f"{name}{_IN_FORCE}" if name in taken else name for name in found}
    references, made = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    places = {_place(name): _place(new) for name, new in renamed.items()}
    components = {renamed[name]: _moved(schema, places) for name, schema in made.items()}
    for name, schema in components.items():
        schema["title"] = name
    return dict(zip(kinds, references, strict=True)), components


def _with_event(components: dict[str, Any]) -> dict[str, Any]:
    """One event, by its name, as a schema of its own: lists of them refer to it."""
    found = {"title": "Event", "description": "One, by its name.", "type": "object"}
    lists = {}
    for name in ("Events", "Log"):
        fields = components[name]["properties"]
        items = fields["events"]["items"]
        listed = {**fields["events"], "items": {"$ref": _place("Event")}}
        lists[name] = {**components[name], "properties": {**fields, "events": listed}}
        event = {"oneOf": items["anyOf"], "discriminator": items["discriminator"]}
    return {**components, **lists, "Event": {**found, **event}}


@functools.cache
def _commands() -> dict[str, Any]:
    schema = COMMANDS.json_schema(ref_template=REFERENCE.replace("{name}", "{model}"))
    parts: dict[str, Any] = schema.pop("$defs")
    told = {"title": "Command", "description": "One, by its name.", "type": "object", **schema}
    return {name: _asked(part) for name, part in parts.items()} | {"Command": told}


def _asked(schema: dict[str, Any]) -> dict[str, Any]:
    """As something that is sent: what may be left out is no field that a client has to fill in.

    Generated clients take a default for a value that is always there, and a title for a type.
    """
    fields = schema.get("properties", {})
    kept = {name: _field(field) for name, field in fields.items()}
    return {**schema, "properties": kept} if fields else schema


def _field(field: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in field.items() if key not in ("title", "default")}
    if field.get("default"):
        told = f"`{json.dumps(field['default'])}` if left out"
        said = kept.get("description")
        kept["description"] = told if said is None else f"{said}; {told}"
    return kept


def _place(name: str) -> str:
    return REFERENCE.format(name=name)


def _moved(value: Any, places: dict[str, str]) -> Any:
    """With every reference to where its schema lies now."""
    if isinstance(value, dict):
        return {key: _moved(one, places) for key, one in value.items()}
    if isinstance(value, list):
        return [_moved(one, places) for one in value]
    return places.get(value, value) if isinstance(value, str) else value
