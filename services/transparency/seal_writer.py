"""What the part that seals writes: tiles and checkpoint together, once, by who holds the lease."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from psycopg import Connection

from services.store.columns import BigInts, Blobs, Ints
from services.store.database import Datastore
from services.transparency.checkpoints import Checkpoint
from services.transparency.findings import Finding
from services.transparency.hashing import HASH_BYTES
from services.transparency.notes import Note
from services.transparency.tiles import WIDTH, hashes_at

LEASE: Final = "seal"
# Held until the commit: nobody else takes the lease meanwhile.
_FENCE: Final = "SELECT FROM pitledger_leases WHERE name = %s AND epoch = %s FOR SHARE"
_TILES: Final = """
INSERT INTO pitledger_tiles AS t (level, tile, hashes)
SELECT * FROM unnest(%b::int[], %b::bigint[], %b::bytea[])
ON CONFLICT (level, tile) DO UPDATE SET hashes = excluded.hashes
 WHERE t.hashes = substring(excluded.hashes FOR length(t.hashes))"""
_BEYOND: Final = """
DELETE FROM pitledger_tiles WHERE level = %(level)s AND tile >= %(last)s
   AND (tile > %(last)s OR %(bytes)s = 0)"""
_TOO_WIDE: Final = """
UPDATE pitledger_tiles SET hashes = substring(hashes FOR %(bytes)s)
 WHERE level = %(level)s AND tile = %(last)s AND octet_length(hashes) > %(bytes)s"""
_LEVELS: Final = 8
"""More than any log will ever have."""
_CHECKPOINT: Final = """
INSERT INTO pitledger_checkpoints (size, root, note)
SELECT %s, %s, %s WHERE %s = (SELECT coalesce(max(size), -1) FROM pitledger_checkpoints)"""


class PassedOver(Exception):
    """Another process seals the log now."""


class SealWriter:
    """One transaction a checkpoint: the store never has more of the tree than was signed."""

    def __init__(self, datastore: Datastore, epoch: int) -> None:
        self._datastore = datastore
        self._epoch = epoch

    def seal(
        self,
        tiles: Mapping[tuple[int, int], bytes],
        checkpoint: Checkpoint,
        note: Note,
        previous: int,
    ) -> None:
        """All of it, or nothing: only as this lease's holder, and only onto the one before.

        A tile that is there begins as the new one does: what was signed of it never changes.
        """
        with self._fenced() as conn:
            _keep(conn, tiles)
            row = (checkpoint.size, checkpoint.root, str(note), previous)
            if conn.execute(_CHECKPOINT, row).rowcount != 1:
                raise PassedOver("another process has signed a checkpoint")

    def keep_tiles(self, tiles: Mapping[tuple[int, int], bytes]) -> None:
        """Of what was signed before: the same again."""
        with self._fenced() as conn:
            _keep(conn, tiles)

    def cut_back(self, size: int) -> None:
        """What is in the tiles beyond the signed tree is nobody's word, wherever it came from."""
        with self._fenced() as conn:
            for level in range(_LEVELS):
                count = hashes_at(level, size)
                told = {"level": level, "last": count // WIDTH, "bytes": count % WIDTH * HASH_BYTES}
                conn.execute(_BEYOND, told)
                conn.execute(_TOO_WIDE, told)

    @contextmanager
    def _fenced(self) -> Iterator[Connection[Any]]:
        with self._datastore.get_connection() as conn, conn.transaction():
            if conn.execute(_FENCE, (LEASE, self._epoch)).fetchone() is None:
                raise PassedOver("the lease has passed to another process")
            yield conn


def _keep(conn: Connection[Any], tiles: Mapping[tuple[int, int], bytes]) -> None:
    columns = (
        Ints(level for level, _ in tiles),
        BigInts(index for _, index in tiles),
        Blobs(tiles.values()),
    )
    if tiles and conn.execute(_TILES, columns).rowcount != len(tiles):
        raise Finding("tree", "a tile at the end of the tree is not what was signed")
