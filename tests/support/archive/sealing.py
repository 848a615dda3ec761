"""The log sealed at once, without the part that seals."""

from typing import Final

from services.store.ledger import Ledger
from services.transparency.checkpoints import Checkpoint
from services.transparency.hashing import leaf_hash
from services.transparency.notes import SigningKey
from services.transparency.sealed_log import SealedLog
from services.transparency.tiles import Edge, Tile

KEY: Final = SigningKey("pitledger/house", bytes(range(32)))


def seal_now(ledger: Ledger, upto: int | None = None, key: SigningKey = KEY) -> int:
    """A checkpoint over all events, or over the first ones; its size."""
    sealed = SealedLog(ledger.datastore)
    newest = sealed.newest()
    size = 0 if newest is None else newest.size
    edge = Edge(size, lambda tile: _tile(sealed, tile))
    goal = ledger.head() if upto is None else upto
    while edge.size < goal:
        page = ledger.log_after(edge.size, min(5000, goal - edge.size))
        sealed.keep_tiles(edge.append([leaf_hash(one.state) for one in page]))
    checkpoint = Checkpoint(key.verifier.name, edge.size, edge.root())
    sealed.keep_checkpoint(checkpoint, checkpoint.signed(key))
    return edge.size


def _tile(sealed: SealedLog, tile: Tile) -> bytes:
    found = sealed.tile(tile)
    assert found is not None
    return found
