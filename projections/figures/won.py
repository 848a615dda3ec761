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


def is_won(event: Posting) -> bool:
    """Whether what it posts to the tray was won or lost there."""
    return type(event) not in NOT_WON


def won(event: Posting) -> int:
    """What the tray won by it, in cents; below zero, what it lost."""
    return event.entries.get("tray", 0) if is_won(event) else 0


def vigorish(event: Posting) -> int:
    """Vigorish that it took, less what of it was owed."""
    return -event.entries.get("vigorish", 0) if is_won(event) else 0
