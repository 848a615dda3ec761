"""Signing beside the sender: somebody enters their own token on a page that another has open.

signer = who_signs(request, token)          # their id and role, to be named in the command
person, proof = cosign(request, command, token)     # once the command is complete
command.proofs[person.id] = proof
"""

from fastapi import Request

from domain.commands import Command
from domain.commands.fields import Actor
from domain.proofs import Person
from services.entry.requests import Entry
from services.entry.tokens import Known
from services.http.attempts import Attempts
from services.http.problems import Problem


def who_signs(request: Request, token: str) -> Actor:
    """Whose token it is. Problem 403 if it is nobody's, 429 after too many of those."""
    return _signer(request, token).actor


def cosign(request: Request, command: Command, token: str) -> tuple[Person, str]:
    """The signer, and their one-time proof for this very command. Problem as above.

    The command is complete, its `command_id` and all who sign included: all of that is signed.
    """
    entry: Entry = request.app.state.entry
    person, proof, _ = entry.cosign(command, _signer(request, token))
    return person, proof


def _signer(request: Request, token: str) -> Known:
    attempts: Attempts = request.app.state.attempts
    entry: Entry = request.app.state.entry
    attempts.require_few(request)
    known = entry.signer(token)
    if known is None:
        attempts.failed(request)
        raise Problem("forbidden", "a token entered to sign with is not known", why="cosigner")
    return known
