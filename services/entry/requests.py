"""The one way in: whatever takes commands from outside makes its requests of them here."""

import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from domain.commands import Command
from domain.commands.fields import Actor
from domain.commands.shared import PROPERTY_COMMANDS
from domain.proofs import Person, Proofs
from services.desk.request import Context, Origin, Request, make_request
from services.entry import day_findings, key_rotation
from services.entry.chart_file import chart_of
from services.entry.identity import require_scope
from services.entry.proofs import ProofsRead, Signers, make_proof, read_proofs
from services.entry.tokens import Known, Tokens
from services.queries import Queries
from services.runtime.trail import current_trail
from services.settings import Settings

_OF_THE_BOOKS: Final = frozenset(PROPERTY_COMMANDS)
"""Commands that the books may have a say in; hardly any is one."""


class Cosigned(NamedTuple):
    """Somebody's proof for a command, and when it expires, in seconds since 1970."""

    person: Person
    proof: str
    expires: int


class Entry:
    """Adds to commands what their senders must not supply: a day's findings, who proved what."""

    def __init__(
        self,
        settings: Settings,
        books: Queries,
        tokens: Tokens | None,
        clock: Callable[[], float] = time.time,
        secret_of: Callable[[Actor], bytes] | None = None,
    ) -> None:
        """`secret_of`: makes and checks the proofs of who signs in at a provider."""
        self._settings = settings
        self._chart = chart_of(settings)
        self._books = books
        self._tokens = tokens
        self._clock = clock
        self._signers = (
            None if tokens is None else Signers(tokens, secret_of if settings.oidc_issuer else None)
        )

    @staticmethod
    def reads_the_books(commands: Sequence[Command]) -> bool:
        """Whether preparing them takes time that an event loop has not."""
        return not _OF_THE_BOOKS.isdisjoint([command.command for command in commands])

    def prepare(self, commands: list[Command], origin: Origin | None = None) -> Request:
        """The request, with its context. CommandError where it cannot be one.

        What makes it the same request when it comes again is what the sender wrote: figures and
        settings may have moved by then, and proofs may have been made anew.
        """
        if self.reads_the_books(commands):
            return make_request(commands, origin, self._by_the_books(commands))
        read = self._read_proofs(commands)
        context = Context(proofs=_worth(read), proof_ids=_ids(read), trail=current_trail())
        return make_request(commands, origin, context)

    def _by_the_books(self, commands: list[Command]) -> Context:
        key_rotation.check(commands, self._settings)
        read = self._read_proofs(commands)
        return Context(
            findings={
                day: day_findings.find(day, self._books, self._settings, self._chart)
                for day in day_findings.closed_days(commands)
            },
            proofs=_worth(read),
            proof_ids=_ids(read),
            seal_key=key_rotation.first_key(commands, self._books, self._settings),
            trail=current_trail(),
        )

    def signer(self, token: str) -> Known | None:
        """Who signs with this token beside the sender; None: nobody is known by it."""
        return None if self._tokens is None else self._tokens.known(token)

    def cosign(self, command: Command, signer: Known) -> Cosigned:
        """The signer's one-time proof for this very command, which names them already."""
        require_scope(signer, [command])
        person = Person(signer.actor.id, signer.actor.role)
        expires = int(self._clock()) + self._settings.proof_seconds
        return Cosigned(person, make_proof(command, person, signer.secret, expires), expires)

    def _read_proofs(self, commands: list[Command]) -> list[ProofsRead] | None:
        """None where nobody signs in: then there is nothing to hold a proof against."""
        if self._signers is None:
            return None
        now = int(self._clock())
        read: list[ProofsRead] = []
        for command in commands:
            known = read_proofs(command, self._signers, now)
            again = next((whose for one, whose in known.ids.items() if one in _ids(read)), None)
            if again is not None:
                wrong = f"the proof of {again} stands under two commands; each needs its own"
                known = ProofsRead(Proofs(wrong=wrong), {})
            read.append(known)
        return read


def _worth(read: list[ProofsRead] | None) -> tuple[Proofs, ...] | None:
    return None if read is None else tuple(one.worth for one in read)


def _ids(read: list[ProofsRead] | None) -> dict[UUID, str]:
    return {proof: whose for one in read or () for proof, whose in one.ids.items()}
