"""The size of an event: a tile of the transparency log tells it in two bytes."""

from typing import Final

from domain.controls import EVENT_SIZE
from domain.events.codec import encode
from domain.events.envelope import Event
from domain.refusals import BooksRefuse

MOST_EVENT_BYTES: Final = 65_535


def check_size(event: Event) -> None:
    """Refuse what would make an event that cannot be proved."""
    size = len(encode(event))
    if size > MOST_EVENT_BYTES:
        name = type(event).__name__
        reason = f"its {name} would take {size} bytes, and no event takes more than"
        raise BooksRefuse(EVENT_SIZE, f"{reason} {MOST_EVENT_BYTES}; tell less at once")
