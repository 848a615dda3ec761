"""The `command_id` of what cannot be read as a command: its sender finds the rejection by it."""

import json
from typing import Any, Final
from uuid import UUID

import msgspec

_ID: Final = "command_id"
_MOST_COMMAS: Final = 100_000
"""Of what is read whole; of more values than that only the id is picked out."""


class _Pairs(list[tuple[str, Any]]):
    """An object with every key, also one that stands there twice."""


class _Named(msgspec.Struct):
    command_id: str


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_Pairs, parse_int=str, strict=False)


def told_id(content: object) -> UUID | None:
    """That of a command as it was read or as it was sent; None where it is missing or is none."""
    if isinstance(content, bytes | str):
        content = _decoded(content)
    return _read(_field(content, _ID))


def told_id_in(content: bytes | str, step: int | str) -> UUID | None:
    """That of the command at this index of a list, or in this field."""
    outer = _decoded(content)
    if isinstance(step, str):
        return told_id(_field(outer, step))
    if isinstance(outer, list) and not isinstance(outer, _Pairs) and step < len(outer):
        return told_id(outer[step])
    return told_id(outer)


def _field(content: object, name: str) -> object:
    """None too where it stands there twice."""
    if isinstance(content, dict):
        return content.get(name)
    if not isinstance(content, _Pairs):
        return None
    named = [value for key, value in content if key == name]
    return named[0] if len(named) == 1 else None


def _decoded(content: bytes | str) -> object:
    """However much is wrong with it as a command, as long as it is JSON."""
    try:
        text = content if isinstance(content, str) else content.decode()
        if text.count(",") <= _MOST_COMMAS:
            return _DECODER.decode(text)
        if text.count(f'"{_ID}"') > 1:
            return None
        return {_ID: msgspec.json.decode(text, type=_Named).command_id}
    except (ValueError, RecursionError):
        return None


def _read(value: object) -> UUID | None:
    if isinstance(value, UUID):
        return value
    try:
        return UUID(value) if isinstance(value, str) else None
    except ValueError:
        return None
