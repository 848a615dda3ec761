"""Twenty-three tables, no two alike, and what their wagers beside the hands may cost."""

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
from domain.games.seam.guests import Setup
from domain.terms import terms_of

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
class PaiGowSetup(Setup):
    """Played on the hands, and on what is elected beside them."""

    regulation: str = "nj-pai-gow"

    @property
    def places(self) -> range:
        return range(1, regulation_in_force(self.regulation).places + 1)

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


_FIVE: Final = (500, 100_000, {"500": 800, "2500": 400, "10000": 100, "50000": 4})
_TEN: Final = (1_000, 200_000, {"500": 300, "2500": 160, "10000": 40, "50000": 2})
_DEEP_TEN: Final = (1_000, 200_000, {"500": 600, "2500": 400, "10000": 100, "50000": 8})
"""With a tray that can stand for the long odds of its side wagers."""
_TWENTY_FIVE: Final = (2_500, 500_000, {"500": 300, "2500": 300, "10000": 120, "50000": 10})
_FIFTY: Final = (5_000, 500_000, {"500": 300, "2500": 500, "10000": 250, "50000": 30})
_DEEP_TWENTY_FIVE: Final = (
    2_500,
    500_000,
    {"500": 300, "2500": 600, "10000": 300, "50000": 60},
)
"""With a tray that can stand for a progressive meter."""
_HUNDRED: Final = (10_000, 1_000_000, {"500": 200, "2500": 600, "10000": 500, "50000": 80})

_METER: Final = {
    "meter": "MIDI",
    "stake": 100,
    "rate_bp": 2_500,
    "initial": 1_000_000,
    "reset": 1_000_000,
}
"""Two tables feed it."""
_HIGH_METER: Final = {**_METER, "meter": "GRAND", "stake": 500, "rate_bp": 3_000}

_QUIET: Final = (0.02, 0.06)
"""Where few sit down, and the tiles are set out until somebody does."""
_BANK: Final = {"banking": True}
_CO_BANK: Final = {"banking": True, "co_banking": True}
_FULL: Final = {"controls": "full"}
_CLASSIC_STYLES: Final = ["house_way_from_right", "cup_say_from_right", "jung_quat", "chee_yee"]


def _eye(method: int = 1, *, standalone: bool = False, start: str = "eye") -> dict[str, Any]:
    variation = {"vigorish_method": method, "standalone": standalone, "start": start}
    return {"dragons_eye": variation}


def _maryland(stakes: tuple[int, int, dict[str, int]], **elections: Any) -> PaiGowSetup:
    return PaiGowSetup(*stakes, regulation="md-pai-gow", elections=elections)


def _poker(stakes: tuple[int, int, dict[str, int]], **elections: Any) -> PaiGowSetup:
    return PaiGowSetup(*stakes, regulation="nj-pai-gow-poker", elections=elections)


SETUPS: Final = (
    # The first four are played against the house alone: nothing is elected.
    PaiGowSetup(*_TWENTY_FIVE),
    PaiGowSetup(*_TEN),
    PaiGowSetup(*_FIFTY),
    PaiGowSetup(*_HUNDRED),
    PaiGowSetup(*_TWENTY_FIVE, elections=_CO_BANK, worn=True),
    PaiGowSetup(*_TWENTY_FIVE, elections={**_eye(), **_FULL}),
    _maryland(_TWENTY_FIVE, pair_fortunes="A", generator=True, dealer_delivery=True),
    _poker(_DEEP_TWENTY_FIVE, progressive=_METER, house_way="basic", **_FULL),
    PaiGowSetup(*_FIFTY, elections={**_BANK, **_FULL}, popularity=_QUIET),
    PaiGowSetup(*_DEEP_TEN, elections=_eye(2), worn=True),
    _maryland(_DEEP_TEN, **_CO_BANK, pair_fortunes="B"),
    PaiGowSetup(*_FIVE, elections=_eye(standalone=True, start="count"), match_play=1_000),
    _maryland(_FIFTY, two_areas=True, vigorish="cent"),
    PaiGowSetup(
        *_HUNDRED,
        elections={**_CO_BANK, "two_areas": True},
        match_play=10_000,
        popularity=_QUIET,
    ),
    PaiGowSetup(*_TWENTY_FIVE, elections={"triples_bonus": True, "vigorish": "cent"}, worn=True),
    _maryland(_TWENTY_FIVE, banking=True, bank_house_way=True, generator=True, pair_fortunes="C"),
    PaiGowSetup(*_TWENTY_FIVE, elections={**_BANK, **_eye(2, standalone=True)}),
    _maryland(
        _HUNDRED,
        **_CO_BANK,
        two_areas=True,
        **plain_extras("md-pai-gow"),
        pair_fortunes="D",
        dealer_delivery=True,
        delivery_styles=_CLASSIC_STYLES,
    ),
    PaiGowSetup(
        *_FIFTY, elections={**_CO_BANK, **_eye(), **plain_extras("nj-pai-gow")}, match_play=5_000
    ),
    PaiGowSetup(*_TEN, elections={**_BANK, "delivery_styles": _CLASSIC_STYLES}, match_play=1_000),
    PaiGowSetup(*_DEEP_TEN, elections={"two_areas": True, "triples_bonus": True}, match_play=2_500),
    _poker(
        _DEEP_TWENTY_FIVE,
        **_CO_BANK,
        **_eye(2),
        **plain_extras("nj-pai-gow-poker"),
        progressive=_HIGH_METER,
        wheel="lowest",
    ),
    _poker(_DEEP_TWENTY_FIVE, **_BANK, two_areas=True, progressive=_METER),
)
