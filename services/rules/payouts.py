"""What each wager pays, line by line, as it stands on a sign: odds "to" one."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from domain.dice import dice_bonus, dragons_eye, triples
from domain.regulations import Regulation
from domain.tiles import pair_fortunes

MAIN: Final = "pai_gow"
_ORDINALS: Final = ("first", "second", "third")


class Payout(NamedTuple):
    """One line of a sign."""

    wager: str
    label: str
    odds: int
    rule: str

    @property
    def told(self) -> str:
        """Never with "for": 19:47-10.11(e)."""
        return f"{self.odds:,} to 1"


def payouts_of(
    wager: str, rules: Regulation, paytables: Iterable[str] = pair_fortunes.PAYTABLES
) -> list[Payout]:
    """All the lines of one wager; Pair Fortunes by each paytable asked for."""
    if wager == MAIN:
        return [Payout(wager, wager_title(wager), 1, rules.cites.vigorish)]
    if wager in triples.ODDS:
        return [Payout(wager, wager_title(wager), triples.ODDS[wager], triples.CITES[wager])]
    if wager == pair_fortunes.WAGER:
        return [line for paytable in paytables for line in _fortunes(paytable)]
    rule = _eye_cites(rules)[wager]
    if wager == dice_bonus.WAGER:
        return _bonus(rule)
    return [Payout(wager, _EYE_LABELS[wager], _EYE_ODDS[wager], rule)]


def _fortunes(paytable: str) -> list[Payout]:
    return [
        Payout(
            pair_fortunes.WAGER,
            f"Pair Fortunes {paytable}, {row.replace('_', ' ')}",
            odds,
            pair_fortunes.CITES[paytable],
        )
        for row, odds in pair_fortunes.PAYTABLES[paytable].items()
    ]


def _bonus(rule: str) -> list[Payout]:
    return [
        Payout(
            dice_bonus.WAGER,
            f"Dice bonus, {_ORDINALS[running - 1]} triple in a row, {who}",
            dice_bonus.bonus_odds(running, shaker=shaker),
            rule,
        )
        for running in range(1, dice_bonus.LAST + 1)
        for shaker, who in ((True, "the shaker"), (False, "others"))
    ]


_EYE_ODDS: Final = {
    "even": dragons_eye.PARITY_ODDS,
    "odd": dragons_eye.PARITY_ODDS,
    "match": dragons_eye.MATCH_ODDS_A_DIE,
    "double": dragons_eye.DOUBLE_ODDS,
    "triple": dragons_eye.TRIPLE_ODDS,
}
_EYE_LABELS: Final = {
    "even": "Even, by the dragon's eye die",
    "odd": "Odd, by the dragon's eye die",
    "match": "Match, each die with the seat's number",
    "double": "Double, the two other dice alike",
    "triple": "Triple, all three dice alike",
}


def _eye_cites(rules: Regulation) -> dict[str, str]:
    if rules.name == "nj-pai-gow-poker":
        return {**dragons_eye.CARDS_CITES, **dice_bonus.CARDS_CITES}
    return {**dragons_eye.CITES, **dice_bonus.CITES}


def wager_title(wager: str) -> str:
    """A wager as a sign names it."""
    if wager in triples.FACES:
        return f"All {triples.FACES[wager]}'s"
    if wager == pair_fortunes.WAGER:
        return "Pair Fortunes"
    return wager.replace("_", " ").capitalize()
