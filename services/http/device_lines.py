"""Lines of a device: a number and what is to be done; the answer has the same number."""

import json
from collections.abc import Iterable
from http import HTTPStatus
from typing import Annotated, Final, NamedTuple
from uuid import UUID

import msgspec

from domain.commands.told_id import told_id_in
from services.http.problems import Problem, id_of, problem_body

MOST_UNANSWERED: Final = 64
"""Lines of one device; no more are read meanwhile."""
MOST_NUMBER: Final = 2**53 - 1
"""What every reader of JSON keeps exactly."""
_NOTHING: Final = msgspec.Raw(b"")
_NOT_JSON: Final = 1007
_NO_NUMBER: Final = 1008
_FORM: Final = '{"number": 1, "command": {…}} or {"number": 1, "commands": […]}'


class NotALine(Exception):
    """Not even a number can be read, so that it cannot be answered: the connection ends."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class _Numbered(msgspec.Struct):
    number: Annotated[int, msgspec.Meta(ge=1, le=MOST_NUMBER)]


class _Written(_Numbered, forbid_unknown_fields=True):
    command: msgspec.Raw = _NOTHING
    commands: msgspec.Raw = _NOTHING


_NUMBERED: Final = msgspec.json.Decoder(_Numbered)
_PAIRS: Final = json.JSONDecoder(
    object_pairs_hook=lambda pairs: pairs, parse_int=str, parse_float=str, strict=False
)
"""Keeps every key, also one that stands there twice."""
_WRITTEN: Final = msgspec.json.Decoder(_Written)


class LineOfWork(NamedTuple):
    """Whose it is, and its name: what its numbers are counted in."""

    actor: str
    """The id of who signed in; empty where nobody does."""
    name: str

    @property
    def turn(self) -> str:
        """By which its lines are done in order."""
        return f"device {self.actor}/{self.name}"

    def place(self, number: int) -> str:
        """Of one line, for all time; neither name nor number has a slash."""
        return f"device/{self.actor}/{self.name}/{number}"


class Line(NamedTuple):
    """What it asks for, as it would be the body of a request."""

    number: int
    body: bytes
    wrong: str | None = None
    command_id: UUID | None = None
    """Of a line that is wrong and holds one command."""

    def require_form(self) -> None:
        if self.wrong is not None:
            errors = [{"where": "line", "what": self.wrong}]
            named = id_of(self.command_id)
            raise Problem("invalid-request", f"a line is {_FORM}", errors=errors, **named)


def read_line(text: str) -> Line:
    """NotALine where it cannot be answered; what else is wrong is for its answer to say."""
    line = _read(text)
    if line.wrong is None:
        return line
    return line._replace(command_id=told_id_in(text, "command"))


def _read(text: str) -> Line:
    number = _number(text)
    twice = _key_twice(text)
    if twice == "number":
        raise NotALine(_NO_NUMBER, "a line has one number: the key stands there twice")
    if twice is not None:
        return Line(number, b"", f"the key {twice[:40]!a} stands there twice")
    try:
        written = _WRITTEN.decode(text)
    except msgspec.ValidationError as error:
        return Line(number, b"", str(error))
    one, several = bytes(written.command), bytes(written.commands)
    if bool(one) == bool(several):
        return Line(number, b"", "it has either `command` or `commands`")
    if one.startswith(b"["):
        return Line(number, b"", "`command` is one; several stand in `commands`")
    if several and not several.startswith(b"["):
        return Line(number, b"", "`commands` is a list; one alone stands in `command`")
    return Line(number, one or several)


def _number(text: str) -> int:
    try:
        return _NUMBERED.decode(text).number
    except msgspec.ValidationError as error:
        raise NotALine(_NO_NUMBER, f"a line has a number, from 1 up: {error}") from None
    except (msgspec.DecodeError, RecursionError):
        raise NotALine(_NOT_JSON, f"not JSON; send one object a line: {_FORM}") from None


def _key_twice(text: str) -> str | None:
    """Of the line itself; what its commands hold is looked at when they are read."""
    keys = [key for key, _ in _PAIRS.decode(text)]
    # The number first: without a single one there is no answer.
    return next((key for key in ("number", *keys) if keys.count(key) > 1), None)


class Numbers:
    """Of the lines of one connection: counted up by one, and each may be sent again.

    One that could not be done holds up those behind it, so that the order at a table holds.
    """

    def __init__(self) -> None:
        self._first: int | None = None
        self._highest = 0
        self._not_done: set[int] = set()

    def take(self, number: int) -> bool:
        """Whether it may have come before, over this connection or an earlier one.

        A device has at most so many unanswered: what it sends again is among the first ones.
        """
        if self._first is None:
            self._first, self._highest = number, number
        if number > self._highest + 1:
            what = f"lines are counted up by one: after {self._highest} comes {self._highest + 1}"
            raise Problem("invalid-request", what, errors=[{"where": "number", "what": what}])
        again = number <= self._highest or number < self._first + MOST_UNANSWERED
        self._highest = max(self._highest, number)
        self._not_done.discard(number)
        self.require_done_before(number)
        return again

    def require_done_before(self, number: int) -> None:
        """Nothing overtakes a line that has to be sent again."""
        if self._not_done and number > min(self._not_done):
            raise Problem("busy", f"line {min(self._not_done)} was not done; send it again first")

    def answer(self, number: int, status: int) -> None:
        """Who is told to come back comes back in order."""
        if status == HTTPStatus.SERVICE_UNAVAILABLE:
            self._not_done.add(number)


def events_line(number: int, events: Iterable[bytes]) -> str:
    """Stored bytes are not decoded on their way out."""
    head = b'{"number":%d,"status":200,"events":[' % number
    return (head + b",".join(events) + b"]}").decode()


def problem_line(number: int, problem: Problem) -> str:
    """As it would be answered over HTTP, but for the class of a refusal.

    The store does not keep that one, and a line that is sent again is answered as before.
    """
    body = problem_body(problem)
    body.pop("refusal", None)
    answer = {"number": number, "status": body["status"], "problem": body}
    return msgspec.json.encode(answer).decode()
