"""How likely a wager is to be won, lost or void: an absorbing chain over the 36 rolls, exactly.

A state is what the next roll finds: the number that the wager stands on, and of a place bet the
table's point, for it is inactive while there is none. A roll decides the wager, by the very
function of the catalogue that settles it, or leads to another state.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from domain.games.craps.wagers.deciding import Decides, Dice, Verdict, point_after

_FACES: Final = range(1, 7)
ROLLS: Final[tuple[Dice, ...]] = tuple(product(_FACES, _FACES))
"""Every way two dice that can be told apart may fall."""


class Course(NamedTuple):
    """What of a wager's record the dice meet."""

    decides: Decides
    moves: bool
    place_bet: bool


class State(NamedTuple):
    """The layout as the next roll finds it, as far as it matters to one wager."""

    number: int | None = None
    """What the wager stands on."""
    point: int | None = None
    """The table's."""


_PLACED: Final = State()
"""Before its first roll. A place bet: on the come out roll, the others are its later states."""


@dataclass(frozen=True, slots=True)
class Chances:
    """Of one wager from its placing until it is decided; they add up to one."""

    win: Fraction
    lose: Fraction
    void: Fraction

    def keeps(self, odds: Fraction) -> Fraction:
        """What the house keeps of the wager on average, void ones counted in."""
        return self.lose - odds * self.win

    def keeps_of_decided(self, odds: Fraction) -> Fraction:
        """The same of those that are won or lost."""
        return self.keeps(odds) / (self.win + self.lose)


_Row: TypeAlias = dict[State, Fraction]


def _step(wager: Course, state: State, dice: Dice) -> Verdict | State:
    """What one roll makes of it; nobody calls a place bet on."""
    active = not wager.place_bet or state.point is not None
    verdict = wager.decides(dice, state.number) if active else None
    if verdict is not None:
        return verdict
    return State(
        number=point_after(state.number, dice) if wager.moves else None,
        point=point_after(state.point, dice) if wager.place_bet else None,
    )


@cache
def chances(wager: Course) -> Chances:
    """By the rules alone; what a win pays is another matter."""
    states = _reached(wager)
    leads_to = {state: [_step(wager, state, dice) for dice in ROLLS] for state in states}

    def of(verdict: Verdict) -> Fraction:
        once = {state: _share(leads_to[state].count(verdict)) for state in states}
        on = {
            state: {other: _share(leads_to[state].count(other)) for other in states}
            for state in states
        }
        return _absorbed(on, once)[_PLACED]

    return Chances(of("win"), of("lose"), of("void"))


def _share(rolls: int) -> Fraction:
    return Fraction(rolls, len(ROLLS))


def _reached(wager: Course) -> list[State]:
    """Every state that the wager may come to, the first one first."""
    found: list[State] = []
    new = [_PLACED]
    while new:
        found += new
        steps = (_step(wager, state, dice) for state in new for dice in ROLLS)
        reached = dict.fromkeys(one for one in steps if isinstance(one, State))
        new = [one for one in reached if one not in found]
    return found


def _absorbed(on: dict[State, _Row], once: _Row) -> _Row:
    """The chance to end so from each state: x = once + on x, solved by elimination.

    Each state in turn is written by the others and put into their equations. The next roll may
    always decide a wager that is active, so no state leads to itself for certain.
    """
    for state, row in on.items():
        stays = 1 - row.pop(state, Fraction(0))
        once[state] /= stays
        for other in row:
            row[other] /= stays
        for one in (other for other in on if other != state):
            share = on[one].pop(state, Fraction(0))
            once[one] += share * once[state]
            for other, its in row.items():
                on[one][other] = on[one].get(other, Fraction(0)) + share * its
    return once
