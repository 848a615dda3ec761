"""The tiles made anew out of the log, where somebody has taken all of them away."""

from typing import Final

import structlog

from services.store.ledger import Ledger
from services.transparency.findings import Finding
from services.transparency.hashing import leaf_hash
from services.transparency.seal_writer import SealWriter
from services.transparency.sealed_log import SealedLog
from services.transparency.tiles import WIDTH, Edge

_log = structlog.get_logger("seal")
_PAGE: Final = 16 * WIDTH


def rebuild_tiles(ledger: Ledger, sealed: SealedLog, writer: SealWriter, size: int) -> None:
    """Only where there is none at all: what is there is never overwritten.

    Whoever calls compares the root with the one that was signed.
    """
    if size == 0 or sealed.has_tiles():
        return
    _log.warning("there are no tiles; they are made anew from the log", events=size)
    edge = Edge()
    while edge.size < size:
        page = ledger.log_after(edge.size, min(_PAGE, size - edge.size))
        for expected, logged in enumerate(page, edge.size + 1):
            if logged.position != expected:
                raise Finding("missing", f"event {expected} is missing", expected)
        if not page:
            raise Finding("missing", f"event {edge.size + 1} is missing", edge.size + 1)
        writer.keep_tiles(edge.append([leaf_hash(one.state) for one in page]))
