"""Which key was in force from which size of the log on: pure, for everybody who checks."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from services.transparency.notes import VerifierKey
from services.transparency.rotation import NotEndorsed, check_endorsed


class BrokenHistory(Exception):
    """What is said of the keys cannot be: somebody has changed it."""


class KeyInForce(NamedTuple):
    """A key and the sizes of the checkpoints that it signs."""

    key: VerifierKey
    since: int
    """The smallest; of a key that came by a rotation, the rotation's place in the log."""
    until: int | None = None
    """The place of the rotation by which it gave way; None: it is in force.

    The first checkpoint that covers that is the last one it signs, beside the next key.
    """
    signature: str | None = None
    """By which the key before signed for it; None: it is the first of its name."""
    recorded: datetime | None = None
    """When it came into force, for people; None where nobody wrote that down."""

    def signs(self, size: int, after: int) -> bool:
        """A checkpoint of that size, the one before it having the size `after`."""
        return self.since <= size and (self.until is None or self.until > after)

    def is_in_force(self, size: int) -> bool:
        """Whether every checkpoint of that size is signed by this one."""
        return self.since <= size and (self.until is None or size < self.until)


class KeyHistory(NamedTuple):
    """All keys that were ever in force, oldest first."""

    keys: tuple[KeyInForce, ...]

    def of(self, origin: str) -> list[KeyInForce]:
        return [one for one in self.keys if one.key.name == origin]

    def newest(self, origin: str) -> KeyInForce | None:
        """In force by all that is known, also where no checkpoint covers it yet."""
        return next((one for one in self.of(origin) if one.until is None), None)

    def in_force(self, origin: str, size: int) -> VerifierKey | None:
        """That a checkpoint of that size is signed by."""
        return next((one.key for one in self.of(origin) if one.is_in_force(size)), None)

    def signing(self, origin: str, size: int, after: int) -> list[VerifierKey]:
        """All that sign it, where the checkpoint before has the size `after`; in force last."""
        return [one.key for one in self.of(origin) if one.signs(size, after)]


def chained(keys: Iterable[KeyInForce]) -> KeyHistory:
    """One chain for each name: every key after the first was signed for by the one before.

    Raises BrokenHistory.
    """
    chain: list[KeyInForce] = []
    last: dict[str, int] = {}
    for one in sorted(keys, key=lambda one: (one.since, one.signature is not None)):
        before = last.get(one.key.name)
        if before is not None:
            _require_endorsed(chain[before].key, one)
            chain[before] = chain[before]._replace(until=one.since)
        elif one.signature is not None:
            raise BrokenHistory(f"no key is known before {one.key}, which came by a rotation")
        last[one.key.name] = len(chain)
        chain.append(one)
    return KeyHistory(tuple(chain))


def _require_endorsed(old: VerifierKey, new: KeyInForce) -> None:
    try:
        check_endorsed(old, new.key, new.signature or "")
    except NotEndorsed as error:
        raise BrokenHistory(f"since size {new.since} {new.key} is in force, but {error}") from None
