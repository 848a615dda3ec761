"""What evidence is made of, and the files that hold it.

`events.jsonl` has the stored bytes of each event that is shown, one a line; every event, shown or
withheld, has its proof of inclusion, named by its index in the log. The proof of a withheld one
carries the event's leaf hash as its `extra`: nothing else of it is told, and it is still proved
to be in the log.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from services.evidence.verdicts import Changed, Unreadable
from services.transparency.checkpoints import Checkpoint
from services.transparency.hashing import HASH_BYTES, ProofError, check_inclusion, leaf_hash
from services.transparency.proof_file import BadProofFile, ProofFile, read_proof_file

README: Final = "README.txt"
ACCOUNT: Final = "account.html"
SUBMISSION: Final = "submission.json"
EVENTS: Final = "events.jsonl"
CHECKPOINT: Final = "checkpoint"
TEXTS: Final = (README, ACCOUNT, SUBMISSION)
"""What is told of the events, each of it made of them."""
_PROOF: Final = re.compile(r"proofs/(0|[1-9]\d{0,17})\.tlog-proof")


@dataclass(frozen=True, slots=True)
class Entry:
    """An event's place in the log, and the way from there up to the root."""

    index: int
    """From zero: a log position less one."""
    leaf: bytes
    proof: tuple[bytes, ...]
    line: bytes | None
    """As it is stored; None: withheld."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Events of one log, all proved by one checkpoint."""

    checkpoint: str
    """As it was published, with every signature."""
    entries: tuple[Entry, ...]
    """In the log's order."""

    def shown(self) -> Iterator[tuple[Entry, bytes]]:
        for entry in self.entries:
            if entry.line is not None:
                yield entry, entry.line

    def withheld(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.line is None]

    def files(self, texts: Mapping[str, bytes]) -> dict[str, bytes]:
        """In the order in which they are packed, the texts first."""
        return {
            **{name: texts[name] for name in TEXTS},
            EVENTS: b"".join(line + b"\n" for _, line in self.shown()),
            CHECKPOINT: self.checkpoint.encode(),
            **{proof_name(one.index): self._proof(one) for one in self.entries},
        }

    def _proof(self, entry: Entry) -> bytes:
        extra = entry.leaf if entry.line is None else None
        return str(ProofFile(entry.index, entry.proof, self.checkpoint, extra)).encode()


def proof_name(index: int) -> str:
    return f"proofs/{index}.tlog-proof"


def read_evidence(files: Mapping[str, bytes]) -> Evidence:
    """Out of an archive; that the texts fit is for others to see.

    Raises Unreadable for what is not written as evidence is, Changed where parts do not fit.
    """
    for name in (*TEXTS, EVENTS, CHECKPOINT):
        if name not in files:
            raise Unreadable(f"{name} is not in it: it is no evidence, or not all of it")
    checkpoint = _text(files[CHECKPOINT], CHECKPOINT)
    proofs = [_read_proof(name, files[name], checkpoint) for name in files if "/" in name]
    if not proofs:
        raise Unreadable("no proof is in it")
    found = Evidence(checkpoint, tuple(_entries(proofs, _lines(files[EVENTS]))))
    as_written = found.files({name: files[name] for name in TEXTS})
    for name, content in files.items():
        if name not in as_written:
            raise Changed(f"{name!r} is in it, which is no file of evidence")
        if as_written[name] != content:
            raise Changed(f"{name} is not written as evidence is")
    if list(as_written) != list(files):
        raise Changed("its files are not in their order")
    return found


def _text(data: bytes, name: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Unreadable(f"{name} is not UTF-8") from None


def _lines(events: bytes) -> list[bytes]:
    lines = events.split(b"\n")
    if lines.pop():
        raise Unreadable(f"{EVENTS} ends in the middle of a line")
    return lines


def _read_proof(name: str, data: bytes, checkpoint: str) -> ProofFile:
    named = _PROOF.fullmatch(name)
    if named is None:
        raise Changed(f"{name!r} is in it, which is no file of evidence")
    try:
        proof = read_proof_file(data)
    except BadProofFile as error:
        raise Unreadable(f"{name}: {error}") from None
    if proof.index != int(named[1]):
        raise Changed(f"{name} is the proof of index {proof.index}")
    if proof.checkpoint != checkpoint:
        raise Changed(f"{name} goes by another checkpoint than the one beside it")
    if proof.extra is not None and len(proof.extra) != HASH_BYTES:
        raise Unreadable(f"{name}: what it has as `extra` is no leaf hash")
    return proof


def _entries(proofs: list[ProofFile], lines: list[bytes]) -> Iterator[Entry]:
    """Lines and the proofs of shown events go together, both in the log's order."""
    shown = sum(proof.extra is None for proof in proofs)
    if shown != len(lines):
        raise Changed(f"{EVENTS} has {len(lines)} lines, and {shown} events are shown by proofs")
    left = iter(lines)
    for proof in sorted(proofs, key=lambda one: one.index):
        line = next(left) if proof.extra is None else None
        leaf = leaf_hash(line) if line is not None else proof.extra
        assert leaf is not None
        yield Entry(proof.index, leaf, proof.proof, line)


def require_in_log(evidence: Evidence, log: Checkpoint) -> None:
    """Every event, shown or withheld, stands under the root that was signed."""
    for entry in evidence.entries:
        try:
            check_inclusion(entry.leaf, entry.index, log.size, log.root, entry.proof)
        except ProofError as error:
            what = "withheld event" if entry.line is None else "event"
            raise Changed(
                f"the {what} at index {entry.index} is not what was sealed there: {error}"
            ) from None
