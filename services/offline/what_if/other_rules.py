"""Other rules in place of a table's own.

Wagers, dice and tiles are as they were told. What the other rules refuse has no effect there, and
never half of one. Three things are theirs to say and not the teller's, so that a round can go on:

- how the house sets its hand, where the setting that was told would be refused;
- how a seat's hand is set, where the setting that was told cannot be made of the tiles it then has
  or nothing was told at all: by the house way, as for a player who asks for it;
- who shakes, and who validates a payout off a progressive meter.

Who signs and who may do what is no part of the game: a table keeps the controls it was told under.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from domain.commands import Command
from domain.commands.round import Roll, SetHand, SetHouse, Settle
from domain.commands.submission import Submission
from domain.commands.table import OpenTable
from domain.events import Event
from domain.events.envelope import Stamp
from domain.games.pai_gow.regulations import Regulation, regulation_in_force
from domain.games.pai_gow.round.state import Streak, game_at, round_at
from domain.hosting import Table, decide
from domain.refusals import BooksRefuse, NotThisPlayer, UnlawfulSetting, WrongMoment
from domain.terms import terms_of
from services.offline.play import Rulebook

NOT_TOLD: Final = "not told"
"""Who validated a payout off a meter that the round's own rules did not pay."""


class OtherRules:
    """A submission to play by; refused where its regulation does not permit it."""

    def __init__(self, submission: Submission) -> None:
        self.regulation: Regulation = regulation_in_force(submission.regulation)
        self.regulation.check(submission)
        self.submission = self.regulation.elected(submission)
        self.terms = terms_of(self.submission.recorded())
        self._rulebook = Rulebook()

    def begin(self, standing: int | None = None) -> None:
        """A play begins: nothing of an earlier one is on any meter but what stood on it before."""
        self._rulebook = Rulebook(standing)

    def instead_of_own(self, table: Table) -> Table:
        """The table as it stands, under these rules from here on.

        Dice bonus wagers that lie there since a triple go back where none is offered.
        """
        game = game_at(table)
        if self.terms.dragons_eye is None:
            streak = Streak(count=game.streak.count, after_triple=game.streak.after_triple)
            game = msgspec.structs.replace(game, streak=streak)
        return msgspec.structs.replace(
            table,
            game=game,
            regulation=self.regulation.ref,
            submission_hash=self.submission.content_hash(),
            # A stored round's commands are told again by nobody in particular.
            terms=msgspec.structs.replace(self.terms, controls="basic"),
        )

    def decide(self, table: Table, command: Command, stamp: Stamp) -> tuple[Table, list[Event]]:
        """As the rules decide, with what is theirs to say said by them."""
        table, before = _set_what_is_left(table, command, stamp)
        try:
            table, events = self.decide_as_told(table, command, stamp)
        except (NotThisPlayer, UnlawfulSetting, WrongMoment, BooksRefuse):
            untold = _left_to_the_rules(command)
            if untold is None:
                raise
            table, events = self._rulebook.decide(table, untold, stamp)
        return table, [*before, *events]

    def decide_as_told(
        self, table: Table, command: Command, stamp: Stamp
    ) -> tuple[Table, list[Event]]:
        """The command to the letter, but for the rules that the table is opened under."""
        if isinstance(command, OpenTable):
            told_under = {"controls": command.submission.controls}
            submission = self.submission.model_copy(update=told_under)
            command = command.model_copy(update={"submission": submission})
        return self._rulebook.decide(table, command, stamp)


def _left_to_the_rules(command: Command) -> Command | None:
    """The same command without what the other rules say for themselves; None: nothing is."""
    match command:
        case SetHand() | SetHouse() if command.high is not None:
            return command.model_copy(update={"high": None, "low": None})
        case Roll() if command.shaker is not None:
            return command.model_copy(update={"shaker": None})
        case Settle() if command.supervisor is None:
            return command.model_copy(update={"supervisor": NOT_TOLD})
        case _:
            return None


def _set_what_is_left(table: Table, command: Command, stamp: Stamp) -> tuple[Table, list[Event]]:
    """Before the house sets: hands that nobody set, as when a player left (10.7(b); MD 8.B(2))."""
    events: list[Event] = []
    if (
        not isinstance(command, SetHouse)
        or game_at(table).round is None
        or round_at(table).phase != "dealt"
    ):
        return table, events
    for seat in sorted(round_at(table).unset(), key=_largest_first(table)):
        if seat in round_at(table).exposed:
            continue
        table, made, _ = decide(table, SetHand(command="set_hand", seat=seat), stamp)
        events += made
    return table, events


def _largest_first(table: Table) -> Callable[[int], tuple[int, int]]:
    """A player's two hands are set in the order of their wagers."""
    wagered = {one.seat: one.amount + one.coupon for one in round_at(table).playing()}
    return lambda seat: (-wagered[seat], seat)
