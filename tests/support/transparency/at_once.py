"""A log sealed at once, with keys that the tests know."""

from collections.abc import Iterable, Sequence
from typing import Final

from domain.messages.commands import parse_command
from services.entry.requests import Entry
from services.queries import Queries
from services.settings import read_settings
from services.store.ledger import Ledger
from services.transparency.checkpoints import Checkpoint
from services.transparency.hashing import leaf_hash
from services.transparency.kept_keys import keep_history
from services.transparency.notes import Note, SigningKey
from services.transparency.sealed_log import Sealed, SealedLog
from services.transparency.tiles import Edge
from tests.support.store.playing import running
from tests.support.transparency.keys import rotation

ORIGIN: Final = "pitledger/house"
KEY: Final = SigningKey(ORIGIN, bytes(range(32)))
OTHER_KEY: Final = SigningKey(ORIGIN, bytes(range(1, 33)))
"""Of the same name: not the one that the reader was given."""
OTHER_HOUSE: Final = SigningKey("pitledger/elsewhere", bytes(range(2, 34)))
WITNESS: Final = SigningKey("witness.example/one", bytes(range(3, 35)), cosigner=True)
_PAGE: Final = 5000


def seal(
    ledger: Ledger,
    key: SigningKey = KEY,
    *,
    before: SigningKey | None = None,
    sizes: Iterable[int] = (),
    upto: int | None = None,
    witness: SigningKey | None = None,
) -> Sealed:
    """All that is not sealed yet, or the first events, with a checkpoint at each of these sizes and
    one at the end; signed by the key before as well, where one is named."""
    log = SealedLog(ledger.datastore)
    newest = log.newest()
    edge = Edge(newest.size if newest else 0, lambda tile: log.tile(tile) or b"")
    head = ledger.head() if upto is None else upto
    for size in sorted({*(one for one in sizes if edge.size < one < head), head}):
        _seal_up_to(ledger, log, edge, size, [key] if before is None else [before, key])
    found = log.newest()
    assert found is not None
    if witness is not None:
        text = found.opened().text
        log.keep_cosignatures(found.size, witness.cosign(text, 1_790_000_000).line())
        found = log.newest()
        assert found is not None
    return found


def rotate(ledger: Ledger, old: SigningKey, new: SigningKey) -> None:
    """Recorded by the desk, as `pitledger key rotate` has it done; no checkpoint covers it yet."""
    keep_history(ledger, old.verifier.name, [old.verifier], upto=ledger.head())
    settings = read_settings({}, database_url="postgresql://", origin=old.verifier.name)
    entry = Entry(settings, Queries(ledger.datastore), None)
    with running(ledger) as desk:
        desk.submit(entry.prepare([parse_command(rotation(old, new))])).result(10)


def _seal_up_to(
    ledger: Ledger, log: SealedLog, edge: Edge, size: int, keys: Sequence[SigningKey]
) -> None:
    while edge.size < size:
        page = ledger.log_after(edge.size, min(_PAGE, size - edge.size))
        log.keep_tiles(edge.append(leaf_hash(entry.state) for entry in page))
    checkpoint = Checkpoint(keys[0].verifier.name, size, edge.root())
    signed = tuple(one.sign(checkpoint.text()) for one in keys)
    log.keep_checkpoint(checkpoint, Note(checkpoint.text(), signed))
