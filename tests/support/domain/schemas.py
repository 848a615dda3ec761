"""Every place of every command at which its JSON Schema allows a text, a key or a list."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeAlias

from domain.messages.commands import COMMANDS

Schema: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[str | int, ...]

SCHEMA: Final[Schema] = COMMANDS.json_schema()
_KEY: Final = "any"


class Place(NamedTuple):
    """Where in which command, and what stands there."""

    command: str
    path: Path
    schema: Schema

    def __str__(self) -> str:
        return f"{self.command}:{self.where}"

    @property
    def where(self) -> str:
        return ".".join(map(str, self.path))

    def holding(self, value: object) -> dict[str, Any]:
        """The command with this value there; of all else only what leads to it."""
        for step in reversed(self.path):
            value = [value] if isinstance(step, int) else {step: value}
        assert isinstance(value, dict)
        return {"command": self.command, **value}


def resolved(schema: Schema) -> Schema:
    name = schema.get("$ref", "").removeprefix("#/$defs/")
    return SCHEMA["$defs"][name] if name else schema


def values_of(schema: Schema) -> Schema | None:
    """What an object holds under any key."""
    values: Schema | None = next(iter(schema.get("patternProperties", {}).values()), None)
    return values or schema.get("additionalProperties") or None


def places() -> list[Place]:
    """All of them."""
    return [
        place
        for name, ref in SCHEMA["discriminator"]["mapping"].items()
        for place in _within(name, (), resolved({"$ref": ref}))
    ]


def _within(command: str, path: Path, schema: Schema) -> Iterator[Place]:
    schema = resolved(schema)
    if path:
        yield Place(command, path, schema)
    for branch in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from _within(command, path, branch)
    for name, part in schema.get("properties", {}).items():
        yield from _within(command, (*path, name), part)
    if isinstance(schema.get("items"), dict):
        yield from _within(command, (*path, 0), schema["items"])
    if (values := values_of(schema)) is not None:
        yield from _within(command, (*path, _KEY), values)


def texts() -> list[Place]:
    return [place for place in places() if _is_text(place.schema)]


def _is_text(schema: Schema) -> bool:
    return schema.get("type") == "string" or isinstance(schema.get("const"), str)


def of_type(name: str) -> list[Place]:
    return [place for place in places() if place.schema.get("type") == name]
