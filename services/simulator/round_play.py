"""One round of play, from the opening of bets to settlement."""

from collections.abc import Iterator
from random import Random

from domain.regulations import regulation_for
from domain.round.settlement import compare
from domain.round.state import Round
from domain.terms import MAIN
from domain.tiles.tile_set import FULL_SET
from services.simulator.chances import ADDS_TO_WAGER, SURRENDERS, WALKS_OFF, happens
from services.simulator.hand_setting import chosen_setting, is_hopeless
from services.simulator.lawful_table import LawfulTable, Told
from services.simulator.mishaps import after_deal, false_rolls
from services.simulator.seats import Seats
from services.simulator.terms import Terms

_STACK = 4


class RoundPlay:
    """Plays rounds at one table with those who sit there."""

    def __init__(self, table: LawfulTable, seats: Seats, terms: Terms, luck: Random) -> None:
        self._table = table
        self._seats = seats
        self._terms = terms
        self._luck = luck

    def play(self, bets: dict[int, int]) -> Iterator[Told]:
        """The round in which these bets are made, by seat."""
        tell = self._table.tell
        yield tell("open_round")
        yield from self._place(bets)
        yield tell("no_more_bets")
        yield from false_rolls(self._table, self._luck)
        yield tell("roll", dice=[self._luck.randint(1, 6) for _ in range(3)])
        yield tell("deal", stacks=self._shuffled())
        yield from after_deal(self._table, self._luck)
        if self._table.state.round is None:
            return
        yield from self._set_hands()
        yield tell("set_house")
        yield from self._surrenders()
        yield tell("settle")

    def _place(self, bets: dict[int, int]) -> Iterator[Told]:
        order = list(bets)
        self._luck.shuffle(order)
        for seat in order:
            yield self._wager(seat, bets[seat])
        for seat in order:
            more = self._seats.players[seat].unit
            if self._can_add(seat, more) and happens(self._luck, ADDS_TO_WAGER):
                yield self._wager(seat, more)
        # The last wager stays: without any there is no round to play.
        if len(order) > 1 and happens(self._luck, WALKS_OFF * len(order)):
            yield self._table.tell("withdraw_wager", seat=order[0], wager=MAIN)
            self._seats.leave(order[0])

    def _wager(self, seat: int, amount: int) -> Told:
        player = self._seats.players[seat].name
        return self._table.tell("place_wager", seat=seat, wager=MAIN, amount=amount, player=player)

    def _can_add(self, seat: int, more: int) -> bool:
        standing = self._round().wager_at(seat, MAIN)
        assert standing is not None
        affordable = self._seats.players[seat].chips >= more
        return affordable and standing.amount + more <= self._terms.maximum

    def _shuffled(self) -> list[list[str]]:
        tiles = list(FULL_SET)
        self._luck.shuffle(tiles)
        return [tiles[first : first + _STACK] for first in range(0, len(tiles), _STACK)]

    def _set_hands(self) -> Iterator[Told]:
        waiting = list(self._round().unset())
        self._luck.shuffle(waiting)
        for seat in waiting:
            skill = self._seats.players[seat].skill
            setting = chosen_setting(self._round(), seat, skill, self._luck)
            if setting is None:
                yield self._table.tell("set_hand", seat=seat)
            else:
                high, low = list(setting.high), list(setting.low)
                yield self._table.tell("set_hand", seat=seat, high=high, low=low)

    def _surrenders(self) -> Iterator[Told]:
        """Some would rather lose the wager than show the hand."""
        state = self._round()
        assert state.house is not None
        rules = regulation_for(state.regulation)
        for seat, setting in sorted(state.settings.items()):
            loses = compare(setting, state.house, rules)[0] == "lose"
            if loses and is_hopeless(setting) and happens(self._luck, SURRENDERS):
                yield self._table.tell("surrender", seat=seat)

    def _round(self) -> Round:
        assert self._table.state.round is not None
        return self._table.state.round
