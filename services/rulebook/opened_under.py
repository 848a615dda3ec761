"""Whether this build's rules are those that a table was opened under."""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from domain.events.table import TableOpened
from domain.game_library import LIBRARY
from domain.messages.events import decode

if TYPE_CHECKING:  # evidence is checked without a store
    from services.store.ledger import Ledger


class OtherRules(NamedTuple):
    """Two builds differ: that says nothing of what is stored."""

    regulation: str
    recorded: str
    """The hash that the opening names."""
    here: str | None
    """This build's; None where it carries no such version."""

    def told(self) -> str:
        if self.here is None:
            return (
                f"this build carries no {self.regulation}, which the table was opened under"
                f" (sha256 {self.recorded})"
            )
        return (
            f"this build's rules differ from those that the table was opened under:"
            f" {self.regulation} was sha256 {self.recorded} then, and is {self.here} here"
        )

    def todo(self) -> str:
        return (
            "this shows no change of what is stored: use the build whose `pitledger version"
            f" --json` names {self.recorded} for {self.regulation}; if none ever did, the opening"
            " is wrong"
        )


def other_rules(opening: TableOpened) -> OtherRules | None:
    """None where they are the same, by name, version and content."""
    here = _hash_of(opening.regulation)
    if here == opening.regulation_hash:
        return None
    return OtherRules(opening.regulation, opening.regulation_hash, here)


def other_rules_at(ledger: "Ledger", table: str, seq: int) -> OtherRules | None:
    """Of the session that a table's event is of; None too where its opening is nowhere any more."""
    openings = ledger.log_of_stream(table, first=1, last=seq, names=[TableOpened.__name__])
    if not openings:
        return None
    opening = decode(openings[-1].topic, openings[-1].state)
    assert isinstance(opening, TableOpened)
    return other_rules(opening)


@cache
def _hash_of(ref: str) -> str | None:
    carried = next((one for one in LIBRARY.carried if one.ref == ref), None)
    return None if carried is None else carried.content_hash()
