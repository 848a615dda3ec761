"""An archive read through: every object, every stream, every checkpoint, with no database."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from domain.key_names import SEAL_KEYS
from services.archive.contents import read_rows
from services.archive.object_store import ObjectStore
from services.archive.proving import NotProved, Proof, trust_by
from services.archive.walking import WholeArchive
from services.store.log_row import BadEntry, LogRow
from services.transparency.encoding import encode64
from services.transparency.notes import VerifierKey


class Checked(NamedTuple):
    """What an archive was found to hold."""

    events: int
    streams: int
    checkpoints: int
    bytes: int
    missing: int
    """Events that were signed behind its end: the run that was to add them was ended."""


class Heads(dict[str, int]):
    """How far each stream has come: none has a gap."""

    def take(self, rows: Iterable[LogRow]) -> None:
        for row in rows:
            head = self.get(row.key, 0)
            if row.seq != head + 1:
                raise BadEntry(
                    f"event {row.position} is {row.key}/{row.seq}, which does not follow"
                    f" {row.key}/{head}"
                )
            self[row.key] = row.seq


def check_archive(
    store: ObjectStore,
    keys: Sequence[VerifierKey] = (),
    on_event: Callable[[int], None] = lambda _: None,
) -> Checked:
    """Raises NotProved, BadEntry or ArchiveAway at the first thing that is wrong.

    The keys are followed by the rotations that the archive itself tells.
    """
    archive = WholeArchive(store)
    checkpoints, heads = archive.checkpoints(), Heads()
    proof, of_keys = Proof(checkpoints.values()), list[LogRow]()
    roots = {manifest.size: manifest.root for manifest in archive.manifests}
    for stretch in archive.stretches():
        proof.take(stretch.entries)
        rows = read_rows(stretch.first, stretch.entries)
        heads.take(rows)
        of_keys += (row for row in rows if row.key == SEAL_KEYS)
        size = proof.edge.size
        if roots.get(size, found := encode64(proof.edge.root())) != found:
            raise NotProved(f"a manifest has another root than the first {size} events")
        on_event(size)
    proof.signed(trust_by(keys, of_keys))
    objects = [one for manifest in archive.manifests for one in manifest.segments]
    size = sum(one.bytes for one in objects)
    return Checked(archive.size, len(heads), proof.checked, size, proof.missing())
