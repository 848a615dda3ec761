"""Forms: what a page posts, read into a command. The kind of a field stands after a colon."""

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl

from domain.commands import CommandError
from domain.commands.reading import read_json
from domain.money import read_dollars
from services.http.problems import Problem

_MOST_FIELDS: Final = 500
_INTEGER: Final = re.compile(r"-?[0-9]{1,12}")
_SIGN: Final = ("people", "person", "me")
_ADDED: Final = frozenset({"pieces", "plus"})
"""`cash.2000:pieces` adds so many times 2000 cents to `cash`, `cash:plus` so many dollars."""


class Signer(NamedTuple):
    """Somebody who signs beside the one who posts: a token, or where nobody signs in, a name."""

    field: str
    text: str
    several: bool
    """The field holds a list of people with their roles, not one person's id."""
    own: bool = False
    """Whoever posts the form signs it too."""


class Form(NamedTuple):
    """What was posted."""

    back: str
    command: dict[str, Any]
    signers: list[Signer]


def read_form(body: bytes) -> Form:
    """CommandError names every field that cannot be read."""
    try:
        pairs = parse_qsl(
            body.decode(),
            keep_blank_values=True,
            strict_parsing=bool(body),
            errors="strict",
            max_num_fields=_MOST_FIELDS,
        )
    except ValueError:
        raise Problem("invalid-request", "the form cannot be read; load the page again") from None
    back = next((value for name, value in pairs if name == "back"), "/")
    command: dict[str, Any] = {}
    signers: list[Signer] = []
    wrong: list[dict[str, str]] = []
    for name, value in pairs:
        if name == "back" or not value.strip():
            continue
        field, _, kind = name.partition(":")
        if kind in _SIGN:
            one = Signer(field, value.strip(), several=kind != "person", own=kind == "me")
            signers.append(one)
            continue
        try:
            if kind in _ADDED:
                _add(command, field, kind, value.strip())
            else:
                put(command, field, _read(kind, value.strip()))
        except ValueError as error:
            wrong.append({"where": field, "what": str(error)})
    if wrong:
        raise CommandError(wrong)
    return Form(back, command, signers)


def put(command: dict[str, Any], field: str, value: object) -> None:
    """`inventory.2500` is a name within a name."""
    *outer, last = field.split(".")
    place = command
    for step in outer:
        place = place.setdefault(step, {})
        if not isinstance(place, dict):
            raise ValueError("is told twice, in two ways")
    if last in place:
        raise ValueError("is told twice")
    place[last] = value


def _add(command: dict[str, Any], field: str, kind: str, text: str) -> None:
    """Parts of one amount, summed here: whatever a script adds up is for the eye alone."""
    name, _, denomination = field.partition(".")
    cents = _pieces(denomination, text) if kind == "pieces" else read_dollars(text)
    so_far = command.get(name, 0)
    if not isinstance(so_far, int) or cents < 0:
        raise ValueError("a count is of pieces or dollars, none of them below 0")
    command[name] = so_far + cents


def _pieces(denomination: str, text: str) -> int:
    if _INTEGER.fullmatch(denomination) is None:
        raise ValueError("pieces are counted by a denomination in cents")
    return int(denomination) * _integer(text)


def _read(kind: str, text: str) -> object:
    read = _KINDS.get(kind)
    if read is None:
        raise ValueError(f"there is no kind of field {kind!r}")
    return read(text)


def _integer(text: str) -> int:
    if _INTEGER.fullmatch(text) is None:
        raise ValueError("a whole number is wanted")
    return int(text)


def _json(text: str) -> object:
    try:
        return read_json(text.encode())
    except CommandError as error:
        raise ValueError(error.problems[0]["what"]) from None


def _flag(text: str) -> bool:
    if text not in ("on", "true", "false"):
        raise ValueError("is either on or left out")
    return text != "false"


_KINDS: Final[dict[str, Callable[[str], object]]] = {
    "": str,
    "dollars": read_dollars,
    "int": _integer,
    "flag": _flag,
    "json": _json,
}
