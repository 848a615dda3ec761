"""One round of play, from the opening of bets to settlement."""

from collections.abc import Iterator
from random import Random

from domain.games.pai_gow.layout.positions import DEALER
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.regulations import regulation_for
from domain.games.pai_gow.round.betting import somebody_plays
from domain.games.pai_gow.round.hands import is_bank_free
from domain.games.pai_gow.round.settlement import compare
from domain.games.pai_gow.round.state import Round, game_at, round_at
from domain.games.pai_gow.tiles.tile_set import FULL_SET
from domain.games.pai_gow.wagers.names import MAIN, PROGRESSIVE
from services.tools.simulator.chances import happens
from services.tools.simulator.lawful_table import LawfulTable, Told
from services.tools.simulator.pai_gow.banking import Banking
from services.tools.simulator.pai_gow.card_dealing import dealt_cards
from services.tools.simulator.pai_gow.chances import SURRENDERS
from services.tools.simulator.pai_gow.departures import Departures
from services.tools.simulator.pai_gow.hand_setting import chosen_setting, is_hopeless
from services.tools.simulator.pai_gow.keying import as_told, tell_cards, tell_hand, tell_stacks
from services.tools.simulator.pai_gow.mishaps import (
    after_deal,
    called_off,
    nobody_wagered,
    reshuffled,
)
from services.tools.simulator.pai_gow.seats import PaiGowSeats
from services.tools.simulator.pai_gow.shaking import first_stack
from services.tools.simulator.pai_gow.terms import PaiGowTerms
from services.tools.simulator.pai_gow.wagering import Wagering
from services.tools.simulator.staff import standing_by

_STACK = 4


class RoundPlay:
    """Plays rounds at one table with those who sit there."""

    def __init__(
        self, table: LawfulTable, seats: PaiGowSeats, terms: PaiGowTerms, luck: Random
    ) -> None:
        self._table = table
        self._seats = seats
        self._luck = luck
        self._banking = Banking(table, seats, luck)
        self._wagering = Wagering(table, seats, terms, luck)
        self._departures = Departures(table, seats, luck)

    def play(self, bets: dict[int, int]) -> Iterator[Told]:
        """The round in which these bets are made, by seat."""
        tell = self._table.tell
        yield tell("open_round")
        bets = yield from self._banking.offer(bets)
        yield from self._wagering.place(bets)
        if not somebody_plays(self._round()):
            yield nobody_wagered(self._table)
            return
        yield self._no_more_bets()
        self._departures.foresee()
        yield from self._departures.after("no_more_bets")
        yield from reshuffled(self._table)
        yield from self._banking.before_dice()
        yield from first_stack(self._table, self._luck)
        if self._is_over():
            return
        yield from self._departures.after("rolled")
        yield from self._deal()
        if self._is_over():
            return
        yield from after_deal(self._table, self._luck)
        if self._is_over():
            return
        yield from self._departures.after("dealt")
        if not self._round().playing() and not self._round().dealer_plays:
            yield self._settle()
            return
        yield from self._set_hands()
        yield from self._set_house()
        yield from self._departures.after("house_set")
        yield from self._surrenders()
        yield from called_off(self._table)
        if not self._is_over():
            yield self._settle()

    def _is_over(self) -> bool:
        """The dice may end a round, and so may a tile that was seen, or an alarm."""
        return game_at(self._table.state).round is None

    def _no_more_bets(self) -> Told:
        """Under full controls the lit acceptors are held against the wagers."""
        state = self._round()
        lit = [one.seat for one in state.wagers if one.wager == PROGRESSIVE]
        if lit and state.terms.controls == "full":
            return self._table.tell("no_more_bets", lights=lit)
        return self._table.tell("no_more_bets")

    def _settle(self) -> Told:
        """Where a meter may have to pay, somebody stands by to validate it."""
        if self._round().terms.progressive is None:
            return self._table.tell("settle")
        supervisor = standing_by("settle", self._table.now)
        return self._table.tell("settle", supervisor=supervisor)

    def _deal(self) -> Iterator[Told]:
        if regulation_for(self._round().regulation).game.in_stacks:
            return tell_stacks(self._table, self._shuffled())
        return tell_cards(self._table, dealt_cards(self._round(), self._luck))

    def _shuffled(self) -> list[list[str]]:
        tiles = list(FULL_SET)
        self._luck.shuffle(tiles)
        return [tiles[first : first + _STACK] for first in range(0, len(tiles), _STACK)]

    def _set_hands(self) -> Iterator[Told]:
        waiting = list(self._round().unset())
        self._luck.shuffle(waiting)
        for seat in self._larger_first(waiting):
            yield from tell_hand(self._table, seat, self._chosen(seat))

    def _larger_first(self, waiting: list[int]) -> Iterator[int]:
        """Of two hands of one player the one whose turn it is."""
        in_turn = list(self._round().unset_in_turn())
        for seat in waiting:
            player = self._seats.at(seat).name
            first = next(wager for wager in in_turn if wager.player == player)
            in_turn.remove(first)
            yield first.seat

    def _chosen(self, area: int) -> Setting | None:
        """As the player on that area likes; none: by the house way."""
        return chosen_setting(self._round(), area, self._seats.at(area).skill, self._luck)

    def _set_house(self) -> Iterator[Told]:
        """A bank that nothing binds sets as it likes; the dealer's own comes before or after."""
        state = self._round()
        if state.dealer_to_set and self._luck.random() < 0.5:
            yield self._table.tell("set_hand", seat=DEALER)
        if state.bank is not None and is_bank_free(state):
            yield self._table.tell("set_house", **as_told(self._chosen(state.bank.seat)))
        else:
            yield self._table.tell("set_house")
        if self._round().dealer_to_set:
            yield self._table.tell("set_hand", seat=DEALER)

    def _surrenders(self) -> Iterator[Told]:
        """Some would rather lose the wager than show the hand."""
        state = self._round()
        assert state.house is not None
        rules = regulation_for(state.regulation, state.terms.wheel)
        for seat, setting in sorted(state.settings.items()):
            stands = state.wager_at(seat, MAIN) is not None
            loses = stands and compare(setting, state.house, rules)[0] == "lose"
            if loses and is_hopeless(setting, rules) and happens(self._luck, SURRENDERS):
                yield self._table.tell("surrender", seat=seat)

    def _round(self) -> Round:
        return round_at(self._table.state)
