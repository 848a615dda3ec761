"""The keys that checkpoints must be signed by."""

from collections.abc import Sequence

from services.store.database import Datastore
from services.transparency.kept_keys import read_history
from services.transparency.notes import VerifierKey
from services.transparency.trust import Trust


def keys_to_trust(datastore: Datastore, told: Sequence[VerifierKey]) -> Trust:
    """Those that were told, and what the log tells of them; the kept ones where nothing is told.

    Raises BrokenHistory.
    """
    history = read_history(datastore)
    return Trust(tuple(told or (one.key for one in history.keys)), history)
