"""Proofs: whoever signs a command shows it with their own token, for that very command, once.

A proof can be checked by any process that has the tokens' file, and needs no memory: it names the
signer, the command's hash and when it expires, under a code that only the signer's token makes.
"""

import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Final, NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

import msgspec
from pydantic import ValidationError

from domain.commands import Command
from domain.commands.fields import Actor
from domain.proofs import Person, Proofs
from services import base64url
from services.entry.identity import in_scope
from services.entry.tokens import Known, Tokens

_VERSION: Final = "p1"
_PURPOSE: Final = b"pitledger proof v1"


class Claims(msgspec.Struct, frozen=True):
    """What a proof says; every field of it is under the code."""

    id: str
    role: str
    command: str
    """The command's hash."""
    expires: int
    """Seconds since 1970."""
    nonce: str


class ProofsRead(NamedTuple):
    """Of one command: what its proofs are worth, and whose each is by the proof's own id."""

    worth: Proofs
    ids: dict[UUID, str]


class NoProof(ValueError):
    """Why a proof proves nothing."""


def make_proof(command: Command, signer: Person, secret: bytes, expires: int) -> str:
    """In the name of whoever showed the token that `secret` is the hash of."""
    claims = Claims(signer.id, signer.role, command_hash(command), expires, uuid4().hex)
    claimed = base64url.encode(msgspec.json.encode(claims))
    return f"{_VERSION}.{claimed}.{base64url.encode(_code(secret, claimed))}"


class Signers(NamedTuple):
    """Whoever may sign: known by a token, or by the provider that they sign in at."""

    tokens: Tokens
    secret_of: Callable[[Actor], bytes] | None = None

    def of_person(self, person: Person) -> list[Known]:
        known = self.tokens.of_person(person)
        if self.secret_of is None:
            return known
        try:
            actor = Actor(id=person.id, role=person.role)
        except ValidationError:  # a proof may say anything
            return known
        return [*known, Known(actor, self.secret_of(actor))]


def read_proofs(command: Command, signers: Signers, now: int) -> ProofsRead:
    """All of them are looked at; the first that proves nothing is named."""
    people: list[Person] = []
    ids: dict[UUID, str] = {}
    wrong: list[str] = []
    for whose, proof in (command.proofs or {}).items():
        try:
            claimed, claims = _checked(proof, whose, command, signers)
        except NoProof as error:
            wrong.append(f"the proof of {whose} {error}")
            continue
        # Known from now on, also where it comes too late: the request may be a repeat.
        ids[uuid5(NAMESPACE_URL, f"pitledger:proof:{claimed}")] = whose
        if claims.expires < now:
            wrong.append(f"the proof of {whose} expired {now - claims.expires} s ago")
        else:
            people.append(Person(claims.id, claims.role))
    why = f"{wrong[0]}; make a new one with POST /v1/proofs" if wrong else None
    return ProofsRead(Proofs(tuple(people), why), ids)


def command_hash(command: Command) -> str:
    """What is signed: all that the command says, but for who sends it."""
    content = command.model_dump(mode="json", exclude={"actor"})
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _checked(proof: str, whose: str, command: Command, known: Signers) -> tuple[str, Claims]:
    """What it says, as written and as read, if a token of theirs made it for this command."""
    version, _, rest = proof.partition(".")
    claimed, _, code = rest.partition(".")
    if version != _VERSION:
        raise NoProof("is none that is known here")
    try:
        claims = msgspec.json.decode(base64url.decode(claimed), type=Claims)
        shown = base64url.decode(code)
    except ValueError:
        raise NoProof("cannot be read") from None
    if claims.id != whose:
        raise NoProof(f"was made by {claims.id}")
    signers = known.of_person(Person(claims.id, claims.role))
    if not signers:
        raise NoProof(f"names nobody who may sign in as {claims.role}")
    made = [one for one in signers if hmac.compare_digest(_code(one.secret, claimed), shown)]
    if not made:
        raise NoProof("was not made with a token of theirs")
    if not any(in_scope(one.tables, command) for one in made):
        raise NoProof(f"was made with a token for other tables than {command.table or 'all'}")
    if claims.command != command_hash(command):
        raise NoProof("was made for another command, or for this one told otherwise")
    return claimed, claims


def _code(secret: bytes, claimed: str) -> bytes:
    key = hmac.digest(secret, _PURPOSE, "sha256")
    return hmac.digest(key, claimed.encode(), "sha256")
