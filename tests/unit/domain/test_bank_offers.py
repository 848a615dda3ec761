"""Whom the bank is offered to, in which order, and where the first offer goes next.

19:47-10.8(a) to (c); MD 9.A to 9.C.
"""

from typing import Final

import pytest

from domain.events.round import RoundOpened
from domain.games.pai_gow.messages.events import BankAccepted, BankPassed
from domain.games.pai_gow.round.state import game_at, round_at
from domain.refusals import NotOffered, NotThisPlayer, WrongMoment
from tests.support.domain.asked import (
    Asked,
    ask,
    no_more_bets,
    open_round,
    open_table,
    place,
    void_round,
    withdraw,
)
from tests.support.domain.banked import (
    OPENINGS,
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
from tests.support.domain.versions import opened_under_the_second

BOTH: Final = pytest.mark.parametrize("opening", [jersey(), maryland()], ids=OPENINGS)
FIRST_ROUND: Final = {"NJ": "19:47-10.8(b)", "MD": "MD 9.B"}
ROTATION: Final = {"NJ": "19:47-10.8(c)", "MD": "MD 9.C(1)"}


def of(opening: Asked, cited: dict[str, str]) -> str:
    """What the opening's regulation cites."""
    return cited["NJ" if opening["submission"]["regulation"].startswith("nj") else "MD"]


@pytest.mark.parametrize(
    ("regulation", "rule"), [("nj-pai-gow", "19:47-10.8(a)"), ("md-pai-gow", "MD 9.A")]
)
def test_10_8_a_md_9_a_nobody_banks_where_the_submission_does_not_offer_it(
    regulation: str, rule: str
) -> None:
    table = after_first(open_table(regulation=regulation), 1, 2)
    assert offered(table) == []
    betting = when(table, open_round()).table
    for asked in (accept(1), pass_bank(1)):
        then_refused(betting, asked, rule=rule, kind=NotOffered)


@BOTH
def test_10_8_b_md_9_b_nobody_banks_the_first_round_of_the_game(opening: Asked) -> None:
    table = given(opening, open_round(), place(1))
    for asked in (accept(2), pass_bank(1)):
        then_refused(table, asked, rule=of(opening, FIRST_ROUND), kind=WrongMoment)
    assert offered(after_first(opening, 1, 2)) == [1, 2]


@BOTH
@pytest.mark.parametrize("tiles", ["set_out_tiles", "change_tiles"])
def test_10_8_b_md_9_b_the_game_starts_anew_when_the_tiles_are_set_out(
    opening: Asked, tiles: str
) -> None:
    first = after_first(opening, 1, 2, 3)
    again = when(after_round(first, 1, 2, 3), ask(tiles)).table
    assert offered(again) == []
    betting = when(again, open_round()).table
    then_refused(betting, accept(2), rule=of(opening, FIRST_ROUND), kind=WrongMoment)
    assert offered(after_round(again, 1, 2, 3)) == [1, 2, 3]


@BOTH
def test_10_8_b_md_9_b_a_void_round_is_not_the_first_of_the_game(opening: Asked) -> None:
    table = given(opening, open_round(), place(1), void_round())
    assert offered(table) == []
    assert offered(after_round(table, 1)) == [1]


@BOTH
def test_10_8_c_md_9_c_the_first_offer_goes_to_the_seat_farthest_to_the_right(
    opening: Asked,
) -> None:
    assert offered(after_first(opening, 2, 4, 5)) == [2, 4, 5]


@BOTH
def test_10_8_c_md_9_c_each_may_accept_once_all_before_have_passed(opening: Asked) -> None:
    rule = of(opening, ROTATION)
    betting = when(after_first(opening, 2, 4, 5), open_round()).table
    for asked in (accept(4), accept(5), pass_bank(4), pass_bank(5)):
        then_refused(betting, asked, rule=rule, kind=WrongMoment)
    one_passed = when(betting, pass_bank(2)).table
    then_refused(one_passed, accept(2), rule=rule, kind=WrongMoment)
    then_refused(one_passed, pass_bank(2), rule=rule, kind=NotOffered)
    then_refused(one_passed, accept(5), rule=rule, kind=WrongMoment)
    then = when(one_passed, pass_bank(4), accept(5))
    assert [type(event) for event in then.events] == [BankPassed, BankAccepted]
    assert {event.rule for event in then.events} == {rule}
    assert round_at(then.table).house_position == "5"


@BOTH
def test_10_8_c_md_9_c_there_is_one_bank_in_a_round(opening: Asked) -> None:
    banked = accepted(after_first(opening, 1, 2, 3), 2)
    for asked in (accept(3), accept(2), pass_bank(3)):
        then_refused(banked, asked, rule=of(opening, ROTATION), kind=WrongMoment)


@BOTH
def test_10_8_c_md_9_c_4_no_more_bets_without_a_bank_means_that_all_passed(
    opening: Asked,
) -> None:
    table = after_first(opening, 1, 2)
    betting = when(table, open_round(), place(1), pass_bank(1), no_more_bets()).table
    assert round_at(betting).house_position == "dealer"
    then_refused(betting, accept(2), rule=of(opening, ROTATION), kind=WrongMoment)
    silent = after_round(table, 1, 2)
    assert offered(silent) == ([2, 1] if of(opening, ROTATION) == ROTATION["NJ"] else [1, 2])


@pytest.mark.parametrize("bank", [None, 1])
def test_10_8_c_the_next_first_offer_goes_one_seat_on(bank: int | None) -> None:
    table = after_round(after_first(jersey(), 1, 3, 6), 1, 3, 6, bank=bank)
    assert offered(table) == ([3, 6] if bank else [3, 6, 1])


TURNS: Final = [
    # seats that play, who banks, offers of that round
    ((1, 3, 6), None, [1, 3, 6]),
    ((1, 3, 6), None, [3, 6, 1]),
    ((1, 3, 6), None, [6, 1, 3]),
]


def test_10_8_c_past_the_last_the_offer_returns_to_the_dealer_who_keeps_a_round() -> None:
    table = after_first(jersey(), 1, 3, 6)
    for _ in range(2):
        for seats, bank, expected in TURNS:
            assert offered(table) == expected
            table = after_round(table, *seats, bank=bank)
        assert offered(table) == "dealer keeps"
        kept = when(table, open_round()).table
        for asked in (accept(1), pass_bank(1)):
            then_refused(kept, asked, rule="19:47-10.8(c)", kind=WrongMoment)
        table = after_round(table, 1, 3, 6)


def test_10_8_c_a_void_round_does_not_use_up_the_dealers_turn() -> None:
    table = after_round(after_first(jersey(), 4), 4)
    assert offered(table) == "dealer keeps"
    voided = when(table, open_round(), place(4), void_round()).table
    assert offered(voided) == "dealer keeps"
    assert offered(after_round(voided, 4)) == [4]


@BOTH
def test_10_8_c_md_9_c_a_void_round_moves_nothing_and_does_not_count(opening: Asked) -> None:
    table = after_round(after_first(opening, 1, 2, 3), 1, 2, 3, bank=1)
    assert offered(table) == [2, 3]
    by_dealer = when(table, open_round(), place(1), place(5), void_round()).table
    assert game_at(by_dealer).rotation.wagered == game_at(table).rotation.wagered
    assert game_at(by_dealer).rotation.stakes == game_at(table).rotation.stakes
    assert offered(by_dealer) == [2, 3]


@BOTH
def test_10_8_c_md_9_c_3_whoever_banked_a_void_round_does_not_bank_the_next(
    opening: Asked,
) -> None:
    table = after_first(opening, 1, 2, 3)
    voided = when(table, open_round(), accept(1), place(3), void_round()).table
    assert offered(voided) == [2, 3]
    betting = when(voided, open_round()).table
    rule = "19:47-10.8(c)" if of(opening, ROTATION) == ROTATION["NJ"] else "MD 9.C(3)"
    then_refused(betting, accept(1), rule=rule, kind=NotThisPlayer)
    assert offered(when(betting, place(2), void_round()).table) == [2, 3]
    kept = game_at(voided).rotation
    assert (kept.wagered, kept.begun_at) == (game_at(table).rotation.wagered, None)
    second = after_round(opened_under_the_second(opening), 1, 2, 3)
    assert offered(when(second, open_round(), accept(1), void_round()).table) == [1, 2, 3]


def test_10_8_c_the_offer_moves_to_a_seat_that_played_not_to_an_empty_one() -> None:
    table = after_round(after_first(jersey(), 1, 2, 4), 1, 4)
    assert offered(table) == [4, 1]


def test_10_8_c_a_first_offer_that_falls_to_the_last_bank_goes_on_past_6_to_1() -> None:
    table = after_round(after_first(jersey(), 1, 5), 1, 5, bank=5)
    assert offered(table) == [1]


def test_10_8_c_from_the_seat_that_was_in_fact_offered_first_it_moves_on() -> None:
    table = after_round(after_first(jersey(), 1, 5), 1, 5, bank=5)
    assert offered(after_round(table, 1, 5)) == [5, 1]
    assert offered(after_round(after_round(table, 1, 5), 1, 5)) == "dealer keeps"
    assert offered(after_round(table, 1, 5, bank=1)) == [5]
    in_maryland = after_round(after_first(maryland(), 1, 5), 1, 5, bank=5)
    assert offered(after_round(in_maryland, 1, 5)) == [1, 5]


@BOTH
def test_10_8_c_md_9_c_a_round_that_was_offered_to_nobody_does_not_move_the_offer(
    opening: Asked,
) -> None:
    table = after_round(after_first(opening, 1), 3, 5, bank=1)
    assert offered(table) == []
    assert offered(after_round(table, 1, 3, 5)) == [3, 5, 1]


def test_10_8_c_a_seat_that_was_passed_over_is_no_turn_of_the_offer() -> None:
    """Seat 2 banked and is passed over: the offer begins at 3, and is the dealer's after it."""
    table = after_round(after_first(jersey(), 1, 2, 3), 1, 2, 3, bank=2)
    assert offered(table) == [3, 1]
    table = after_round(table, 1, 2, 3)
    assert offered(table) == "dealer keeps"
    assert offered(after_round(table, 1, 2, 3)) == [1, 2, 3]


def test_10_8_c_version_2_remembered_the_seat_that_was_passed_over() -> None:
    opened = opened_under_the_second(jersey())
    table = after_round(after_round(opened, 1, 2, 3), 1, 2, 3, bank=2)
    assert offered(table) == [3, 1]
    assert offered(after_round(table, 1, 2, 3)) == [3, 1, 2]


def test_10_8_c_an_offer_that_a_stranger_displaced_was_none() -> None:
    wagers = [as_player("ann", 1), as_player("bob", 2), as_player("cy", 3)]
    first = played_out(given(jersey(), open_round(), *wagers)).table
    taken = [as_player("dan", 1), as_player("bob", 2), as_player("cy", 3)]
    betting = when(first, open_round(), *taken, no_more_bets())
    assert [(one.seat, one.player) for one in betting.all(BankPassed)] == [(2, "bob"), (3, "cy")]
    after = played_out(when(first, open_round(), *taken).table).table
    assert offered(after)[0] == 3


@BOTH
def test_10_8_c_md_9_c_who_is_offered_the_bank_and_says_nothing_has_passed(
    opening: Asked,
) -> None:
    table = after_first(opening, 1, 2, 4)
    betting = when(table, open_round(), place(2), pass_bank(1)).table
    then = when(betting, no_more_bets())
    assert then.names() == ["BankPassed", "BankPassed", "BetsClosed"]
    assert [(one.seat, one.rule) for one in then.all(BankPassed)] == [
        (seat, of(opening, ROTATION)) for seat in (2, 4)
    ]
    banked = when(table, open_round(), accept(1), place(2), no_more_bets())
    assert not banked.all(BankPassed)
    second = opened_under_the_second(opening)
    silent = when(after_round(second, 1, 2), open_round(), place(1), no_more_bets())
    assert not silent.all(BankPassed)


def as_player(player: str, seat: int = 1) -> Asked:
    return place(seat, player=player)


@BOTH
def test_10_8_c_md_9_c_a_seat_taken_by_somebody_else_is_not_offered(opening: Asked) -> None:
    first = played_out(given(opening, open_round(), as_player("ann"), place(2))).table
    opened = when(first, open_round())
    assert [(one.seat, one.player) for one in opened.one(RoundOpened).offered] == [
        (1, "ann"),
        (2, "seat-2"),
    ]
    taken = when(opened.table, as_player("bob")).table
    then_refused(taken, accept(1, player="ann"), kind=NotThisPlayer)
    then_refused(taken, accept(1), kind=NotThisPlayer)
    then_refused(taken, pass_bank(1), rule=of(opening, ROTATION), kind=NotOffered)
    assert when(taken, accept(2)).one(BankAccepted).player == "seat-2"
    given_up = when(taken, withdraw(1)).table
    assert when(given_up, accept(1, player="ann")).one(BankAccepted).player == "ann"


@BOTH
def test_10_8_c_md_9_c_the_offer_is_to_the_player_who_sits_there_now(opening: Asked) -> None:
    first = played_out(given(opening, open_round(), as_player("ann"), place(2))).table
    banked = when(accepted(first, 2), as_player("bob")).table
    assert offered(played_out(banked).table) == []


@BOTH
def test_10_8_c_md_9_c_a_player_who_moved_is_offered_the_bank_where_he_sits(
    opening: Asked,
) -> None:
    first = played_out(given(opening, open_round(), as_player("ann"), place(2))).table
    moved = played_out(when(first, open_round(), as_player("ann", 4), place(2)).table).table
    assert offered(moved) == [2, 4]
