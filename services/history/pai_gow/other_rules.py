"""What pai gow's rounds need to be played by other rules of it.

Four things are the other rules' to say and not the teller's, so that a round can go on:

- how the house sets its hand, where the setting that was told would be refused;
- how a seat's hand is set, where the setting that was told cannot be made of the tiles it then has
  or nothing was told at all: by the house way, as for a player who asks for it;
- what the dealer wagers against a bank, where it would be more than they allow;
- who shakes, and who validates a payout off a progressive meter.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from domain.commands import Command
from domain.commands.fields import Actor
from domain.commands.round import (
    AcceptBank,
    NoMoreBets,
    NoRoll,
    Roll,
    SetHand,
    SetHouse,
    Settle,
    VoidRound,
)
from domain.commands.submission import Submission
from domain.events import Event
from domain.events.round import BetsClosed, ProgressivePaid, RoundOpened
from domain.games.pai_gow.cards.progressive import pay_table
from domain.games.pai_gow.layout.filed_way import filed_in
from domain.games.pai_gow.round.state import Lying, Streak, game_at
from domain.hosting import Table
from domain.refusals import Refused
from domain.wording import NO_ROLL
from services.history.pai_gow.commands import NOT_TOLD, commands_again


class PaiGowAgain:
    """Tiles and cards alike."""

    def retell(self, events: Sequence[Event]) -> Iterator[Command]:
        return commands_again(events)

    def meter_before(self, events: Sequence[Event]) -> int | None:
        """So that the round's own share makes it what it was when it paid."""
        closed = (event.meter for event in events if isinstance(event, BetsClosed))
        line = next(closed, None)
        if line is None:
            return None
        paid = (event for event in events if isinstance(event, ProgressivePaid))
        first = next(paid, None)
        if first is None:
            return line.before
        left = 0 if _reset_the_meter(events, first) else first.meter_after
        return left + first.from_meter - line.contributed

    def taken_over(self, table: Table, submission: Submission) -> Table:
        """Dice bonus wagers that lie there since a triple go back where none is offered.

        How old dice and tiles were is no matter of elections: the round was played with them.
        """
        filed = filed_in(submission.recorded())
        game = replace(game_at(table), dice=Lying(), tiles=Lying(), filed=filed)
        if submission.dragons_eye is None:
            streak = Streak(count=game.streak.count, after_triple=game.streak.after_triple)
            game = replace(game, streak=streak)
        return replace(table, game=game)

    def left_behind(self, table: Table, submission: Submission) -> Sequence[Refused]:
        """A dice bonus that goes back is told as a wager that does not stand."""
        del table, submission
        return ()

    def as_told(self, table: Table, own: Table) -> Table:
        del own
        return table

    def told_before(self, table: Table, command: Command) -> Sequence[Command]:
        """Before the house sets: hands that nobody set, as when a player left (10.7(b); 8.B(2))."""
        state = game_at(table).round
        if not isinstance(command, SetHouse) or state is None or state.phase != "dealt":
            return ()
        seats = (one.seat for one in state.unset_in_turn() if one.seat not in state.exposed)
        return [SetHand(command="set_hand", seat=seat) for seat in seats]

    def left_to_the_rules(self, command: Command) -> Command | None:
        match command:
            case SetHand() | SetHouse() if command.high is not None:
                left: dict[str, Any] = {"high": None, "low": None}
            case AcceptBank() if command.dealer_wager is not None:
                left = {"dealer_wager": None}
            case NoRoll() if command.cause is not None:
                left = {"cause": None, "reason": command.reason or NO_ROLL[command.cause]}
            case Roll() if command.shaker is not None:
                left = {"shaker": None}
            case NoMoreBets() if command.lights is not None:
                left = {"lights": None}
            case Settle() if command.supervisor != NOT_TOLD:
                left = {"supervisor": NOT_TOLD}
            case _:
                return None
        return command.model_copy(update=left)

    def call_off(self, table: str | None, reason: str) -> Command:
        # Under full controls too: nobody at the table called it.
        actor = Actor(id="other rules", role="pit_manager")
        return VoidRound(
            command="void_round", table=table, reason=reason, supervisor=NOT_TOLD, actor=actor
        )


def _reset_the_meter(events: Sequence[Event], first: ProgressivePaid) -> bool:
    """It says so; or the row took all of it, as listed or as the round's own submission raised
    it."""
    if first.reset is not UNSET:
        return True
    opened = next(event for event in events if isinstance(event, RoundOpened))
    terms = opened.terms.progressive
    assert terms is not None
    table = pay_table(terms.stake, terms.payouts)
    return any(row.name == first.hand and row.resets_meter for row in table)
