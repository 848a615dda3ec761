"""Commands of one round of play that more than one game has."""

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field, field_validator, model_validator

from domain.commands.fields import (
    Command,
    Dice,
    Player,
    SeatNumber,
    Words,
)
from domain.game_names import POINTS, WagerName
from domain.written import Cents, Stake

_MOST_LIGHTS = 6
"""Progressive acceptors of a layout."""
Total: TypeAlias = Annotated[int, Field(ge=2, le=18)]
"""Of two dice or three."""
if TYPE_CHECKING:
    ComePoint: TypeAlias = int
else:
    ComePoint = Literal[POINTS]
"""A number that a wager may stand on."""
NoRollCause: TypeAlias = Literal["not_flat", "fell_out", "uncovered"]


class OpenRound(Command):
    """Begin a round: betting opens."""

    command: Literal["open_round"]


class PlaceWager(Command):
    """Chips, and perhaps a match play coupon, on a betting area."""

    command: Literal["place_wager"]
    seat: SeatNumber
    wager: WagerName
    amount: Stake
    player: Player | None = None
    coupon: Cents = 0


class WithdrawWager(Command):
    """The player takes a wager back."""

    command: Literal["withdraw_wager"]
    seat: SeatNumber
    wager: WagerName


class NoMoreBets(Command):
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


class Roll(Command):
    """The dice are read."""

    command: Literal["roll"]
    dice: Dice
    shaker: Literal["dealer"] | SeatNumber | None = None
    announced: Total | None = Field(default=None, description="as called out, if that was wrong")


class NoRoll(Command):
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


class Supervised(Command):
    """What is done against the usual order: why, and which supervisor stood by."""

    reason: Words
    supervisor: Player


class VoidRound(Supervised):
    """The round is called off, for a cause that no paragraph names."""

    DECIDED_BY_SUPERVISOR: ClassVar[bool] = True

    command: Literal["void_round"]


class ReturnWager(Supervised):
    """A wager that is carried from round to round is given back between two of them."""

    DECIDED_BY_SUPERVISOR: ClassVar[bool] = True

    command: Literal["return_wager"]
    seat: SeatNumber
    wager: WagerName
    point: ComePoint | None = Field(default=None, description="the one it stands on")
