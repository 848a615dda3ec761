"""Commands of the books: markers, boxes, owed vigorish, corrections, disputes."""

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field, model_validator

from domain.commands.fields import (
    BoxNumber,
    Command,
    Dice,
    Player,
    RoundId,
    SeatNumber,
    SessionNumber,
    Slip,
    Words,
    is_untold,
)
from domain.commands.reading import MOST_INTEGER
from domain.commands.round import Supervised
from domain.game_names import WagerName
from domain.money import MOST_CENTS
from domain.written import Cents, Stake

EventNumber: TypeAlias = Annotated[
    int,
    Field(
        ge=1,
        le=MOST_INTEGER,
        description="`seq`, in the table's stream, of the event that is meant",
    ),
]


class PayMarker(Command):
    """A player pays a marker back at the table."""

    command: Literal["pay_marker"]
    seat: SeatNumber
    amount: Stake
    marker: Slip
    tender: Literal["chips", "cash"] = "chips"
    player: Player | None = None
    reason: Words | None = Field(
        default=None,
        exclude_if=is_untold,
        description="why cash of an earlier gaming day is told late",
    )
    supervisor: Player | None = Field(
        default=None, exclude_if=is_untold, description="who stands by when cash is told late"
    )


class RemoveBox(Command):
    """The drop box is taken off the table and carried to the count room."""

    command: Literal["remove_box"]
    box: BoxNumber | None = Field(default=None, description="default: the one at the table")
    session: SessionNumber | None = Field(default=None, description="default: the table's last")
    carrier: Player | None = Field(default=None, description="default: the actor")


class OweVigorish(Command):
    """Vigorish of the last round could not be collected: the player owes it."""

    command: Literal["owe_vigorish"]
    seat: SeatNumber
    amount: Stake
    reason: Words


class RecoverVigorish(Command):
    """Vigorish that was owed is paid."""

    command: Literal["recover_vigorish"]
    owed: EventNumber
    amount: Stake | None = Field(default=None, description="default: all that is left")


class CorrectEntry(Supervised):
    """An amount of the books was keyed in wrong; this is the right one."""

    command: Literal["correct_entry"]
    entry: EventNumber
    amount: Cents


class CorrectWager(Supervised):
    """A wager was keyed in wrong; what is told takes the place of what stood. Amount 0: none."""

    command: Literal["correct_wager"]
    seat: SeatNumber
    wager: WagerName
    amount: Cents | None = None
    coupon: Cents | None = None
    player: Player | None = None
    to_seat: SeatNumber | None = None

    @model_validator(mode="after")
    def _something_changes(self) -> "CorrectWager":
        if all(one is None for one in (self.amount, self.coupon, self.player, self.to_seat)):
            raise ValueError("tell what is right: `amount`, `coupon`, `player` or `to_seat`")
        return self


class CorrectRoll(Supervised):
    """The dice were keyed in wrong; what followed the roll is told again."""

    command: Literal["correct_roll"]
    dice: Dice


class Complain(Command):
    """A player disputes how a finished round was settled."""

    command: Literal["complain"]
    round: RoundId
    seat: SeatNumber
    words: Words
    player: Player | None = None


class HoldDispute(Command):
    """The complaint is taken up; so much is in dispute."""

    command: Literal["hold_dispute"]
    complaint: EventNumber
    amount: Cents


class RuleDispute(Supervised):
    """The complaint is decided; a positive adjustment is paid to the player."""

    DECIDED_BY_SUPERVISOR: ClassVar[bool] = True

    command: Literal["rule_dispute"]
    complaint: EventNumber
    decision: Literal["upheld", "dismissed"]
    adjustment: Annotated[int, Field(ge=-MOST_CENTS, le=MOST_CENTS)] = 0

    @model_validator(mode="after")
    def _nothing_paid_on_a_dismissal(self) -> "RuleDispute":
        if self.decision == "dismissed" and self.adjustment:
            raise ValueError("a dismissed complaint changes no money: leave `adjustment` out")
        return self


class Acknowledge(Command):
    """Somebody answers for an exception of the books, with a reason."""

    command: Literal["acknowledge"]
    exception: EventNumber
    reason: Words
