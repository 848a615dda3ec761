"""What was expected of a play, compared with what came: the first difference, named exactly.

An expectation is a file of JSON lines, one an event or a refusal, in order. A field that it leaves
out is not compared; a list is compared from end to end, each part of it likewise.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple

from domain.events import Event, encode
from domain.game_library import LIBRARY, Library, library_of
from services.offline.play import Rejection

EXPECTED: Final = ".expected.jsonl"
"""How the name of an expectation ends; what is played beside it ends in `.jsonl`."""

_NOTHING: Final = object()


class BadExpectation(ValueError):
    """A file that says nothing that could be compared: which file, which line, and why."""


class Expected(NamedTuple):
    """One line of an expectation."""

    line: int
    content: dict[str, Any]


class Difference(NamedTuple):
    """The first place where what came is not what was expected."""

    line: int | None
    """Of the expectation; None where nothing more was expected."""
    played: int | None
    """The line that was played; None where nothing more came."""
    field: str
    expected: str
    got: str

    def told(self, expectation: str, file: str) -> str:
        where = "after its last line" if self.line is None else f"line {self.line}"
        source = f"{file} line {self.played}" if self.played else f"the end of {file}"
        return (
            f"{expectation}: {where}: {self.field}: expected {self.expected},"
            f" got {self.got} (from {source})"
        )


def read_expectation(file: Path) -> list[Expected]:
    """Every expected event. Empty lines and those that begin with `#` are passed over."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BadExpectation(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadExpectation(f"{file}: is not UTF-8 text: byte {error.start}") from None
    return list(_expected(file, lines))


def _expected(file: Path, lines: list[str]) -> Iterator[Expected]:
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            content = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadExpectation(f"{file}: line {number}: is not JSON: {error}") from None
        if not isinstance(content, dict) or not content.keys() & {"event", "rejected"}:
            reason = "an expected event names its `event`, a refusal is told as `rejected`"
            raise BadExpectation(f"{file}: line {number}: {reason}")
        yield Expected(number, content)


def version_of(expected: Iterable[Expected]) -> str | None:
    """The version of a regulation that the first table is expected to be opened under, if told."""
    opened = (one.content for one in expected if one.content.get("event") == "TableOpened")
    return next((one.get("regulation") for one in opened), None)


def games_of(expected: Iterable[Expected]) -> Library:
    """The games as they were while that version was in force; those in force where none is told."""
    version = version_of(expected)
    return (library_of(version) if version else None) or LIBRARY


def games_for(file: Path) -> Library:
    """The games that a file is played by: its expectation says so, if one lies beside it."""
    expectation = beside(file)
    return games_of(read_expectation(expectation)) if expectation.is_file() else LIBRARY


def first_difference(
    expected: Iterable[Expected], played: Iterable[tuple[int, Event | Rejection]]
) -> Difference | None:
    """Event by event; one too many or too few is a difference like any other."""
    for awaited, came in zip_longest(expected, played):
        if came is None:
            return Difference(awaited.line, None, "event", _name(awaited.content), "nothing")
        number, step = came
        content = _content(step)
        if awaited is None:
            return Difference(None, number, "event", "nothing more", _name(content))
        for field, want, got in _differences("", awaited.content, content):
            return Difference(awaited.line, number, field, want, got)
    return None


def _content(step: Event | Rejection) -> dict[str, Any]:
    if isinstance(step, Rejection):
        return {"rejected": step._asdict()}
    content: dict[str, Any] = json.loads(encode(step))
    return content


def _name(content: dict[str, Any]) -> str:
    if "rejected" in content:
        return f"a refusal {_told(content['rejected'])}"
    return str(content["event"])


def _differences(path: str, want: Any, got: Any) -> Iterator[tuple[str, str, str]]:
    if isinstance(want, dict) and isinstance(got, dict):
        if not path and want.keys().isdisjoint(got):
            yield "event", _name(want), _name(got)
        for name, value in want.items():
            yield from _differences(_joined(path, name), value, got.get(name, _NOTHING))
    elif isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        for at, (one, other) in enumerate(zip(want, got, strict=True)):
            yield from _differences(_joined(path, str(at)), one, other)
    elif want != got or isinstance(want, bool) != isinstance(got, bool):
        yield path, _told(want), _told(got)


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _told(value: object) -> str:
    return "no such field" if value is _NOTHING else json.dumps(value, ensure_ascii=False)


def pairs_in(folder: Path, expectations: Path) -> list[tuple[Path, Path]]:
    """Every file to play in a folder, with its expectation at the same place in the other."""
    every = sorted(folder.rglob("*.jsonl"))
    played = [file for file in every if not file.name.endswith(EXPECTED)]
    wanted = {file: expectations / beside(file.relative_to(folder)) for file in played}
    if not played:
        raise BadExpectation(f"{folder}: there is nothing to play in it")
    if orphans := set(expectations.rglob(f"*{EXPECTED}")) - set(wanted.values()):
        raise BadExpectation(f"{min(orphans)}: there is nothing to play that it belongs to")
    return list(wanted.items())


def beside(file: Path) -> Path:
    """Where the expectation of a file lies."""
    return file.with_name(file.name.removesuffix(".jsonl") + EXPECTED)
