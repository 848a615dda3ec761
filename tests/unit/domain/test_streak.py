"""13:69F-10.11(f): the dice bonus wager over triples that follow one another."""

from contextlib import suppress
from functools import cache
from itertools import product
from typing import Final

import pytest

from domain.events.round import (
    DiceRolled,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    WagerPlaced,
    WagerSettled,
)
from domain.games.pai_gow.messages.parts import RetainedWager
from domain.games.pai_gow.round.state import game_at
from domain.hosting import Table
from domain.refusals import BeyondLimit, NotThisPlayer, WrongMoment
from tests.support.domain.asked import (
    ask,
    close_table,
    no_more_bets,
    open_round,
    open_table,
    place,
    return_wager,
    roll,
    void_round,
    withdraw,
)
from tests.support.domain.at_the_dice import (
    PLAIN,
    Told,
    bet,
    eye_table,
    played_out,
    take_down,
    to_the_dice,
    told,
)
from tests.support.domain.given import given, then_refused, when

ALONE: Final = eye_table(standalone=True)
FOURS: Final = (4, 4, 4)
RULE: Final = "13:69F-10.11(f)"


def after_triples(number: int, *bets: dict[str, object]) -> Table:
    """These wagers were down at so many running triples; nobody sits on position four."""
    rounds = [to_the_dice(*bets, dice=FOURS), *[to_the_dice(dice=FOURS)] * (number - 1)]
    return given(ALONE, *(asked for one in rounds for asked in one))


def nothing_else(table: Table) -> Table:
    """The next round as it opens, with what lies on the table."""
    return when(table, open_round()).table


def test_a_triple_pays_the_wager_and_leaves_it_on_the_table_unchanged() -> None:
    then = when(given(ALONE), *to_the_dice(bet(2), bet(5, amount=300), dice=FOURS))
    assert told(then.events) == [
        (2, "dice_bonus", "retained", 2500),
        (5, "dice_bonus", "retained", 7500),
    ]
    assert then.one(RoundClosed).tray_delta == -10_000
    assert [(one.seat, one.amount) for one in game_at(then.table).streak.retained] == [
        (2, 100),
        (5, 300),
    ]


def test_the_next_round_opens_with_what_was_retained() -> None:
    opened = when(after_triples(1, bet(2), bet(5, amount=300, player="eve")), open_round())
    assert opened.one(RoundOpened).retained == (
        RetainedWager(2, "seat-2", 100),
        RetainedWager(5, "eve", 300),
    )
    assert opened.one(RoundOpened).triples == 1


@pytest.mark.parametrize(
    ("running", "odds", "outcome", "count"),
    [(1, 25, "retained", 1), (2, 50, "retained", 2), (3, 1000, "win", 0)],
)
def test_each_running_triple_pays_those_who_do_not_shake_by_its_tier(
    running: int, odds: int, outcome: str, count: int
) -> None:
    before = after_triples(running - 1, bet(2)) if running > 1 else given(ALONE)
    wager = [] if running > 1 else [bet(2)]
    then = when(before, *to_the_dice(*wager, dice=FOURS))
    assert told(then.events) == [(2, "dice_bonus", outcome, 100 * odds)]
    rolled = then.one(DiceRolled)
    assert (rolled.running, rolled.triples, rolled.shaker) == (running, count, "dealer")
    assert game_at(then.table).streak.count == then.one(RoundClosed).triples == count


def test_triples_of_different_faces_run_on() -> None:
    faces = [to_the_dice(*bets, dice=(face,) * 3) for face, bets in ((1, [bet(2)]), (6, []))]
    then = when(given(ALONE), *faces[0], *faces[1])
    assert [rolled.running for rolled in then.all(DiceRolled)] == [1, 2]


def test_the_third_triple_returns_the_wager_and_the_count_starts_again() -> None:
    table = after_triples(3, bet(2))
    assert (game_at(table).streak.retained, game_at(table).streak.count) == ((), 0)
    fresh = when(table, *to_the_dice(bet(2, amount=900), dice=FOURS))
    assert told(fresh.events) == [(2, "dice_bonus", "retained", 25 * 900)]
    assert game_at(fresh.table).streak.count == 1


@pytest.mark.parametrize("triples", [1, 2])
def test_any_other_roll_loses_what_was_retained(triples: int) -> None:
    then = when(after_triples(triples, bet(2)), *to_the_dice(dice=PLAIN))
    assert told(then.events) == [(2, "dice_bonus", "lose", 0)]
    assert then.one(RoundClosed).tray_delta == 100
    assert (game_at(then.table).streak.count, game_at(then.table).streak.retained) == (0, ())


@pytest.mark.parametrize("triples", [1, 2, 3])
def test_after_any_triple_nobody_places_one_who_had_none_down_at_it(triples: int) -> None:
    table = nothing_else(after_triples(triples, bet(2)))
    then_refused(table, bet(3), rule=RULE, kind=NotThisPlayer)
    at_another_seat = bet(2, player="somebody else")
    then_refused(table, at_another_seat, kind=NotThisPlayer)
    assert when(table, bet(3, "even")).events
    a_round_later = when(table, bet(3, "even"), no_more_bets(), roll(*PLAIN), open_round())
    assert when(a_round_later.table, bet(3)).events


def test_a_triple_that_nobody_had_wagered_on_keeps_everybody_out_of_the_next_round() -> None:
    table = given(ALONE, *to_the_dice(bet(1, "even"), dice=FOURS), open_round())
    then_refused(table, bet(1), rule=RULE, kind=NotThisPlayer)


def test_after_the_third_a_player_who_had_one_down_may_place_anew_at_any_seat() -> None:
    table = nothing_else(after_triples(3, bet(2, player="ann")))
    assert when(table, bet(6, player="ann", amount=5000)).one(WagerPlaced).total == 5000
    then_refused(table, bet(2, player="bob"), rule=RULE, kind=NotThisPlayer)


def test_a_retained_wager_is_not_raised() -> None:
    table = nothing_else(after_triples(1, bet(2)))
    then_refused(table, bet(2, amount=1), rule=RULE, kind=BeyondLimit)


def test_a_retained_wager_may_be_taken_down_before_no_more_bets() -> None:
    table = nothing_else(after_triples(1, bet(2), bet(3)))
    then = when(table, take_down(2), no_more_bets(), roll(*FOURS))
    assert told(then.events) == [(3, "dice_bonus", "retained", 5000)]
    closed = when(table, no_more_bets()).table
    then_refused(closed, take_down(2), rule="19:47-10.5(c)")


@pytest.mark.parametrize("triples", [1, 2])
def test_what_was_taken_down_in_a_streak_is_not_put_back(triples: int) -> None:
    table = when(nothing_else(after_triples(triples, bet(2))), take_down(2), bet(1, "odd")).table
    for amount in (1, 100, 101):
        then_refused(table, bet(2, amount=amount), rule=RULE)
    then_refused(table, bet(3), rule=RULE, kind=NotThisPlayer)
    rolled = when(table, no_more_bets(), roll(*FOURS))
    assert [one for one in told(rolled.events) if one[1] == "dice_bonus"] == []
    a_plain_roll = when(table, no_more_bets(), roll(*PLAIN), open_round()).table
    assert when(a_plain_roll, bet(2, amount=900)).events


def test_a_fresh_wager_after_the_third_may_have_a_coupon() -> None:
    fresh = nothing_else(after_triples(3, bet(2)))
    assert when(fresh, bet(2, coupon=1)).events


def test_who_took_it_down_at_the_next_triple_is_out_after_it() -> None:
    away = to_the_dice(take_down(2), bet(1, "odd"), dice=FOURS)
    table = nothing_else(when(after_triples(1, bet(2)), *away).table)
    then_refused(table, bet(2), rule=RULE, kind=NotThisPlayer)


def test_a_retained_wager_needs_no_wager_on_the_hands() -> None:
    round_one = [*to_the_dice(place(2), bet(2), dice=FOURS), *played_out(2)]
    table = given(eye_table(), *round_one, open_round())
    lost = when(table, no_more_bets(), roll(*PLAIN))
    assert lost.names()[-1] == "RoundClosed"
    with_hands = when(table, place(2)).table
    assert when(with_hands, withdraw(2)).events


def test_a_retained_wager_stays_through_the_hands_of_its_round() -> None:
    then = when(given(eye_table()), *to_the_dice(place(2), bet(2), dice=FOURS), *played_out(2))
    assert [line.wager for line in then.one(RoundClosed).wagers] == ["dice_bonus", "pai_gow"]
    assert len(game_at(then.table).streak.retained) == 1


def test_a_round_void_before_the_roll_leaves_what_was_retained_where_it_lies() -> None:
    table = nothing_else(after_triples(1, bet(2), bet(3)))
    voided = when(table, bet(1, "odd"), no_more_bets(), void_round())
    assert told(voided.events) == [
        (1, "odd", "void", 0),
        (2, "dice_bonus", "retained", 0),
        (3, "dice_bonus", "retained", 0),
    ]
    assert voided.one(RoundVoided).tray_delta == 0
    streak = game_at(voided.table).streak
    assert (streak.count, [one.seat for one in streak.retained]) == (1, [2, 3])
    again = when(voided.table, open_round())
    assert [one.seat for one in again.one(RoundOpened).retained] == [2, 3]
    then = when(again.table, take_down(3), no_more_bets(), roll(*FOURS))
    assert told(then.events) == [(2, "dice_bonus", "retained", 5000)]


def test_a_round_void_after_the_roll_leaves_the_dice_settled_and_the_wager_retained() -> None:
    rolled = to_the_dice(place(2), bet(2), bet(2, "even"), dice=FOURS)
    voided = when(given(eye_table()), *rolled, void_round())
    assert [(line.wager, line.outcome) for line in voided.one(RoundVoided).wagers] == [
        ("dice_bonus", "retained"),
        ("even", "lose"),
        ("pai_gow", "void"),
    ]
    assert voided.one(RoundVoided).tray_delta == 100 - 2500
    assert len(game_at(voided.table).streak.retained) == 1
    second = when(voided.table, *to_the_dice(dice=FOURS))
    assert told(second.events) == [(2, "dice_bonus", "retained", 5000)]


def test_a_no_roll_neither_breaks_nor_makes_a_streak() -> None:
    table = nothing_else(after_triples(1, bet(2)))
    fell_out = ask("no_roll", reason="a die fell out")
    then = when(table, no_more_bets(), fell_out, fell_out, roll(*FOURS))
    assert then.one(WagerSettled).paid == 5000


def test_triples_run_on_whoever_has_wagers_down_and_whichever_option_is_played() -> None:
    three = [*to_the_dice(place(1), dice=FOURS), *played_out(1)] * 3
    with_bonus = when(given(eye_table()), *three).all(DiceRolled)
    assert [(one.running, one.triples) for one in with_bonus] == [(1, 1), (2, 2), (3, 0)]
    for opening in (open_table(), open_table(triples_bonus=True)):
        then = when(given(opening), *three, *three[: len(three) // 3 * 2])
        rolls = then.all(DiceRolled)
        assert [(one.running, one.triples) for one in rolls] == [(n, n) for n in range(1, 6)]
        assert then.all(RoundClosed)[-1].triples == game_at(then.table).streak.count == 5
        plain = when(then.table, *to_the_dice(place(1), dice=PLAIN)).one(DiceRolled)
        assert (plain.running, plain.triples) == (0, 0)


def test_closing_the_table_ends_the_streak() -> None:
    table = after_triples(2, bet(2))
    again = when(table, return_wager(2), close_table(), ALONE, open_round())
    assert again.one(RoundOpened).retained == ()
    assert again.one(RoundOpened).triples == 0
    then = when(again.table, bet(5), no_more_bets(), roll(*FOURS))
    assert told(then.events) == [(5, "dice_bonus", "retained", 2500)]


def test_two_players_of_one_seat_do_not_share_a_retained_wager() -> None:
    table = nothing_else(after_triples(1, bet(2, player="ann")))
    then_refused(table, bet(2, "even", player="bob"), rule="19:47-10.5(b)", kind=NotThisPlayer)
    gone = when(table, take_down(2)).table
    assert when(gone, bet(2, "even", player="bob")).events
    then_refused(gone, bet(2, player="bob"), rule=RULE, kind=NotThisPlayer)


def one_players_luck(evening: tuple[tuple[bool, str], ...]) -> Told:
    """The paragraph once more: what a dollar on seat two comes to, round by round."""
    running, lies, may_place = 0, False, True
    fates: Told = []
    for triple, wish in evening:
        down = (wish == "stay" and lies) or (
            wish != "away" and not lies and may_place and not running
        )
        running = running + 1 if triple else 0
        if down:
            paid = 100 * (0, 25, 50, 1000)[running]
            fate = ("lose", "retained", "retained", "win")[running]
            fates.append((2, "dice_bonus", fate, paid))
        lies = down and running in (1, 2)
        may_place = down or not triple
        running %= 3
    return fates


@cache
def live_through(evening: tuple[tuple[bool, str], ...]) -> tuple[Table, Told]:
    """The same evening at a table; seat one keeps the rounds going."""
    if not evening:
        return given(ALONE), []
    *earlier, (triple, wish) = evening
    before, fates = live_through(tuple(earlier))
    table = when(before, open_round(), bet(1, "odd")).table
    if wish != "stay" and game_at(table).streak.retained:
        table = when(table, take_down(2)).table
    if wish != "away" and not game_at(table).streak.retained:
        with suppress(NotThisPlayer, WrongMoment):
            table = when(table, bet(2)).table
    then = when(table, no_more_bets(), roll(*(FOURS if triple else PLAIN)))
    return then.table, [*fates, *(fate for fate in told(then.events) if fate[0] == 2)]


def test_every_evening_of_four_rounds_ends_as_the_paragraph_says() -> None:
    wishes = ("stay", "away", "down and up again")
    for evening in product(product((True, False), wishes), repeat=4):
        assert live_through(evening)[1] == one_players_luck(evening), evening
