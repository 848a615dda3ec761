"""A stored round settled again by other rules, on the table as it stood just before."""

from collections.abc import Sequence

from domain.commands.round import Misdeal
from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import BetsClosed, ProgressivePaid, RoundClosed, RoundVoided
from domain.games.pai_gow.cards.progressive import WHOLE_METER
from domain.games.pai_gow.round.state import game_at
from domain.hosting import Table
from domain.refusals import Refused
from services.offline.what_if.comparison import (
    Comparison,
    Refusal,
    RoundEnd,
    compare_rounds,
    summed,
)
from services.offline.what_if.other_rules import OtherRules
from services.offline.what_if.retelling import commands_again
from services.offline.what_if.side_by_side import CALLED_OFF


class NotFinished(ValueError):
    """The round is still being played: there is nothing to compare with."""


def settle_again(before: Table, events: Sequence[Event], rules: OtherRules) -> Comparison:
    """The round's own commands by the other rules; `events` are all since it was opened."""
    own = _end(events)
    if own is None:
        raise NotFinished(f"round {events[0].round} is not finished; it is compared once it is")
    rules.begin(_meter_before(events))
    table = rules.instead_of_own(before)
    made: list[Event] = []
    refused: list[Refusal] = []
    for command in commands_again(events):
        at = command.at_text() or ""
        try:
            table, more = rules.decide(table, command, Stamp(at=at, recorded=at, day=own.day))
        except Refused as refusal:
            told = {"command": command.command, "rule": refusal.rule, "reason": refusal.reason}
            refused.append(Refusal(line=None, **told))
        else:
            made += more
    if game_at(table).round is not None:
        table, more = rules.decide(
            table, Misdeal(command="misdeal", reason=CALLED_OFF), Stamp(own.at, own.at, own.day)
        )
        made += more
    return summed([compare_rounds(own, _end(made), None)], refused)


def _meter_before(events: Sequence[Event]) -> int | None:
    """What stood on the meter, so that the round's own share makes it what it was when it paid."""
    closed = (event.meter for event in events if isinstance(event, BetsClosed))
    line = next(closed, None)
    if line is None:
        return None
    paid = (event for event in events if isinstance(event, ProgressivePaid))
    first = next(paid, None)
    if first is None:
        return line.before
    left = 0 if first.hand in WHOLE_METER else first.meter_after
    return left + first.from_meter - line.contributed


def _end(events: Sequence[Event]) -> RoundEnd | None:
    ends = (event for event in events if isinstance(event, RoundClosed | RoundVoided))
    return next(ends, None)
