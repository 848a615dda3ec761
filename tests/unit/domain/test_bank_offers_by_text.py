"""Where the offers of the bank begin, whom they reach, and which rounds move them.

19:47-10.8(b) to (d); MD 9.B to 9.D. Version 1 offers as it always did.
"""

from typing import Any, Final

import pytest

from domain.events.round import RoundOpened
from domain.games.pai_gow.round.state import game_at
from domain.games.pai_gow.views.in_play import Shown
from domain.hosting import Table, in_play
from domain.refusals import NotOffered, NotThisPlayer, WrongMoment
from tests.support.domain.asked import (
    Asked,
    ask,
    deal,
    expose,
    no_more_bets,
    open_round,
    place,
    roll,
)
from tests.support.domain.banked import (
    BANK_HAND,
    accept,
    accepted,
    after_first,
    after_round,
    jersey,
    maryland,
    offered,
    pass_bank,
    played_out,
)
from tests.support.domain.given import given, then_refused, when
from tests.support.domain.versions import opened_under_the_first

BOTH: Final = pytest.mark.parametrize("opening", [jersey, maryland], ids=["NJ", "MD"])
STANDALONE: Final = {"dragons_eye": {"standalone": True, "start": "count"}}


def voided(table: Table, *asked: Asked) -> Table:
    """A round with these wagers that is dealt and then void."""
    dealt = when(table, open_round(), *asked, no_more_bets(), roll(), deal(BANK_HAND)).table
    return when(dealt, expose("dead")).table


def test_md_9_c_1_a_every_round_begins_with_the_lowest_seat_that_is_offered() -> None:
    table = after_first(maryland(), 2, 3, 6)
    for _ in range(3):
        assert offered(table) == [2, 3, 6]
        table = after_round(table, 2, 3, 6)
    second_banks = after_round(table, 2, 3, 6, bank=3)
    assert offered(second_banks) == [2, 6]
    last_banks = after_round(table, 2, 3, 6, bank=6)
    assert offered(last_banks) == [2, 3]


def test_md_9_c_2_where_the_first_one_took_it_the_next_round_begins_beside_the_bank() -> None:
    table = after_round(after_first(maryland(), 2, 4, 5), 2, 4, 5, bank=2)
    assert offered(table) == [4, 5]
    table = after_round(table, 2, 4, 5, bank=4)
    assert offered(table) == [5, 2]
    not_the_first = after_round(table, 2, 4, 5, bank=2)
    assert offered(not_the_first) == [4, 5]
    nobody = after_round(table, 2, 4, 5)
    assert offered(nobody) == [2, 4, 5]


def test_md_9_c_2_past_seat_6_comes_seat_1() -> None:
    table = after_first(maryland(), 6)
    table = after_round(table, 1, 6)
    table = after_round(table, 1, 6, bank=1)
    assert offered(table) == [6]
    table = after_round(table, 1, 6, bank=6)
    assert game_at(table).rotation.beside_the_bank() == 1
    assert offered(table) == [1]


def test_md_9_c_2_holds_for_the_next_round_that_is_offered_whatever_lies_between() -> None:
    first_took = after_round(after_first(maryland(), 2, 4), 2, 4, bank=2)
    assert offered(voided(first_took, place(2), place(4))) == [4]
    alone = after_round(after_first(maryland(), 3), 1, 5, bank=3)
    assert offered(alone) == []
    between = after_round(alone, 1, 3, 5)
    assert offered(between) == [5, 1, 3]
    assert offered(after_round(between, 1, 3, 5)) == [1, 3, 5]


def test_md_9_b_the_game_starts_anew_with_the_lowest_seat() -> None:
    first_took = after_round(after_first(maryland(), 2, 4, 5), 2, 4, 5, bank=2)
    set_out = when(first_took, ask("set_out_tiles")).table
    assert offered(after_round(set_out, 2, 4, 5)) == [2, 4, 5]


def test_md_9_c_version_1_rotates_as_new_jersey_does() -> None:
    table = after_round(opened_under_the_first(maryland()), 1, 3, 6)
    for expected in ([1, 3, 6], [3, 6, 1], [6, 1, 3], [1, 3, 6]):
        assert offered(table) == expected
        table = after_round(table, 1, 3, 6)


def by(name: str, seat: int, cents: int = 2500) -> Asked:
    return place(seat, cents, player=name)


def two_areas(opening: Any, **elections: Any) -> Table:
    """After a round in which ann played on seats 2 and 3, bob on 5."""
    wagers = [by("ann", 2), by("ann", 3, 4000), by("bob", 5)]
    return played_out(given(opening(two_areas=True, **elections), open_round(), *wagers)).table


@BOTH
def test_10_8_c_md_9_c_a_player_on_two_areas_is_offered_the_bank_once(opening: Any) -> None:
    betting = when(two_areas(opening), open_round())
    offers = [(one.seat, one.player) for one in betting.one(RoundOpened).offered]
    assert offers == [(2, "ann"), (5, "bob")]
    for asked in (accept(3), pass_bank(3), accept(3, player="ann")):
        then_refused(betting.table, asked, kind=NotOffered)
    passed = when(betting.table, pass_bank(2)).table
    then_refused(passed, accept(3), kind=NotOffered)
    assert when(passed, accept(5)).events


def test_10_8_c_the_offer_still_moves_over_both_areas() -> None:
    """It moves by seats; at the second area of a player the next player is first, and last."""
    table = two_areas(jersey)
    wagers = [open_round(), by("ann", 2), by("ann", 3, 4000), by("bob", 5)]
    for expected in ([2, 5], [5, 2], "dealer keeps", [2, 5]):
        assert offered(table) == expected
        table = played_out(when(table, *wagers).table).table


@BOTH
def test_10_8_c_md_9_c_version_1_offers_at_both_areas(opening: Any) -> None:
    table = opened_under_the_first(opening(two_areas=True))
    wagers = [by("ann", 2), by("ann", 3, 4000), by("bob", 5)]
    assert offered(played_out(when(table, open_round(), *wagers).table).table) == [2, 3, 5]


@BOTH
def test_10_8_d_1_md_9_d_1_who_sat_out_the_last_round_nobody_banked_is_not_offered(
    opening: Any,
) -> None:
    table = after_round(after_first(opening(), 1, 2, 4), 2, 4)
    assert 1 not in offered(table)
    betting = when(table, open_round()).table
    for asked in (accept(1), accept(1, player="seat-1")):
        then_refused(betting, asked, kind=NotThisPlayer)
    then_refused(betting, pass_bank(1), kind=NotOffered)


def on_the_dice(seat: int) -> Asked:
    return ask("place_wager", seat=seat, wager="even", amount=500)


def dice_alone(table: Table, *seats: int) -> Table:
    """A round without a wager on the hands: it ends with the dice."""
    return when(table, open_round(), *map(on_the_dice, seats), no_more_bets(), roll()).table


def test_10_8_c_a_round_on_the_dice_alone_moves_no_offer_and_no_right_to_it() -> None:
    table = after_first(jersey(**STANDALONE), 1, 3)
    before = game_at(table).rotation
    for seats in ((5,), (1, 3)):
        after = dice_alone(table, *seats)
        assert offered(after) == [1, 3]
        assert game_at(after).rotation.wagered == before.wagered
    moved = after_round(dice_alone(table, 5), 1, 3)
    assert offered(moved) == [3, 1]
    assert offered(dice_alone(moved, 1)) == [3, 1]


def test_10_8_c_such_a_round_is_neither_the_dealers_nor_one_between_two_banks() -> None:
    table = after_round(after_first(jersey(**STANDALONE), 4), 4)
    assert offered(table) == "dealer keeps"
    assert offered(dice_alone(table, 2)) == "dealer keeps"
    banked = after_round(after_first(jersey(**STANDALONE), 1, 3), 1, 3, bank=1)
    betting = when(dice_alone(banked, 3), open_round(), pass_bank(3)).table
    then_refused(betting, accept(1), rule="19:47-10.8(c)", kind=NotThisPlayer)


def test_10_8_b_such_a_round_is_not_the_first_of_the_game() -> None:
    played = after_first(jersey(**STANDALONE), 1, 3)
    set_out = when(played, ask("set_out_tiles")).table
    assert offered(dice_alone(set_out, 1)) == []
    betting = when(dice_alone(set_out, 1), open_round()).table
    then_refused(betting, accept(1), rule="19:47-10.8(b)", kind=WrongMoment)


def test_10_8_c_a_bank_against_whom_nobody_wagered_has_banked_all_the_same() -> None:
    table = after_first(jersey(**STANDALONE), 1, 3)
    alone = accepted(table, 1, dealer_wager=0)
    ended = when(alone, on_the_dice(3), no_more_bets(), roll()).table
    assert offered(ended) == "dealer keeps"
    assert game_at(ended).rotation.last_bank == "seat-1"


def test_10_8_d_1_version_1_forgot_who_had_wagered() -> None:
    table = after_round(opened_under_the_first(jersey(**STANDALONE)), 1, 3)
    assert offered(dice_alone(table, 5)) == "dealer keeps"


@BOTH
def test_10_8_c_md_9_c_what_must_be_refused_of_an_offer(opening: Any) -> None:
    wagers = [by("ann", 1), by("bob", 2), by("cy", 4)]
    first = played_out(given(opening(), open_round(), *wagers)).table
    betting = when(first, open_round()).table
    then_refused(betting, accept(2), kind=WrongMoment)
    then_refused(betting, accept(6), kind=NotThisPlayer)
    then_refused(betting, accept(4, player="bob"), kind=NotOffered)
    passed = when(betting, pass_bank(1)).table
    then_refused(passed, pass_bank(1), kind=NotOffered)
    then_refused(passed, accept(1), kind=WrongMoment)
    moved = when(betting, by("ann", 5)).table
    then_refused(moved, accept(5), kind=NotOffered)
    then_refused(moved, accept(1), kind=NotThisPlayer)
    closed = when(betting, by("ann", 1), no_more_bets()).table
    for asked in (accept(2), accept(1), pass_bank(1)):
        then_refused(closed, asked, kind=WrongMoment)


@BOTH
def test_an_offer_whose_seat_somebody_else_has_taken_is_not_shown(opening: Any) -> None:
    wagers = [by("ann", 1), by("bob", 2)]
    first = played_out(given(opening(), open_round(), *wagers)).table
    taken = when(first, open_round(), by("cy", 1)).table
    then_refused(taken, pass_bank(1), kind=NotOffered)
    shown = in_play(taken).own
    assert isinstance(shown, Shown)
    assert [one.seat for one in shown.offered] == [2]


@BOTH
def test_10_8_c_md_9_c_a_void_round_by_a_bank_leaves_the_offers_of_the_others(opening: Any) -> None:
    table = after_first(opening(), 1, 2, 4)
    assert offered(voided(table, accept(1), place(2))) == [2, 4]
    assert offered(voided(table, pass_bank(1), accept(2), place(4))) == [1, 4]
