"""Dice that alone ended their round: taken back until the next one, and told right."""

from typing import Final

import pytest

from domain.events.corrections import RollCorrected
from domain.events.round import (
    RoundClosed,
)
from domain.games.pai_gow.round.state import game_at, round_at
from domain.hosting import next_commands
from tests.support.domain.asked import (
    Asked,
    ask,
    no_more_bets,
    open_round,
    open_table,
    place,
    return_wager,
    roll,
    set_hand,
    set_house,
    settle,
    stacks,
    void_round,
)
from tests.support.domain.at_the_dice import bet, eye_table, to_the_dice
from tests.support.domain.bookkeeping import count_tray, remove_box
from tests.support.domain.books_asked import complain, rule
from tests.support.domain.given import Happened, given, then_refused, when
from tests.support.domain.mistaken import correct_roll, same

CONTROL: Final = "control:correction"


ENDED: Final = (eye_table(standalone=True), *to_the_dice(bet(2, "even", coupon=50), dice=(1, 2, 3)))


def test_a_round_that_the_dice_ended_ends_once_more_by_the_right_ones() -> None:
    before = given(*ENDED[:-1])
    wrong = when(before, roll(1, 2, 3))
    assert game_at(wrong.table).round is None
    assert "correct_roll" in next_commands(wrong.table)
    then = when(wrong.table, correct_roll(2, 2, 3))
    assert then.names() == ["RollCorrected", "DiceRolled", "WagerSettled", "RoundClosed"]
    assert then.one(RollCorrected).reopens is True
    same(Happened(then.table, (*wrong.events, *then.events)), when(before, roll(2, 2, 3)))
    assert then.table.books.box == when(before, roll(2, 2, 3)).table.books.box
    assert when(then.table, correct_roll(1, 2, 3)).one(RoundClosed)


def test_a_triple_that_was_none_gives_the_hands_back() -> None:
    """By the second method it lost them; the round goes on to the deal."""
    before = given(eye_table(vigorish_method=2), *to_the_dice(place(2), bet(2))[:-1])
    wrong = when(before, roll(3, 3, 3))
    assert game_at(wrong.table).streak.retained
    then = when(wrong.table, correct_roll(3, 3, 2))
    assert round_at(then.table).phase == "rolled"
    assert round_at(then.table).playing()
    streak = game_at(then.table).streak
    assert (streak.count, streak.retained, streak.down, streak.after_triple) == (0, (), (), False)
    last = (ask("deal", stacks=stacks({})), set_hand(2), set_house(), settle())
    done, right = when(then.table, *last), when(before, roll(3, 3, 2), *last)
    same(Happened(done.table, (*wrong.events, *then.events, *done.events)), right)


def test_what_the_dice_ended_restores_the_streak_and_the_button() -> None:
    first = to_the_dice(bet(2), bet(5, "even"), dice=(4, 4, 4))
    before = given(eye_table(standalone=True), *first, *to_the_dice(bet(1, "odd"))[:-1])
    assert game_at(before).streak.count == 1
    then = when(before, roll(5, 1, 2), correct_roll(6, 6, 6))
    same(then, when(before, roll(6, 6, 6)))
    streak = game_at(then.table).streak
    assert (streak.count, streak.button) == (2, 6)
    assert [one.seat for one in streak.retained] == [2]


@pytest.mark.parametrize(
    "since",
    [
        (open_round(),),
        (count_tray(1_000_500),),
        (remove_box(carrier="s5"),),
        (complain("PG01-1-1", 2), rule(10)),
        (return_wager(4),),
    ],
    ids=["next round", "counted", "box off", "ruled on", "given back"],
)
def test_then_the_dice_stay_as_they_are(since: tuple[Asked, ...]) -> None:
    moves = to_the_dice(bet(2, "even"), bet(4), dice=(4, 4, 4))
    table = given(eye_table(standalone=True), *moves)
    assert when(table, correct_roll(1, 2, 3)).events
    after = when(table, *since).table
    then_refused(after, correct_roll(1, 2, 3), rule=CONTROL)
    assert "correct_roll" not in next_commands(after)


def test_tiles_that_are_set_out_in_between_are_those_of_a_new_game() -> None:
    table = given(*ENDED)
    then = when(table, ask("set_out_tiles"), correct_roll(2, 2, 3))
    assert game_at(then.table).rotation.fresh


def test_a_round_that_ended_otherwise_keeps_its_dice() -> None:
    voided = given(open_table(), open_round(), place(1), no_more_bets(), roll(), void_round())
    then_refused(voided, correct_roll(1, 1, 2), rule=CONTROL)
