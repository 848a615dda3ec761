"""Which paragraph a decision cites: version 2's own, and version 1's where a table opened under it."""

from typing import Any, Final

import pytest
from msgspec.structs import replace

from domain.events.round import DiceRolled, VigorishTaken
from domain.games.pai_gow.messages.events import HouseSet, TilesDealt
from domain.hosting import Table
from tests.support.domain.asked import (
    Asked,
    deal,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    set_hand,
    set_house,
    settle,
)
from tests.support.domain.banked import (
    BANK_HAND,
    DEALER_WINS,
    LOSE,
    TO_THE_DEALER,
    accepted,
    after_first,
    jersey,
    maryland,
)
from tests.support.domain.given import Happened, given, then_refused, when

VERSIONS: Final = pytest.mark.parametrize("version", [1, 2])
HANDS: Final = deal("5-6 1-6 2-2 4-6", {1: "1-4 2-3 3-3 3-6"})
"""The dealer's eight and four; seat 1's pair of fives and five."""


def opened(version: int, **elections: Any) -> Table:
    return under(version, given(open_table(**elections)))


def under(version: int, table: Table) -> Table:
    """As a table that opened under that version stands in the store."""
    return replace(table, regulation=f"{table.regulation.partition('@')[0]}@{version}")


def won(table: Table) -> Happened:
    """Seat 1 beats the dealer."""
    up_to_the_deal = (open_round(), place(1), no_more_bets(), roll(), HANDS)
    return when(table, *up_to_the_deal, set_hand(1, "1-4 2-3", "3-3 3-6"), set_house(), settle())


@VERSIONS
@pytest.mark.parametrize("regulation", ["nj-pai-gow", "nj-pai-gow-poker"])
def test_the_minimum_and_maximum_stand_in_19_47_8_2(version: int, regulation: str) -> None:
    table = opened(version, regulation=regulation, limits={"pai_gow": [1000, 5000]})
    rule = {1: "19:47-8.3", 2: "19:47-8.2"}[version]
    then_refused(when(table, open_round()).table, place(1, 999), rule=rule)


@VERSIONS
def test_beside_bonus_wagers_the_deal_is_another_letter(version: int) -> None:
    rule = {1: "19:47-10.6(d)", 2: "19:47-10.6(e)"}[version]
    assert won(opened(version, triples_bonus=True)).one(TilesDealt).rule == rule
    assert won(opened(version)).one(TilesDealt).rule == "19:47-10.6(d)"


@VERSIONS
def test_the_dragons_eye_has_its_own_vigorish(version: int) -> None:
    rule = {1: "19:47-10.7(k)", 2: "13:69F-10.7(l)1"}[version]
    eye = {"vigorish_method": 1, "start": "count"}
    assert won(opened(version, dragons_eye=eye)).one(VigorishTaken).rule == rule
    assert won(opened(version)).one(VigorishTaken).rule == "19:47-10.7(k)"


def banked(version: int, opening: Asked, **fields: Any) -> Happened:
    """Seat 2 banks, seat 1 plays and has set its hand."""
    table = accepted(under(version, after_first(opening, 1, 2)), 2, **fields)
    rolled = when(table, place(1), no_more_bets(), roll(*TO_THE_DEALER[2]))
    hands = deal(DEALER_WINS, {1: LOSE.replace("/", ""), 2: BANK_HAND})
    after = when(rolled.table, hands, set_hand(1))
    return Happened(after.table, (*rolled.events, *after.events))


@VERSIONS
def test_a_bank_rolls_and_sets_by_its_own_paragraphs(version: int) -> None:
    all_set = banked(version, jersey())
    rule = {1: "19:47-10.6(b)", 2: "19:47-10.8(i)"}[version]
    assert all_set.one(DiceRolled).rule == rule
    freely = when(all_set.table, set_house("4-6 1-5", "5-6 1-3")).one(HouseSet)
    assert freely.rule == {1: "19:47-10.7(a)", 2: "19:47-10.7(c)"}[version]
    by_the_way = when(all_set.table, set_house()).one(HouseSet)
    assert by_the_way.rule == {1: "19:47-10.7(d)", 2: "19:47-10.7(b)"}[version]


@VERSIONS
def test_maryland_sets_a_wrong_hand_again_by_10_f(version: int) -> None:
    wrong = set_house("4-6 1-5", "5-6 1-3")
    rule = {1: "MD 9.E(4)", 2: "MD 10.F"}[version]
    then_refused(banked(version, maryland(), co_bank=True).table, wrong, rule=rule)
    dealers = set_hand("dealer", "1-1 4-4", "6-6 1-3")
    rule = {1: "MD 8.D", 2: "MD 10.F"}[version]
    then_refused(banked(version, maryland()).table, dealers, rule=rule)
