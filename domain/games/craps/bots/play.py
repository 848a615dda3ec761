"""Craps at one table: those who stand there, their rolls, and what lies there between them."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from domain.games.craps.bots.guests import CrapsSeats
from domain.games.craps.bots.setups import CrapsSetup
from domain.games.craps.bots.wagering import Wagering, Wish
from domain.games.craps.regulations import NJ_CRAPS
from domain.games.craps.round.settlement import decided
from domain.games.craps.round.state import Craps, craps_at
from domain.games.craps.wagers.deciding import Dice
from domain.games.seam.bots import DIE_MISREAD, PlayedTable, Told
from domain.games.seam.guests import Luck, happens

_NO_ROLL: Final = 0.02
_VOID_ROUND: Final = 0.004
"""A round is called off, before the dice or in their place."""
_CALLED_AWAY: Final = 0.004
"""Between rounds: somebody has to go, and a supervisor gives the carried wagers back."""
_NEW_DICE: Final = 0.006
_ROLL_MISREAD: Final = 0.012
_AWAY: Final = "the player is called away"
_CLOSING: Final = "the table closes"
_FACES: Final = range(1, 7)
_NO_ROLLS: Final = (
    "a die left the table",
    "a die came to rest in the chips",
    "the dice did not reach the wall",
)
_CALLED_OFF: Final = (
    "a die was found to be chipped",
    "a player fell ill at the table",
    "the layout was soaked",
)
_ROLLS: Final[tuple[Dice, ...]] = tuple(
    (one, other) for one, other in product(_FACES, _FACES) if one <= other
)
"""Which die shows which face decides nothing."""


class CrapsPlay:
    """A round is one roll; what it does not decide lies there for the next."""

    complaints: Final = (
        "my place bet was on, I had called it",
        "I was paid for half of my chips",
        "the die was cocked and should not have counted",
    )

    def __init__(self, table: PlayedTable, setup: CrapsSetup, luck: Luck) -> None:
        self.seats: Final = CrapsSeats(table.state.name, setup, luck)
        self._table = table
        self._luck = luck
        self._wagering = Wagering(table, self.seats, setup, luck)
        self._rolling = Rolling(table, luck)
        self._wishes: list[Wish] = []

    def bets(self) -> dict[int, int] | None:
        """What lies there is reason enough for a roll."""
        self._wishes = self._wagering.wishes()
        bets: dict[int, int] = {}
        for one in self._wishes:
            bets[one.seat] = bets.get(one.seat, 0) + one.amount
        return bets if bets or self._game.wagers else None

    def play(self, bets: dict[int, int]) -> Iterator[Told]:
        del bets
        yield self._table.tell("open_round")
        yield from self._wagering.place(self._wishes)
        yield from self._wagering.call_on()
        yield from self._rolling.roll()

    def lying(self) -> dict[int, int]:
        by_seat: dict[int, int] = {}
        for one in self._game.wagers:
            by_seat[one.seat] = by_seat.get(one.seat, 0) + one.amount
        return by_seat

    def owed(self) -> int:
        return worst_roll(self._game)

    def look_after(self) -> Iterator[Told]:
        if happens(self._luck, _NEW_DICE):
            yield self._table.tell("change_dice")
        seats = sorted(self.lying())
        if seats and happens(self._luck, _CALLED_AWAY):
            seat = self._luck.choice(seats)
            yield from self._return(_AWAY, seat)
            self.seats.at(seat).rounds_left = 0

    def nobody_plays(self) -> Iterator[Told]:
        return iter(())

    def give_back(self) -> Iterator[Told]:
        yield from self._return(_CLOSING)

    def _return(self, reason: str, seat: int | None = None) -> Iterator[Told]:
        for one in self._game.wagers:
            if seat not in (None, one.seat):
                continue
            several = len(self._game.wagers_at(one.seat, one.wager)) > 1
            yield self._table.tell_beside(
                "return_wager",
                seat=one.seat,
                wager=one.wager,
                reason=reason,
                supervisor=self._table.supervisor("return_wager"),
                **({"point": one.point} if several else {}),
            )

    @property
    def _game(self) -> Craps:
        return craps_at(self._table.state)


class Rolling:
    """Throws the dice of one table."""

    def __init__(self, table: PlayedTable, luck: Luck) -> None:
        self._table = table
        self._luck = luck
        self._shooter = 0
        """The seat that shoots, until a seven takes the point; 0: nobody has yet."""

    def roll(self) -> Iterator[Told]:
        """From "no more bets" to the end of the round."""
        called_off = happens(self._luck, _VOID_ROUND)
        if called_off and self._luck.random() < 0.5:
            yield self._void()
            return
        yield self._table.tell("no_more_bets")
        while happens(self._luck, _NO_ROLL):
            yield self._table.tell("no_roll", reason=self._luck.choice(_NO_ROLLS))
        if called_off:
            yield self._void()
            return
        dice = [self._luck.choice(_FACES), self._luck.choice(_FACES)]
        wrong = self._misread(dice)
        shooter, stood = self._next_shooter(), self._game.point
        yield self._table.tell("roll", dice=wrong or dice, shaker=shooter)
        if wrong is not None:
            yield self._table.corrected("correct_roll", DIE_MISREAD, dice=dice)
        self._shooter = shooter if stood is None or sum(dice) != 7 else -shooter

    def _next_shooter(self) -> int:
        """The same, while there is a wager of theirs; else the next who has one."""
        seats = sorted({one.seat for one in self._game.wagers})
        if self._shooter in seats:
            return self._shooter
        after = [seat for seat in seats if seat > abs(self._shooter)]
        return (after or seats)[0]

    def _void(self) -> Told:
        return self._table.tell(
            "void_round",
            reason=self._luck.choice(_CALLED_OFF),
            supervisor=self._table.supervisor("void_round"),
        )

    def _misread(self, dice: list[int]) -> list[int] | None:
        """One die as it did not fall."""
        luck = self._table.beside
        if not happens(luck, _ROLL_MISREAD):
            return None
        die = luck.randrange(len(dice))
        face = luck.choice([face for face in _FACES if face != dice[die]])
        return [*dice[:die], face, *dice[die + 1 :]]

    @property
    def _game(self) -> Craps:
        return craps_at(self._table.state)


def worst_roll(game: Craps) -> int:
    """The most that one roll costs, in cents; nothing where every roll wins for the house."""
    return max(0, *(_cost(game, dice) for dice in _ROLLS)) if game.wagers else 0


def _cost(game: Craps, dice: Dice) -> int:
    cost = 0
    for wager in game.wagers:
        verdict = decided(wager, dice, game.point, NJ_CRAPS).verdict
        odds = game.terms.odds_of(wager.wager)
        assert odds is not None
        if verdict == "win":
            cost += int(wager.amount * odds)
        elif verdict == "lose":
            cost -= wager.amount
    return cost
