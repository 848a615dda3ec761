"""Whom a reader believes: the keys that were told, and those that they gave way to."""

from collections.abc import Iterator
from typing import NamedTuple

from services.transparency.checkpoints import Checkpoint, open_checkpoint, read_checkpoint
from services.transparency.key_history import KeyHistory, KeyInForce
from services.transparency.notes import Note, VerifierKey, read_note


class Trust(NamedTuple):
    """Keys that were told, and the rotations that the log tells.

    Of a chain of keys each signed for the next: who trusts one trusts those after it. Those before
    it are trusted because a checkpoint that covers the rotation is signed by the next key. It says
    so of the log whose event the rotation is; without that checkpoint anybody could put a key of
    his own before the one that was told.
    """

    told: tuple[VerifierKey, ...] = ()
    """None: signatures are not looked at."""
    history: KeyHistory = KeyHistory(())

    def open(self, data: bytes | str) -> tuple[Checkpoint, Note]:
        """A checkpoint that is signed by the key in force at its size.

        Raises BadNote, NotSigned, BadSignature or OtherOrigin.
        """
        told = read_checkpoint(read_note(data).text)
        return open_checkpoint(data, self.signers(told.origin, told.size))

    def signers(self, origin: str, size: int) -> list[VerifierKey]:
        """Any of them must have signed a checkpoint of that size; never none of them."""
        chain = {one.key for one in self.history.of(origin)}
        in_force = self.history.in_force(origin, size)
        if in_force is None or chain.isdisjoint(self.told):
            return list(self.told)
        return [in_force, *(key for key in self.told if key not in chain)]

    def entered(self) -> Iterator[KeyInForce]:
        """Where each chain is entered behind its first key: the oldest key of it that was told.

        A checkpoint must cover its rotation, else nothing speaks for the keys before it.
        """
        for origin in dict.fromkeys(one.key.name for one in self.history.keys):
            chain = self.history.of(origin)
            found = next((one for one in chain if one.key in self.told), None)
            if found is not None and found.signature is not None:
                yield found
