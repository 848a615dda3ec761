"""19:47-10.7(f), 10.9(d), (e): surrender, and tiles that are exposed."""

from typing import Final

import pytest
from msgspec import UNSET

from domain.events.round import RoundClosed, RoundVoided, WagerSettled
from domain.games.pai_gow.messages.events import (
    HandPlayedOn,
    HandSet,
    HandSurrendered,
    HandVoided,
    TileExposed,
)
from domain.games.pai_gow.round.state import game_at, round_at
from domain.hosting import Table
from domain.refusals import NoSuchWager, WrongMoment
from tests.support.domain.asked import (
    Asked,
    ask,
    deal,
    expose,
    no_more_bets,
    open_round,
    open_table,
    place,
    play_on,
    roll,
    set_hand,
    set_house,
    settle,
    stacks,
    surrender,
    up_to_the_deal,
    up_to_the_house,
    void_hand,
    void_round,
)
from tests.support.domain.at_the_dice import accept_bank, before_a_bank, to_the_dice
from tests.support.domain.first_version import under_the_second
from tests.support.domain.given import given, then_refused, when

HOUSE: Final = "1-3 1-5 5-6 4-6"
HANDS: Final = {1: "6-6 1-6 / 5-5 2-3", 3: "5-5 1-5 / 3-3 3-4"}
DEALT: Final = (open_table(), *up_to_the_deal(HOUSE, HANDS))
HOUSE_SET: Final = (open_table(), *up_to_the_house(HOUSE, HANDS))


def test_10_7_f_a_surrendered_wager_is_collected_at_once_and_whole() -> None:
    then = when(given(*HOUSE_SET), surrender(1))
    assert then.names() == ["HandSurrendered", "WagerSettled"]
    assert then.one(HandSurrendered).rule == "19:47-10.7(f)"
    collected = then.one(WagerSettled)
    assert (collected.outcome, collected.rule) == ("surrender", "19:47-10.7(f)")
    assert collected.entries == {"tray": 2500, "win": -2500}


def test_10_7_f_a_surrendered_hand_is_not_compared() -> None:
    table = given(*HOUSE_SET, surrender(1))
    settlement = when(table, settle()).all(WagerSettled)
    assert [event.seat for event in settlement] == [3]


def test_10_7_f_nobody_surrenders_before_the_house_is_set() -> None:
    then_refused(given(*DEALT), surrender(1), rule="19:47-10.7(f)", kind=WrongMoment)


def test_10_7_f_a_hand_is_surrendered_once_and_only_where_there_is_a_wager() -> None:
    table = given(*HOUSE_SET, surrender(1))
    then_refused(table, surrender(1), rule="19:47-10.7(f)", kind=NoSuchWager)
    then_refused(table, surrender(2), rule="19:47-10.7(f)", kind=NoSuchWager)


@pytest.mark.parametrize("position", ["dealer", "dead", 2, 6])
def test_10_9_e_a_tile_of_dealer_dead_hand_or_empty_seat_exposed_voids_the_round(
    position: int | str,
) -> None:
    then = when(given(*DEALT), expose(position))
    assert then.names() == ["TileExposed", "WagerSettled", "WagerSettled", "RoundVoided"]
    assert then.one(TileExposed).position == str(position)
    assert {event.rule for event in then.events} == {"19:47-10.9(e)"}
    assert {event.outcome for event in then.all(WagerSettled)} == {"void"}
    assert all(event.entries == {} for event in then.all(WagerSettled))
    assert game_at(then.table).round is None


@pytest.mark.parametrize("position", ["dead", 5])
def test_10_9_e_a_covered_tile_exposed_after_the_house_is_set_voids_the_round_too(
    position: int | str,
) -> None:
    house_set = given(open_table(), *up_to_the_house(HOUSE, HANDS))
    voided = when(house_set, expose(position)).one(RoundVoided)
    assert voided.rule == "19:47-10.9(e)"
    refusal = then_refused(house_set, expose("dealer"), rule="19:47-10.9(e)", kind=WrongMoment)
    assert "the tiles of the dealer lie face up" in refusal.reason


def test_10_9_e_the_dealers_own_tiles_are_covered_until_they_are_set_against_a_bank() -> None:
    ready = before_a_bank(open_table(banking=True), 1, 2)
    banked = to_the_dice(accept_bank(1), place(2))
    table = given(*ready, *banked, ask("deal", stacks=stacks({})), set_hand(2), set_house())
    assert when(table, expose("dealer")).one(RoundVoided).rule == "19:47-10.9(e)"
    shown = when(table, set_hand("dealer")).table
    then_refused(shown, expose("dealer"), rule="19:47-10.9(e)", kind=WrongMoment)
    then_refused(table, expose(1), rule="19:47-10.9(e)", kind=WrongMoment)


def test_10_9_d_a_player_whose_tile_was_exposed_may_void_the_hand() -> None:
    table = given(*DEALT, expose(1))
    then = when(table, void_hand(1))
    assert then.names() == ["HandVoided", "WagerSettled"]
    assert then.one(HandVoided).rule == "19:47-10.9(d)"
    returned = then.one(WagerSettled)
    assert (returned.outcome, returned.entries) == ("void", {})


def test_10_9_d_the_other_hands_are_played_out_after_one_is_voided() -> None:
    as_dealt = set_hand(3, *HANDS[3].split("/"))
    table = given(*DEALT, expose(1), void_hand(1), as_dealt, set_house())
    closed = when(table, settle()).one(RoundClosed)
    assert [(line.seat, line.outcome) for line in closed.wagers] == [(1, "void"), (3, "lose")]


def test_10_9_d_a_player_whose_tile_was_exposed_may_play_on() -> None:
    then = when(given(*DEALT), expose(1), play_on(1), set_hand(1))
    assert then.one(HandPlayedOn).rule == "19:47-10.9(d)"
    assert then.one(HandSet).seat == 1


def test_10_9_d_an_exposed_hand_is_not_set_before_its_player_has_chosen() -> None:
    table = given(*DEALT, expose(1))
    then_refused(table, set_hand(1), rule="19:47-10.9(d)", kind=WrongMoment)
    then_refused(given(*DEALT, set_hand(3), expose(1)), set_house(), rule="19:47-10.7(c)")


@pytest.mark.parametrize("choice", [void_hand(1), play_on(1)])
def test_10_9_d_there_is_a_choice_only_after_an_exposure_and_only_once(choice: Asked) -> None:
    then_refused(given(*DEALT), choice, rule="19:47-10.9(d)", kind=WrongMoment)
    then_refused(given(*DEALT, expose(3)), choice, rule="19:47-10.9(d)", kind=WrongMoment)
    then_refused(given(*DEALT, expose(1), choice), choice, rule="19:47-10.9(d)", kind=WrongMoment)


def changes_nothing(table: Table, asked: Asked) -> Table:
    """It is on record, and the round goes on as it would have without it."""
    then = when(table, asked)
    [seen] = then.events
    assert isinstance(seen, TileExposed)
    assert (seen.rule, seen.by) == ("19:47-10.9(d)", asked.get("by", "dealer"))
    assert round_at(then.table) == round_at(table)
    return then.table


@pytest.mark.parametrize("by", ["dealer", "player"])
def test_10_9_d_a_set_hand_is_out_of_reach_of_an_exposure(by: str) -> None:
    table = changes_nothing(given(*DEALT, set_hand(1)), expose(1, by=by))
    then_refused(table, void_hand(1), rule="19:47-10.9(d)", kind=WrongMoment)
    house_set = changes_nothing(given(*HOUSE_SET), expose(3, by=by))
    assert when(house_set, settle()).names()[-1] == "RoundClosed"


def test_10_9_d_what_a_player_exposes_gives_that_player_no_choice() -> None:
    table = changes_nothing(given(*DEALT), expose(1, by="player"))
    refusal = then_refused(table, play_on(1), rule="19:47-10.9(d)", kind=WrongMoment)
    assert "by the dealer" in refusal.reason
    assert when(table, set_hand(1)).names() == ["HandSet"]
    assert round_at(when(table, expose(1)).table).exposed == (1,)


def test_10_9_d_a_hand_whose_player_has_yet_to_choose_is_not_exposed_anew() -> None:
    waiting = given(*DEALT, expose(1))
    refusal = then_refused(waiting, expose(1), rule="19:47-10.9(d)", kind=WrongMoment)
    assert "`play_on` or `void_hand`" in refusal.reason
    assert round_at(when(waiting, play_on(1), expose(1)).table).exposed == (1,)


def test_10_9_e_a_seat_that_gave_up_or_was_void_had_a_wager_and_voids_nothing() -> None:
    surrendered = changes_nothing(given(*HOUSE_SET, surrender(1)), expose(1))
    assert when(surrendered, settle()).names()[-1] == "RoundClosed"
    changes_nothing(given(*DEALT, expose(1), void_hand(1)), expose(1))


@pytest.mark.parametrize("moment", ["before the deal", "after it"])
def test_md_10_e_nor_does_one_that_was_abandoned(moment: str) -> None:
    opening, (*begun, rolled, dealt) = open_table(regulation="md-pai-gow"), DEALT[1:]
    left = ask("abandon", seat=1)
    play = [rolled, left, dealt] if moment == "before the deal" else [rolled, dealt, left]
    then = when(given(opening, *begun, *play), expose(1))
    assert [(one.rule, type(one)) for one in then.events] == [("MD 10.D", TileExposed)]


def test_10_9_e_a_wager_on_the_dice_alone_is_no_wager_on_a_hand() -> None:
    eye = {"vigorish_method": 1, "standalone": True, "start": "count"}
    even = ask("place_wager", seat=5, wager="even", amount=500)
    rolled = (open_round(), place(1), even, no_more_bets(), roll(), deal(HOUSE))
    then = when(given(open_table(dragons_eye=eye), *rolled), expose(5))
    assert then.one(RoundVoided).rule == "19:47-10.9(e)"


def test_under_version_2_a_tile_of_a_seat_that_gave_up_voided_the_round() -> None:
    then = under_the_second(*HOUSE_SET, surrender(1), expose(1, by="player"))
    assert then.one(RoundVoided).rule == "19:47-10.9(e)"
    assert then.one(TileExposed).by is UNSET


def test_no_roll_does_not_count_in_a_run_of_triples() -> None:
    betting = (open_round(), place(1), no_more_bets())
    table = given(open_table(), *betting, roll(2, 2, 2), void_round(), *betting)
    rolled = when(table, ask("no_roll", reason="fell out"), roll(5, 5, 5)).table
    assert game_at(rolled).streak.count == 2


def test_a_valid_roll_counts_even_if_the_round_is_then_void() -> None:
    table = given(open_table(), open_round(), place(1), no_more_bets(), roll(4, 4, 4))
    assert when(table, void_round()).one(RoundVoided).triples == 1
