"""Whose hand is set how in a banked round (19:47-10.7(c), 10.8(e), (n); MD 9.E(4), 9.O)."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from domain.events.round import RoundClosed, RoundVoided
from domain.games.pai_gow.messages.events import HandSet, HouseSet
from domain.games.pai_gow.round.state import round_at
from domain.hosting import Table, next_commands
from domain.refusals import NotOffered, NotThisPlayer, UnlawfulSetting, WrongMoment
from tests.support.domain.asked import (
    Asked,
    ask,
    expose,
    no_more_bets,
    open_round,
    place,
    roll,
    set_hand,
    set_house,
    settle,
    surrender,
)
from tests.support.domain.banked import (
    DEALER_WINS,
    LOSE,
    accept,
    accepted,
    after_first,
    after_round,
    dealt,
    jersey,
    maryland,
    pass_bank,
)
from tests.support.domain.given import then_refused, when
from tests.support.domain.versions import opened_under_the_second

Opening = Callable[..., Asked]
BOTH: Final = pytest.mark.parametrize("opening", [jersey, maryland], ids=["NJ", "MD"])
BY_THE_WAY: Final = ("5-6 1-5", "4-6 1-3")
"""The bank's four tiles as the house way sets them."""
OTHERWISE: Final = ("4-6 1-5", "5-6 1-3")
"""Lawful, six over five, and not the house way."""
DEALERS_WAY: Final = ("6-6 4-4", "1-1 1-3")
NOT_DEALERS_WAY: Final = ("1-1 4-4", "6-6 1-3")


def cites(opening: Opening, jersey_says: str, maryland_says: str) -> str:
    return jersey_says if opening is jersey else maryland_says


def hands_dealt(opening: Opening, **fields: Any) -> Table:
    """Seat 2 banks, seat 1 wagers and was dealt a hand."""
    table = accepted(after_first(opening(), 1, 2), 2, **fields)
    return dealt(when(table, place(1)).table, {1: LOSE}, DEALER_WINS)


def all_set(opening: Opening, **fields: Any) -> Table:
    return when(hands_dealt(opening, **fields), set_hand(1)).table


@BOTH
def test_10_7_c_a_bank_alone_sets_as_it_likes(opening: Opening) -> None:
    house = when(all_set(opening), set_house(*OTHERWISE)).one(HouseSet)
    assert (house.position, house.way) == ("2", None)
    assert house.rule == cites(opening, "19:47-10.7(c)", "MD 8.A")
    assert house.high == ("4-6", "1-5")


@BOTH
def test_10_7_b_a_bank_alone_may_ask_for_the_house_way(opening: Opening) -> None:
    house = when(all_set(opening), set_house()).one(HouseSet)
    assert (set(house.high), house.way) == ({"5-6", "1-5"}, "basic")
    assert house.rule == cites(opening, "19:47-10.7(b)", "MD 8.B(2)")


@BOTH
def test_10_1_a_banks_high_hand_does_not_rank_below_its_low_hand(opening: Opening) -> None:
    turned = set_house(*reversed(OTHERWISE))
    rule = cites(opening, "19:47-10.1", "MD 1.B(5)")
    then_refused(all_set(opening), turned, rule=rule, kind=UnlawfulSetting)


@BOTH
def test_10_7_b_a_bank_sets_its_own_tiles_only(opening: Opening) -> None:
    rule = cites(opening, "19:47-10.7(b)", "MD 8.B")
    dealers = set_house(*DEALERS_WAY)
    then_refused(all_set(opening), dealers, rule=rule, kind=NotThisPlayer)


@BOTH
def test_10_8_e_md_9_e_4_a_co_banks_hand_is_set_by_the_house_way(opening: Opening) -> None:
    table = all_set(opening, co_bank=True)
    for told in ((), BY_THE_WAY):
        house = when(table, set_house(*told)).one(HouseSet)
        assert (house.position, house.way) == ("2", "basic")
        assert house.rule == cites(opening, "19:47-10.8(e)", "MD 9.E(4)")


@BOTH
def test_10_9_f_md_10_f_a_co_banks_departure_is_refused_and_set_again(opening: Opening) -> None:
    table = all_set(opening, co_bank=True)
    rule = cites(opening, "19:47-10.9(f)", "MD 10.F")
    then_refused(table, set_house(*OTHERWISE), rule=rule, kind=UnlawfulSetting)
    assert when(table, set_house(*BY_THE_WAY)).events


@BOTH
def test_10_8_n_md_9_o_the_dealers_own_hand_is_set_by_the_house_way(opening: Opening) -> None:
    table = all_set(opening)
    for told in ((), DEALERS_WAY):
        own = when(table, set_hand("dealer", *told)).one(HandSet)
        assert (own.seat, own.house_way, set(own.high)) == ("dealer", True, {"6-6", "4-4"})
        assert own.rule == cites(opening, "19:47-10.8(n)", "MD 9.O")
    rule = cites(opening, "19:47-10.9(f)", "MD 10.F")
    departure = set_hand("dealer", *NOT_DEALERS_WAY)
    then_refused(table, departure, rule=rule, kind=UnlawfulSetting)


@BOTH
def test_10_8_n_md_9_o_the_dealer_sets_after_all_players_before_or_after_the_bank(
    opening: Opening,
) -> None:
    rule = cites(opening, "19:47-10.8(n)", "MD 9.O")
    own = set_hand("dealer")
    then_refused(hands_dealt(opening), own, rule=rule, kind=WrongMoment)
    before = when(all_set(opening), own, set_house()).table
    after = when(all_set(opening), set_house(), own).table
    for table in (before, after):
        then_refused(table, own, kind=WrongMoment)
        assert round_at(table).phase == "house_set"
    assert when(before, settle()).one(RoundClosed).wagers == (
        when(after, settle()).one(RoundClosed).wagers
    )


@BOTH
def test_10_8_n_md_9_o_nothing_is_settled_before_the_dealers_own_hand_is_set(
    opening: Opening,
) -> None:
    table = when(all_set(opening), set_house()).table
    rule = cites(opening, "19:47-10.8(n)", "MD 9.O")
    then_refused(table, settle(), rule=rule, kind=WrongMoment)


@BOTH
@pytest.mark.parametrize("fields", [{"co_bank": True}, {"dealer_wager": 0}])
def test_10_8_n_md_9_o_without_a_wager_the_dealer_has_no_hand_to_set(
    opening: Opening, fields: dict[str, Any]
) -> None:
    table = all_set(opening, **fields)
    rule = cites(opening, "19:47-10.8(n)", "MD 9.O")
    then_refused(table, set_hand("dealer"), rule=rule, kind=NotOffered)
    assert when(table, set_house(), settle()).one(RoundClosed).dealer_wager is None


@BOTH
def test_10_7_c_md_8_c_the_bank_waits_until_every_seat_is_set(opening: Opening) -> None:
    rule = cites(opening, "19:47-10.7(c)", "MD 8.C")
    then_refused(hands_dealt(opening), set_house(), rule=rule, kind=WrongMoment)


@BOTH
def test_the_banks_hand_is_the_houses_and_no_seats(opening: Opening) -> None:
    refusal = then_refused(hands_dealt(opening), set_hand(2), kind=NotOffered)
    assert "set_house" in refusal.reason


@BOTH
@pytest.mark.parametrize("position", [2, "dealer", "dead", 5])
def test_10_9_e_md_10_e_an_exposed_tile_of_bank_dealer_or_nobody_voids_the_round(
    opening: Opening, position: int | str
) -> None:
    then = when(hands_dealt(opening), expose(position))
    voided = then.one(RoundVoided)
    assert voided.rule == cites(opening, "19:47-10.9(e)", "MD 10.E")
    assert [line.outcome for line in voided.wagers] == ["void"]


def test_before_the_deal_the_dealers_own_hand_cannot_be_set() -> None:
    table = when(accepted(after_first(jersey(), 1, 2), 2), place(1), no_more_bets(), roll()).table
    then_refused(table, set_hand("dealer"), rule="19:47-10.8(n)", kind=WrongMoment)


@BOTH
def test_10_8_n_md_9_o_nobody_surrenders_before_the_dealers_own_hand_is_set(
    opening: Opening,
) -> None:
    table = when(all_set(opening), set_house()).table
    rule = cites(opening, "19:47-10.8(n)", "MD 9.O")
    refusal = then_refused(table, surrender(1), rule=rule, kind=WrongMoment)
    assert "`set_hand` of the `dealer`" in refusal.reason
    assert "surrender" not in next_commands(table)
    both = when(table, set_hand("dealer")).table
    assert "surrender" in next_commands(both)
    assert when(both, surrender(1), settle()).one(RoundClosed).wagers[0].outcome == "surrender"
    for fields in ({"dealer_wager": 0}, {"co_bank": True}):
        alone = when(all_set(opening, **fields), set_house()).table
        assert when(alone, surrender(1)).events


@BOTH
def test_10_8_n_md_9_o_under_version_2_a_surrender_did_not_wait(opening: Opening) -> None:
    table = after_round(opened_under_the_second(opening()), 1, 2)
    banked = when(table, open_round(), pass_bank(1), accept(2), place(1)).table
    set_down = when(dealt(banked, {1: LOSE}, DEALER_WINS), set_hand(1), set_house()).table
    assert when(set_down, surrender(1)).events


@BOTH
def test_10_7_b_md_8_b_a_bank_who_left_is_played_on(opening: Opening) -> None:
    table = all_set(opening)
    rule = cites(opening, "19:47-10.5(b)", "MD 5.C(2)")
    refusal = then_refused(table, ask("abandon", seat=2), rule=rule)
    assert opening is jersey or "tell `set_house` alone" in refusal.reason
    then = when(table, set_hand("dealer"), set_house(), settle())
    assert (then.one(HouseSet).way, then.one(RoundClosed).bank is None) == ("basic", False)
