"""What is to be verified: which parts, of which events, by which keys."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from services.store.ledger import Ledger
from services.transparency.checkpoints import Checkpoint
from services.transparency.trust import Trust
from services.verification.findings import PARTS

_COMMAND: Final = b'"command_id":"'
_UUID_BYTES: Final = 36
_MOST_OF_A_COMMAND: Final = 2000
"""Events; none makes nearly as many."""


class BadRange(ValueError):
    """No such events."""


class UnknownPart(ValueError):
    """Nothing that can be verified is called so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A verification as it is run."""

    parts: frozenset[str]
    head: int
    first: int
    last: int
    trust: Trust = field(default_factory=Trust)
    kept: Sequence[Checkpoint] = field(default=())
    """Checkpoints that somebody kept aside, or published elsewhere."""
    workers: int = 1

    @property
    def whole(self) -> bool:
        return (self.first, self.last) == (1, self.head)


def chosen_parts(only: str, skip: str) -> frozenset[str]:
    """By their names, with commas between them. Raises UnknownPart."""
    named, left_out = _names(only), _names(skip)
    for name in (*named, *left_out):
        if name not in PARTS:
            raise UnknownPart(f"there is no part {name!r}; there are {', '.join(PARTS)}")
    chosen = frozenset(named or PARTS) - frozenset(left_out)
    if not chosen:
        raise UnknownPart("no part is left to be verified")
    return chosen


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def whole_commands(
    ledger: Ledger, head: int, first: int | None, last: int | None
) -> tuple[int, int]:
    """The range that was asked for, widened so that it cuts no command in two. Raises BadRange."""
    begin, end = first or 1, head if last is None else min(last, head)
    if begin > 1 and (begin > head or begin > end):
        raise BadRange(f"there are no events {begin} to {last or head}; the log ends at {head}")
    return _back(ledger, begin), _forth(ledger, end)


def _back(ledger: Ledger, first: int) -> int:
    start = max(0, first - _MOST_OF_A_COMMAND)
    ids = {row.position: _command(row.state) for row in ledger.log_after(start, first - start)}
    while first > 1 and ids.get(first - 1, b"") == ids.get(first) != b"":
        first -= 1
    return first


def _forth(ledger: Ledger, last: int) -> int:
    rows = ledger.log_after(max(0, last - 1), _MOST_OF_A_COMMAND)
    ids = {row.position: _command(row.state) for row in rows}
    while ids.get(last + 1, b"") == ids.get(last) != b"":
        last += 1
    return last


def _command(state: bytes) -> bytes:
    at = state.find(_COMMAND)
    return b"" if at < 0 else state[at + len(_COMMAND) : at + len(_COMMAND) + _UUID_BYTES]
