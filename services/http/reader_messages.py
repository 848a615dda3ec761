"""What the api and a process that reads for it tell each other, over that process's pipes."""

import pickle
from collections.abc import Mapping
from typing import Any, BinaryIO, Final, NamedTuple, TypeAlias

import msgspec

from services.http.problems import Problem
from services.runtime.trail import Trail
from services.settings import Settings

LENGTH_BYTES: Final = 8
Broken: TypeAlias = tuple[str, str, str]
"""A row of a read model: the model, the row, and why it cannot be read."""


class Start(NamedTuple):
    """The first thing that a process is told."""

    settings: Settings
    url: str
    """Of the database."""


class Order(NamedTuple):
    """A request, as far as a handler that reads needs it."""

    module: str
    handler: str
    path: str
    query: bytes
    values: Mapping[str, Any]
    """What the framework has made of its parameters."""
    trail: Trail | None


class Answered(msgspec.Struct, frozen=True, tag=True):
    """The response, to the byte."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    broken: list[Broken] = []
    """Rows that could not be read, whether or not they kept it from being answered."""


class Refused(msgspec.Struct, frozen=True, tag=True):
    """A problem, in place of a response."""

    kind: str
    detail: str
    why: str | None
    more: dict[str, Any]
    headers: dict[str, str]
    broken: list[Broken] = []

    @classmethod
    def of(cls, problem: Problem, broken: list[Broken]) -> "Refused":
        told = (problem.kind, problem.detail, problem.why, problem.more, problem.headers)
        return cls(*told, broken)

    def problem(self) -> Problem:
        problem = Problem(self.kind, self.detail, why=self.why, **self.more)
        problem.headers = self.headers
        return problem


class Failed(msgspec.Struct, frozen=True, tag=True):
    """Nobody foresaw it: the traceback, for the log."""

    trace: str


class Ready(msgspec.Struct, frozen=True, tag=True):
    """The process has reached the database."""


Outcome: TypeAlias = Answered | Refused | Failed | Ready
ENCODER: Final = msgspec.msgpack.Encoder()
DECODER: Final[msgspec.msgpack.Decoder[Outcome]] = msgspec.msgpack.Decoder(Outcome)


def framed(message: bytes) -> bytes:
    return len(message).to_bytes(LENGTH_BYTES) + message


def told(message: Start | Order) -> bytes:
    return framed(pickle.dumps(message))


def read_told(stream: BinaryIO) -> Any:
    """The next message; raises EOFError where the api is gone."""
    length = stream.read(LENGTH_BYTES)
    if len(length) < LENGTH_BYTES:
        raise EOFError
    return pickle.loads(stream.read(int.from_bytes(length)))  # noqa: S301  from our own parent alone
