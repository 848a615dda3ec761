"""A checkpoint kept aside: whoever has one knows a history that cannot be taken back."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from services.evidence.verdicts import (
    Changed,
    Contradiction,
    OtherHouse,
    OtherKey,
    Unreadable,
)
from services.transparency.checkpoints import Checkpoint, OtherOrigin
from services.transparency.hashing import ProofError, check_consistency
from services.transparency.notes import BadNote, BadSignature, Note, NotSigned
from services.transparency.tiles import Tree
from services.transparency.trust import Trust

_MOST_BYTES: Final = 1 << 20


def opened(data: bytes, trust: Trust, what: str) -> tuple[Checkpoint, Note]:
    """A checkpoint that a trusted key signed, or the verdict on it; `what`: its name."""
    try:
        return trust.open(data)
    except BadNote as error:
        raise Unreadable(f"{what} is no checkpoint: {error}") from None
    except OtherOrigin as error:
        raise OtherHouse(f"{what}: {error}") from None
    except NotSigned as error:
        raise OtherKey(f"{what} is signed by another key: {error}") from None
    except BadSignature as error:
        raise Changed(f"{what} was changed after it was signed: {error}") from None


def compare(known: Checkpoint, file: Path, trust: Trust, log_url: str | None) -> Checkpoint:
    """The one in the file; it and `known` are of one history, or this is a Contradiction."""
    kept, _ = opened(read_file(file), trust, str(file))
    if kept.size == known.size:
        if kept.root != known.root:
            raise Contradiction(_two_histories(kept, known))
        return kept
    if log_url is None:
        raise Unreadable(
            f"{file} is a checkpoint of {kept.size} events and the other one of {known.size}:"
            " whether they agree is seen in the log, name it by --log URL"
        )
    compare_published(known, trust, log_url, also=kept)
    return kept


def compare_published(
    known: Checkpoint, trust: Trust, log_url: str, also: Checkpoint | None = None
) -> Checkpoint:
    """The newest one that the log at an address publishes; `known` and `also` are of its history.

    By the log's own tiles, which are held against what was signed before they are believed.
    """
    from services.evidence.served_log import ServedLog  # noqa: PLC0415  needs the network

    with ServedLog(log_url) as log:
        newest, _ = opened(log.checkpoint(), trust, f"{log_url} checkpoint")
        tree = Tree(newest.size, log.tile)
        if tree.root() != newest.root:
            raise Contradiction(f"the tiles of the log at {log_url} are not those that it signed")
        for one in (known, *([also] if also else [])):
            if one.size > newest.size:
                raise Contradiction(
                    f"the log at {log_url} has {newest.size} events, and {one.size} were signed"
                )
            _require_beginning(one, newest, tree.consistency(one.size))
    return newest


def _require_beginning(old: Checkpoint, new: Checkpoint, proof: Sequence[bytes]) -> None:
    try:
        check_consistency(old.size, old.root, new.size, new.root, proof)
    except ProofError:
        raise Contradiction(_two_histories(old, new)) from None


def _two_histories(one: Checkpoint, other: Checkpoint) -> str:
    return (
        f"{one.origin} signed two histories that contradict each other: one of {one.size} events"
        f" and one of {other.size}; keep both checkpoints, they prove it"
    )


def read_file(file: Path) -> bytes:
    """Of something small."""
    try:
        with file.open("rb") as opened_file:
            return opened_file.read(_MOST_BYTES)
    except OSError as error:
        raise Unreadable(f"{file} cannot be read: {error.strerror}") from None
