"""Pai gow at one table: those who sit there, their rounds, and the tiles and dice between them."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

from domain.games.pai_gow.bots.banking import Banking
from domain.games.pai_gow.bots.chances import ASKS_BACK, CHIPPED, SURRENDERS
from domain.games.pai_gow.bots.dealing import (
    as_told,
    chosen_setting,
    dealt_cards,
    first_stack,
    is_hopeless,
    stacks_of,
    tell_cards,
    tell_hand,
    tell_stacks,
)
from domain.games.pai_gow.bots.guests import PaiGowSeats
from domain.games.pai_gow.bots.mishaps import (
    Departures,
    after_deal,
    called_off,
    nobody_wagered,
    reshuffled,
)
from domain.games.pai_gow.bots.setups import PaiGowSetup
from domain.games.pai_gow.bots.wagering import Wagering, owed_by_streak
from domain.games.pai_gow.layout.positions import DEALER
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.regulations import regulation_for
from domain.games.pai_gow.round.betting import somebody_plays
from domain.games.pai_gow.round.hands import is_bank_free
from domain.games.pai_gow.round.settlement import compare
from domain.games.pai_gow.round.state import PaiGow, Round, game_at, round_at
from domain.games.pai_gow.wagers.names import DICE_BONUS, MAIN, PROGRESSIVE
from domain.games.seam.bots import PlayedTable, Told
from domain.games.seam.guests import Luck, happens
from domain.gaming_day import stored_moment

_DICE_CHANGED_AFTER: Final = timedelta(hours=20)
"""Well before the 24 hours that dice may stay on a table."""
_TILES_CHANGED_BEFORE: Final = timedelta(hours=2)
"""Before the hour at which the regulation sends a set of tiles away."""
_LAIN_LONG: Final = "they have lain there long enough"
_CHIPPED: Final = "a tile is chipped"


class PaiGowPlay:
    """Played with tiles or cards, as the table's regulation has it."""

    complaints: Final = (
        "my low hand was higher than the dealer's",
        "I was paid for half of my chips",
        "I had not said that my hand was set",
    )

    def __init__(self, table: PlayedTable, setup: PaiGowSetup, luck: Luck) -> None:
        self.seats: Final = PaiGowSeats(table.state.name, setup, luck)
        self._table = table
        self._setup = setup
        self._luck = luck
        self._round = RoundPlay(table, self.seats, setup, luck)
        self._tiles_are_out = True
        self._has_begun = False

    def bets(self) -> dict[int, int] | None:
        """A dice bonus wager that waits for the next roll is reason enough for a round."""
        bets = self.seats.bets()
        return bets if bets or self._game.streak.retained else None

    def play(self, bets: dict[int, int]) -> Iterator[Told]:
        self._tiles_are_out = False
        return self._round.play(bets)

    def lying(self) -> dict[int, int]:
        return {wager.seat: wager.amount for wager in self._game.streak.retained}

    def give_back(self) -> Iterator[Told]:
        for seat in sorted(self.lying()):
            yield self._return(seat, "the table closes")

    def _asked_back(self) -> Iterator[Told]:
        """Somebody will not wait for the next roll."""
        for seat in sorted(self.lying()):
            if happens(self._table.beside, ASKS_BACK):
                yield self._return(seat, "the guest leaves")

    def _return(self, seat: int, reason: str) -> Told:
        supervisor = self._table.supervisor("return_wager")
        told = {"seat": seat, "wager": DICE_BONUS, "reason": reason, "supervisor": supervisor}
        return self._table.tell_beside("return_wager", **told)

    def owed(self) -> int:
        return owed_by_streak(self._game.streak)

    def look_after(self) -> Iterator[Told]:
        if not self._has_begun:
            self._has_begun = True
            yield from self._begin()
        yield from self._asked_back()
        if self._age(self._game.dice.came) > _DICE_CHANGED_AFTER:
            yield self._table.tell("change_dice")
            yield self._table.tell("change_tiles", **self._sealed(_LAIN_LONG))
        elif self._tiles_are_old():
            yield self._table.tell("change_tiles", **self._sealed(_LAIN_LONG))
        elif self._setup.worn and happens(self._luck, CHIPPED):
            if self._luck.choice(("change_dice", "change_tiles")) == "change_dice":
                yield self._table.tell("change_dice")
            else:
                yield self._table.tell("change_tiles", **self._sealed(_CHIPPED))

    def _begin(self) -> Iterator[Told]:
        """Nobody knows here how long those of an earlier session have lain at the table."""
        yield self._table.tell_with_it("change_dice")
        if self._tiles_hours() is not None:
            yield self._table.tell_with_it("change_tiles", **self._sealed(_LAIN_LONG))

    def _sealed(self, reason: str) -> dict[str, Any]:
        """Dealer and floorperson sign for the set that goes where that is demanded."""
        if not self._setup.full_controls:
            return {"reason": reason}
        return {"reason": reason, "signatures": self._table.signatures()}

    def nobody_plays(self) -> Iterator[Told]:
        if not self._tiles_are_out:
            self._tiles_are_out = True
            yield self._table.tell("set_out_tiles")

    def _tiles_are_old(self) -> bool:
        hours = self._tiles_hours()
        if hours is None:
            return False
        return self._age(self._game.tiles.came) > timedelta(hours=hours) - _TILES_CHANGED_BEFORE

    def _tiles_hours(self) -> int | None:
        return regulation_for(self._table.state.regulation).tiles_hours

    def _age(self, since: str) -> timedelta:
        return self._table.now - stored_moment(since)

    @property
    def _game(self) -> PaiGow:
        return game_at(self._table.state)


class RoundPlay:
    """Plays rounds at one table with those who sit there."""

    def __init__(
        self, table: PlayedTable, seats: PaiGowSeats, setup: PaiGowSetup, luck: Luck
    ) -> None:
        self._table = table
        self._seats = seats
        self._luck = luck
        self._banking = Banking(table, seats, luck)
        self._wagering = Wagering(table, seats, setup, luck)
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
        supervisor = self._table.supervisor("settle")
        return self._table.tell("settle", supervisor=supervisor)

    def _deal(self) -> Iterator[Told]:
        if regulation_for(self._round().regulation).game.in_stacks:
            return tell_stacks(self._table, stacks_of(self._luck))
        return tell_cards(self._table, dealt_cards(self._round(), self._luck))

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
