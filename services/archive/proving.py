"""That events are those over which checkpoints were signed: the tree is made of them again."""

from collections.abc import Iterable, Sequence
from typing import Final

from services.transparency.checkpoints import OtherOrigin, open_checkpoint
from services.transparency.hashing import leaf_hash
from services.transparency.notes import BadNote, BadSignature, NotSigned, VerifierKey
from services.transparency.sealed_log import Sealed
from services.transparency.tiles import Edge

_TOLD: Final = "run `pitledger verify` where the log is, and keep both"


class NotProved(Exception):
    """Events, or what was signed of them, are not what they were."""


class Proof:
    """Takes the events in their order, and holds each checkpoint against them as it is reached."""

    def __init__(
        self,
        checkpoints: Iterable[Sealed],
        keys: Sequence[VerifierKey] = (),
        edge: Edge | None = None,
    ) -> None:
        """Signatures are checked where keys are known."""
        self.edge = edge or Edge()
        self._keys = keys
        self._ahead = sorted(
            (one for one in checkpoints if one.size >= self.edge.size), key=lambda one: one.size
        )
        self._ahead.reverse()
        self.checked = 0

    def take(self, entries: Sequence[bytes]) -> dict[tuple[int, int], bytes]:
        """The tiles that changed. Raises NotProved at the first checkpoint that differs."""
        changed: dict[tuple[int, int], bytes] = {}
        place = 0
        while place < len(entries):
            stop = len(entries)
            if self._ahead:
                stop = min(stop, place + self._ahead[-1].size - self.edge.size)
            leaves = [leaf_hash(entry) for entry in entries[place:stop]]
            changed |= self.edge.append(leaves)
            place = stop
            self._check()
        return changed

    def missing(self) -> int:
        """How many events were signed behind the last one that was taken."""
        self._check()
        return self._ahead[0].size - self.edge.size if self._ahead else 0

    def _check(self) -> None:
        while self._ahead and self._ahead[-1].size == self.edge.size:
            sealed = self._ahead.pop()
            check_signed(sealed, self._keys)
            if sealed.root != self.edge.root():
                raise NotProved(
                    f"the first {sealed.size} events are not those that were signed; {_TOLD}"
                )
            self.checked += 1


def check_signed(sealed: Sealed, keys: Sequence[VerifierKey]) -> None:
    """The note says what is kept beside it, and one of the keys signed it."""
    try:
        checkpoint = sealed.checkpoint()
        if keys:
            checkpoint, _ = open_checkpoint(sealed.published(), keys)
    except (BadNote, NotSigned, BadSignature, OtherOrigin) as error:
        raise NotProved(f"the checkpoint of {sealed.size} events is not good: {error}") from None
    if (checkpoint.size, checkpoint.root) != (sealed.size, sealed.root):
        raise NotProved(f"the checkpoint of {sealed.size} events says something else in its note")
