"""The one way in: whatever takes commands from outside makes its requests of them here."""

import time
from collections.abc import Callable, Sequence
from uuid import UUID

from domain.commands import Command
from domain.proofs import Proofs
from services.desk.request import Context, Request, make_request
from services.entry import day_findings
from services.entry.proofs import ProofsRead, read_proofs
from services.entry.tokens import Tokens
from services.queries import Queries
from services.settings import Settings


class Entry:
    """Adds to commands what their senders must not supply: the day's findings, who proved what."""

    def __init__(
        self,
        settings: Settings,
        books: Queries,
        tokens: Tokens | None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._settings = settings
        self._books = books
        self._tokens = tokens
        self._clock = clock

    @staticmethod
    def reads_the_books(commands: Sequence[Command]) -> bool:
        """Whether preparing them takes time that an event loop has not."""
        return bool(day_findings.closed_days(commands))

    def prepare(self, commands: list[Command], delivery: str | None = None) -> Request:
        """The request, with its context. CommandError where it cannot be one.

        What makes it the same request when it comes again is what the sender wrote: figures and
        settings may have moved by then, and proofs may have been made anew.
        """
        read = self._read_proofs(commands)
        context = Context(
            findings={
                day: day_findings.find(day, self._books, self._settings)
                for day in day_findings.closed_days(commands)
            },
            proofs=None if read is None else tuple(one.worth for one in read),
            proof_ids={} if read is None else _ids(read),
        )
        return make_request(commands, delivery, context)

    def _read_proofs(self, commands: list[Command]) -> list[ProofsRead] | None:
        """None where nobody signs in: then there is nothing to hold a proof against."""
        if self._tokens is None:
            return None
        now = int(self._clock())
        read: list[ProofsRead] = []
        for command in commands:
            known = read_proofs(command, self._tokens, now)
            again = next((whose for one, whose in known.ids.items() if one in _ids(read)), None)
            if again is not None:
                wrong = f"the proof of {again} stands under two commands; each needs its own"
                known = ProofsRead(Proofs(wrong=wrong), {})
            read.append(known)
        return read


def _ids(read: list[ProofsRead]) -> dict[UUID, str]:
    return {proof: whose for one in read for proof, whose in one.ids.items()}
