"""Pai gow's part in deciding stored rounds again, tiles and cards alike.

Where a round is played by other rules, these fill in by themselves, so that it can go on:

- how the house sets its hand, where the recorded setting would be refused;
- how a seat's hand is set, where the recorded setting cannot be made of the tiles it then has, or
  none was recorded: by the house way, as for a player who asks for it;
- what the dealer wagers against a bank, where it would be more than they allow;
- who shakes, and who validates a payout off a progressive meter.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from domain.commands import Command
from domain.commands.round import NoMoreBets, NoRoll, Roll
from domain.commands.submission import Submission
from domain.events import Event
from domain.events import round as happened
from domain.events.table import TableOpened
from domain.games.pai_gow.cards.progressive import pay_table
from domain.games.pai_gow.elections.elections import elected_in
from domain.games.pai_gow.history.commands import PAI_GOW_COMMANDS, ended
from domain.games.pai_gow.history.corrections import corrected_commands
from domain.games.pai_gow.layout.filed_way import filed_in
from domain.games.pai_gow.messages import events as of_pai_gow
from domain.games.pai_gow.messages.commands import AcceptBank, SetHand, SetHouse, Settle
from domain.games.pai_gow.round.state import Deal, Lying, PaiGow, Streak, Wager, game_at
from domain.games.pai_gow.wagers.names import DICE_BONUS
from domain.history.game_history import Evolve, GameHistory, RoundLayout
from domain.history.round_commands import UNNAMED, Fields, Group, Ways
from domain.table.state import Table
from domain.wording import NO_ROLL

_ON_THE_DEAL: Final = frozenset({"set_hand", "set_house", "correct_setting"})
"""Hands are set on what was dealt, which may be withheld."""
_DECISIONS: Final = _ON_THE_DEAL | {
    "announce_number",
    "surrender",
    "abandon",
    "void_hand",
    "expose",
    "settle",
    "misdeal",
}


class PaiGowLayout(RoundLayout):
    """A round of pai gow, of which the deal may be withheld."""

    def __init__(self, evolve: Evolve, opening: TableOpened, opened: happened.RoundOpened) -> None:
        """With what earlier rounds left, as the opening copied it; how old dice were is not held
        against them again."""
        self._deal_is_unseen = False
        super().__init__(evolve, opening, opened)
        retained = tuple(
            Wager(one.seat, DICE_BONUS, one.amount, 0, one.player, retained=True)
            for one in opened.retained
        )
        self._play(
            replace(
                game_at(self.table),
                streak=Streak(count=opened.triples, retained=retained),
                dice=Lying(),
                tiles=Lying(),
                dice_since=opened.at,
                tiles_since=opened.at,
            )
        )

    def _play(self, game: PaiGow) -> None:
        self.table = replace(self.table, game=game)

    def pass_over(self) -> None:
        """After the dice it can be nothing but the deal, or what follows it."""
        game = game_at(self.table)
        if game.round is not None and game.round.phase == "rolled":
            deal = Deal(0, len(game.round.lines))
            self._play(replace(game, round=replace(game.round, phase="dealt", deal=deal)))
            self._deal_is_unseen = True

    def can_decide(self, command: Command) -> bool:
        return not (self._deal_is_unseen and command.command in _ON_THE_DEAL)

    def prepare(self, group: Group) -> None:
        """The dragon's eye button lies where the dice of the round before put it: before the seat
        that then shakes."""
        first, game = group[0], game_at(self.table)
        if isinstance(first, happened.DiceRolled):
            button = first.shaker if isinstance(first.shaker, int) else None
            self._play(replace(game, streak=replace(game.streak, button=button)))

    def follow(self, group: Group) -> None:
        for event in group:
            if isinstance(event, of_pai_gow.TilesDealt | of_pai_gow.CardsDealt):
                self._deal_is_unseen = False
            super().follow((event,))
            if isinstance(event, of_pai_gow.HandSet | of_pai_gow.HouseSet) and self._deal_is_unseen:
                self._note_hand(event)

    def _note_hand(self, event: of_pai_gow.HandSet | of_pai_gow.HouseSet) -> None:
        """What was dealt to a place is what was set there."""
        game = game_at(self.table)
        assert game.round is not None
        place = str(event.seat) if isinstance(event, of_pai_gow.HandSet) else event.position
        hands = {**game.round.hands, place: event.high + event.low}
        self._play(replace(game, round=replace(game.round, hands=hands)))


class PaiGowHistory(GameHistory):
    """Both kinds of pai gow are played under the same state and the same commands."""

    readers = PAI_GOW_COMMANDS
    house_set = of_pai_gow.HouseSet
    layout = PaiGowLayout

    def ended(self, group: Group) -> Ways | None:
        return ended(group)

    def is_decision(self, command: Command, group: Group) -> bool:
        """A deal is one where it was made by a wrong total, and voids the round."""
        by_deal = command.command == "deal" and isinstance(group[-1], happened.RoundVoided)
        return by_deal or command.command in _DECISIONS

    def corrected(self, events: Sequence[Event]) -> Iterator[Fields]:
        return corrected_commands(events)

    def meter_before(self, events: Sequence[Event]) -> int | None:
        """So that the round's own share makes it what it was when it paid."""
        closed = (event.meter for event in events if isinstance(event, happened.BetsClosed))
        line = next(closed, None)
        if line is None:
            return None
        paid = (event for event in events if isinstance(event, happened.ProgressivePaid))
        first = next(paid, None)
        if first is None:
            return line.before
        left = 0 if _reset_the_meter(events, first) else first.meter_after
        return left + first.from_meter - line.contributed

    def under(self, table: Table, submission: Submission) -> PaiGow:
        """Dice bonus wagers that lie there since a triple go back where none is offered; nobody
        refuses them.

        How old dice and tiles were is no matter of elections: the round was played with them.
        """
        filed = filed_in(submission.recorded())
        game = replace(game_at(table), dice=Lying(), tiles=Lying(), filed=filed)
        if elected_in(submission).dragons_eye is None:
            streak = Streak(count=game.streak.count, after_triple=game.streak.after_triple)
            game = replace(game, streak=streak)
        return game

    def missing_before(self, table: Table, command: Command) -> Sequence[Command]:
        """Before the house sets: hands that nobody set, as when a player left (10.7(b); 8.B(2))."""
        state = game_at(table).round
        if not isinstance(command, SetHouse) or state is None or state.phase != "dealt":
            return ()
        seats = (one.seat for one in state.unset_in_turn() if one.seat not in state.exposed)
        return [SetHand(command="set_hand", seat=seat) for seat in seats]

    def left_to_the_rules(self, command: Command) -> Fields | None:
        left: Fields | None = None
        match command:
            case SetHand() | SetHouse() if command.high is not None:
                left = {"high": None, "low": None}
            case AcceptBank() if command.dealer_wager is not None:
                left = {"dealer_wager": None}
            case NoRoll() if command.cause is not None:
                left = {"cause": None, "reason": command.reason or NO_ROLL[command.cause]}
            case Roll() if command.shaker is not None:
                left = {"shaker": None}
            case NoMoreBets() if command.lights is not None:
                left = {"lights": None}
            case Settle() if command.supervisor != UNNAMED:
                left = {"supervisor": UNNAMED}
            case _:
                pass
        return left


def _reset_the_meter(events: Sequence[Event], first: happened.ProgressivePaid) -> bool:
    """It says so; or the row took all of it, as listed or as the round's own submission raised
    it."""
    if first.reset is not UNSET:
        return True
    opened = next(event for event in events if isinstance(event, happened.RoundOpened))
    terms = opened.terms.progressive
    assert terms is not None
    table = pay_table(terms.stake, terms.payouts)
    return any(row.name == first.hand and row.resets_meter for row in table)
