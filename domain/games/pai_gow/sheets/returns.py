"""What a progressive wager returns as its meter grows, exactly, over all hands (19:47-11.14)."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.games.pai_gow.cards.progressive import LEAST_METER_CENTS, STAKES_CENTS, pay_table
from domain.games.pai_gow.cards.row_counts import ALL_HANDS
from domain.games.pai_gow.elections.elections import Elections
from domain.games.pai_gow.odds.progressive import break_even_meter, expected_fixed, expected_payout
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.wagers.names import PROGRESSIVE
from domain.games.seam.sheet import Return
from domain.money import dollars
from domain.refusals import NotOffered
from domain.wagers.edge import Edge

BREAK_EVEN: Final = "break-even"
_COUNTED: Final = f"over all {ALL_HANDS:,} hands of seven cards, as a share of the stake"
_METERS: Final = (1, 5, 10, 25, 50)
"""A regulation names no meter: so many times the least it may hold are told."""


def edge_of(one: Return) -> Edge:
    """What the house keeps of the stake while the meter stands so."""
    case = f"{dollars(one.stake)} stake, the meter at {dollars(one.meter)}"
    return Edge(PROGRESSIVE, 1 - one.expected / one.stake, _COUNTED, case)


def returns_of_regulation(rules: Regulation) -> list[Return]:
    """By the listed tables, where the regulation knows the wager."""
    if PROGRESSIVE not in rules.elective_wagers:
        return []
    meters = [("", times * LEAST_METER_CENTS) for times in _METERS]
    return [one for stake in STAKES_CENTS for one in _returns(stake, None, meters)]


def returns_of_submission(elected: Elections) -> list[Return]:
    """By the elected table; none where its terms are not lawful."""
    terms = elected.progressive
    if terms is None or not lawful_table(elected):
        return []
    meters = [("initial", terms.initial), ("reset", terms.reset)]
    return list(_returns(terms.stake, terms.payouts, meters))


def at_start(elected: Elections) -> list[Return]:
    """The return as the meter begins."""
    return [one for one in returns_of_submission(elected) if one.name == "initial"]


def at_least(returns: list[Return]) -> list[Return]:
    """Of each stake the return at the least meter told."""
    return [min(alike, key=lambda one: one.meter) for alike in _by_stake(returns)]


def _by_stake(returns: list[Return]) -> list[list[Return]]:
    stakes = dict.fromkeys(one.stake for one in returns)
    return [[one for one in returns if one.stake == stake] for stake in stakes]


def lawful_table(elected: Elections) -> bool:
    """Whether the elected stake and payouts make a table at all."""
    if elected.progressive is None:
        return False
    try:
        pay_table(elected.progressive.stake, elected.progressive.payouts)
    except NotOffered:
        return False
    return True


def _returns(
    stake: int, payouts: Mapping[str, int] | None, meters: list[tuple[str, int]]
) -> Iterator[Return]:
    even = (BREAK_EVEN, break_even_meter(stake, payouts))
    for name, meter in sorted([*meters, even], key=lambda one: one[1]):
        expected = expected_payout(meter, stake, payouts)
        yield Return(stake, meter, name, expected, expected_fixed(meter, stake, payouts))
