"""A log in memory that is sealed as soon as it is made: evidence without a database."""

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, cast

from domain.commands.fields import Actor
from domain.events import Event, encode, topic_of
from services.evidence.bundle import everything, make_evidence
from services.http.masking import unseen
from services.store.ledger import Ledger, Logged
from services.transparency.checkpoints import Checkpoint
from services.transparency.hashing import HASH_BYTES, leaf_hash
from services.transparency.notes import SigningKey
from services.transparency.sealed_log import NotSealed, Sealed, SealedLog
from services.transparency.tiles import Edge, Tile, Tree
from tests.support.transparency.at_once import KEY

_SIGNED: Final = datetime(2026, 11, 15, tzinfo=UTC)


class KeptLog:
    """As much of the ledger and of the sealed log as evidence asks for."""

    def __init__(
        self, events: Iterable[Event], *keys: SigningKey, sealed: int | None = None
    ) -> None:
        """Signed by all of these keys, by the tests' own where none is named."""
        first, *others = keys or (KEY,)
        self.events = list(events)
        self.logged = [
            Logged(position, topic_of(event), encode(event))
            for position, event in enumerate(self.events, start=1)
        ]
        size = len(self.logged) if sealed is None else sealed
        edge = Edge()
        self.tiles = edge.append(leaf_hash(one.state) for one in self.logged[:size])
        self.checkpoint = Checkpoint(first.verifier.name, size, edge.root())
        text = self.checkpoint.text()
        self.note = self.checkpoint.signed(first).also(one.sign(text) for one in others)

    def rounds(self) -> list[str]:
        return sorted({one.round for one in self.events if one.round and one.STREAM == "table"})

    def evidence(self, round_id: str, actor: Actor | None = None, *, whole: bool = True) -> bytes:
        """`whole`: nothing is withheld; else what that actor may not see."""

        def hides(logged: Sequence[Logged]) -> Collection[int]:
            return everything(logged) if whole else unseen(logged, actor)

        kept: Any = self
        return make_evidence(cast(Ledger, kept), cast(SealedLog, kept), round_id, hides)

    def log_of_round(self, round_id: str) -> list[Logged]:
        return [self.logged[at] for at, one in enumerate(self.events) if one.round == round_id]

    def log_of_stream(
        self, key: str, *, first: int, last: int, names: Sequence[str] | None = None
    ) -> list[Logged]:
        return [
            self.logged[at]
            for at, one in enumerate(self.events)
            if one.key == key
            and first <= one.seq <= last
            and (names is None or type(one).__name__ in names)
        ]

    def events_of(self, keys: Sequence[str]) -> list[Logged]:
        return [self.logged[at] for at, one in enumerate(self.events) if one.key in keys]

    def newest(self) -> Sealed:
        return Sealed(*self.checkpoint[1:], str(self.note), "", _SIGNED)

    def covering(self, size: int) -> Sealed:
        if size > self.checkpoint.size:
            raise NotSealed(f"no checkpoint covers event {size} yet")
        return self.newest()

    def tree(self, size: int) -> Tree:
        return Tree(size, self._read)

    def _read(self, tile: Tile) -> bytes:
        return self.tiles[tile.level, tile.index][: tile.width * HASH_BYTES]
