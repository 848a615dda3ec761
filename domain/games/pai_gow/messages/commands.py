"""Commands of one round of play."""

from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias, get_args

from pydantic import Field, field_validator, model_validator

from domain.commands.elections import DeliveryStyle
from domain.commands.fields import (
    Cents,
    CommandFields,
    Dice,
    Name,
    Piece,
    Player,
    SeatNumber,
    Stake,
    WagerName,
    Words,
    is_untold,
)
from domain.games.craps.wagers.deciding import POINTS
from domain.games.pai_gow.cards import deck
from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.layout.positions import SEATS, TILE_RING
from domain.games.pai_gow.tiles.tile_set import FULL_SET, misfit

_STACKS, _STACK = 8, 4
_CARDS_A_HAND = 7
_MOST_PIECES = len(DECK)
"""More than this nothing of a game comes to; what a game is short of is told by its own name."""
_MOST_LIGHTS = len(SEATS)
CutEnd: TypeAlias = Literal["left", "right", "both"]
Pieces: TypeAlias = Annotated[list[Piece], Field(max_length=_MOST_PIECES)]
Total: TypeAlias = Annotated[int, Field(ge=2, le=18)]
"""Of two dice or three."""
if TYPE_CHECKING:
    ComePoint: TypeAlias = int
else:
    ComePoint = Literal[POINTS]
"""A number that a wager of craps may stand on."""
if TYPE_CHECKING:
    Start: TypeAlias = str
else:
    Start = Literal[TILE_RING]
"""A position, as `TilesDealt.start` has it."""
NoRollCause: TypeAlias = Literal["not_flat", "fell_out", "uncovered"]
Exposer: TypeAlias = Literal["dealer", "player"]
EXPOSERS: Final[tuple[Exposer, ...]] = get_args(Exposer)


def is_by_dealer(value: object) -> bool:
    """As every exposure was told before it was asked by whom."""
    return value == "dealer"


class OpenRound(CommandFields):
    """Begin a round: betting opens."""

    command: Literal["open_round"]


class PassBank(CommandFields):
    """The player declines the bank."""

    command: Literal["pass_bank"]
    seat: SeatNumber


class AcceptBank(CommandFields):
    """The player banks this round."""

    command: Literal["accept_bank"]
    seat: SeatNumber
    chips: Cents
    player: Player | None = None
    co_bank: bool = False
    dealer_wager: Cents | None = None


class PlaceWager(CommandFields):
    """Chips, and perhaps a match play coupon, on a betting area."""

    command: Literal["place_wager"]
    seat: SeatNumber
    wager: WagerName
    amount: Stake
    player: Player | None = None
    coupon: Cents = 0


class WithdrawWager(CommandFields):
    """The player takes a wager back."""

    command: Literal["withdraw_wager"]
    seat: SeatNumber
    wager: WagerName


class NoMoreBets(CommandFields):
    """The dealer announces "no more bets"."""

    command: Literal["no_more_bets"]
    lights: (
        Annotated[int, Field(ge=0, le=_MOST_LIGHTS)]
        | Annotated[list[SeatNumber], Field(max_length=_MOST_LIGHTS)]
        | None
    ) = Field(
        default=None,
        description="the seats whose progressive acceptor is lit at the lock-out, or how many are",
    )

    @field_validator("lights")
    @classmethod
    def _each_seat_once(cls, lights: int | list[int] | None) -> int | list[int] | None:
        if isinstance(lights, list) and len(set(lights)) < len(lights):
            raise ValueError("each seat has one acceptor: name it once")
        return lights


class Cut(CommandFields):
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


class ChooseDelivery(CommandFields):
    """How the stacks are to be delivered."""

    command: Literal["choose_delivery"]
    style: DeliveryStyle


class Roll(CommandFields):
    """The dice are read."""

    command: Literal["roll"]
    dice: Dice
    shaker: Literal["dealer"] | SeatNumber | None = None
    announced: Total | None = Field(default=None, description="as called out, if that was wrong")


class NoRoll(CommandFields):
    """The dice did not land flat, fell out, or were uncovered by the bank."""

    command: Literal["no_roll"]
    reason: Words | None = None
    cause: NoRollCause | None = Field(
        default=None, description="which paragraph it falls under; words name none"
    )

    @model_validator(mode="after")
    def _cause_or_reason(self) -> "NoRoll":
        if self.cause is None and self.reason is None:
            raise ValueError("tell the `cause`, a `reason` in words, or both")
        return self


class AnnounceNumber(CommandFields):
    """The number the generator shows."""

    command: Literal["announce_number"]
    number: Annotated[int, Field(ge=1, le=10**6)]


class Dealt(CommandFields):
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


class Set(CommandFields):
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


class Surrender(CommandFields):
    """The player gives up the wager, the hand unseen."""

    command: Literal["surrender"]
    seat: SeatNumber


class Abandon(CommandFields):
    """A wager was left behind."""

    command: Literal["abandon"]
    seat: SeatNumber


class Expose(CommandFields):
    """A tile of this position was exposed."""

    command: Literal["expose"]
    position: Literal["dealer", "dead"] | SeatNumber
    by: Exposer = Field(
        default="dealer",
        exclude_if=is_by_dealer,
        description="who exposed it: only the dealer's exposure gives a player the choice",
    )


class VoidHand(CommandFields):
    """The player voids the hand whose tile was exposed."""

    command: Literal["void_hand"]
    seat: SeatNumber


class PlayOn(CommandFields):
    """The player plays the hand whose tile was exposed."""

    command: Literal["play_on"]
    seat: SeatNumber


class Misdeal(CommandFields):
    """All hands are void: a wrong total sent them to the wrong positions."""

    command: Literal["misdeal"]
    reason: Words
    supervisor: Player | None = Field(default=None, exclude_if=is_untold)
    announced: Total | None = Field(
        default=None,
        exclude_if=is_untold,
        description="the total that was called out, where the roll did not record it",
    )


class Supervised(CommandFields):
    """What is done against the usual order: why, and which supervisor stood by."""

    reason: Words
    supervisor: Player


class VoidRound(Supervised):
    """The round is called off, for a cause that no paragraph names."""

    command: Literal["void_round"]


class Reshuffle(Supervised):
    """The tiles or cards are mixed again before the deal; the wagers stand."""

    command: Literal["reshuffle"]


class CallOn(CommandFields):
    """A place bet is active on the coming come out roll."""

    command: Literal["call_on"]
    seat: SeatNumber
    wager: WagerName


class ReturnWager(Supervised):
    """A wager that is carried from round to round is given back between two of them."""

    command: Literal["return_wager"]
    seat: SeatNumber
    wager: WagerName
    point: ComePoint | None = Field(default=None, description="the one it stands on")


class Settle(CommandFields):
    """Hands are compared, wagers collected and paid."""

    command: Literal["settle"]
    supervisor: Player | None = None
