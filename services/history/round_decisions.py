"""A round's decisions made again, from its own events and the rules that it was played under.

The layout is as RoundOpened records it. What people did on it is taken as it was recorded; what the
rules made of that is decided anew, command by command, and held against what was recorded: hands by
the house way, wagers on the dice, surrender, settlement, vigorish, the bank, the meter, a void
round.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from domain.commands import Command
from domain.events import Event
from domain.events import round as happened
from domain.events.envelope import Stamp
from domain.events.meter import MeterEvent
from domain.events.table import TableOpened
from domain.game_library import LIBRARY
from domain.history.round_commands import NoCommand
from domain.meter.state import Meter
from domain.refusals import Refused
from services.history.commands import commands_of
from services.history.decisions import Difference, first_without_difference
from services.history.event_differences import EventDifference, differences, written

_OF_THE_BOOKS: Final = ("exceptional", "changed", "corrected")
_NOT_DECIDED: Final = frozenset(
    {*Event.__struct_fields__, "salt", "tray_below", "reason", "supervisor", *_OF_THE_BOOKS}
    - {"rule"}
)
"""Who, when and where; the books of the table; and words that people said."""
_ONLY_BY_RULES: Final = (
    happened.WagerSettled,
    happened.VigorishTaken,
    happened.ProgressivePaid,
    happened.DealerWagerSettled,
    happened.BankSettled,
    MeterEvent,
)
"""What only rules make, out of something that people did."""
_DECISIONS: Final = frozenset({"no_more_bets", "roll", "correct_roll", "void_round"})
"""Commands in which the rules of every game have something to decide."""


class RoundDifference(NamedTuple):
    """The first event that the rules do not make of what was done, and what they make instead."""

    event: Event
    words: str
    is_undecided: bool = False
    """The rules cannot decide there: what came before lacks something, or forbids it."""


class RoundDecisions(NamedTuple):
    """How far the decisions could be made again."""

    decided: int
    """Commands whose events came out the same."""
    difference: RoundDifference | None = None


def decide_round(
    opening: TableOpened, opened: happened.RoundOpened, facts: Sequence[Event | None]
) -> RoundDecisions:
    """`facts`: the round's own events after its opening, the meter's among them; None: withheld."""
    played = _Round(opening, opened)
    decided = 0
    for group in _by_command(facts):
        if not group:
            played.layout.pass_over()
            continue
        try:
            difference, is_decision = played.decide(group)
            played.follow(group)
        except Exception:  # noqa: BLE001  whatever it is, the events do not follow
            words = "it does not follow from what came before"
            return RoundDecisions(decided, RoundDifference(group[0], words, is_undecided=True))
        if difference is not None:
            return RoundDecisions(decided, difference)
        decided += is_decision
    return RoundDecisions(decided)


class _Refused(Difference):
    """The rules refuse what was done."""


class _Round:
    """The layout as it goes on, and the meter as far as the round shows it."""

    def __init__(self, opening: TableOpened, opened: happened.RoundOpened) -> None:
        self._game = LIBRARY.by_regulation[opening.regulation]
        self.layout = self._game.history.layout(self._game.evolve, opening, opened)
        self._contributed: int | None = None

    def decide(self, group: Sequence[Event]) -> tuple[RoundDifference | None, bool]:
        """What the rules make otherwise, and whether they had anything to decide."""
        ways = self._ways(group)
        if not ways and isinstance(group[0], _ONLY_BY_RULES):
            return RoundDifference(group[0], "what it was decided by is missing"), True
        if not ways or not self.layout.can_decide(ways[0]):
            return None, False
        self.layout.prepare(group)
        try:
            first_without_difference(ways, lambda command: self._decide(command, group))
        except Difference as found:
            undecided = isinstance(found, _Refused)
            return RoundDifference(group[found.at], str(found), is_undecided=undecided), True
        return None, True

    def _ways(self, group: Sequence[Event]) -> list[Command]:
        """In which the command may have been given; none where no rule decided anything by it."""
        try:
            ways = list(commands_of(group, self.layout.table.regulation))
        except NoCommand:
            return []
        is_own = self._game.history.is_decision
        return [one for one in ways if one.command in _DECISIONS or is_own(one, group)]

    def _decide(self, command: Command, group: Sequence[Event]) -> None:
        """Raises Difference."""
        first, table = group[0], self.layout.table
        stamp = Stamp(
            at=first.at, recorded=first.recorded, day=first.day, actor=first.actor, again=True
        )
        try:
            made = self._game.decide(table, command, stamp, self._meter(group))
        except Refused as refusal:
            raise _Refused(0, f"the rules refuse it: {refusal.reason} [{refusal.rule}]") from None
        for found in differences(group, made, _NOT_DECIDED):
            raise Difference(found.at, _words(found))

    def follow(self, group: Sequence[Event]) -> None:
        """As it was recorded."""
        for event in group:
            if isinstance(event, happened.BetsClosed) and event.meter is not None:
                self._contributed = event.meter.after
        self.layout.follow(group)

    def _meter(self, group: Sequence[Event]) -> Meter | None:
        """As it stood then; other tables may have moved it since the round's own stakes."""
        terms = self.layout.table.terms.progressive
        if terms is None:
            return None
        moved = (one.before for one in group if isinstance(one, MeterEvent))
        read = (one.meter_after for one in group if isinstance(one, happened.ProgressivePaid))
        known = (*moved, *read, self._contributed, terms.initial)
        amount = next(one for one in known if one is not None)
        return Meter(name=terms.meter, terms=terms, amount=amount)


def _by_command(facts: Sequence[Event | None]) -> Iterator[list[Event]]:
    """What one command made lies together in the log, under its id; nothing: withheld."""
    for event_id, events in groupby(facts, key=lambda event: event and (event.command_id,)):
        if event_id is None:
            yield from ([] for _ in events)
        else:
            yield [event for event in events if event is not None]


def _words(found: EventDifference) -> str:
    stored, made = found.stored, found.made
    if made is None:
        return "the rules make no such event there"
    if stored is None:
        return f"the rules make a {type(made).__name__} after it, which is missing"
    if not found.fields:
        return f"the rules make a {type(made).__name__} there"
    name = found.fields[0]
    was, now = (written(getattr(one, name), "not told") for one in (stored, made))
    return f"`{name}` is {was}, by the rules {now}"
