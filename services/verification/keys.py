"""The keys that checkpoints must be signed by."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from services.store.database import Datastore
from services.transparency.notes import VerifierKey


class KnownKey(NamedTuple):
    """A key and the sizes of the checkpoints that it signs."""

    key: VerifierKey
    since: int = 0
    until: int | None = None
    """The place of the rotation by which it gave way; None: it is in force."""

    def signs(self, size: int, after: int) -> bool:
        """A checkpoint of that size, the one before it having the size `after`."""
        return self.since <= size and (self.until is None or self.until > after)


def keys_to_trust(datastore: Datastore, told: Sequence[VerifierKey]) -> list[KnownKey]:
    """Those that were told; and, where they are among those that are kept, all of that log's.

    Of the kept ones each was signed for by the one before it, so that who trusts one of them may
    follow the others. Where nothing is told, what is kept beside the log is taken for it.
    """
    kept = _kept(datastore)
    if not told:
        return kept
    vouched = {one.key.name for one in kept if one.key in told}
    known = {one.key for one in kept}
    return [
        *(one for one in kept if one.key.name in vouched),
        *(KnownKey(key) for key in told if key not in known),
    ]


def signing(keys: Iterable[KnownKey], size: int, after: int) -> list[VerifierKey]:
    return [one.key for one in keys if one.signs(size, after)]


def _kept(datastore: Datastore) -> list[KnownKey]:
    """The keys that are kept beside the log: as yet none are."""
    del datastore
    return []
