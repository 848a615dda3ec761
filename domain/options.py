"""What a lawful command may be about: for which seats and wagers, within which limits.

`next` names the commands that a table takes now; an option says the rest, so that whoever stands at
the table picks from what is lawful instead of trying. No hand is ever among it.
"""

from typing import TypeAlias

import msgspec

Choice: TypeAlias = bool | int | str


class Limits(msgspec.Struct, frozen=True):
    """What an amount or a number may be; in cents where it is money."""

    least: int
    most: int
    step: int = 1
    """Multiples of this only, where odds pay in whole cents."""


class OpenSpot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A wager at a seat that the command may be about."""

    seat: int
    wager: str
    label: str
    """As a sign names it."""
    rule: str
    """The paragraph that permits it."""
    down: int = 0
    """Cents that lie there."""
    player: str | None = None
    """Whose it is, or whose alone it may be."""
    limits: Limits | None = None
    """Of what may be added."""
    coupon: bool = False
    """A match play coupon may lie beside it."""
    name_player: bool = False
    """Only somebody who is named may take it: the seat's usual player plays elsewhere."""
    point: int | None = None
    """The number that a carried wager stands on."""


class Group(msgspec.Struct, frozen=True):
    """Pieces that are told together: a stack, or a hand."""

    name: str
    """As the command has it: a place, or the stack's number from the dealer's right."""
    size: int
    goes_to: tuple[str, ...] = ()
    """The place that each of its pieces goes to, from the top; none where the name says it."""


class Pieces(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Pieces to pick from, and what is made of them."""

    piece: str
    """What one of them is called."""
    whole: tuple[str, ...]
    """The whole set, each as often as it is in it."""
    field: str = ""
    """The command's field that tells them, where it is a deal: `stacks` or `hands`."""
    groups: tuple[Group, ...] = ()
    """Of a deal, in the order they are told."""
    high: int = 0
    """Of a setting: how many are set high, and how many low."""
    low: int = 0


class Split(msgspec.Struct, frozen=True):
    """A hand as it is set."""

    high: tuple[str, ...]
    low: tuple[str, ...]


class Option(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A command that is lawful now, and in which ways."""

    command: str
    choices: dict[str, tuple[Choice, ...]] = {}
    """What a field may be, by its name, where the table knows it."""
    limits: dict[str, Limits] = {}
    """What a number may be, by the field's name."""
    spots: tuple[OpenSpot, ...] = ()
    """Seats and wagers, where it is about one of each."""
    dice: int = 0
    """How many are told."""
    pieces: Pieces | None = None
