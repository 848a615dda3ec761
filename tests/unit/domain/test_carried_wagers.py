"""A dice bonus that lies on the layout between rounds: given back, and no table closes over it."""

from typing import Final

import pytest

from domain.commands import CommandError
from domain.events.round import DiceRolled, RoundOpened, WagerReturned
from domain.games.pai_gow.round.state import game_at
from domain.hosting import next_commands
from domain.messages.commands import parse_command
from domain.refusals import NoSuchWager, NotOffered, WrongMoment
from tests.support.domain.asked import (
    ask,
    close_table,
    no_more_bets,
    open_round,
    open_table,
    place,
    return_wager,
    roll,
)
from tests.support.domain.at_the_dice import PLAIN, bet, eye_table, take_down, to_the_dice, told
from tests.support.domain.first_version import under_the_first
from tests.support.domain.given import given, then_refused, when

ALONE: Final = eye_table(standalone=True)
FOURS: Final = (4, 4, 4)
CARRIED: Final = given(ALONE, *to_the_dice(bet(2), bet(5, amount=300, player="eve"), dice=FOURS))


def test_a_table_does_not_close_over_a_wager_that_waits_for_the_next_roll() -> None:
    refusal = then_refused(CARRIED, close_table(), rule="control:carried", kind=WrongMoment)
    assert "`return_wager`" in refusal.reason
    assert "close_table" not in next_commands(CARRIED)
    assert "return_wager" in next_commands(CARRIED)


def test_each_goes_back_to_its_player_and_then_the_table_closes() -> None:
    then = when(CARRIED, return_wager(5))
    [back] = then.events
    assert isinstance(back, WagerReturned)
    assert (back.seat, back.wager, back.amount, back.player) == (5, "dice_bonus", 300, "eve")
    assert (back.rule, back.reason, back.supervisor) == (
        "control:carried",
        "the table closes",
        "fp1",
    )
    assert back.round is None
    assert then.table.tray == CARRIED.tray
    assert [one.seat for one in game_at(then.table).streak.retained] == [2]
    then_refused(then.table, close_table(), rule="control:carried")
    closed = when(then.table, return_wager(2), close_table(CARRIED.tray))
    assert closed.names() == ["WagerReturned", "TableClosed"]
    assert not closed.table.books.exceptions


def test_played_out_it_is_carried_no_longer() -> None:
    lost = when(CARRIED, *to_the_dice(dice=PLAIN)).table
    assert when(lost, close_table()).names() == ["TableClosed"]
    then_refused(lost, return_wager(2), rule="control:carried", kind=NoSuchWager)


def test_what_was_given_back_is_not_paid_and_not_put_back_while_triples_run() -> None:
    opened = when(CARRIED, return_wager(2), open_round())
    assert [one.seat for one in opened.one(RoundOpened).retained] == [5]
    then_refused(opened.table, bet(2), rule="13:69F-10.11(f)")
    then = when(opened.table, no_more_bets(), roll(*FOURS))
    assert told(then.events) == [(5, "dice_bonus", "retained", 50 * 300)]


def test_who_holds_the_button_and_gave_the_wager_up_shakes_no_more() -> None:
    button = given(ALONE, *to_the_dice(bet(2), dice=(2, 2, 2)))
    assert game_at(button).shaker() == 2
    assert game_at(when(button, return_wager(2)).table).shaker() == "dealer"


@pytest.mark.parametrize("seat", [1, 3])
def test_only_what_lies_there_is_given_back(seat: int) -> None:
    then_refused(CARRIED, return_wager(seat), rule="control:carried", kind=NoSuchWager)
    then_refused(CARRIED, return_wager(2, "even"), rule="control:carried", kind=NoSuchWager)


def test_it_is_given_back_between_rounds_only() -> None:
    table = when(CARRIED, open_round()).table
    then_refused(table, return_wager(2), rule="control:round-finished", kind=WrongMoment)
    assert "return_wager" not in next_commands(table)


def test_a_wager_of_pai_gow_stands_on_no_point() -> None:
    then_refused(CARRIED, return_wager(2) | {"point": 6}, rule="19:47-10.5(a)", kind=NotOffered)


@pytest.mark.parametrize("lacking", ["reason", "supervisor", "seat", "wager"])
def test_somebody_stands_by_and_says_why(lacking: str) -> None:
    asked = {name: value for name, value in return_wager(2).items() if name != lacking}
    with pytest.raises(CommandError):
        parse_command(asked)


def test_under_version_1_one_taken_down_might_be_put_back_and_three_triples_began_anew() -> None:
    down_and_up = (open_round(), take_down(2), bet(2), no_more_bets(), roll(*FOURS))
    then = under_the_first(ALONE, *to_the_dice(bet(2), dice=FOURS), *down_and_up)
    assert told(then.events)[-1] == (2, "dice_bonus", "retained", 5000)
    thrice = [*to_the_dice(place(1), dice=FOURS), ask("misdeal", reason="x")] * 3
    rolls = under_the_first(open_table(), *thrice).all(DiceRolled)
    assert [(one.running, one.triples) for one in rolls] == [(1, 1), (2, 2), (3, 0)]
