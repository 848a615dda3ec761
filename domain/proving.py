"""Whoever is named as signing, carrying or supervising has proved it, or the command is refused."""

from typing import Final

from domain.commands import Command
from domain.controls import PROOF
from domain.events.envelope import Stamp
from domain.proofs import Person
from domain.refusals import BooksRefuse
from domain.roles import SUPERVISES

CARRIES: Final = frozenset({"security"})


def refuse_wrong_proofs(stamp: Stamp) -> None:
    """A proof that proves nothing is never passed over, needed or not."""
    if stamp.proofs is not None and stamp.proofs.wrong is not None:
        raise BooksRefuse(PROOF, stamp.proofs.wrong)


def require_proofs(command: Command, stamp: Stamp) -> None:
    """Everybody who is named as signing, carrying or supervising has signed in for it.

    The actor has, by sending the command. Where nobody signs in there is nothing to prove.
    """
    if stamp.proofs is None:
        return
    signed_in = list(stamp.proofs.people)
    if stamp.actor is not None:
        signed_in.append(Person(stamp.actor["id"], stamp.actor["role"]))
    for one in (*getattr(command, "signatures", ()), *getattr(command, "inspected_by", ())):
        _require(one.id, frozenset({one.role}), "signs", signed_in)
    carrier = getattr(command, "carrier", None)
    if carrier is not None:
        _require(carrier, CARRIES, "carries the box", signed_in)
    supervisor = getattr(command, "supervisor", None)
    if supervisor is not None:
        _require(supervisor, SUPERVISES, "stands by as supervisor", signed_in)


def _require(who: str, roles: frozenset[str], duty: str, signed_in: list[Person]) -> None:
    known = [one.role for one in signed_in if one.id == who]
    if roles.intersection(known):
        return
    wanted = " or ".join(sorted(roles))
    if known:
        reason = f"{who} signed in as {', '.join(known)}; who {duty} is {wanted}"
    else:
        reason = (
            f"{who} {duty} with a proof of their own, as {wanted}: POST /v1/proofs"
            " with this command, and send the answer in `proofs`"
        )
    raise BooksRefuse(PROOF, reason)
