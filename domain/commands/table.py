"""Commands about the table: its inventory, its drop box, its slips."""

from typing import Literal

from pydantic import Field, model_validator

from domain.commands.fields import (
    BoxNumber,
    BuyInKind,
    Command,
    Inventory,
    Player,
    SeatNumber,
    SessionNumber,
    Signers,
    Slip,
    SlipStep,
    TableName,
    Words,
    is_untold,
)
from domain.commands.submission import Submission
from domain.written import Cents, Stake


class Signed(Command):
    """A count of the tray, with those who answer for it."""

    inventory: Inventory
    signatures: Signers = []


class OpenTable(Signed):
    """Open a table under a submission, with the chips in its tray."""

    command: Literal["open_table"]
    table: TableName
    submission: Submission
    inspected_by: Signers = Field(
        default=[],
        exclude_if=is_untold,
        description="who inspected what the game is played with, and who verified it; default under"
        " full controls: those who sign",
    )


class BuyIn(Command):
    """Money to the drop box, chips to the player."""

    command: Literal["buy_in"]
    seat: SeatNumber
    amount: Stake
    kind: BuyInKind = "cash"
    player: Player | None = None
    reason: Words | None = Field(
        default=None,
        exclude_if=is_untold,
        description="why cash of an earlier gaming day is told late",
    )
    supervisor: Player | None = Field(
        default=None, exclude_if=is_untold, description="who stands by when cash is told late"
    )


class Fill(Command):
    """Chips from the cage to the tray, on a numbered slip."""

    command: Literal["fill"]
    amount: Stake
    slip: Slip
    step: SlipStep | None = None
    reason: Words | None = Field(default=None, description="why it is voided")


class Credit(Command):
    """Chips from the tray to the cage, on a numbered slip."""

    command: Literal["credit"]
    amount: Stake
    slip: Slip
    step: SlipStep | None = None
    reason: Words | None = Field(default=None, description="why it is voided")


class ChangeDice(Command):
    """Fresh dice go into the shaker."""

    command: Literal["change_dice"]


class CountTray(Signed):
    """The tray is counted while the table is open."""

    command: Literal["count_tray"]
    roll: bool = False


class CloseTable(Signed):
    """The tray is counted and the table closed."""

    command: Literal["close_table"]


class CountDrop(Command):
    """The count room counts the drop box of a session."""

    command: Literal["count_drop"]
    amount: Cents | None = None
    cash: Cents | None = None
    counter_checks: Cents | None = None
    vouchers: Cents | None = None
    coupons: Cents | None = None
    session: SessionNumber | None = None
    box: BoxNumber | None = Field(default=None, description="default: the first uncounted one")

    @model_validator(mode="after")
    def _one_way_to_tell(self) -> "CountDrop":
        categories = (self.cash, self.counter_checks, self.vouchers, self.coupons)
        told = any(part is not None for part in categories)
        if (self.amount is None) != told:
            raise ValueError("tell either `amount` or the categories, not both and not neither")
        return self

    def total(self) -> int:
        """Cash, counter checks and vouchers; a coupon in the box is not money."""
        if self.amount is not None:
            return self.amount
        return sum(part or 0 for part in (self.cash, self.counter_checks, self.vouchers))
