"""A house whose log is sealed at once when it is asked for, as the part that seals does it."""

from pathlib import Path
from typing import Any

from services.entry.requests import Entry
from services.queries import Queries
from services.settings import Settings, read_settings
from services.store.ledger import Ledger
from services.transparency.checkpoints import Checkpoint
from services.transparency.key_file import make_key_file, next_key
from services.transparency.keys import signers_for
from services.transparency.notes import Note, SigningKey, VerifierKey
from services.transparency.sealed_log import SealedLog
from tests.support.transparency.keys import ORIGIN, rotation


class House:
    """Its log, its file of keys, and what it signs. The tree is not what is tried here."""

    def __init__(self, ledger: Ledger, file: Path, origin: str = ORIGIN) -> None:
        self.ledger = ledger
        self.file = file
        self.origin = origin
        if not file.exists():
            make_key_file(file, origin)

    def settings(self, **more: Any) -> Settings:
        told = {"database_url": "postgresql://", "origin": self.origin, "seal_key_file": self.file}
        return read_settings({}, **{**told, **more})

    def entry(self) -> Entry:
        return Entry(self.settings(), Queries(self.ledger.datastore), None)

    def signers(self, size: int | None = None) -> list[SigningKey]:
        newest = SealedLog(self.ledger.datastore).newest()
        return signers_for(
            self.ledger,
            self.settings(),
            size=self.ledger.head() if size is None else size,
            after=newest.size if newest else 0,
        )

    def seal(self, size: int | None = None) -> Note:
        """The next checkpoint, kept."""
        size = self.ledger.head() if size is None else size
        checkpoint = Checkpoint(self.origin, size, size.to_bytes(32))
        signed = [one.sign(checkpoint.text()) for one in self.signers(size)]
        note = Note(checkpoint.text(), tuple(signed))
        assert SealedLog(self.ledger.datastore).keep_checkpoint(checkpoint, note)
        return note

    def next(self, *used: SigningKey) -> SigningKey:
        return next_key(self.file, self.origin, [str(one.verifier) for one in used])

    def rotation(self, old: SigningKey, new: SigningKey, **more: Any) -> dict[str, Any]:
        return rotation(old, new, **more)


def made_by(note: Note, *keys: SigningKey) -> list[VerifierKey]:
    """Which of these signed it, where nobody else did."""
    found = note.signed_by([one.verifier for one in keys])
    assert len(found) == len(note.signatures)
    return found
