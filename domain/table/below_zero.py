"""A tray that the books take below zero: told as it happened, for somebody to answer for.

Chips that the tray did not hold have been paid or sent away: something was entered wrong, or is
still to be entered. Refusing it would only keep it out of the books.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.events import Event
from domain.events.envelope import Posting


def with_tray_below(facts: Sequence[Event], cents: int) -> list[Event]:
    """The facts of one command; the last of them that moves the tray says what it lacks now.

    Where a supervisor stood by, the fact that names one says it: who did may not answer for it.
    """
    at_table = [at for at, one in enumerate(facts) if _is_posted(one)]
    supervised = [at for at in at_table if isinstance(getattr(facts[at], "supervisor", None), str)]
    moved = [at for at in at_table if _moves_tray(facts[at])]
    if not moved:
        return [*facts]
    says = (supervised or moved)[-1]
    marked = [*facts]
    marked[says] = replace(marked[says], tray_below=cents)
    return marked


def _is_posted(event: Event) -> bool:
    return isinstance(event, Posting) and event.STREAM == "table"


def _moves_tray(event: Event) -> bool:
    return isinstance(event, Posting) and bool(event.entries.get("tray"))
