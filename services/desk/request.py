"""What the desk is sent, how, and what comes back."""

import hashlib
from collections.abc import Sequence
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID, uuid4, uuid5

import msgspec

from domain.commands import Command, CommandError
from domain.commands.day import CloseDay, OfDay
from domain.commands.shared import PROPERTY_COMMANDS
from domain.day.state import day_key
from domain.findings import Findings
from domain.key_names import SEAL_KEYS
from domain.proofs import Proofs
from domain.refusals import Refused
from services.runtime.trail import Trail


@dataclass(frozen=True, slots=True)
class Answer:
    """The events a request made, as stored."""

    events: tuple[bytes, ...]
    repeated: bool = field(default=False, compare=False)
    """It was accepted before; these are the events of then."""


class CommandRefused(Exception):
    """The rules refuse a command of the request; nothing of the request was done."""

    def __init__(self, refusal: Refused, index: int, command: Command) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.index = index
        self.command = command


class OtherBody(Exception):
    """A command id that was used before, for something else."""

    def __init__(self, command_id: UUID) -> None:
        super().__init__(f"command_id {command_id} was used before with another body")
        self.command_id = command_id


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """What the service itself knows beside the commands; no client can supply it."""

    findings: dict[str, Findings] = {}
    """Of each day that is closed."""
    proofs: tuple[Proofs, ...] | None = None
    """Of each command, what its proofs are worth; None: nobody signs in here."""
    proof_ids: dict[UUID, str] = {}
    """Whose each proof is. Used once: it stands for this request alone, as a command's id does."""
    seal_key: str | None = None
    """That has sealed the log since its first checkpoint, where a key is to give way."""
    trail: Trail | None = None
    """By which the desk's log lines name it; it decides nothing."""

    def with_used_proof(self, claimed: UUID) -> "Context":
        """The same, now that this proof is known to have been used for another request."""
        whose = self.proof_ids[claimed]
        wrong = f"the proof of {whose} was used before, for another request; make a new one"
        return Context(
            findings=self.findings,
            proofs=tuple(Proofs(wrong=wrong) for _ in self.proofs or ()),
            seal_key=self.seal_key,
            trail=self.trail,
        )


class Origin(msgspec.Struct, frozen=True):
    """A place that a request may come from again: a message of a topic, a line of a device."""

    place: str
    may_be_again: bool = False
    """Whether it may have come from there before, and been refused."""
    namespace: UUID | None = None
    """Of the ids that the place gives to commands which carry none; None: they get any."""
    is_claimed: bool = True
    """Whether nothing else may ever come from there."""

    def id_at(self, index: int) -> UUID:
        """Of the command at this index, the same whenever it comes again."""
        return uuid4() if self.namespace is None else uuid5(self.namespace, f"{self.place}/{index}")

    def own_id(self, commands: Sequence[Command]) -> UUID | None:
        """That stands for the place, unless the first command has got it."""
        if self.namespace is None or not self.is_claimed or commands[0].command_id is None:
            return None
        own = self.id_at(0)
        return None if any(command.command_id == own for command in commands) else own


class Awaited(Protocol):
    """Takes what comes of a request, for whoever waits for it."""

    def set_result(self, result: Answer, /) -> None:
        """The events."""

    def set_exception(self, exception: Exception, /) -> None:
        """The refusal, or what failed."""


@dataclass(slots=True, eq=False)
class Request:
    """One command, or several done as one."""

    commands: tuple[Command, ...]
    ids: tuple[UUID, ...]
    """Each command's own id; given here where the client gave none, so that a retry is safe."""
    streams: tuple[str, ...]
    body: bytes
    """What makes it the same when it comes again."""
    delivery: str | None = None
    """Where it came from, if it may come again from there: an origin's place."""
    again: bool = False
    """It may have come from there before: a refusal that was given then stands."""
    place_id: UUID | None = None
    """Stands for where it came from, where all of its ids are its sender's."""
    context: Context = field(default_factory=Context)
    answer: Awaited | None = None
    """Set by whoever hands it in."""
    is_settled: bool = False
    """Its outcome is told, or nobody waits for it any more."""
    attempts: int = 0

    @property
    def is_probe(self) -> bool:
        """It asks for nothing: its answer says that the desk could have written."""
        return not self.commands

    @property
    def claims(self) -> tuple[UUID, ...]:
        """All that stands for this request alone."""
        place = () if self.place_id is None else (self.place_id,)
        return (*self.ids, *place, *self.context.proof_ids)


class DeskInterface(Protocol):
    """To a thread: it takes requests in order, and answers each after its commit."""

    def submit(self, request: Request) -> "Future[Answer]":
        """DeskBusy where too many wait, DeskClosed where none are taken."""


class RequestTaker(Protocol):
    """To an event loop, which says in the request itself whom the answer is told to."""

    def hand_in(self, request: Request) -> None:
        """DeskBusy where too many wait, DeskClosed where none are taken."""


def make_probe() -> Request:
    return Request(commands=(), ids=(), streams=(), body=b"")


def settle(request: Request, outcome: Answer | Exception) -> None:
    """In whichever thread. The first outcome counts: whoever waits takes no second one."""
    request.is_settled = True
    if request.answer is None:
        return
    try:
        if isinstance(outcome, Answer):
            request.answer.set_result(outcome)
        else:
            request.answer.set_exception(outcome)
    except InvalidStateError:
        pass  # whoever waited has gone, or has an outcome


def make_request(
    commands: list[Command], origin: Origin | None = None, context: Context | None = None
) -> Request:
    """Check what only the whole request shows, and give ids where there are none.

    What comes from outside comes through `services.entry.requests`, which knows the context.
    """
    context = context or Context()
    closed = {command.day for command in commands if isinstance(command, CloseDay)}
    assert closed <= context.findings.keys(), "a day is closed with the service's findings"
    ids = tuple(
        [
            command.command_id or (uuid4() if origin is None else origin.id_at(index))
            for index, command in enumerate(commands)
        ]
    )
    if not commands:
        raise CommandError([{"where": "commands", "what": "the list is empty"}])
    if len(ids) > 1 and len(set(ids)) != len(ids):
        twice = next(one for one in ids if ids.count(one) > 1)
        raise CommandError([{"where": "command_id", "what": "used twice in one request"}], twice)
    streams = streams_of(commands)
    written = "".join(f"{command.model_dump_json()}\n" for command in commands)
    body = hashlib.sha256(written.encode()).digest()
    request = Request(tuple(commands), ids, streams, body, context=context)
    if origin is not None:
        request.delivery, request.again = origin.place, origin.may_be_again
        request.place_id = origin.own_id(commands)
    return request


def streams_of(commands: Sequence[Command]) -> tuple[str, ...]:
    """The streams that the commands name, each once."""
    if len(commands) == 1:
        return (stream_of(commands[0]),)
    return tuple(dict.fromkeys(stream_of(command, n) for n, command in enumerate(commands)))


def stream_of(command: Command, index: int = 0) -> str:
    if command.command in PROPERTY_COMMANDS:
        return day_key(command.day) if isinstance(command, OfDay) else SEAL_KEYS
    if command.table is None:
        what = "the command names no table"
        raise CommandError([{"where": f"{index}.table", "what": what}], command.command_id)
    return command.table
