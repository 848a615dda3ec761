"""Signatures that were proved: whoever signs has signed in, and has seen the very command."""

from typing import NamedTuple

import msgspec


class Person(NamedTuple):
    """Somebody who signed in, and in which role."""

    id: str
    role: str


class Proofs(msgspec.Struct, frozen=True):
    """What the proofs that came with a command are worth."""

    people: tuple[Person, ...] = ()
    """Those who proved that they signed this command."""
    wrong: str | None = None
    """Whose proof proves nothing, and why."""
