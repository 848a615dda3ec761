"""JSON as it comes in, read strictly: what two readers could take for two things is refused."""

import json
import math
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec

from domain.commands.errors import CommandError
from domain.commands.text import MOST_CHARACTERS, text_problem
from domain.commands.told_id import told_id, told_id_in

MOST_DEPTH: Final = 20
MOST_ITEMS: Final = 2000
"""Of one list or object; most fields allow fewer."""
MOST_INTEGER: Final = 2**53 - 1
"""What every reader of JSON keeps exactly."""
_MOST_COMMAS: Final = 100_000
"""So many no request has; counted before anything is read, because reading costs far more."""
_MOST_DIGITS: Final = 20
_SHORT: Final = 16_384
"""Characters of what is first read in the fast way."""
_FAST: Final = msgspec.json.Decoder()
_MOST_LOOKED_FOR: Final = 1000
"""Problems, after which nobody needs to know of more."""


class _Flaw(NamedTuple):
    """Stands where something was read that is no value."""

    what: str


def _object(pairs: list[tuple[str, Any]]) -> "dict[str, Any] | _Flaw":
    content = dict(pairs)
    if len(content) == len(pairs):
        return content
    [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
    return _Flaw(f"the key {twice[:40]!a} stands there twice")


def _integer(digits: str) -> "int | _Flaw":
    if len(digits) > _MOST_DIGITS:
        return _Flaw(f"an integer of {len(digits)} digits is beyond any amount")
    return int(digits)


def _fraction(digits: str) -> "float | _Flaw":
    number = float(digits)
    return number if math.isfinite(number) else _Flaw("the number is beyond any amount")


def _constant(name: str) -> _Flaw:
    return _Flaw(f"{name} is no number of JSON")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_integer,
    parse_float=_fraction,
    parse_constant=_constant,
)


def read_json(content: bytes | str) -> object:
    """The value of the JSON text. Raises CommandError, which says what is wrong and where."""
    try:
        return _read(content)
    except CommandError as error:
        first, _, _ = error.problems[0]["where"].partition(".")
        inside = first.isascii() and first.isdigit() and len(first) < _MOST_DIGITS
        error.command_id = told_id_in(content, int(first)) if inside else told_id(content)
        raise


def _read(content: bytes | str) -> object:
    try:
        text = content if isinstance(content, str) else content.decode()
        if len(text) <= _SHORT and "\\" not in text:
            plain = _read_plain(text)
            if plain is not None:
                return plain
        if text.count(",") > _MOST_COMMAS:
            raise CommandError(
                [{"where": "command", "what": "it holds more values than any request"}]
            )
        value = _DECODER.decode(text)
    except UnicodeDecodeError as error:
        raise _not_json(f"byte {error.start + 1} is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise _not_json(f"{error.msg} at line {error.lineno} column {error.colno}") from None
    except RecursionError:
        raise _not_json(f"it is nested deeper than {MOST_DEPTH} levels") from None
    check_content(value)
    return value


def _read_plain(text: str) -> object | None:
    """What is as nearly all is, in a fraction of the time; None where it needs a closer look.

    Nothing in the text is escaped, so each of its colons is in a text or behind a key: one more
    than is found in what was read shows that a key stands there twice.
    """
    try:
        value: object = _FAST.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    keys: list[str] = []
    texts: list[str] = []
    joined = _joined(keys, texts) if _gather([value], -1, keys, texts) else None
    if joined is None or text.count(":") != len(keys) + joined.count(":"):
        return None
    return value


def check_content(value: object) -> None:
    """Every text, key, number, list and object of a value, at every depth. Raises CommandError."""
    if _is_plain(value):
        return
    found: list[dict[str, str]] = []
    _look_at(value, (), found)
    if found:
        raise CommandError(found)


def _is_plain(value: object) -> bool:
    """Whether it is as nearly all are, with nothing wrong: all its texts are seen to at once.

    False says only that it is to be looked at closely.
    """
    keys: list[str] = []
    texts: list[str] = []
    return _gather([value], -1, keys, texts) and _joined(keys, texts) is not None


def _joined(keys: list[str], texts: list[str]) -> str | None:
    """All of them, where each may be shown and none is blank."""
    try:
        joined = "".join(keys) + "".join(texts)
    except TypeError:  # a key that is no text
        return None
    printable = len(joined) <= MOST_CHARACTERS and joined.isascii() and joined.isprintable()
    return (
        joined if printable and all(map(str.strip, keys)) and all(map(str.strip, texts)) else None
    )


def _gather(
    value: dict[Any, Any] | list[Any], depth: int, keys: list[str], texts: list[str]
) -> bool:
    """Its texts and keys; False where something else is, or may be, wrong."""
    if depth >= MOST_DEPTH or len(value) > MOST_ITEMS:
        return False
    if isinstance(value, dict):
        keys.extend(value)
    for one in value.values() if isinstance(value, dict) else value:
        kind = type(one)
        if kind is str:
            texts.append(one)
        elif kind is int:
            if not -MOST_INTEGER <= one <= MOST_INTEGER:
                return False
        elif kind is dict or kind is list:
            if not _gather(one, depth + 1, keys, texts):
                return False
        elif one is not None and kind is not bool:
            return False
    return True


def _not_json(why: str) -> CommandError:
    return CommandError([{"where": "command", "what": f"not JSON: {why}"}])


def _look_at(value: object, path: tuple[object, ...], found: list[dict[str, str]]) -> None:
    what = _wrong_by_itself(value, len(path))
    if what is not None:
        found.append({"where": ".".join(map(str, path)) or "command", "what": what})
        return
    inside: Iterable[tuple[object, object]] = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    for step, one in inside:
        if len(found) >= _MOST_LOOKED_FOR:
            return
        if type(one) is not str or text_problem(one):
            _look_at(one, (*path, step), found)


def _wrong_by_itself(value: object, depth: int) -> str | None:
    if isinstance(value, str):
        return text_problem(value)
    if isinstance(value, _Flaw):
        return value.what
    if isinstance(value, int) and not -MOST_INTEGER <= value <= MOST_INTEGER:
        return f"an integer is at most {MOST_INTEGER}"
    return _container_problem(value, depth) if isinstance(value, dict | list) else None


def _container_problem(value: dict[Any, Any] | list[Any], depth: int) -> str | None:
    if depth >= MOST_DEPTH:
        return f"is nested deeper than {MOST_DEPTH} levels"
    if len(value) > MOST_ITEMS:
        return f"{len(value)} items; there are at most {MOST_ITEMS}"
    # A key that must not be shown stands in no path either, so it is reported at its object.
    wrong = map(_key_problem, value) if isinstance(value, dict) else ()
    return next(filter(None, wrong), None)


def _key_problem(key: object) -> str | None:
    what = text_problem(key) if isinstance(key, str) else "is no text"
    return None if what is None else f"a key {what}"
