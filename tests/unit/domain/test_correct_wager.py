"""A wager keyed in wrong: what stands in its place, and what may no longer be changed."""

from itertools import product
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from domain.events.corrections import Stood, WagerCorrected
from domain.events.round import RoundClosed, RoundOpened
from domain.games.pai_gow.round.state import game_at, round_at
from domain.hosting import Table
from domain.refusals import Refused
from tests.support.domain.asked import (
    Asked,
    ask,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    set_hand,
    set_house,
    settle,
    stacks,
)
from tests.support.domain.at_the_dice import accept_bank, before_a_bank, bet, eye_table, to_the_dice
from tests.support.domain.given import Happened, given, history, then_refused, when
from tests.support.domain.mistaken import as_it_stands, correct_roll, correct_wager, posted
from tests.support.domain.poker import metered, progressive

CONTROL: Final = "control:correction"
HOUSE: Final = "1-3 1-5 5-6 4-6"
TOLD: Final = ask("deal", stacks=stacks({}))


def same(one: Happened, other: Happened) -> None:
    assert as_it_stands(one.table) == as_it_stands(other.table)
    assert posted(one.events) == posted(other.events)


def betting(*bets: Asked, **elections: Any) -> Table:
    return given(open_table(**elections), open_round(), *bets)


def test_a_correction_names_what_stood_and_what_stands() -> None:
    then = when(betting(place(2, 5000, coupon=100)), correct_wager(2, amount=500))
    corrected = then.one(WagerCorrected)
    assert corrected.was == Stood(2, "pai_gow", 5000, 100, "seat-2")
    assert (corrected.seat, corrected.amount, corrected.coupon) == (2, 500, 100)
    assert (corrected.reason, corrected.supervisor) == ("keyed in wrong", "Ann")


def finish(table: Table) -> Happened:
    """From wherever the round is to its settlement, by the house way."""
    steps = [no_more_bets(), roll(), TOLD]
    phases = ["betting", "no_more_bets", "rolled", "dealt", "house_set"]
    then = when(table, *steps[phases.index(round_at(table).phase) :])
    state = game_at(then.table).round
    assert state is not None
    order = sorted(state.playing(), key=lambda one: (-one.amount - one.coupon, one.seat))
    sets = [set_hand(one.seat) for one in order if one.seat not in state.settings]
    house = [] if state.phase == "house_set" else [set_house()]
    last = when(then.table, *sets, *house, settle())
    return Happened(last.table, (*then.events, *last.events))


UNTIL: Final[dict[str, tuple[Asked, ...]]] = {
    "betting": (),
    "no more bets": (no_more_bets(),),
    "rolled": (no_more_bets(), roll()),
    "dealt": (no_more_bets(), roll(), TOLD),
    "house set": (no_more_bets(), roll(), TOLD, set_hand(1), set_hand(4), set_house()),
}
MISTAKES: Final[dict[str, tuple[Asked, Asked, Asked]]] = {
    "amount": (place(4, 7000), correct_wager(4, amount=700), place(4, 700)),
    "coupon": (place(4, coupon=500), correct_wager(4, coupon=0), place(4)),
    "player": (place(4, player="bo"), correct_wager(4, player="cy"), place(4, player="cy")),
    "seat": (place(3), correct_wager(3, to_seat=4), place(4)),
    "all": (
        place(3, player="bo"),
        correct_wager(3, to_seat=4, amount=900, coupon=100, player="cy"),
        place(4, 900, coupon=100, player="cy"),
    ),
}


@pytest.mark.parametrize(("moment", "mistake"), [*product(UNTIL, MISTAKES)])
def test_a_wager_corrected_in_time_ends_as_one_told_right(moment: str, mistake: str) -> None:
    wrong, correction, right = MISTAKES[mistake]
    moved = mistake in ("seat", "all")
    first = (open_table(), *to_the_dice(place(3, player="ann")), TOLD, set_hand(3))
    table = given(*first, set_house(), settle(), open_round(), place(1, 1000))
    if moved and moment in ("dealt", "house set"):
        until = UNTIL["dealt"]
        then_refused(when(table, wrong, *until).table, correction, rule=CONTROL)
        return
    mistaken = when(table, wrong, *UNTIL[moment], correction)
    told_right = when(table, right, *UNTIL[moment])
    same(mistaken, told_right)
    ended, expected = finish(mistaken.table), finish(told_right.table)
    same(ended, expected)
    assert ended.one(RoundClosed).wagers == expected.one(RoundClosed).wagers
    assert when(ended.table, open_round()).one(RoundOpened)


def test_a_wager_that_was_never_made_is_taken_away() -> None:
    table = given(open_table(), open_round(), place(1), no_more_bets(), roll())
    mistaken = given(open_table(), open_round(), place(1), place(5), no_more_bets(), roll())
    then = when(mistaken, correct_wager(5, amount=0))
    same(then, Happened(table, ()))
    assert 5 not in game_at(then.table).rotation.players


def test_after_the_deal_who_plays_is_settled() -> None:
    table = given(open_table(), open_round(), place(1), place(5), no_more_bets(), roll(), TOLD)
    then_refused(table, correct_wager(5, amount=0), rule=CONTROL)
    then_refused(table, correct_wager(5, to_seat=6), rule=CONTROL)


def test_somebody_is_left_to_play() -> None:
    table = betting(place(1))
    assert when(table, correct_wager(1, amount=0)).table.open_round()
    refusal = then_refused(when(table, no_more_bets()).table, correct_wager(1, amount=0))
    assert "nobody would play" in refusal.reason


def test_a_seat_moves_with_all_that_stands_beside_the_hands() -> None:
    bets = (bet(2, "all_3", 500), bet(2, "any_triple", 300))
    wrong = betting(place(1), place(2, 4000), *bets, triples_bonus=True)
    then = when(wrong, no_more_bets(), correct_wager(2, to_seat=3))
    assert [one.wager for one in then.all(WagerCorrected)] == ["pai_gow", "all_3", "any_triple"]
    moved = (place(3, 4000), bet(3, "all_3", 500), bet(3, "any_triple", 300))
    right = betting(place(1), *moved, triples_bonus=True)
    same(then, when(right, no_more_bets()))


def test_a_seats_player_is_one_for_all_its_wagers() -> None:
    wrong = betting(place(2, player="bo"), bet(2, "all_3"), triples_bonus=True)
    then = when(wrong, correct_wager(2, "all_3", player="cy"))
    right = betting(place(2, player="cy"), bet(2, "all_3"), triples_bonus=True)
    same(Happened(then.table, ()), Happened(right, ()))


def test_a_wager_beside_the_hands_moves_alone_to_another_players_seat() -> None:
    players = (place(2, player="bo"), place(3, player="cy"))
    wrong = betting(*players, bet(2, "all_3"), triples_bonus=True)
    right = betting(*players, bet(3, "all_3"), triples_bonus=True)
    then = when(wrong, correct_wager(2, "all_3", to_seat=3))
    assert then.one(WagerCorrected).player == "cy"
    same(Happened(then.table, ()), Happened(right, ()))


def test_what_the_dice_decided_holds_its_seat_and_player() -> None:
    table = betting(place(2), bet(2, "all_3"), place(4), triples_bonus=True)
    rolled = when(table, no_more_bets(), roll(1, 2, 4)).table
    then_refused(rolled, correct_wager(2, to_seat=5), rule=CONTROL)
    then_refused(rolled, correct_wager(2, player="cy"), rule=CONTROL)
    then_refused(rolled, correct_wager(2, "all_3", amount=1), rule=CONTROL)
    assert when(rolled, correct_wager(2, amount=9000), correct_wager(4, to_seat=5)).events


def test_a_wager_corrected_after_the_dice_stays_right_when_these_are_corrected_too() -> None:
    table = betting(place(2), bet(2, "all_3"), place(4), triples_bonus=True)
    wrong = when(table, no_more_bets(), roll(1, 2, 4), correct_wager(4, amount=777))
    then = when(wrong.table, correct_roll(3, 3, 3))
    right = betting(place(2), bet(2, "all_3"), place(4, 777), triples_bonus=True)
    same(Happened(then.table, ()), Happened(when(right, no_more_bets(), roll(3, 3, 3)).table, ()))


PLACING: Final[list[tuple[str, Table, Asked, str]]] = [
    (
        "limit",
        betting(place(1), limits={"pai_gow": [1000, 5000]}),
        correct_wager(1, amount=999),
        "19:47-8.2",
    ),
    ("seat taken", betting(place(1), place(2)), correct_wager(1, to_seat=2), CONTROL),
    (
        "two areas",
        betting(place(1, player="bo"), place(3, player="cy")),
        correct_wager(3, player="bo"),
        "19:47-10.10(a)",
    ),
    (
        "needs the hands",
        betting(place(1), bet(1, "all_3"), triples_bonus=True),
        correct_wager(1, "all_3", to_seat=4),
        "19:47-10.11(a)",
    ),
    (
        "is needed",
        betting(place(1), bet(1, "all_3"), triples_bonus=True),
        correct_wager(1, amount=0),
        "19:47-10.11(a)",
    ),
    ("none there", betting(place(1)), correct_wager(2, amount=5), CONTROL),
    ("nothing wrong", betting(place(1, 500)), correct_wager(1, amount=500), CONTROL),
    (
        "coupon",
        given(open_table(regulation="md-pai-gow"), open_round(), place(1)),
        correct_wager(1, coupon=5),
        "MD 5.A",
    ),
]


@pytest.mark.parametrize(("table", "asked", "rule"), [one[1:] for one in PLACING])
def test_what_is_told_is_held_to_the_rules_of_placing(
    table: Table, asked: Asked, rule: str
) -> None:
    then_refused(table, asked, rule=rule)


def test_the_bank_covers_what_is_told() -> None:
    table = given(*before_a_bank(open_table(banking=True), 1, 2), open_round())
    table = when(table, accept_bank(1, 5000), place(2, 5000)).table
    assert when(table, correct_wager(2, amount=4000), correct_wager(2, amount=5000)).events
    then_refused(table, correct_wager(2, amount=5001), rule="19:47-10.8(d)2")
    then_refused(table, correct_wager(2, to_seat=1))
    then_refused(table, correct_wager(2, player="seat-1"))


def test_a_progressive_wager_is_corrected_before_no_more_bets() -> None:
    opened = history(metered(), open_round(), place(1), place(2), progressive(1))
    moved = when(opened.table, correct_wager(1, "progressive", to_seat=2)).table
    right = given(metered(), open_round(), place(1), place(2), progressive(2))
    same(Happened(moved, ()), Happened(right, ()))
    then_refused(opened.table, correct_wager(1, "progressive", amount=200))
    gone = when(opened.table, correct_wager(1, "progressive", amount=0)).table
    assert round_at(gone).wager_at(1, "progressive") is None
    locked = when(moved, no_more_bets(), meter=opened.meter).table
    then_refused(locked, correct_wager(2, "progressive", amount=0), rule=CONTROL)
    then_refused(locked, correct_wager(2, to_seat=5), rule=CONTROL)
    then_refused(locked, correct_wager(2, amount=0))


def after_a_triple() -> Table:
    first = to_the_dice(place(1), bet(1, amount=500), dice=(4, 4, 4))
    return given(eye_table(), *first, TOLD, set_hand(1), set_house(), settle(), open_round())


def test_a_retained_dice_bonus_is_neither_raised_nor_lowered() -> None:
    table = after_a_triple()
    closed = when(table, place(1), no_more_bets()).table
    for change in ({"amount": 300}, {"amount": 0}, {"amount": 501}, {"amount": 500, "coupon": 5}):
        for then in (table, closed):
            refusal = then_refused(
                then, correct_wager(1, "dice_bonus", **change), rule="13:69F-10.11(f)"
            )
            assert "neither raised nor lowered" in refusal.reason
    then_refused(table, correct_wager(1, "dice_bonus", to_seat=2))
    then_refused(table, correct_wager(1, "dice_bonus", player="cy"))
    then_refused(when(table, place(1)).table, bet(1, amount=100), rule="13:69F-10.11(f)")
    down = when(table, ask("withdraw_wager", seat=1, wager="dice_bonus"), place(1)).table
    then_refused(down, bet(1, amount=300), rule="13:69F-10.11(f)")


def test_version_2_has_a_retained_dice_bonus_lowered_while_bets_are_open() -> None:
    """Its rounds are decided as they were."""
    table = after_a_triple()
    state = replace(round_at(table), regulation="nj-pai-gow@2")
    table = replace(table, game=replace(game_at(table), round=state))
    lowered = when(table, correct_wager(1, "dice_bonus", amount=300)).table
    assert [one.amount for one in game_at(lowered).streak.retained] == [300]
    assert [(one.amount, one.retained) for one in round_at(lowered).wagers] == [(300, True)]
    gone = when(table, correct_wager(1, "dice_bonus", amount=0)).table
    assert game_at(gone).streak.retained == ()
    then_refused(table, correct_wager(1, "dice_bonus", amount=501))


def test_a_dice_bonus_in_a_streak_goes_to_nobody_elses_seat() -> None:
    table = when(after_a_triple(), place(1), place(2)).table
    then_refused(table, correct_wager(1, "dice_bonus", amount=501))
    then_refused(table, correct_wager(1, "dice_bonus", to_seat=2))


@pytest.mark.parametrize("seed", range(40))
def test_any_lawful_correction_leaves_a_layout_that_could_have_been_placed(seed: int) -> None:
    """Whatever is corrected into whatever: what stands is what placing it at once would give."""
    chance = Random(seed)
    opening = open_table(
        triples_bonus=True, two_areas=seed % 2 == 0, limits={"pai_gow": [100, 5000]}
    )
    table = given(opening, open_round())
    for seat in chance.sample(range(1, 7), 4):
        table = when(table, place(seat, 1000, player=chance.choice([None, f"p{seat}"]))).table
        if chance.random() < 0.5:
            table = when(table, bet(seat, "any_triple", 200, coupon=chance.choice([0, 50]))).table
    for _ in range(12):
        told: dict[str, Any] = {
            "amount": chance.choice([0, 50, 700, 6000]),
            "coupon": chance.choice([0, 300]),
            "player": chance.choice(["p1", "p2", "p3", "nn"]),
            "to_seat": chance.randint(1, 6),
        }
        change = {name: told[name] for name in chance.sample(sorted(told), chance.randint(1, 2))}
        wager = chance.choice(["pai_gow", "any_triple"])
        try:
            table = when(table, correct_wager(chance.randint(1, 6), wager, **change)).table
        except Refused:
            continue
        state = game_at(table).round
        assert state is not None
        fresh = given(opening, open_round())
        for one in sorted(state.wagers, key=lambda one: one.wager, reverse=True):
            asked = bet(one.seat, one.wager, one.amount, coupon=one.coupon, player=one.player)
            fresh = when(fresh, asked).table
        assert set(round_at(fresh).wagers) == set(state.wagers)
        assert game_at(fresh).rotation.players == game_at(table).rotation.players
