"""A log sealed at once, with a key that the tests know."""

from collections.abc import Iterable
from typing import Final

from services.store.ledger import Ledger
from services.transparency.checkpoints import Checkpoint
from services.transparency.hashing import leaf_hash
from services.transparency.notes import Note, SigningKey
from services.transparency.sealed_log import SealedLog
from services.transparency.tiles import Edge

ORIGIN: Final = "pitledger/house"
KEY: Final = SigningKey(ORIGIN, bytes(range(32)))
OTHER_KEY: Final = SigningKey(ORIGIN, bytes(range(1, 33)))
OTHER_HOUSE: Final = SigningKey("pitledger/elsewhere", bytes(range(32)))
_PAGE: Final = 5000


def seal(ledger: Ledger, key: SigningKey = KEY, *, sizes: Iterable[int] = ()) -> Note:
    """All that is not sealed yet, with a checkpoint at each of these sizes and one at the end."""
    sealed = SealedLog(ledger.datastore)
    newest = sealed.newest()
    edge = Edge(newest.size if newest else 0, lambda tile: sealed.tile(tile) or b"")
    head = ledger.head()
    note = None
    for size in sorted({*(one for one in sizes if edge.size < one < head), head}):
        note = _seal_up_to(ledger, sealed, edge, size, key)
    assert note is not None
    return note


def _seal_up_to(ledger: Ledger, sealed: SealedLog, edge: Edge, size: int, key: SigningKey) -> Note:
    while edge.size < size:
        page = ledger.log_after(edge.size, min(_PAGE, size - edge.size))
        sealed.keep_tiles(edge.append(leaf_hash(entry.state) for entry in page))
    checkpoint = Checkpoint(key.verifier.name, size, edge.root())
    note = checkpoint.signed(key)
    sealed.keep_checkpoint(checkpoint, note)
    return note
