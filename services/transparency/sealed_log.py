"""What has been sealed of the log: the tiles of its tree, and the checkpoints that were signed."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from psycopg.rows import tuple_row

from services.store.columns import BigInts, Blobs, Ints
from services.store.database import Datastore
from services.store.pruned import Pruned
from services.transparency.checkpoints import Checkpoint, read_checkpoint
from services.transparency.hashing import HASH_BYTES, leaf_hash
from services.transparency.notes import Note, read_note
from services.transparency.tiles import WIDTH, Tile, Tree

_COLUMNS: Final = "size, root, note, cosignatures, signed"
_PAGE: Final = 1000


class Sealed(NamedTuple):
    """A checkpoint as it was published, with the cosignatures that came since."""

    size: int
    root: bytes
    note: str
    cosignatures: str
    signed: datetime

    def published(self) -> str:
        return self.note + self.cosignatures

    def opened(self) -> Note:
        return read_note(self.published())

    def checkpoint(self) -> Checkpoint:
        return read_checkpoint(self.opened().text)


class NotSealed(Exception):
    """Nothing that was signed covers it yet."""


class SealedLog:
    """Reads, and the two writes of the part that seals: tiles, and then the checkpoint."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore
        self._pruned = Pruned(datastore)

    def newest(self) -> Sealed | None:
        return self._one("ORDER BY size DESC LIMIT 1", ())

    def covering(self, size: int) -> Sealed:
        """The first one signed that covers so many events."""
        found = self._one("WHERE size >= %s ORDER BY size LIMIT 1", (size,))
        if found is None:
            raise NotSealed(f"no checkpoint covers event {size} yet")
        return found

    def all(self, after: int = -1) -> Iterator[Sealed]:
        """From the smallest on."""
        while page := self.page(after, _PAGE):
            yield from page
            after = page[-1].size

    def page(self, after: int, limit: int) -> list[Sealed]:
        """The next ones behind a size, smallest first."""
        query = (
            f"SELECT {_COLUMNS} FROM pitledger_checkpoints WHERE size > %s ORDER BY size LIMIT %s"  # noqa: S608
        )
        return [Sealed(*row) for row in self._rows(query, (after, limit))]

    def tile(self, tile: Tile) -> bytes | None:
        """As wide as it is asked for; none where it is not that wide yet."""
        query = "SELECT hashes FROM pitledger_tiles WHERE level = %s AND tile = %s"
        rows = self._rows(query, (tile.level, tile.index))
        wanted = tile.width * HASH_BYTES
        if rows:
            return bytes(rows[0][0])[:wanted] if len(rows[0][0]) >= wanted else None
        return self._archived(tile) if tile.level == 0 else None

    def is_archived(self, index: int) -> bool:
        """Whether a bundle was taken out whole, and its leaf hashes with it."""
        return (index + 1) * WIDTH <= self._pruned.position()

    def _archived(self, tile: Tile) -> bytes | None:
        """Leaf hashes of events that are gone from the database are made of their bytes again."""
        rows = self._pruned.after(tile.index * WIDTH, tile.width)
        if len(rows) < tile.width:
            return None
        return b"".join(leaf_hash(row.state) for row in rows)

    def has_tiles(self) -> bool:
        return bool(self._rows("SELECT FROM pitledger_tiles LIMIT 1", ()))

    def tiles(self, level: int, first: int, count: int) -> dict[int, bytes]:
        """Those of a level that are there, from the first on, each as wide as it is."""
        query = (
            "SELECT tile, hashes FROM pitledger_tiles WHERE level = %s AND tile >= %s AND tile < %s"
        )
        rows = self._rows(query, (level, first, first + count))
        return {int(index): bytes(hashes) for index, hashes in rows}

    def tree(self, size: int) -> Tree:
        """Of the first events; tiles are read as far as they are needed."""
        return Tree(size, self._present)

    def _present(self, tile: Tile) -> bytes:
        hashes = self.tile(tile)
        if hashes is None:
            raise NotSealed(f"tile {tile.index} of level {tile.level} is not there")
        return hashes

    def keep_tiles(self, tiles: Mapping[tuple[int, int], bytes]) -> None:
        """New ones, and those that grew; a tile never shrinks."""
        with self._datastore.get_connection() as conn:
            conn.execute(
                "INSERT INTO pitledger_tiles AS t (level, tile, hashes)"
                " SELECT * FROM unnest(%b::int[], %b::bigint[], %b::bytea[])"
                " ON CONFLICT (level, tile) DO UPDATE SET hashes = excluded.hashes"
                " WHERE length(t.hashes) < length(excluded.hashes)",
                (
                    Ints(level for level, _ in tiles),
                    BigInts(index for _, index in tiles),
                    Blobs(tiles.values()),
                ),
            )

    def keep_checkpoint(self, checkpoint: Checkpoint, note: Note) -> bool:
        """False where one of that size was signed before: it stays as it is."""
        with self._datastore.get_connection() as conn:
            done = conn.execute(
                "INSERT INTO pitledger_checkpoints (size, root, note) VALUES (%s, %s, %s)"
                " ON CONFLICT (size) DO NOTHING",
                (checkpoint.size, checkpoint.root, str(note)),
            )
        return done.rowcount == 1

    def keep_restored(self, checkpoints: Iterable[Sealed]) -> None:
        """As they were; of two of one size the one that is there stays."""
        rows = list(checkpoints)
        with self._datastore.get_connection() as conn, conn.cursor() as cursor:
            cursor.executemany(
                f"INSERT INTO pitledger_checkpoints ({_COLUMNS}) VALUES (%s, %s, %s, %s, %s)"  # noqa: S608
                " ON CONFLICT (size) DO NOTHING",
                rows,
            )

    def keep_cosignatures(self, size: int, lines: str) -> None:
        """Behind those that are there; none stands twice."""
        with self._datastore.get_connection() as conn:
            conn.execute(
                "UPDATE pitledger_checkpoints SET cosignatures = cosignatures || %(lines)s"
                " WHERE size = %(size)s AND strpos(cosignatures, %(lines)s) = 0",
                {"lines": lines, "size": size},
            )

    def _one(self, where: str, parameters: tuple[object, ...]) -> Sealed | None:
        rows = self._rows(f"SELECT {_COLUMNS} FROM pitledger_checkpoints {where}", parameters)  # noqa: S608
        return Sealed(*rows[0]) if rows else None

    def _rows(self, query: str, parameters: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with self._datastore.get_connection() as conn:
            cursor = conn.cursor(row_factory=tuple_row, binary=True)
            return cursor.execute(query, parameters, prepare=True).fetchall()
