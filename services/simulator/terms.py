"""What a table is opened with: its elections, its limits and its chips."""

from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from domain.games.pai_gow.layout.positions import SEATS
from domain.terms import DICE_BONUS, EYE, MAIN, PAIR_FORTUNES, PROGRESSIVE, TRIPLES

Limits: TypeAlias = dict[str, tuple[int, int]]

SIDE_LIMITS: Final[Limits] = {
    **dict.fromkeys(TRIPLES, (500, 500)),
    "any_triple": (500, 1_500),
    **dict.fromkeys(EYE, (500, 5_000)),
    "triple": (500, 1_500),
    DICE_BONUS: (500, 1_000),
    PAIR_FORTUNES: (500, 1_500),
}
"""Of the wagers beside the one on the hands, at every table that offers them."""

_WORST_ODDS: Final = {"all_1": 180, "any_triple": 30, "match": 3, "double": 4, "triple": 30}
"""What one roll may pay at every seat; of the six faces only one is thrown."""
_FIRST_TRIPLE: Final = 30
_BEST_FORTUNE, _OTHER_FORTUNES = 300, 30
"""Gee joon with the heaven pair can lie at one seat only."""


@dataclass(frozen=True, slots=True)
class Terms:
    """A table's submission, with limits in cents, and the tray that goes with it."""

    minimum: int
    maximum: int
    chips: dict[str, int]
    """Pieces by denomination in cents. All of it is worth 1,000 minimum wagers or more, so
    that the fill that comes at a quarter of it comes before any one round could empty it."""
    regulation: str = "nj-pai-gow"
    elections: dict[str, Any] = field(default_factory=dict)
    match_play: int = 0
    """Face value of the coupons that the house gives to some of its guests."""
    popularity: tuple[float, float] = (0.12, 0.35)
    """How likely a newcomer is while all seats are free: at least, at most."""
    worn: bool = False
    """Its tiles and dice are old: now and then a piece is chipped and has to go."""

    @property
    def par(self) -> int:
        """What the tray is worth when it is as it should be."""
        return sum(int(denomination) * pieces for denomination, pieces in self.chips.items())

    @property
    def full_controls(self) -> bool:
        """Counts are signed, and a slip goes through three hands."""
        return self.elections.get("controls") == "full"

    def elects(self, election: str) -> bool:
        return bool(self.elections.get(election))

    @property
    def plays_dice_alone(self) -> bool:
        """The wagers on the dice need none on the hands."""
        eye = self.elections.get("dragons_eye") or {}
        return bool(eye.get("standalone"))

    def side_limits(self) -> Limits:
        """The wagers it offers beside the one on the hands."""
        offered = (
            *(TRIPLES if self.elects("triples_bonus") else ()),
            *(EYE if self.elects("dragons_eye") else ()),
            *((PAIR_FORTUNES,) if self.elects("pair_fortunes") else ()),
        )
        limits = {wager: SIDE_LIMITS[wager] for wager in offered}
        if self.elects(PROGRESSIVE):
            stake = self.elections[PROGRESSIVE]["stake"]
            limits[PROGRESSIVE] = (stake, stake)
        return limits

    def side_risk(self) -> int:
        """The most that one round could cost the tray beside the hands; a streak comes on top."""
        limits = self.side_limits()
        at_a_seat = sum(odds * limits[w][1] for w, odds in _WORST_ODDS.items() if w in limits)
        if DICE_BONUS in limits:
            at_a_seat += _FIRST_TRIPLE * limits[DICE_BONUS][1]
        risk = at_a_seat * len(SEATS)
        if PAIR_FORTUNES in limits:
            others = _OTHER_FORTUNES * (len(SEATS) - 1)
            risk += (_BEST_FORTUNE + others) * limits[PAIR_FORTUNES][1]
        if PROGRESSIVE in limits:
            risk += self.elections[PROGRESSIVE]["initial"]
        return risk

    def submission(self) -> dict[str, Any]:
        limits = {MAIN: [self.minimum, self.maximum]}
        limits |= {wager: list(both) for wager, both in self.side_limits().items()}
        return {"regulation": self.regulation, "limits": limits, **self.elections}
