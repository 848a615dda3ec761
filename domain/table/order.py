"""The order of play: what happens in a round does not happen before what happened already."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.commands import Command
from domain.commands.table import Credit, Fill, OpenTable
from domain.controls import BEFORE_OPENING, ORDER, TABLE_CLOSED
from domain.events.books import ComplaintMade, DisputeHeld, ExceptionAcknowledged
from domain.events.envelope import Event, Stamp
from domain.gaming_day import is_earlier
from domain.refusals import WrongMoment
from domain.table.disputes import is_of_session
from domain.table.state import Table


def after_the_last(table: Table, command: Command, stamp: Stamp) -> Stamp:
    """A command without `at` did not happen before the table's opening or last action, nor was the
    table opened again before it was closed.

    That one may have come from a device whose clock is ahead of the desk's.
    """
    if command.at is not None:
        return stamp
    session = table.closed if isinstance(command, OpenTable) else table.opened
    for known in (session if stamp.today else "", table.last_action):
        if _is_before(known, stamp):
            stamp = replace(stamp, at=known)
    return stamp


def check_opening(table: Table, command: Command, facts: Sequence[Event], stamp: Stamp) -> None:
    """Nothing happens in a session before its table was opened, nor is that before it was closed.

    It is asked where a clock stamps the command, and not of rounds that are played again by other
    rules.
    """
    if not stamp.today:
        return
    if isinstance(command, OpenTable):
        _check_closed_before(table, stamp)
        return
    if not _is_before(table.opened, stamp):
        return
    if all(_concerns_earlier(table, command, fact) for fact in facts):
        return
    reason = (
        f"{stamp.at} is before {table.name} was opened, {table.opened}; tell when it happened in"
        f" session {table.session}, or leave `at` out if it happens now"
    )
    raise WrongMoment(BEFORE_OPENING, reason)


def _check_closed_before(table: Table, stamp: Stamp) -> None:
    if _is_before(table.closed, stamp):
        reason = (
            f"{stamp.at} is before {table.name} was closed, {table.closed}: session"
            f" {table.session + 1} begins after session {table.session} has ended; tell when it"
            " began, or leave `at` out if it begins now"
        )
        raise WrongMoment(TABLE_CLOSED, reason)


def _concerns_earlier(table: Table, command: Command, fact: Event) -> bool:
    """A box, an entry, a complaint or a slip of a session before; an exception of whichever."""
    if isinstance(fact, ExceptionAcknowledged):
        return True
    if isinstance(fact, ComplaintMade | DisputeHeld):
        return fact.round is not None and not is_of_session(table, fact.round)
    if isinstance(command, Fill | Credit):
        slip = table.slips.get(command.slip)
        return command.step == "voided" and slip is not None and slip.session < table.session
    return 0 < (fact.session or 0) < table.session


def check_order(table: Table, facts: Sequence[Event], stamp: Stamp) -> None:
    """Slips, counts and boxes may be entered late; an action of play may not."""
    if any(fact.IN_ORDER for fact in facts) and _is_before(table.last_action, stamp):
        reason = (
            f"{stamp.at} is before the last action of a round at {table.name},"
            f" {table.last_action}; tell what happened in its order"
        )
        raise WrongMoment(ORDER, reason)


def _is_before(known: str, stamp: Stamp) -> bool:
    if not known or not is_earlier(stamp.at, known):
        return False
    # An action from before clocks were held may lie years ahead; nobody waits for that.
    return not is_earlier(stamp.latest or stamp.recorded, known)
