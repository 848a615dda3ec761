"""Evidence in the hands of somebody who checks it, or changes it before another does."""

import contextlib
import io
import itertools
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple
from uuid import UUID

from services.evidence.check import verify_file
from services.evidence.container import pack, unpack
from tests.support.domain.asked import Asked
from tests.support.transparency.at_once import KEY

VKEY: Final = str(KEY.verifier)


class Verdict(NamedTuple):
    """How the check ended, and what it said."""

    code: int
    told: str
    complaint: str

    def line(self, name: str) -> str:
        return next(
            line.removeprefix(name).strip()
            for line in self.told.splitlines()
            if line.startswith(name)
        )


def checked(
    archive: bytes, key: str = VKEY, checkpoint: bytes | None = None, log: str | None = None
) -> Verdict:
    """By the program, offline, out of a file."""
    told, complaint = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        file, kept = Path(folder, "evidence.zip"), Path(folder, "checkpoint")
        file.write_bytes(archive)
        if checkpoint is not None:
            kept.write_bytes(checkpoint)
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(complaint):
            code = verify_file(file, key, None if checkpoint is None else kept, log)
    return Verdict(code, told.getvalue(), complaint.getvalue())


def repacked(archive: bytes, **changed: bytes | None) -> bytes:
    """With another content of some files, or without them; dots stand as underscores in names."""
    files = dict(unpack(archive))
    for name, content in changed.items():
        known = next((one for one in files if one.replace(".", "_") == name), name)
        if content is None:
            del files[known]
        else:
            files[known] = content
    return pack(files)


def numbered(commands: Iterable[Asked]) -> list[Asked]:
    """Each command with an id of its own, as the desk gives one."""
    return [
        {**asked, "command_id": str(UUID(int=number))}
        for number, asked in zip(itertools.count(1), commands, strict=False)
    ]
