"""What evidence tells beside the events: the rules, the account, how to check it.

All of it is made of the events, the proofs and the checkpoint alone, so that whoever checks the
evidence makes it again and compares.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Final

import msgspec

from domain.events.round import RoundOpened
from domain.events.table import TableOpened
from services.evidence.files import ACCOUNT, README, SUBMISSION, Evidence
from services.evidence.shown_events import Shown, is_rotation, shown_events
from services.explain.narrator import Narrator
from services.explain.printed import Row, row_of
from services.transparency.checkpoints import read_checkpoint
from services.transparency.notes import read_note
from services.web.templates import templates_of

_PAGES: Final = templates_of("services.transparency")
_PLAIN: Final = _PAGES.overlay(autoescape=False)
_WRITTEN: Final = "Written by pitledger {by}. Sum of the above, account.html, checkpoint: {sum}\n"
_LAST_LINE: Final = re.compile(
    rb"(?s)(.*\n)Written by pitledger (\S+)\. Sum of the above, account\.html, checkpoint:"
    rb" [0-9a-f]{64}\n"
)
_WITHHELD: Final = Row("", "An event is withheld here: it is proved, and not shown.", None)


@dataclass(frozen=True, slots=True)
class Told:
    """An event as the account tells it."""

    index: int
    rows: list[Row]
    is_withheld: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """An event as the README lists it."""

    line: str
    index: int
    told: str


def texts_of(evidence: Evidence) -> dict[str, bytes]:
    """Each by the name of its file."""
    events = shown_events(evidence)
    opening, line = next(
        (one.event, one.entry.line) for one in events if isinstance(one.event, TableOpened)
    )
    assert line is not None
    opened = next(one.event for one in events if isinstance(one.event, RoundOpened))
    note = read_note(evidence.checkpoint)
    log = read_checkpoint(note.text)
    withheld = len(evidence.withheld())
    account = _PAGES.get_template(ACCOUNT).render(
        round_id=opened.round,
        origin=log.origin,
        size=log.size,
        opening=opening,
        shown=len(events),
        withheld=withheld,
        entries=list(_told(evidence, events)),
    )
    readme = _PLAIN.get_template(README).render(
        round_id=opened.round,
        file=file_name(str(opened.round)),
        origin=log.origin,
        size=log.size,
        shown=events,
        withheld=withheld,
        rotations=any(is_rotation(one) for one in events),
        entries=list(_listed(evidence, events)),
        signatures=[{"name": one.name, "key_id": one.key_id.hex()} for one in note.signatures],
    )
    told = {ACCOUNT: account.encode(), SUBMISSION: submission_of(line)}
    beside = (told[ACCOUNT], evidence.checkpoint.encode())
    return {**told, README: _signed_off(readme.encode(), version("pitledger"), *beside)}


def file_name(round_id: str) -> str:
    return f"evidence-{round_id}.zip"


def submission_of(opening: bytes) -> bytes:
    """The rules in force, as the stored opening of the table tells them."""
    told: dict[str, Any] = msgspec.json.decode(opening)
    kept = ("table", "session", "regulation", "regulation_hash", "submission_hash", "submission")
    rules = {name: told.get(name) for name in kept}
    return (json.dumps(rules, ensure_ascii=False, indent=2) + "\n").encode()


def submission_hash(elections: dict[str, Any]) -> str:
    """As a session records it: of the elections in the order of their names."""
    return hashlib.sha256(json.dumps(elections, sort_keys=True).encode()).hexdigest()


def writer_of(readme: bytes, account: bytes, checkpoint: bytes) -> str | None:
    """The version of the program that wrote them; None where they are not as it left them.

    The sum is nobody's signature. It finds what was changed by chance where that cannot be found
    otherwise: in texts of another version, in a witness's signature whose key is not at hand.
    """
    found = _LAST_LINE.fullmatch(readme)
    if found is None:
        return None
    named = found[2].decode("ascii", "replace")
    return named if _signed_off(found[1], named, account, checkpoint) == readme else None


def _signed_off(above: bytes, by: str, *beside: bytes) -> bytes:
    parts = (above, by.encode(), *beside)
    total = hashlib.sha256(b"".join(hashlib.sha256(one).digest() for one in parts))
    return above + _WRITTEN.format(by=by, sum=total.hexdigest()).encode()


def _told(evidence: Evidence, events: Sequence[Shown]) -> Iterator[Told]:
    """As a floorperson tells it, of what is shown."""
    narrator, left = Narrator(), iter(events)
    for entry in evidence.entries:
        if entry.line is None:
            yield Told(entry.index, [_WITHHELD], is_withheld=True)
        else:
            event = next(left).event
            rows = [row_of(event, sentence) for sentence in narrator.tell(event)]
            yield Told(entry.index, rows, is_withheld=False)


def _listed(evidence: Evidence, events: Sequence[Shown]) -> Iterator[Listed]:
    left = iter(enumerate(events, start=1))
    for entry in evidence.entries:
        if entry.line is None:
            yield Listed("-", entry.index, "withheld")
        else:
            number, shown = next(left)
            yield Listed(str(number), entry.index, f"{shown.name} {shown.place}")
