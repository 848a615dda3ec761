"""The keys that checkpoints must be signed by."""

from collections.abc import Iterable, Sequence

from services.store.database import Datastore
from services.transparency.kept_keys import known_keys
from services.transparency.key_history import KeyInForce
from services.transparency.notes import VerifierKey


def keys_to_trust(datastore: Datastore, told: Sequence[VerifierKey]) -> list[KeyInForce]:
    """Those that were told; and, where they are among those that are kept, all of that log's.

    Of the kept ones each was signed for by the one before it, so that who trusts one of them may
    follow the others. Where nothing is told, what is kept beside the log is taken for it.
    """
    kept = known_keys(datastore)
    if not told:
        return kept
    vouched = {one.key.name for one in kept if one.key in told}
    known = {one.key for one in kept}
    return [
        *(one for one in kept if one.key.name in vouched),
        *(KeyInForce(key, 0) for key in told if key not in known),
    ]


def signing(keys: Iterable[KeyInForce], size: int, after: int) -> list[VerifierKey]:
    return [one.key for one in keys if one.signs(size, after)]
