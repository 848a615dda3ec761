"""The order of play: what happens in a round does not happen before what happened already."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.commands import Command
from domain.controls import ORDER
from domain.events.envelope import Event, Stamp
from domain.gaming_day import is_earlier
from domain.refusals import WrongMoment
from domain.table.state import Table


def after_the_last(table: Table, command: Command, stamp: Stamp) -> Stamp:
    """A command without `at` did not happen before the table's last action.

    That one may have come from a device whose clock is ahead of the desk's.
    """
    if command.at is None and _is_before(table, stamp):
        return replace(stamp, at=table.last_action)
    return stamp


def check_order(table: Table, facts: Sequence[Event], stamp: Stamp) -> None:
    """Slips, counts and boxes may be entered late; an action of play may not."""
    if any(fact.IN_ORDER for fact in facts) and _is_before(table, stamp):
        reason = (
            f"{stamp.at} is before the last action of a round at {table.name},"
            f" {table.last_action}; tell what happened in its order"
        )
        raise WrongMoment(ORDER, reason)


def _is_before(table: Table, stamp: Stamp) -> bool:
    if not table.last_action:
        return False
    if not is_earlier(stamp.at, table.last_action):
        return False
    # An action from before clocks were held may lie years ahead; nobody waits for that.
    return not is_earlier(stamp.latest or stamp.recorded, table.last_action)
