"""What a verification finds: the parts, what was looked at, and what is wrong."""

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

PARTS: Final = ("tree", "streams", "money", "settlements", "read_models", "reports")
"""In the order they are told. The first four are of one reading of the log."""
OF_THE_LOG: Final = frozenset(PARTS[:4])

SAME: Final = 0
CHANGED: Final = 1
UNREADABLE: Final = 2
OTHER_KEY: Final = 3
OTHER_ORIGIN: Final = 4
INCONSISTENT: Final = 5
OTHER_RULES: Final = 7
"""How the command ends; of several the lowest, which is the nearest to what was changed. The last
is of this build: its rules are not those that a table was opened under."""

_MOST_NAMED: Final = 10
"""Of a part; all are counted."""

_ASK: Final = (
    "hold it against a backup, an archive or the events topic, and keep the database as it is"
)
REMEDIES: Final = {
    "tree": f"{_ASK}: somebody with the owner's rights has changed it",
    "streams": f"{_ASK}: somebody with the owner's rights has changed it",
    "money": f"{_ASK}: no version of Pitledger stores what does not balance",
    "settlements": "have the round looked at (pitledger replay ROUND), and hold its events against"
    " a backup, an archive or the events topic",
    "read_models": "fold it again from the log: pitledger rebuild READ_MODEL",
    "reports": "fold the read models again from the log, pitledger rebuild, and verify once more",
}


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that is wrong, and where."""

    part: str
    what: str
    position: int | None = None
    """Place in the log, of the first bad event."""
    key: str | None = None
    """Its stream."""
    seq: int | None = None
    event: str | None = None
    """Its name."""
    round: str | None = None
    code: int = CHANGED
    todo: str = ""

    def where(self) -> str:
        told = [] if self.position is None else [f"event {self.position}"]
        if self.event is not None:
            told.append(self.event)
        if self.key is not None:
            told.append(self.key if self.seq is None else f"{self.key}/{self.seq}")
        if self.round is not None:
            told.append(f"round {self.round}")
        return ", ".join(told)


class PartResult(msgspec.Struct, kw_only=True):
    """One part: how much was looked at, and what was found."""

    part: str
    counts: dict[str, int] = {}
    """What was looked at, each with its number."""
    notes: dict[str, int] = {}
    """What is no fault and must not be passed over in silence, each with its number."""
    found: int = 0
    by_other_rules: int = 0
    """Of what was found, so much is of a table that was opened under other rules than these."""
    findings: list[Finding] = []
    """The first of them, by their place in the log."""


class Notebook:
    """Where a part writes down what it sees."""

    def __init__(self, part: str) -> None:
        self.part = part
        self.counts: Counter[str] = Counter()
        self.notes: Counter[str] = Counter()
        self._found = 0
        self._by_other_rules = 0
        self._findings: list[Finding] = []

    def find(self, finding: Finding) -> None:
        self._found += 1
        self._by_other_rules += finding.code == OTHER_RULES
        self._findings = _first([*self._findings, finding])

    def __len__(self) -> int:
        return self._found

    def result(self) -> PartResult:
        return PartResult(
            part=self.part,
            counts=dict(self.counts),
            notes=dict(self.notes),
            found=self._found,
            by_other_rules=self._by_other_rules,
            findings=self._findings,
        )

    def add(self, result: PartResult) -> None:
        """What another process saw of the same part."""
        self.counts.update(result.counts)
        self.notes.update(result.notes)
        self._found += result.found
        self._by_other_rules += result.by_other_rules
        self._findings = _first([*self._findings, *result.findings])


class Result(msgspec.Struct, kw_only=True):
    """The whole verification."""

    head: int
    first: int
    last: int
    parts: list[PartResult]
    unsealed: int | None = None
    """Events that no checkpoint covers yet; None where the tree was left out."""

    @property
    def code(self) -> int:
        codes = [finding.code for finding in self.findings()]
        return min(codes, default=SAME)

    def findings(self) -> Iterator[Finding]:
        for part in self.parts:
            yield from part.findings

    def first_bad(self) -> Finding | None:
        """By its place in the log; what has none comes after."""
        found = [one for one in self.findings() if one.code == self.code]
        return min(found, key=_place, default=None)


def _place(finding: Finding) -> tuple[bool, int]:
    return finding.position is None, finding.position or 0


def _first(findings: Iterable[Finding]) -> list[Finding]:
    """The nearest to the log's beginning; of each exit code one is kept in any case."""
    found = list(findings)
    kept = heapq.nsmallest(_MOST_NAMED, found, key=_place)
    for finding in found:
        if all(one.code != finding.code for one in kept):
            kept.append(finding)
    return kept
