"""What a pai gow table is opened with, and what its wagers beside the hands may cost."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final, TypeAlias

from domain.event_parts import ROLLED
from domain.events.round import DiceRolled
from domain.games.pai_gow.dice.rolled import is_triple
from domain.games.pai_gow.messages.parts import Rolled
from domain.games.pai_gow.regulations import regulation_in_force
from domain.games.pai_gow.wagers.names import MAIN, PROGRESSIVE
from domain.games.pai_gow.wagers.record import PaiGowWager
from domain.terms import terms_of
from services.tools.simulator.terms import Terms

Limits: TypeAlias = dict[str, tuple[int, int]]

_LEAST: Final = 500
_DICE: Final = range(1, 7)
_ANY_SEAT: Final = 1
"""The dice favour no number, so any seat stands for all."""


def plain_extras(regulation: str) -> dict[str, bool]:
    """Every election that is but a yes or no, and puts wagers beside the hands on the layout."""
    rules = regulation_in_force(regulation)
    by_wagers = dict.fromkeys(one.election for one in rules.catalogue.values() if one.election)
    fields = rules.elections.model_fields
    return {name: True for name in by_wagers if fields[name].annotation is bool}


def side_limits_of(wager: PaiGowWager) -> tuple[int, int]:
    """Of a wager beside the one on the hands, at every table that offers it: the less the higher
    it may be paid."""
    best = max((row.odds for row in wager.rows), default=Fraction(1))
    if wager.carried:
        return _LEAST, 1_000
    if wager.row_of is not None:
        return _LEAST, 1_500
    if best >= 100:
        return _LEAST, 500
    return _LEAST, 1_500 if best >= 30 else 5_000


def _rolls() -> Iterator[DiceRolled]:
    """Every roll, a triple being the first in a row, at a seat that shakes itself."""
    for dice in product(_DICE, _DICE, _DICE):
        running = int(is_triple(dice))
        counted = Rolled(running=running, triples=running)
        yield DiceRolled(dice=dice, total=sum(dice), shaker=_ANY_SEAT, **ROLLED.told(counted))


@dataclass(frozen=True, slots=True)
class PaiGowTerms(Terms):
    """Played on the hands, and on what is elected beside them."""

    @property
    def plays_dice_alone(self) -> bool:
        """The wagers on the dice need none on the hands."""
        eye = self.elections.get("dragons_eye") or {}
        return bool(eye.get("standalone"))

    def beside_hands(self) -> tuple[PaiGowWager, ...]:
        """The wagers it offers beside the one on the hands."""
        offered = regulation_in_force(self.regulation).catalogue.offered(terms_of(self.elections))
        return tuple(one for one in offered if one.name != MAIN)

    def side_limits(self) -> Limits:
        elected = terms_of(self.elections)
        limits: Limits = {}
        for one in self.beside_hands():
            stake = one.stake(elected)
            limits[one.name] = side_limits_of(one) if stake is None else (stake, stake)
        return limits

    def side_risk(self) -> int:
        """The most that one round could cost the tray beside the hands; a streak comes on top."""
        limits, wagers = self.side_limits(), self.beside_hands()
        risk = _worst_roll(wagers, limits) * len(self.places)
        for one in wagers:
            if one.row_of is not None:
                risk += _worst_deal(one, len(self.places)) * limits[one.name][1]
        if PROGRESSIVE in limits:
            risk += self.elections[PROGRESSIVE]["initial"]
        return risk

    def submission(self) -> dict[str, Any]:
        limits = {MAIN: [self.minimum, self.maximum]}
        limits |= {wager: list(both) for wager, both in self.side_limits().items()}
        return {"regulation": self.regulation, "limits": limits, **self.elections}


def _worst_roll(wagers: Iterable[PaiGowWager], limits: Limits) -> int:
    """The most that one roll may cost at a seat."""
    on_dice = [(one.on_roll, limits[one.name][1]) for one in wagers if one.on_roll is not None]
    return max(
        sum(
            int(pays.odds * most)
            for on_roll, most in on_dice
            if (pays := on_roll(rolled, _ANY_SEAT)) is not None
        )
        for rolled in _rolls()
    )


def _worst_deal(wager: PaiGowWager, seats: int) -> int:
    """The best row can lie at one seat only, the next at all the others."""
    best = max(wager.rows, key=lambda row: row.odds)
    others = max(row.odds for row in wager.rows if row.name != best.name)
    return int(best.odds + others * (seats - 1))
