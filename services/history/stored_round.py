"""A stored round settled again by other rules, on the table as it stood just before."""

from collections.abc import Sequence

from domain.events import Event
from domain.events.envelope import Stamp
from domain.events.round import HouseSet, RoundClosed, RoundVoided
from domain.hosting import Table
from domain.refusals import Refused
from services.history.comparison import (
    Comparison,
    FiledHand,
    Refusal,
    RoundEnd,
    compare_rounds,
    filed_hand,
    summed,
)
from services.history.games import again_of
from services.history.other_rules import OtherRules
from services.history.side_by_side import CALLED_OFF


class NotComparable(ValueError):
    """The round cannot be held against these rules."""


class NotFinished(NotComparable):
    """The round is still being played: there is nothing to compare with."""


class OtherGame(NotComparable):
    """The rules are those of another game."""


def settle_again(before: Table, events: Sequence[Event], rules: OtherRules) -> Comparison:
    """The round's own commands by the other rules; `events` are all since it was opened."""
    events = _of_the_round(events)
    own = _end(events)
    if own is None:
        raise NotFinished(f"round {events[0].round} is not finished; it is compared once it is")
    if again_of(before.regulation) is not rules.again:
        other = f"{rules.regulation.ref} is a regulation of another game"
        raise OtherGame(f"round {own.round} was played under {before.regulation}; {other}")
    rules.begin(rules.again.meter_before(events))
    table = rules.instead_of_own(before)
    made: list[Event] = []
    refused = [
        _refused("place_wager", one) for one in rules.again.left_behind(before, rules.submission)
    ]
    for command in rules.again.retell(events):
        at = command.at_text() or ""
        try:
            table, more = rules.decide(table, command, Stamp(at=at, recorded=at, day=own.day))
        except Refused as refusal:
            refused.append(_refused(command.command, refusal))
        else:
            made += more
    if table.open_round() is not None:
        called_off = rules.again.call_off(table.name, CALLED_OFF)
        table, more = rules.decide(table, called_off, Stamp(own.at, own.at, own.day))
        made += more
    filed = (_filed(events), _filed(made))
    return summed([compare_rounds(own, _end(made), None, filed)], refused)


def _filed(events: Sequence[Event]) -> FiledHand | None:
    """How an exception set the house's hand, as it lay in the end."""
    were_set = [filed_hand(event) for event in events if isinstance(event, HouseSet)]
    return were_set[-1] if were_set else None


def _of_the_round(events: Sequence[Event]) -> list[Event]:
    """Up to its last fact; what is said of it later, a complaint, may come after other rounds."""
    name = events[0].round
    last = max(at for at, event in enumerate(events) if event.OF_ROUND and event.round == name)
    return [event for event in events[: last + 1] if event.round in (None, name)]


def _refused(command: str, refusal: Refused) -> Refusal:
    return Refusal(line=None, command=command, rule=refusal.rule, reason=refusal.reason)


def _end(events: Sequence[Event]) -> RoundEnd | None:
    """The last one: dice that were corrected end a round once more."""
    ends = (event for event in reversed(events) if isinstance(event, RoundClosed | RoundVoided))
    return next(ends, None)
