"""That events are those over which checkpoints were signed: the tree is made of them again."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from services.store.ledger import Logged
from services.store.log_row import LogRow
from services.transparency.checkpoints import OtherOrigin
from services.transparency.hashing import leaf_hash
from services.transparency.key_history import BrokenHistory, history_of, rotations_in
from services.transparency.notes import BadNote, BadSignature, NotSigned, VerifierKey
from services.transparency.sealed_log import Sealed
from services.transparency.tiles import Edge
from services.transparency.trust import Trust

_TOLD: Final = "run `pitledger verify` where the log is, and keep both"
_ASK: Final = "ask the house for its key and name that by --key"


class NotProved(Exception):
    """Events, or what was signed of them, are not what they were."""

    CODE: ClassVar[int] = 1


class OtherKey(NotProved):
    """Somebody else signed it, or nobody."""

    CODE = 3


class OtherLog(NotProved):
    """It is of another log than the key's."""

    CODE = 4


class Proof:
    """Takes the events in their order, and holds each checkpoint against them as it is reached."""

    def __init__(self, checkpoints: Iterable[Sealed], edge: Edge | None = None) -> None:
        self.edge = edge or Edge()
        self._ahead = sorted(
            (one for one in checkpoints if one.size >= self.edge.size), key=lambda one: one.size
        )
        self._ahead.reverse()
        self._reached: list[Sealed] = []

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

    @property
    def checked(self) -> int:
        return len(self._reached)

    def signed(self, trust: Trust) -> None:
        """That trusted keys signed all that was reached. Raises NotProved.

        Which key was in force where is known at the end alone: the log itself tells it.
        """
        for sealed in self._reached:
            check_signed(sealed, trust)
        for entered in trust.entered():
            if self._reached and self._reached[-1].size < entered.since:
                raise OtherKey(
                    f"the checkpoint of {self._reached[-1].size} events is signed by another key:"
                    f" {entered.key} came into force with event {entered.since}, and has signed"
                    f" nothing here; {_ASK}"
                )

    def missing(self) -> int:
        """How many events were signed behind the last one that was taken."""
        self._check()
        return self._ahead[0].size - self.edge.size if self._ahead else 0

    def _check(self) -> None:
        while self._ahead and self._ahead[-1].size == self.edge.size:
            sealed = self._ahead.pop()
            check_told(sealed)
            if sealed.root != self.edge.root():
                raise NotProved(
                    f"the first {sealed.size} events are not those that were signed; {_TOLD}"
                )
            self._reached.append(sealed)


def trust_by(keys: Sequence[VerifierKey], of_keys: Iterable[LogRow | Logged]) -> Trust:
    """These keys, and what the events of the keys' stream tell of them. Raises NotProved."""
    if not keys:
        return Trust()
    told = ((one.position, one.topic, one.state) for one in of_keys)
    try:
        return Trust(tuple(keys), history_of(rotations_in(told)))
    except BrokenHistory as error:
        raise NotProved(f"the keys of the log cannot be followed: {error}") from None


def check_told(sealed: Sealed) -> None:
    """The note says what is kept beside it. Raises NotProved."""
    try:
        checkpoint = sealed.checkpoint()
    except BadNote as error:
        raise NotProved(f"the checkpoint of {sealed.size} events is not good: {error}") from None
    if (checkpoint.size, checkpoint.root) != (sealed.size, sealed.root):
        raise NotProved(f"the checkpoint of {sealed.size} events says something else in its note")


def check_signed(sealed: Sealed, trust: Trust) -> None:
    """A key that is trusted signed it, where any is told. Raises NotProved."""
    check_told(sealed)
    named = f"the checkpoint of {sealed.size} events"
    try:
        if trust.told:
            trust.open(sealed.published())
    except NotSigned as error:
        raise OtherKey(f"{named} is signed by another key: {error}; {_ASK}") from None
    except OtherOrigin as error:
        raise OtherLog(f"{named} is of another log: {error}") from None
    except (BadNote, BadSignature) as error:
        raise NotProved(f"{named} was changed after it was signed: {error}") from None
