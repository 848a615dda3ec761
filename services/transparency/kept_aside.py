"""The newest checkpoint in a file beside the database, where rolling that back does not reach."""

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import structlog

from services.transparency.checkpoints import Checkpoint, OtherOrigin, open_checkpoint
from services.transparency.findings import Finding
from services.transparency.notes import BadNote, BadSignature, Note, NotSigned, VerifierKey

_log = structlog.get_logger("seal")
_NAME: Final = "seal.checkpoint"
_READABLE: Final = 0o644
_MOST_BYTES: Final = 1_000_000


class KeptAside:
    """One file in the data folder, replaced whole at each checkpoint."""

    def __init__(self, folder: Path) -> None:
        self.path = folder.expanduser() / _NAME

    def read(self, keys: Iterable[VerifierKey]) -> Checkpoint | None:
        """The one that was kept; none where there is none, or where it is another log's.

        Raises Finding where it is there and cannot be trusted.
        """
        try:
            with self.path.open("rb") as file:
                data = file.read(_MOST_BYTES)
            return open_checkpoint(data, keys)[0]
        except FileNotFoundError:
            return None
        except OtherOrigin as error:
            self._put_away(data, str(error))
            return None
        except (OSError, BadNote, NotSigned, BadSignature) as error:
            raise Finding(
                "checkpoint",
                f"the checkpoint that was kept aside in {self.path} cannot be used: {error};"
                " if you know why, move it away",
            ) from None

    def keep(self, note: Note) -> None:
        """After the commit; the old one stays until the new one is whole and on the disk."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file, name = tempfile.mkstemp(prefix=f".{_NAME}.", dir=self.path.parent)
        try:
            with os.fdopen(file, "w", encoding="utf-8") as opened:
                opened.write(str(note))
                opened.flush()
                os.fchmod(file, _READABLE)
                os.fsync(file)
            Path(name).replace(self.path)
        except OSError:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise

    def _put_away(self, data: bytes, why: str) -> None:
        """The last word of a log that has ended is evidence: it is never overwritten."""
        beside = self.path.with_name(f"{_NAME}.{hashlib.sha256(data).hexdigest()[:16]}")
        self.path.replace(beside)
        _log.warning("a checkpoint of another log was kept aside", file=str(beside), why=why)
