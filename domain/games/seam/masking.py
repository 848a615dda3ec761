"""What of a game is not told to who does not see hands in play."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from domain.commands import Command


class Validation(NamedTuple):
    """A payout off a meter that somebody must validate."""

    rule: str
    reason: str
    """All that a refusal tells of it."""


def nowhere(_: Any) -> tuple[str, ...]:
    """It hides none."""
    return ()


def as_it_is(row: Any, _: Callable[[str], bool]) -> Any:
    """It adds nothing that shows a hand."""
    return row


class MaskingParts(NamedTuple):
    """A game's own part of the masking."""

    tells_of_hands: Callable[[Command], bool]
    """Whether it hangs on hands if the command is accepted."""
    validations: Mapping[str, Validation]
    """By command."""
    fields: frozenset[str]
    """Of commands: those that name pieces and nothing else."""
    stays_hidden: Callable[[Any], Iterable[str]] = nowhere
    """Of a finished round's row: the places whose hands are not shown."""
    masked_row: Callable[[Any, Callable[[str], bool]], Any] = as_it_is
    """A round's row with the fields masked that it adds, where they show hidden places."""


NOTHING_HIDDEN: Final = MaskingParts(lambda _: False, {}, frozenset())
"""Everybody sees everything."""
