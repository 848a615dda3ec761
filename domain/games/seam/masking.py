"""What of a game is not told to who does not see hands in play."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from domain.commands import Command


class Validation(NamedTuple):
    """A payout off a meter that somebody must validate."""

    rule: str
    reason: str
    """All that a refusal tells of it."""


class MaskingParts(NamedTuple):
    """A game's own part of the masking."""

    tells_of_hands: Callable[[Command], bool]
    """Whether it hangs on hands if the command is accepted."""
    validations: Mapping[str, Validation]
    """By command."""
    fields: frozenset[str]
    """Of commands: those that name pieces and nothing else."""


NOTHING_HIDDEN: Final = MaskingParts(lambda _: False, {}, frozenset())
"""Everybody sees everything."""
