"""Win by the events: which postings won or lost chips, and which only moved them."""

from typing import Final

from domain.events import Posting
from domain.events import table as of_table
from domain.events.books import MarkerPaid
from domain.events.corrections import EntryCorrected

NOT_WON: Final = frozenset[type[Posting]](
    (
        *(of_table.TableOpened, of_table.TableFilled, of_table.TableCredited, of_table.TableClosed),
        *(of_table.ChipsBought, of_table.DropCounted, MarkerPaid, EntryCorrected),
    )
)
"""Chips that came and went without being won or lost, and their corrections."""


def gained(event: Posting) -> tuple[int, int]:
    """What the tray won by one that is not among these, and what of it was vigorish; cents."""
    entries = event.entries
    return entries.get("tray", 0), -entries.get("vigorish", 0)


def won(event: Posting) -> int:
    """What the tray won by it, in cents; below zero, what it lost."""
    return 0 if type(event) in NOT_WON else event.entries.get("tray", 0)
