"""Craps's part in deciding stored rounds again.

The dice fall as they fell, so the point is the same by any rules. What a submission does not offer
does not lie there, whether it was placed in the round or carried into it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from domain.commands import Command
from domain.commands.round import Roll
from domain.commands.submission import Submission
from domain.events import Event
from domain.games.craps.elections.elections import craps_terms_of
from domain.games.craps.history.commands import CRAPS_COMMANDS, corrected_commands
from domain.games.craps.regulations import Regulation
from domain.games.craps.round.play import Play
from domain.games.craps.round.state import Craps, Wager, craps_at
from domain.games.craps.round.wagering import hold_limits, refuse_not_offered
from domain.history.game_history import GameHistory
from domain.history.round_commands import Fields
from domain.refusals import NotOffered, Refused
from domain.table.state import Table
from domain.terms import terms_of


class CrapsHistory(GameHistory):
    """One roll a round; what it leaves undecided was carried in, and is carried on."""

    readers = CRAPS_COMMANDS

    def __init__(self, in_force: Mapping[str, Regulation]) -> None:
        """With its regulations by name."""
        self._in_force: Final = in_force

    def corrected(self, events: Sequence[Event]) -> Iterator[Fields]:
        return corrected_commands(events)

    def under(self, table: Table, submission: Submission) -> Craps:
        """Carried wagers that the submission would not take go back."""
        play = self._under(table, submission)
        kept = tuple(one for one in play.game.wagers if _refusal(play, one) is None)
        return replace(play.game, wagers=kept, before_roll=None)

    def not_carried(self, table: Table, submission: Submission) -> Sequence[Refused]:
        play = self._under(table, submission)
        refusals = (_refusal(play, one) for one in play.game.wagers)
        return [one for one in refusals if one is not None]

    def with_facts_of(self, table: Table, own: Table) -> Craps:
        """The point. Where dice were not read for want of a wager none can stand on another."""
        return replace(craps_at(table), point=craps_at(own).point)

    def left_to_the_rules(self, command: Command) -> Fields | None:
        """Who shot is recorded for the books alone; a smaller layout may not have that seat."""
        is_shot = isinstance(command, Roll) and command.shaker is not None
        return {"shaker": None} if is_shot else None

    def _under(self, table: Table, submission: Submission) -> Play:
        """The table as it stands, with these elections in place of its own."""
        rules, recorded = self._in_force[submission.regulation], submission.recorded()
        game = replace(craps_at(table), terms=craps_terms_of(recorded))
        return Play(replace(table, terms=terms_of(recorded)), game, rules)


def _refusal(play: Play, wager: Wager) -> Refused | None:
    """Why a wager that was carried into the round would never have been taken."""
    try:
        _hold_seats(play, wager)
        refuse_not_offered(play, wager.wager)
        hold_limits(play, wager)
    except Refused as refusal:
        lies = f"carried into the round, `{wager.wager}` {wager.amount} cents of seat {wager.seat}"
        return type(refusal)(refusal.rule, f"{lies}: {refusal.reason}")
    return None


def _hold_seats(play: Play, wager: Wager) -> None:
    last = play.game.terms.seats
    if wager.seat > last:
        reason = f"there is no seat {wager.seat}: the layout has seats 1 to {last}"
        raise NotOffered(play.rules.cites.making, reason)
