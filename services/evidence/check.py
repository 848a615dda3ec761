"""Evidence checked with nothing but a public key: no database, no settings, no network.

Every byte of it is accounted for. The checkpoint is signed, the events and the withheld hashes are
under its root, and everything else, from the account to the archive itself, is made again from
these and compared.
"""

import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from domain.events import topic_of
from services.evidence.container import MOST_BYTES, unpack
from services.evidence.files import (
    ACCOUNT,
    CHECKPOINT,
    README,
    TEXTS,
    Evidence,
    read_evidence,
    require_in_log,
)
from services.evidence.kept_checkpoint import compare, compare_published, opened
from services.evidence.shown_events import is_rotation, shown_events
from services.evidence.texts import texts_of, writer_of
from services.evidence.verdicts import GOOD, BadEvidence, Changed, OtherRules, Unreadable
from services.evidence.whole_round import (
    RoundShown,
    read_round,
    require_rules,
    require_sum,
)
from services.rulebook import opened_under
from services.transparency.checkpoints import Checkpoint
from services.transparency.key_history import BrokenHistory, history_of, rotations_in
from services.transparency.notes import BadKey, BadSignature, Note, VerifierKey, read_key
from services.transparency.trust import Trust

_COSIGNATURE: Final = 4
_MOST_TEXT: Final = 1000


class Keys(NamedTuple):
    """Whom the reader believes."""

    of_log: list[VerifierKey]
    of_witnesses: list[VerifierKey]


def verify_file(file: Path, key: str, checkpoint: Path | None, log_url: str | None) -> int:
    """Tells what was found; the exit code."""
    lines: list[tuple[str, str]] = []
    try:
        lines.extend(_check(file, key, checkpoint, log_url))
    except OtherRules as error:
        # Whatever was proved before holds.
        _tell_all(lines)
        _tell(f"pitledger: {file}: {error}", to=sys.stderr)
        return error.CODE
    except BadEvidence as error:
        _tell(f"pitledger: {file}: {error}", to=sys.stderr)
        return error.CODE
    except Exception as error:  # noqa: BLE001  whatever it is, it is no evidence
        words = f"it cannot be read ({type(error).__name__}: {error})"
        _tell(f"pitledger: {file}: {words}", to=sys.stderr)
        return Unreadable.CODE
    _tell_all(lines)
    return GOOD


def _check(
    file: Path, key: str, checkpoint: Path | None, log_url: str | None
) -> Iterator[tuple[str, str]]:
    """What was proved, line by line. Raises BadEvidence at the first thing that is wrong."""
    keys = read_keys(key)
    files = unpack(_read(file))
    evidence = read_evidence(files)
    trust = _trust(evidence, keys.of_log)
    log, note = opened(evidence.checkpoint.encode(), trust, CHECKPOINT)
    require_in_log(evidence, log)
    found = read_round(evidence)
    require_rules(found)
    require_sum(found)
    yield "round", f"{found.opened.round}, {found.state()}, of {found.opened.day}"
    yield "log", f"{log.origin}, the first {log.size} events"
    yield "signed by", _signed(note, log, trust)
    for one in _cosigned(note, trust, keys.of_witnesses):
        yield "cosigned by", one
    yield (
        "events",
        f"{len(list(evidence.shown()))} shown, {len(evidence.withheld())} withheld, all in the log",
    )
    opening = found.opening
    yield "rules", f"{opening.regulation}, sha256 {opening.regulation_hash}"
    yield "submission", f"sha256 {opening.submission_hash}"
    other = opened_under.other_rules(opening)
    yield "settlement", _settlement(found, by_other_rules=other is not None)
    yield "account", _texts(evidence, files, by_other_rules=other is not None)
    if checkpoint is not None:
        kept = compare(log, checkpoint, trust, log_url)
        yield "kept aside", f"a checkpoint of {kept.size} events, of the same history"
    elif log_url is not None:
        newest = compare_published(log, trust, log_url)
        yield "published", f"a log of {newest.size} events, of the same history"
    if other is not None:
        raise OtherRules(f"{other.told()}; {other.todo()}")


def read_keys(text: str) -> Keys:
    """One key or several, with spaces between them: of the log, and of witnesses."""
    try:
        keys = [read_key(one) for one in text.split()]
    except BadKey as error:
        raise Unreadable(f"--key: {error}") from None
    found = Keys(
        [one for one in keys if one.kind != _COSIGNATURE],
        [one for one in keys if one.kind == _COSIGNATURE],
    )
    if not found.of_log:
        raise Unreadable("--key: name the key of the house, NAME+ID+KEY")
    return found


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as archive:
            data = archive.read(MOST_BYTES + 1)
    except OSError as error:
        raise Unreadable(f"it cannot be read: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise Unreadable(f"it is larger than {MOST_BYTES} bytes, and evidence is not")
    return data


def _trust(evidence: Evidence, told: list[VerifierKey]) -> Trust:
    """The keys of the reader, and the rotations that the evidence shows."""
    shown = [one for one in shown_events(evidence) if is_rotation(one)]
    logged = [(one.index + 1, topic_of(one.event), one.entry.line or b"") for one in shown]
    try:
        return Trust(tuple(told), history_of(rotations_in(logged)))
    except BrokenHistory as error:
        raise Changed(f"the keys of the log cannot be followed: {error}") from None


def _signed(note: Note, log: Checkpoint, trust: Trust) -> str:
    """By which key; and which one it was followed from."""
    key = note.require(trust.signers(log.origin, log.size))
    if key in trust.told:
        return str(key)
    return f"{key}, to which the key that was given gave way"


def _cosigned(note: Note, trust: Trust, witnesses: list[VerifierKey]) -> Iterator[str]:
    try:
        checked = note.signed_by(witnesses)
    except BadSignature as error:
        raise Changed(f"{CHECKPOINT}: {error}") from None
    of_log = {*trust.told, *(one.key for one in trust.history.keys)}
    for signature in note.signatures:
        if any(one.made(signature) for one in of_log):
            continue
        named = f"{signature.name}+{signature.key_id.hex()}"
        known = any(one.made(signature) for one in checked)
        yield named if known else f"{named}, not checked: no key of it was given"


def _settlement(found: RoundShown, *, by_other_rules: bool) -> str:
    again = found.decided_again()
    rules = "this build's rules" if by_other_rules else "the rules"
    if again.difference is None:
        decisions = f"{again.decided} decisions" if again.decided != 1 else "1 decision"
        so_far = "" if found.end else " so far"
        return f"computed again by {rules}, {decisions}{so_far}: as recorded"
    event = again.difference.event
    told = f"{type(event).__name__} {event.key}/{event.seq}: {again.difference.words}"
    if by_other_rules:
        return f"NOT CHECKED: by {rules} it comes out otherwise ({told})"
    if not found.has_gaps:
        raise Changed(f"not settled by the rules it names: {told}")
    if again.difference.is_undecided:
        return f"not computed again: what is withheld is needed for it ({told})"
    raise Changed(
        f"by what is shown it is not settled by the rules it names: {told}; some of the round is"
        " withheld, which may be why: ask for that"
    )


def _texts(evidence: Evidence, files: dict[str, bytes], *, by_other_rules: bool) -> str:
    """The texts are made again; those of another version can be read, and not vouched for."""
    made = texts_of(evidence)
    writer = writer_of(files[README], files[ACCOUNT], files[CHECKPOINT])
    if writer is None:
        raise Changed(f"{README}, {ACCOUNT} or {CHECKPOINT} is not as it was written")
    same = [name for name in TEXTS if files[name] == made[name]]
    if len(same) == len(TEXTS):
        return f"{ACCOUNT}, {README} and {', '.join(TEXTS[2:])} tell what the events tell"
    wrong = [name for name in TEXTS if name not in same]
    is_ours = writer == version("pitledger") and not by_other_rules
    if is_ours or not {ACCOUNT, README}.issuperset(wrong):
        raise Changed(f"{wrong[0]} does not tell what the events tell")
    return (
        f"NOT CHECKED: {' and '.join(wrong)} were written by pitledger {writer} and this is"
        f" {version('pitledger')}; go by the events, or check with that version"
    )


def _tell_all(lines: Iterable[tuple[str, str]]) -> None:
    for name, found in lines:
        _tell(f"{name:<12}{found}")


def _tell(line: str, to: TextIO | None = None) -> None:
    """Whatever others wrote into it, it is one line, and does nothing to a terminal."""
    plain = "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in line)
    if len(plain) > _MOST_TEXT:
        plain = f"{plain[:_MOST_TEXT]}…"
    stream = to or sys.stdout
    encoding = stream.encoding or "utf-8"
    stream.write(plain.encode(encoding, "replace").decode(encoding) + "\n")
