"""The bank's cut, the delivery it chooses, the count from its seat, and whose tiles are kept.

19:47-10.8(g), (i) to (l); MD 9.G, 9.J to 9.M.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pytest

from domain.events.round import DiceRolled
from domain.games.pai_gow.messages.events import DeliveryChosen, TilesCut, TilesDealt
from domain.games.pai_gow.tiles.delivery import STYLES, deliver_in
from domain.hosting import Table, next_commands
from domain.refusals import NotOffered, WrongMoment
from tests.support.domain.asked import (
    RING,
    TILES,
    Asked,
    ask,
    no_more_bets,
    open_round,
    place,
    reshuffle,
    roll,
)
from tests.support.domain.banked import (
    accept,
    accepted,
    after_first,
    after_round,
    choose,
    cut,
    jersey,
    maryland,
    pass_bank,
)
from tests.support.domain.given import given, new_table, then_refused, when
from tests.support.domain.versions import opened_under_the_second

STACKS: Final = [list(TILES[at : at + 4]) for at in range(0, 32, 4)]
BOTH: Final = pytest.mark.parametrize("opening", [jersey, maryland], ids=["NJ", "MD"])
Opening = Callable[..., Asked]
NO_ROLL: Final = ask("no_roll", reason="a die fell out")


def cites(opening: Opening, jersey_says: str, maryland_says: str) -> str:
    return jersey_says if opening is jersey else maryland_says


def banked_by(seat: int, opening: Asked, *others: int, **fields: Any) -> Table:
    """Betting in a round that the seat banks, with a wager on each of the others."""
    table = accepted(after_first(opening, seat, *others), seat, **fields)
    return when(table, *map(place, others)).table


def deal_stacks() -> Asked:
    return ask("deal", stacks=STACKS)


@BOTH
@pytest.mark.parametrize("moved", [1, 7, [3], [8], [5, 4], [1, 2, 3, 4, 5, 6, 7]])
def test_10_8_g_md_9_g_the_bank_may_cut_adjacent_stacks(
    opening: Opening, moved: int | list[int]
) -> None:
    for table in (
        banked_by(2, opening(), 1),
        when(banked_by(2, opening(), 1), no_more_bets()).table,
    ):
        event = when(table, cut(moved)).one(TilesCut)
        assert event.stacks == (moved if isinstance(moved, int) else tuple(moved))
        assert event.rule == cites(opening, "19:47-10.8(g)", "MD 9.G")


@BOTH
@pytest.mark.parametrize("moved", [[1, 3], [8, 1], [2, 2], [1, 2, 4]])
def test_10_8_g_md_9_g_3_stacks_that_do_not_lie_side_by_side_are_not_cut(
    opening: Opening, moved: list[int]
) -> None:
    rule = cites(opening, "19:47-10.8(g)", "MD 9.G")
    then_refused(banked_by(2, opening(), 1), cut(moved), rule=rule, kind=NotOffered)


@BOTH
def test_10_8_g_md_9_g_1_the_tiles_are_cut_once_before_the_dice_and_by_a_bank_only(
    opening: Opening,
) -> None:
    rule = cites(opening, "19:47-10.8(g)", "MD 9.G")
    table = banked_by(2, opening(), 1)
    then_refused(when(table, cut(2)).table, cut(2), rule=rule, kind=WrongMoment)
    rolled = when(table, no_more_bets(), roll()).table
    then_refused(rolled, cut(2), rule=rule, kind=WrongMoment)
    unbanked = given(opening(), open_round(), place(1))
    then_refused(unbanked, cut(2), rule=rule, kind=NotOffered)


def test_10_8_g_what_is_dealt_is_told_after_the_cut() -> None:
    table = when(banked_by(2, jersey(), 1), no_more_bets()).table
    plain = when(table, roll(), deal_stacks()).one(TilesDealt)
    after_cut = when(table, cut([1, 2]), roll(), deal_stacks()).one(TilesDealt)
    assert after_cut.hands == plain.hands


@BOTH
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("bank", [1, 4])
def test_10_8_k_md_9_l_each_delivery_goes_counterclockwise_from_the_start(
    opening: Opening, style: str, bank: int
) -> None:
    others = [seat for seat in range(1, 7) if seat != bank]
    table = when(banked_by(bank, opening(), *others), no_more_bets(), choose(style)).table
    event = when(table, roll(1, 2, 4), deal_stacks()).one(TilesDealt)
    assert event.style == style
    start = RING.index(event.start)
    for number, hand in enumerate(deliver_in(style, STACKS)):
        assert event.hands[RING[(start + number) % 8]] == hand


@BOTH
def test_10_8_i_md_9_j_1_without_a_choice_it_is_house_way_from_the_right(opening: Opening) -> None:
    table = when(banked_by(3, opening(), 1), no_more_bets(), roll()).table
    assert when(table, deal_stacks()).one(TilesDealt).style == "house_way_from_right"


@BOTH
def test_10_8_i_md_9_j_the_delivery_is_chosen_between_no_more_bets_and_the_dice(
    opening: Opening,
) -> None:
    rule = cites(opening, "19:47-10.8(i)", "MD 9.J")
    betting = banked_by(3, opening(), 1)
    then_refused(betting, choose("jung_quat"), rule=rule, kind=WrongMoment)
    closed = when(betting, no_more_bets()).table
    assert when(closed, choose("jung_quat")).one(DeliveryChosen).rule == rule
    rolled = when(closed, roll()).table
    then_refused(rolled, choose("jung_quat"), rule=rule, kind=WrongMoment)


@BOTH
def test_10_8_i_md_9_j_a_style_is_chosen_once(opening: Opening) -> None:
    table = when(banked_by(3, opening(), 1), no_more_bets(), choose("jung_quat")).table
    rule = cites(opening, "19:47-10.8(i)", "MD 9.J")
    for again in ("chee_yee", "jung_quat"):
        refusal = then_refused(table, choose(again), rule=rule, kind=WrongMoment)
        assert "`jung_quat` was chosen" in refusal.reason
    assert "choose_delivery" not in next_commands(table)
    shaken = when(table, NO_ROLL).table
    then_refused(shaken, choose("chee_yee"), rule=rule, kind=WrongMoment)
    assert when(shaken, roll(), deal_stacks()).one(TilesDealt).style == "jung_quat"


@BOTH
def test_10_8_i_md_9_j_no_style_is_chosen_once_the_shaker_was_shaken(opening: Opening) -> None:
    table = when(banked_by(3, opening(), 1), no_more_bets(), NO_ROLL).table
    rule = cites(opening, "19:47-10.8(i)", "MD 9.J")
    refusal = then_refused(table, choose("chee_yee"), rule=rule, kind=WrongMoment)
    assert "`house_way_from_right` stands" in refusal.reason
    rule = cites(opening, "19:47-10.8(g)", "MD 9.G")
    then_refused(table, cut(3), rule=rule, kind=WrongMoment)


@BOTH
def test_10_8_g_md_9_g_the_cut_comes_before_the_style(opening: Opening) -> None:
    table = when(banked_by(3, opening(), 1), no_more_bets()).table
    assert when(table, cut(3), choose("jung_quat")).events
    chosen = when(table, choose("jung_quat")).table
    rule = cites(opening, "19:47-10.8(g)", "MD 9.G")
    then_refused(chosen, cut(3), rule=rule, kind=WrongMoment)
    assert "cut" not in next_commands(chosen)


@BOTH
def test_10_4_e_md_4_f_stacks_that_are_mixed_again_are_cut_and_delivered_anew(
    opening: Opening,
) -> None:
    chosen = (no_more_bets(), cut(3), choose("jung_quat"), NO_ROLL)
    table = when(banked_by(3, opening(), 1), *chosen, reshuffle()).table
    then = when(table, cut(2), roll(), deal_stacks())
    assert then.one(TilesDealt).style == "house_way_from_right"
    again = when(table, choose("chee_yee"), roll(), deal_stacks())
    assert again.one(TilesDealt).style == "chee_yee"


@BOTH
def test_10_8_i_md_9_j_under_version_2_the_last_choice_before_the_dice_stands(
    opening: Opening,
) -> None:
    first = after_round(opened_under_the_second(opening()), 1, 3)
    banked = when(first, open_round(), pass_bank(1), accept(3), place(1)).table
    table = when(banked, no_more_bets(), choose("jung_quat"), NO_ROLL, cut(2)).table
    then = when(table, choose("chee_yee"), reshuffle(), roll(), reshuffle(), deal_stacks())
    assert then.one(TilesDealt).style == "chee_yee"


def test_md_7_a_the_dealer_too_chooses_once() -> None:
    table = given(maryland(dealer_delivery=True), open_round(), place(1), no_more_bets())
    chosen = when(table, choose("jung_quat")).table
    then_refused(chosen, choose("chee_yee"), rule="MD 7.A", kind=WrongMoment)


def test_10_8_i_without_a_bank_nobody_chooses_in_new_jersey() -> None:
    table = given(jersey(), open_round(), place(1), no_more_bets())
    then_refused(table, choose("chee_yee"), rule="19:47-10.8(i)", kind=NotOffered)


def test_md_7_a_the_dealer_chooses_only_where_the_submission_says_so() -> None:
    round_without_bank = (open_round(), place(1), no_more_bets())
    silent = given(maryland(), *round_without_bank)
    then_refused(silent, choose("chee_yee"), rule="MD 7.A", kind=NotOffered)
    elected = given(maryland(dealer_delivery=True), *round_without_bank)
    chosen = when(elected, choose("chee_yee"))
    assert chosen.one(DeliveryChosen).rule == "MD 7.B(5)"
    dealt = when(chosen.table, roll(2, 3, 4), deal_stacks())
    assert dealt.one(TilesDealt).rule == "MD 7.B(5)"


@BOTH
def test_10_8_k_md_9_j_only_the_styles_of_the_submission_are_chosen(opening: Opening) -> None:
    styles = ["house_way_from_right", "jung_quat"]
    table = when(banked_by(3, opening(delivery_styles=styles), 1), no_more_bets()).table
    assert when(table, choose("jung_quat")).events
    rule = cites(opening, "19:47-10.8(i)", "MD 9.J")
    refusal = then_refused(table, choose("chee_yee"), rule=rule, kind=NotOffered)
    assert "house_way_from_right, jung_quat" in refusal.reason


@BOTH
def test_10_8_k_md_9_j_styles_without_anybody_to_choose_cannot_be_elected(
    opening: Opening,
) -> None:
    idle = opening(banking=False, co_banking=False, delivery_styles=["jung_quat"])
    rule = cites(opening, "19:47-10.8(i)", "MD 9.J")
    then_refused(new_table(), idle, rule=rule, kind=NotOffered)


@BOTH
def test_10_8_i_md_9_j_2_the_bank_shakes(opening: Opening) -> None:
    table = when(banked_by(3, opening(), 1), no_more_bets()).table
    for told in ({}, {"shaker": 3}):
        assert when(table, roll(**told)).one(DiceRolled).shaker == 3
    rule = cites(opening, "19:47-10.8(i)", "MD 9.J(2)")
    then_refused(table, roll(shaker=1), rule=rule, kind=WrongMoment)
    refusal = then_refused(table, roll(shaker="dealer"), rule=rule, kind=WrongMoment)
    assert refusal.reason.startswith("the dealer may not shake: seat 3 banks round")


def test_md_9_j_2_no_generator_serves_a_bank() -> None:
    table = when(banked_by(3, maryland(generator=True), 1), no_more_bets()).table
    number = ask("announce_number", number=4)
    then_refused(table, number, rule="MD 9.J(2)", kind=NotOffered)


DICE: Final = [(1, 1, 2), (1, 1, 3), (1, 2, 3), (1, 2, 4), (2, 2, 4), (2, 3, 4), (2, 4, 4)]
DICE_TO_18: Final = [(1, 1, 1), *DICE, (3, 4, 4), (4, 4, 5), (5, 5, 6), (6, 6, 6)]


@BOTH
@pytest.mark.parametrize("bank", range(1, 7))
def test_10_8_j_md_9_k_the_count_begins_at_the_bank(opening: Opening, bank: int) -> None:
    other = bank % 6 + 1
    table = when(banked_by(bank, opening(), other), no_more_bets()).table
    for dice in DICE_TO_18:
        place_now = bank
        for _ in range(sum(dice) - 1):
            place_now = 0 if place_now == 7 else place_now + 1
        event = when(table, roll(*dice), deal_stacks()).one(TilesDealt)
        assert event.start == RING[place_now], dice
        assert event.rule == cites(opening, "19:47-10.8(k)", "MD 9.L")


@BOTH
def test_10_8_l_md_9_m_the_dealers_tiles_are_kept_only_with_a_wager(opening: Opening) -> None:
    for fields, kept in (
        ({}, ["dealer", "1", "3", "dead"]),
        ({"dealer_wager": 1}, ["dealer", "1", "3", "dead"]),
        ({"dealer_wager": 0}, ["1", "3", "dead"]),
        ({"co_bank": True}, ["1", "3", "dead"]),
    ):
        table = when(banked_by(3, opening(), 1, **fields), no_more_bets(), roll()).table
        hands = when(table, deal_stacks()).one(TilesDealt).hands
        assert list(hands) == kept
        assert len(hands["dead"]) == 32 - 4 * (len(kept) - 1)
        assert Counter(tile for hand in hands.values() for tile in hand) == Counter(TILES)


def test_10_8_l_the_bank_keeps_its_tiles_though_it_has_no_wager() -> None:
    table = when(banked_by(5, jersey(), dealer_wager=1), no_more_bets(), roll(1, 1, 2)).table
    hands = when(table, deal_stacks()).one(TilesDealt).hands
    assert list(hands) == ["dealer", "5", "dead"]
    assert list(hands["5"]) == STACKS[5]
