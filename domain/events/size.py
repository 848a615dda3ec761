"""The size of an event and of its figures: the transparency log tells it in two bytes."""

import functools
from typing import Final, get_type_hints

from msgspec.structs import astuple

from domain.controls import EVENT_SIZE, FIGURE_SIZE
from domain.events.encoding import encode
from domain.events.envelope import Event, Posting
from domain.money import MOST_EXACT
from domain.refusals import BooksRefuse

MOST_EVENT_BYTES: Final = 65_535
_SMALL: Final = frozenset({"entries", "actor"})
"""Accounts and a person: they do not grow with what a command holds."""
_GROWING: Final = ("...", "dict[", "list[", "domain.")


@functools.cache
def _may_be_large(kind: type[Event]) -> bool:
    """Whether it has a list, a map or a structure; text and numbers alone are bounded far below."""
    return any(
        name not in _SMALL and any(word in str(hint) for word in _GROWING)
        for name, hint in get_type_hints(kind).items()
    )


def check_size(event: Event) -> None:
    """Refuse what would make an event that cannot be proved."""
    if not _may_be_large(type(event)):
        return
    size = len(encode(event))
    if size > MOST_EVENT_BYTES:
        name = type(event).__name__
        reason = f"its {name} would take {size} bytes, and no event takes more than"
        raise BooksRefuse(EVENT_SIZE, f"{reason} {MOST_EVENT_BYTES}; tell less at once")


def check_figures(event: Event, *sums: int) -> None:
    """Refuse what would make a figure that some reader of JSON takes for another one.

    Lists repeat what events beside them post. `sums`: what the event adds to.
    """
    figures = [*sums, *(one for one in astuple(event) if type(one) is int)]
    if isinstance(event, Posting):
        figures += event.entries.values()
    largest = max(map(abs, figures))
    if largest > MOST_EXACT:
        name = type(event).__name__
        reason = f"its {name} would come to {largest}, and no figure is beyond {MOST_EXACT};"
        raise BooksRefuse(FIGURE_SIZE, f"{reason} tell less, or call the round off by `void_round`")
