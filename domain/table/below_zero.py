"""A tray that the books take below zero: told as it happened, for somebody to answer for.

Chips that the tray did not hold have been paid or sent away: something was entered wrong, or is
still to be entered. Refusing it would only keep it out of the books.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.events import Event
from domain.events.envelope import Posting


def with_tray_below(facts: Sequence[Event], cents: int) -> list[Event]:
    """The facts of one command; the last of them that moves the tray says what it lacks now."""
    moved = [at for at, one in enumerate(facts) if isinstance(one, Posting) and _moves(one)]
    if not moved:
        return [*facts]
    marked = [*facts]
    last = marked[moved[-1]]
    assert isinstance(last, Posting)
    marked[moved[-1]] = replace(last, tray_below=cents)
    return marked


def _moves(event: Posting) -> bool:
    return event.STREAM == "table" and bool(event.entries.get("tray"))
