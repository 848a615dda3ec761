"""How a game is drawn: its pieces, its places, its commands as buttons; and its rounds as they lie.

A layout is data, and a few pure functions of what is shown anyway. Whatever a game leaves out is
drawn as any game is.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from domain.events import Event
from domain.games.seam.drawing import PieceKind
from domain.shared_terms import TableTerms


class Action(NamedTuple):
    """A command as the terminal offers it."""

    label: str
    key: str = ""
    """What it is reached by on a keyboard."""
    group: Literal["play", "irregular", "table", "correct"] = "play"
    is_grave: bool = False
    is_choice: bool = False
    """It asks for one of a few things and nothing else."""


class Phase(NamedTuple):
    """A stretch of a round."""

    words: str
    """As the terminal announces it."""
    told: str
    """As a round that is played again says it."""
    primary: tuple[str, ...] = ()
    """The commands whose panel is open by itself, the first that is lawful."""
    look: Literal["", "violet", "blue", "ivory"] = ""
    """Its mark on the floor."""


SHARED_PHASES: Final[Mapping[str, Phase]] = {
    "closed": Phase("Closed", "closed"),
    "open": Phase("Between rounds", "between rounds"),
    "betting": Phase("Betting", "wagers are made", ("place_wager",)),
    "no_more_bets": Phase("No more bets", "no more bets", ("roll",)),
    "rolled": Phase("Dice are read", "the dice are read", look="violet"),
    "voided": Phase("Void", "void"),
}


class ShownDie(NamedTuple):
    """One of the dice of a table."""

    label: str
    look: str
    """Its faces are pieces of the kind `die`."""


class Equipment(NamedTuple):
    """A command that brings what is played with, as a form of the table's page."""

    command: str
    summary: str
    button: str
    reason: str = ""
    """What its reason is asked by; nothing: it has none."""
    is_signed: bool = False


class Mark(NamedTuple):
    """A seat's mark on the floor, as its legend says it."""

    state: Literal["in", "setting", "exposed", "bank", "co-bank", "offered", "carried"]
    words: str


class PieceSearch(NamedTuple):
    """How rounds are asked for by what was held in them."""

    label: str
    example: str
    choices: Sequence[tuple[str, str]]
    """Names that may be looked for, with what they mean."""


class Column(NamedTuple):
    """A column of a glossary."""

    label: str
    kind: Literal["", "name", "count", "chinese", "piece", "ways"] = ""


class Glossary(NamedTuple):
    """A table of what things of the game are called."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: Sequence[tuple[str, tuple[Any, ...]]]
    """Each with the name it is linked by, if it has one."""


class Lying(NamedTuple):
    """A wager on the layout of a round, and what became of it; cents."""

    seat: int
    called: str
    point: int | None
    player: str
    amount: int
    coupon: int = 0
    outcome: str | None = None
    paid: int = 0
    vigorish: int = 0


class Shown(NamedTuple):
    """A round after a step, as far as the one who looks may see it."""

    row: Any
    """Its row, folded as far as that; a game reads of it what it knows."""
    wagers: Sequence[Lying]
    terms: TableTerms
    places: int
    told: str | None
    """The position that the step is about."""
    dice: tuple[str, ...] = ()
    """As they lie, in the looks of the table's layout: pieces of the kind `die`."""

    def at(self, seat: int) -> tuple[Lying, ...]:
        return tuple(one for one in self.wagers if one.seat == seat)

    def player(self, seat: int, *others: str) -> str | None:
        """Nobody where only the seat is known."""
        named = (*(one.player for one in self.at(seat)), *others)
        return next((player for player in named if player != f"seat-{seat}"), None)


class Hand(NamedTuple):
    """Pieces that lie together, and what they are called where they are seen."""

    label: str
    pieces: tuple[str, ...]
    name: str | None = None


class Place(NamedTuple):
    """One position of the layout."""

    position: str
    label: str
    player: str | None = None
    """Where somebody is known by name."""
    marks: tuple[str, ...] = ()
    hands: tuple[Hand, ...] = ()
    chips: tuple[Lying, ...] = ()
    is_told: bool = False
    """The step is about this place."""


class Track(NamedTuple):
    """Numbers in a row, on one of which a puck may lie."""

    label: str
    stops: tuple[int, ...]
    on: int | None
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cloth:
    """The layout of a round after a step."""

    seats: tuple[Place, ...]
    house: Place | None = None
    aside: Place | None = None
    """Pieces that nobody plays."""
    dice: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """What the cloth shows beside the pieces."""
    track: Track | None = None
    pieces: str = ""
    """The kind that hands are made of."""
    is_arc: bool = False
    """The seats lie on an arc, and not row by row."""
    is_fanned: bool = False
    """Pieces of a hand overlap."""


def plain_cloth(shown: Shown) -> Cloth:
    """The wagers, place by place, and the dice if there are any."""
    row, told = shown.row, shown.told
    return Cloth(
        seats=tuple(
            Place(
                position=str(seat),
                label=f"Seat {seat}",
                player=shown.player(seat),
                hands=_dealt(row.hands.get(str(seat))),
                chips=shown.at(seat),
                is_told=str(seat) == told,
            )
            for seat in range(1, shown.places + 1)
        ),
        dice=shown.dice,
        notes=() if not row.dice else (f"{sum(row.dice)} in all",),
    )


def _dealt(pieces: tuple[str, ...] | None) -> tuple[Hand, ...]:
    return () if pieces is None else (Hand("", pieces),)


def _no_dice(_: TableTerms) -> tuple[ShownDie, ...]:
    return ()


def _nothing(_: Any) -> tuple[Any, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How a game is drawn on the floor, at its tables, on the terminal and when it is replayed."""

    kinds: tuple[PieceKind, ...] = ()
    """The pieces it is played with."""
    phases: Mapping[str, Phase] = field(default_factory=lambda: SHARED_PHASES)
    commands: Mapping[str, Action] = field(default_factory=dict)
    """Its own; those of any table are known."""
    values: Mapping[str, str] = field(default_factory=dict)
    """What may be chosen in a command's field, where it is said otherwise than it is written."""
    briefly: Mapping[str, str] = field(default_factory=dict)
    """Wagers where there is little room, if they are said otherwise than they are written."""
    lists_wagers: bool = True
    """The floor says what lies where; else only whose turn it is."""
    running: str = ""
    """What runs from round to round, as the floor's column says it."""
    is_counted: bool = False
    """What runs is a count, and added up over the floor."""
    marks: tuple[Mark, ...] = ()
    dice: Callable[[TableTerms], Sequence[ShownDie]] = _no_dice
    equipment: Callable[[str], Sequence[Equipment]] = _nothing
    """By the regulation that is played under."""
    standing: Callable[[Any], Iterable[tuple[str, object]]] = _nothing
    """Of a table as it is shown: what runs there, with its label."""
    cloth: Callable[[Shown], Cloth] = plain_cloth
    """A round after a step."""
    undoes_all: tuple[type[Event], ...] = ()
    """Its corrections that take back what followed, too; others take back one event."""
    names_hands: frozenset[str] = frozenset()
    """Its commands whose refusal may name pieces of a hand."""
    glossary: Callable[[], Sequence[Glossary]] = tuple
    search: PieceSearch | None = None
