"""What each wager pays, line by line, as it stands on a sign: odds "to" one, or an amount."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from domain.games.pai_gow.cards.progressive import STAKES_CENTS, PayTable, pay_table
from domain.games.pai_gow.dice import dice_bonus, dragons_eye, triples
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.regulations.nj_pai_gow import NJ_PAI_GOW
from domain.games.pai_gow.tiles import pair_fortunes
from domain.money import dollars
from domain.terms import MAIN, PROGRESSIVE

assert NJ_PAI_GOW.eye is not None
DRAGONS_EYE: Final = NJ_PAI_GOW.eye
LISTED: Final = {stake: pay_table(stake) for stake in STAKES_CENTS}
"""The progressive payout tables as listed (19:47-11.14(d)), by stake."""
_ORDINALS: Final = ("first", "second", "third")


class Payout(NamedTuple):
    """One line of a sign."""

    wager: str
    label: str
    odds: int | None
    """To one; None where an amount is paid."""
    rule: str
    percent: int | None = None
    """Of the progressive meter."""
    cents: int | None = None

    @property
    def told(self) -> str:
        """Never with "for": 19:47-10.11(e)."""
        if self.percent is not None:
            return f"{self.percent} percent of the meter"
        return f"{self.odds:,} to 1" if self.cents is None else dollars(self.cents)


def payouts_of(
    wager: str,
    rules: Regulation,
    paytables: Iterable[str] = pair_fortunes.PAYTABLES,
    progressive: Mapping[int, PayTable] = LISTED,
) -> list[Payout]:
    """All the lines of one wager; Pair Fortunes and the progressive by each table asked for."""
    if wager == MAIN:
        return [Payout(wager, wager_title(wager), 1, rules.cites.vigorish)]
    if wager in triples.ODDS:
        return [Payout(wager, wager_title(wager), triples.ODDS[wager], triples.CITES[wager])]
    if wager == pair_fortunes.WAGER:
        return [line for paytable in paytables for line in _fortunes(paytable)]
    if wager == PROGRESSIVE:
        return [line for stake, table in progressive.items() for line in _progressive(stake, table)]
    # What is elected where it is not permitted is told by the paragraphs that know it.
    rule = (rules.eye or DRAGONS_EYE).pays[wager]
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


def _progressive(stake_cents: int, table: PayTable) -> list[Payout]:
    return [
        Payout(
            PROGRESSIVE,
            f"Progressive {dollars(stake_cents)}, {row.name.replace('_', ' ')}",
            None,
            "19:47-11.14(d)",
            percent=row.percent,
            cents=row.cents if row.percent is None else None,
        )
        for row in table
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


def wager_title(wager: str) -> str:
    """A wager as a sign names it."""
    if wager in triples.FACES:
        return f"All {triples.FACES[wager]}'s"
    if wager == pair_fortunes.WAGER:
        return "Pair Fortunes"
    return wager.replace("_", " ").capitalize()
