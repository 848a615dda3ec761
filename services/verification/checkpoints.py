"""Checkpoints: signed by a known key, of this log, with the root that the events come to."""

from pathlib import Path
from typing import Final

from services.transparency.checkpoints import Checkpoint, OtherOrigin, read_checkpoint
from services.transparency.encoding import encode64
from services.transparency.key_history import KeyInForce
from services.transparency.notes import BadNote, BadSignature, NotSigned, read_note
from services.transparency.sealed_log import Sealed
from services.transparency.trust import Trust
from services.verification.findings import (
    CHANGED,
    INCONSISTENT,
    OTHER_KEY,
    OTHER_ORIGIN,
    UNREADABLE,
    Finding,
)

_MOST_BYTES: Final = 1_000_000
_TODO: Final = {
    OTHER_KEY: "ask the house for its key, or for the rotation that made this one its own, and"
    " name it by --key",
    OTHER_ORIGIN: "it belongs to another house, or PITLEDGER_ORIGIN was changed: hold it against"
    " the name that the house publishes",
}


class BadCheckpointFile(Exception):
    """A checkpoint that was kept aside and cannot be used; with the exit code."""

    def __init__(self, why: str, code: int) -> None:
        super().__init__(why)
        self.code = code


def read_kept(file: Path, trust: Trust) -> Checkpoint:
    """A checkpoint that somebody kept aside. Raises BadCheckpointFile."""
    try:
        with file.open("rb") as opened:
            content = opened.read(_MOST_BYTES)
    except OSError as error:
        raise BadCheckpointFile(f"{file} cannot be read: {error.strerror}", UNREADABLE) from None
    return read_published(content, trust, str(file))


def read_published(content: bytes, trust: Trust, where: str) -> Checkpoint:
    """Without any key its text is taken as it is: it comes from who kept it. Raises the same."""
    try:
        if not trust.told:
            return read_checkpoint(read_note(content).text)
        return trust.open(content)[0]
    except BadNote as error:
        raise BadCheckpointFile(f"{where} is no checkpoint: {error}", UNREADABLE) from None
    except OtherOrigin as error:
        raise BadCheckpointFile(f"{where}: {error}", OTHER_ORIGIN) from None
    except NotSigned as error:
        raise BadCheckpointFile(f"{where} is signed by another key: {error}", OTHER_KEY) from None
    except BadSignature as error:
        raise BadCheckpointFile(f"{where}: {error}", OTHER_KEY) from None


def signature_finding(sealed: Sealed, trust: Trust) -> Finding | None:
    """What is wrong with a stored checkpoint before its root is looked at."""
    named = f"the checkpoint of {sealed.size} events"
    try:
        checkpoint = sealed.checkpoint()
        if trust.told:
            checkpoint, _ = trust.open(sealed.published())
    except BadNote as error:
        return _finding(f"{named} cannot be read: {error}", CHANGED)
    except BadSignature as error:
        return _finding(f"{named} was changed after it was signed: {error}", CHANGED)
    except NotSigned as error:
        return _finding(f"{named} is signed by another key: {error}", OTHER_KEY)
    except OtherOrigin as error:
        return _finding(f"{named}: {error}", OTHER_ORIGIN)
    if (checkpoint.size, checkpoint.root) != (sealed.size, sealed.root):
        what = f"{named} says {checkpoint.size} events with root {encode64(checkpoint.root)}"
        return _finding(f"{what}, and its row otherwise", CHANGED)
    return None


def unvouched(entered: KeyInForce) -> Finding:
    what = (
        f"{entered.key} came into force with event {entered.since}, and no checkpoint that it"
        " signed covers that: what the keys before it signed is signed by another key"
    )
    return _finding(what, OTHER_KEY)


def rolled_back(kept: Checkpoint, head: int) -> Finding:
    what = (
        f"the checkpoint that was kept aside covers {kept.size} events, and the store has"
        f" {head}: what came after event {head} was taken out, or the database was rolled back"
    )
    todo = "find out since when, and bring back what is missing from the topic or a backup"
    return _finding(what, INCONSISTENT, todo, position=head + 1)


def contradicted(kept: Checkpoint, root: bytes) -> Finding:
    what = (
        f"the first {kept.size} events come to the root {encode64(root)}, and the checkpoint that"
        f" was kept aside says {encode64(kept.root)}: this is another history"
    )
    return _finding(what, INCONSISTENT)


def dropped(kept: Checkpoint) -> Finding:
    what = (
        f"the checkpoint of {kept.size} events was published, and is not among those that are"
        " stored: somebody has taken it out"
    )
    return _finding(what, CHANGED)


def _finding(what: str, code: int, todo: str = "", position: int | None = None) -> Finding:
    return Finding(
        part="tree", what=what, code=code, todo=todo or _TODO.get(code, ""), position=position
    )
