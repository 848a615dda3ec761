"""Buy-ins, fills and credits."""

from typing import Final

from msgspec import UNSET

from domain.commands.table import (
    BuyIn,
    Credit,
    Fill,
)
from domain.controls import SLIP_ONCE, SLIP_STEPS
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.table import (
    ChipsBought,
    TableCredited,
    TableFilled,
)
from domain.money import transfer
from domain.refusals import BooksRefuse
from domain.table.late_cash import ON_TIME, late_days
from domain.table.opening import require_open
from domain.table.slip_series import is_used
from domain.table.state import Table, is_fully_controlled

_AFTER: Final = {
    "issued": ("requested",),
    "received": ("issued",),
    "voided": ("requested", "issued"),
}
"""Which steps may come before; a slip entered in one step is received at once."""


def player_at(table: Table, seat: int) -> str:
    """Who played there last, or the seat itself."""
    known = None if table.game is None else table.game.player_at(seat)
    return known or f"seat-{seat}"


def buy_in(table: Table, command: BuyIn, stamp: Stamp) -> list[Event]:
    require_open(table)
    late = late_days(table, stamp) if command.kind == "cash" else ON_TIME
    return [
        ChipsBought(
            seat=command.seat,
            amount=command.amount,
            kind=command.kind,
            player=command.player or player_at(table, command.seat),
            reason=command.reason or UNSET,
            supervisor=command.supervisor or UNSET,
            happened_on=late.happened_on,
            told_on=late.told_on,
            entries=transfer(command.amount, to="drop_box", source="tray"),
        )
    ]


def fill(table: Table, command: Fill, stamp: Stamp) -> list[Event]:
    step = _next_step(table, command, "fill", stamp)
    moved = command.amount if step == "received" else 0
    return [
        TableFilled(
            slip=command.slip,
            step=step,
            amount=command.amount,
            reason=command.reason,
            entries=transfer(moved, to="tray", source="cage"),
        )
    ]


def credit(table: Table, command: Credit, stamp: Stamp) -> list[Event]:
    step = _next_step(table, command, "credit", stamp)
    moved = command.amount if step == "received" else 0
    return [
        TableCredited(
            slip=command.slip,
            step=step,
            amount=command.amount,
            reason=command.reason,
            entries=transfer(moved, to="cage", source="tray"),
        )
    ]


def _next_step(table: Table, command: Fill | Credit, kind: str, stamp: Stamp) -> str:
    if command.step != "voided":
        # No chips move for a slip that is voided, and its day must not wait for the next opening.
        require_open(table)
    slip = table.slips.get(command.slip)
    used = is_used(table.slip_numbers, command.slip)
    if command.step in (None, "requested"):
        if used:
            reason = f"slip {command.slip} was used at {table.name} before; take the next number"
            raise BooksRefuse(SLIP_ONCE, reason)
        return command.step or "received"
    if slip is None:
        was = "received, voided or written otherwise before" if used else "never requested"
        raise BooksRefuse(SLIP_STEPS, f"slip {command.slip} is not under way: it was {was}")
    if (slip.kind, slip.amount) != (kind, command.amount):
        reason = f"slip {command.slip} is a {slip.kind} of {slip.amount} cents, not this one"
        raise BooksRefuse(SLIP_STEPS, reason)
    if slip.step not in _AFTER[command.step]:
        following = " or ".join(step for step, before in _AFTER.items() if slip.step in before)
        reason = f"slip {command.slip} is {slip.step}; it cannot now be {command.step}"
        reason += f", next it is {following}"
        raise BooksRefuse(SLIP_STEPS, reason)
    unexplained = command.step == "voided" and command.reason is None
    if unexplained and is_fully_controlled(table, stamp):
        reason = f"slip {command.slip} is voided without a `reason`; tell why"
        raise BooksRefuse(SLIP_STEPS, reason)
    return command.step
