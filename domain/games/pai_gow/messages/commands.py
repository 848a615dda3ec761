"""The commands that pai gow alone has: the bank, the deal, the hands."""

from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal, TypeAlias, get_args

from pydantic import Field, field_validator, model_validator

from domain.commands.fields import (
    Command,
    Player,
    SeatNumber,
    Signers,
    Words,
    is_untold,
)
from domain.commands.round import Supervised, Total
from domain.games.pai_gow.cards import deck
from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.elections.elections import DeliveryStyle
from domain.games.pai_gow.elections.filed_way import Piece
from domain.games.pai_gow.layout.positions import SEATS, TILE_RING
from domain.games.pai_gow.tiles.tile_set import FULL_SET, misfit
from domain.roles import AT_THE_TABLE
from domain.written import Cents, Name

_STACKS, _STACK = 8, 4
_CARDS_A_HAND = 7
_MOST_PIECES = len(DECK)
"""More than this nothing of a game comes to; what a game is short of is told by its own name."""
CutEnd: TypeAlias = Literal["left", "right", "both"]
Pieces: TypeAlias = Annotated[list[Piece], Field(max_length=_MOST_PIECES)]
if TYPE_CHECKING:
    Start: TypeAlias = str
else:
    Start = Literal[TILE_RING]
"""A position, as `TilesDealt.start` has it."""
Exposer: TypeAlias = Literal["dealer", "player"]
EXPOSERS: Final[tuple[Exposer, ...]] = get_args(Exposer)


def is_by_dealer(value: object) -> bool:
    """As every exposure was told before it was asked by whom."""
    return value == "dealer"


class SetOutTiles(Command):
    """The tiles lie face up in pairs: nobody plays."""

    command: Literal["set_out_tiles"]


class ChangeTiles(Command):
    """A fresh set of tiles comes to the table."""

    SEALS: ClassVar[str] = "the set of tiles"

    command: Literal["change_tiles"]
    reason: Words | None = Field(
        default=None, exclude_if=is_untold, description="why the set goes that lay there"
    )
    signatures: Signers = Field(
        default=[],
        exclude_if=is_untold,
        description="of those who sealed that set and inspected the fresh one",
    )


class PassBank(Command):
    """The player declines the bank."""

    command: Literal["pass_bank"]
    seat: SeatNumber


class AcceptBank(Command):
    """The player banks this round."""

    command: Literal["accept_bank"]
    seat: SeatNumber
    chips: Cents
    player: Player | None = None
    co_bank: bool = False
    dealer_wager: Cents | None = None


class Cut(Command):
    """The bank cuts: how many stacks are moved to an end, or which, counted from the right."""

    command: Literal["cut"]
    stacks: (
        Annotated[int, Field(ge=1, lt=_STACKS)]
        | Annotated[
            list[Annotated[int, Field(ge=1, le=_STACKS)]],
            Field(min_length=1, max_length=_STACKS - 1),
        ]
    )
    end: CutEnd | None = Field(
        default=None,
        exclude_if=is_untold,
        description="the end they are moved to, as the dealer sees it; `both`: some to either",
    )


class ChooseDelivery(Command):
    """How the stacks are to be delivered."""

    command: Literal["choose_delivery"]
    style: DeliveryStyle


class AnnounceNumber(Command):
    """The number the generator shows."""

    command: Literal["announce_number"]
    number: Annotated[int, Field(ge=1, le=10**6)]


class Dealt(Command):
    """What was dealt: eight stacks of four tiles, or seven cards by position."""

    stacks: Annotated[list[Pieces], Field(max_length=_MOST_PIECES)] | None = None
    hands: Annotated[dict[Name, Pieces], Field(max_length=_MOST_PIECES)] | None = None
    deck: Name | None = Field(
        default=None, description="of two decks of cards in turn: which one this is"
    )

    @field_validator("stacks")
    @classmethod
    def _one_set_of_tiles(cls, stacks: list[list[str]] | None) -> list[list[str]] | None:
        if stacks is None:
            return None
        tiles = tuple(tile for stack in stacks for tile in stack)
        if (wrong := misfit(tiles)) is not None:
            raise ValueError(wrong)
        if len(stacks) != _STACKS or any(len(stack) != _STACK for stack in stacks):
            shape = ", ".join(str(len(stack)) for stack in stacks)
            raise ValueError(
                f"eight stacks of four tiles are dealt, {len(FULL_SET)} in all;"
                f" these are {len(tiles)} tiles in {len(stacks)} stacks ({shape})"
            )
        return stacks

    @field_validator("hands")
    @classmethod
    def _one_deck(cls, hands: dict[str, list[str]] | None) -> dict[str, list[str]] | None:
        if hands is None:
            return None
        positions = {"dealer", *map(str, SEATS)}
        for position, hand in hands.items():
            if position not in positions:
                raise ValueError(f"{position!r} is no position; there are {sorted(positions)}")
            if len(hand) != _CARDS_A_HAND:
                raise ValueError(f"position {position} has {len(hand)} cards; seven are dealt")
        if (
            wrong := deck.misfit(tuple(card for hand in hands.values() for card in hand))
        ) is not None:
            raise ValueError(wrong)
        return hands

    @model_validator(mode="after")
    def _tiles_or_cards(self) -> "Dealt":
        if (self.stacks is None) == (self.hands is None):
            raise ValueError("tell either `stacks` (tiles) or `hands` (cards)")
        if self.deck is not None and self.hands is None:
            raise ValueError("a `deck` is one of cards: tell it beside `hands`")
        return self


class Deal(Dealt):
    """The tiles or cards, by place."""

    command: Literal["deal"]
    start: Start | None = Field(
        default=None,
        exclude_if=is_untold,
        description="the position that got the first stack; needed after a wrong `announced`",
    )


class Set(Command):
    """High and low hand; both left out means the house way."""

    high: Pieces | None = None
    low: Pieces | None = None

    @model_validator(mode="after")
    def _both_or_neither(self) -> "Set":
        if (self.high is None) != (self.low is None):
            raise ValueError("tell `high` and `low`, or neither of them for the house way")
        pieces = (*(self.high or ()), *(self.low or ()))
        wrong = deck.misfit(pieces) if set(pieces) & set(DECK) else misfit(pieces)
        if wrong is not None:
            raise ValueError(wrong)
        return self


class SetHand(Set):
    """A player's hand is set; or the dealer's own against a bank."""

    command: Literal["set_hand"]
    seat: SeatNumber | Literal["dealer"]


class SetHouse(Set):
    """The hand that the seats are compared with is set."""

    command: Literal["set_house"]


class Surrender(Command):
    """The player gives up the wager, the hand unseen."""

    command: Literal["surrender"]
    seat: SeatNumber


class Abandon(Command):
    """A wager was left behind."""

    command: Literal["abandon"]
    seat: SeatNumber


class Expose(Command):
    """A tile of this position was exposed."""

    command: Literal["expose"]
    position: Literal["dealer", "dead"] | SeatNumber
    by: Exposer = Field(
        default="dealer",
        exclude_if=is_by_dealer,
        description="who exposed it: only the dealer's exposure gives a player the choice",
    )


class VoidHand(Command):
    """The player voids the hand whose tile was exposed."""

    command: Literal["void_hand"]
    seat: SeatNumber


class PlayOn(Command):
    """The player plays the hand whose tile was exposed."""

    command: Literal["play_on"]
    seat: SeatNumber


class Misdeal(Command):
    """All hands are void: a wrong total sent them to the wrong positions."""

    DECIDED_BY_SUPERVISOR: ClassVar[bool] = True

    command: Literal["misdeal"]
    reason: Words
    supervisor: Player | None = Field(default=None, exclude_if=is_untold)
    announced: Total | None = Field(
        default=None,
        exclude_if=is_untold,
        description="the total that was called out, where the roll did not record it",
    )


class Reshuffle(Supervised):
    """The tiles or cards are mixed again before the deal; the wagers stand."""

    DECIDED_BY_SUPERVISOR: ClassVar[bool] = True

    command: Literal["reshuffle"]


class Settle(Command):
    """Hands are compared, wagers collected and paid."""

    PAYS_OFF_METER: ClassVar[bool] = True

    command: Literal["settle"]
    supervisor: Player | None = None


class CorrectBank(Supervised):
    """An acceptance of the bank was keyed in wrong; who really took it, or no seat: nobody did."""

    TOLD_BY: ClassVar[frozenset[str]] = AT_THE_TABLE

    command: Literal["correct_bank"]
    seat: SeatNumber | None = Field(
        default=None, description="who really accepted; none or null: nobody did"
    )
    chips: Cents | None = Field(default=None, description="default: as they were told")
    player: Player | None = None
    co_bank: bool | None = Field(default=None, description="default: as it was told")
    dealer_wager: Cents | None = Field(default=None, description="default: as the rules say")

    @model_validator(mode="after")
    def _nothing_of_nobody(self) -> "CorrectBank":
        told = (self.chips, self.player, self.co_bank, self.dealer_wager)
        if self.seat is None and any(one is not None for one in told):
            raise ValueError("where nobody took the bank there is no more to tell: name a `seat`")
        return self


class CorrectDeal(Supervised, Dealt):
    """Tiles or cards were keyed in wrong; hands set since then are set again."""

    TOLD_BY: ClassVar[frozenset[str]] = AT_THE_TABLE

    command: Literal["correct_deal"]


class CorrectSetting(Supervised, Set):
    """A hand was keyed in wrong as it was set; what is told takes its place."""

    TOLD_BY: ClassVar[frozenset[str]] = AT_THE_TABLE

    command: Literal["correct_setting"]
    seat: SeatNumber | Literal["dealer", "house"]


COMMANDS: Final[tuple[type[Command], ...]] = (
    SetOutTiles,
    ChangeTiles,
    PassBank,
    AcceptBank,
    Cut,
    ChooseDelivery,
    AnnounceNumber,
    Deal,
    SetHand,
    SetHouse,
    Surrender,
    Abandon,
    Expose,
    VoidHand,
    PlayOn,
    Misdeal,
    Reshuffle,
    Settle,
    CorrectBank,
    CorrectDeal,
    CorrectSetting,
)
