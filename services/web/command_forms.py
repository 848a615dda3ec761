"""Every command as a form: its fields, each with a kind that a page knows how to ask for.

Made from the commands' own schema, so that nothing lawful is out of a page's reach.
"""

from functools import cache
from typing import Any, Final

import msgspec

from domain.messages.commands import COMMANDS

_OF_LATE_CASH: Final = {
    name: frozenset({"reason", "supervisor"}) for name in ("buy_in", "pay_marker")
}
"""Forms have no `at`: what they send is never told late."""
_OF_EVERY: Final = frozenset({"command", "command_id", "actor", "at", "table", "proofs"})
"""What the page and the desk fill in."""
_CENTS: Final = "integer cents"
_MONEY: Final = frozenset({"adjustment"})
"""Money that may be negative, and so is no `Cents`."""


class FormField(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One field of a command."""

    name: str
    label: str
    kind: str
    """`dollars`, `int`, `flag`, `choice`, `text`, `person`, `people`, `inventory` or `json`."""
    required: bool = False
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    """Of a number its bounds, of text how long it may be."""
    help: str = ""


@cache
def command_forms() -> dict[str, tuple[FormField, ...]]:
    """By command, in the order the command lists its fields, what it must have first."""
    schema = COMMANDS.json_schema()
    mapping: dict[str, str] = schema["discriminator"]["mapping"]
    return {
        name: _fields(schema["$defs"][ref.rpartition("/")[2]], _OF_LATE_CASH.get(name, frozenset()))
        for name, ref in mapping.items()
    }


def _fields(model: dict[str, Any], left_out: frozenset[str]) -> tuple[FormField, ...]:
    required = frozenset(model.get("required", ()))
    fields = [
        _field(name, part, required=name in required)
        for name, part in model["properties"].items()
        if name not in _OF_EVERY and name not in left_out
    ]
    return tuple(sorted(fields, key=lambda one: not one.required))


def _field(name: str, part: dict[str, Any], *, required: bool) -> FormField:
    told = _told(part)
    kind = _kind(name, part, told)
    return FormField(
        name=name,
        label=name.replace("_", " ").capitalize(),
        kind=kind,
        required=required,
        choices=tuple(told.get("enum", ())),
        least=told.get("minimum", told.get("exclusiveMinimum")),
        most=told.get("maxLength", told.get("maximum")),
        help="" if kind == "dollars" else part.get("description", ""),
    )


def _told(part: dict[str, Any]) -> dict[str, Any]:
    """Of several shapes the first that is not null."""
    shapes = part.get("anyOf", [part])
    return next((one for one in shapes if one.get("type") != "null"), part)


def _kind(name: str, part: dict[str, Any], told: dict[str, Any]) -> str:
    if name in ("supervisor", "inventory"):
        return {"supervisor": "person"}.get(name, name)
    if told.get("items", {}).get("$ref", "").endswith("/Actor"):
        return "people"
    if _CENTS in (part.get("description"), told.get("description")) or name in _MONEY:
        return "dollars"
    if "enum" in told:
        return "choice"
    by_type = {"boolean": "flag", "integer": "int", "string": "text"}
    return by_type.get(told.get("type", ""), "json")
