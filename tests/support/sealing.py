"""The log sealed at once, as the part that seals does while the house plays."""

from collections.abc import Iterator
from typing import Final

from services.store.ledger import Ledger
from services.transparency.checkpoints import Checkpoint
from services.transparency.hashing import leaf_hash
from services.transparency.notes import SigningKey
from services.transparency.sealed_log import Sealed, SealedLog
from services.transparency.tiles import Edge

ORIGIN: Final = "pitledger/house"
KEY: Final = SigningKey(ORIGIN, bytes(range(32)))
OTHER_KEY: Final = SigningKey(ORIGIN, bytes(range(1, 33)))
"""Of the same name: not the one that the reader was given."""
OTHER_HOUSE: Final = SigningKey("pitledger/elsewhere", bytes(range(2, 34)))
WITNESS: Final = SigningKey("witness.example/one", bytes(range(3, 35)), cosigner=True)
_PAGE: Final = 5000


def seal(ledger: Ledger, key: SigningKey = KEY, *, witness: SigningKey | None = None) -> Sealed:
    """Everything that is in the log, and a checkpoint of it."""
    log = SealedLog(ledger.datastore)
    newest = log.newest()
    size = 0 if newest is None else newest.size
    edge = Edge(size, None if newest is None else log.tree(size)._read)
    log.keep_tiles(edge.append(_leaves(ledger, size)))
    checkpoint = Checkpoint(key.verifier.name, edge.size, edge.root())
    log.keep_checkpoint(checkpoint, checkpoint.signed(key))
    if witness is not None:
        log.keep_cosignatures(edge.size, witness.cosign(checkpoint.text(), 1_790_000_000).line())
    found = log.newest()
    assert found is not None
    return found


def _leaves(ledger: Ledger, after: int) -> Iterator[bytes]:
    while page := ledger.log_after(after, _PAGE):
        yield from (leaf_hash(entry.state) for entry in page)
        after = page[-1].position
