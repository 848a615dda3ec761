"""Dice and tiles keyed in wrong: taken back, told right, and the round ends as if never wrong."""

from collections.abc import Iterable
from random import Random
from typing import Final

import pytest

from domain.events.corrections import RollCorrected
from domain.events.round import DealerWagerSettled, DiceRolled, RoundClosed, WagerSettled
from domain.games.pai_gow.messages.events import CardsDealt, DealCorrected, TilesDealt
from domain.games.pai_gow.round.state import game_at, round_at
from domain.hosting import Table, evolve, next_commands
from tests.support.domain.asked import (
    TILES,
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
    void_hand,
    void_round,
)
from tests.support.domain.at_the_dice import (
    PLAIN,
    ROLLS,
    TRIPLES,
    Dice,
    bet,
    eye_table,
    to_the_dice,
)
from tests.support.domain.banked import accept, jersey
from tests.support.domain.bookkeeping import count_tray, remove_box, roll_over
from tests.support.domain.given import Happened, given, history, new_table, then_refused, when
from tests.support.domain.mistaken import correct_deal, correct_roll, same
from tests.support.domain.poker import (
    DEALER,
    FIVE_ACES_AND_PAIR,
    LOSES,
    WINS,
    deal_cards,
    metered,
    more,
    progressive,
    validated,
)
from tests.support.share import some

CONTROL: Final = "control:correction"
HOUSE: Final = "1-3 1-5 5-6 4-6"
OTHER_HOUSE: Final = "6-6 6-6 1-1 1-1"


def test_wrong_dice_are_named_taken_back_and_told_again() -> None:
    table = given(open_table(triples_bonus=True), open_round(), place(1), bet(1, "all_4", 500))
    wrong = when(table, no_more_bets(), roll(4, 4, 4))
    then = when(wrong.table, correct_roll(4, 4, 1))
    assert then.names() == ["RollCorrected", "DiceRolled", "WagerSettled"]
    taken_back = then.one(RollCorrected)
    assert taken_back.corrects == wrong.one(DiceRolled).seq
    assert (taken_back.was, taken_back.was_running, taken_back.triples) == ((4, 4, 4), 1, 0)
    assert (taken_back.reason, taken_back.supervisor) == ("keyed in wrong", "Ann")
    assert taken_back.entries == {"tray": 90_000, "win": -90_000}
    assert then.one(WagerSettled).outcome == "lose"
    assert then.table.tray == wrong.table.tray + 90_000 + 500


EVERY_WAGER: Final = (
    *(place(seat, 1000 * seat) for seat in (1, 3)),
    *(bet(1, wager, 100) for wager in ("even", "odd", "match", "double", "triple", "dice_bonus")),
    *(bet(3, wager, 200, coupon=50) for wager in ("match", "dice_bonus", "all_2", "any_triple")),
)
RIGHT: Final[tuple[Dice, ...]] = ((1, 2, 6), (2, 2, 2), (3, 5, 5))


@pytest.mark.parametrize("method", [1, 2])
@pytest.mark.parametrize("right", RIGHT)
def test_whatever_dice_were_keyed_in_the_right_ones_count(right: Dice, method: int) -> None:
    """All wrong rolls, a quarter of them for a change, after no triple and after one that runs."""
    opening = eye_table(triples_bonus=True, vigorish_method=method)
    first = given(opening, *to_the_dice(*EVERY_WAGER, dice=(6, 6, 6)))
    fresh = given(opening, open_round(), *EVERY_WAGER, no_more_bets())
    second = [place(1, 1000), place(3, 3000)]
    if method == 1:
        first = when(first, ask("deal", stacks=stacks({})), *_set((1, 3)), settle()).table
    running = when(first, open_round(), *second, bet(1, "odd", 100), no_more_bets()).table
    assert game_at(running).streak.count == 1
    for before in (fresh, running):
        told_right = when(before, roll(*right))
        for wrong in {*some(ROLLS, sum(right)), *TRIPLES, right}:
            mistaken = when(before, roll(*wrong))
            if wrong == right:
                then_refused(mistaken.table, correct_roll(*right), rule=CONTROL)
            else:
                righted = when(mistaken.table, correct_roll(*right))
                whole = Happened(righted.table, (*mistaken.events, *righted.events))
                same(_to_the_end(whole), _to_the_end(told_right))


def _to_the_end(happened: Happened) -> Happened:
    """Of the round: until then a table that took it for ended knows that in its books."""
    state = game_at(happened.table).round
    if state is None:
        return happened
    seats = [one.seat for one in state.playing()]
    rest = when(happened.table, ask("deal", stacks=stacks({})), *_set(seats), settle())
    return Happened(rest.table, (*happened.events, *rest.events))


def _set(seats: Iterable[int]) -> list[Asked]:
    return [*map(set_hand, seats), set_house()]


def test_dice_corrected_twice_are_those_told_last() -> None:
    before = given(eye_table(), open_round(), *EVERY_WAGER[:-2], no_more_bets())
    twice = when(before, roll(5, 5, 5), correct_roll(1, 1, 1), correct_roll(*PLAIN))
    same(twice, when(before, roll(*PLAIN)))
    first, second = twice.all(RollCorrected)
    assert (first.was, second.was) == ((5, 5, 5), (1, 1, 1))
    assert second.corrects == first.seq + 1


def test_the_right_dice_may_end_the_round() -> None:
    """A triple takes the hands by the second method: nothing is left to deal."""
    before = given(eye_table(vigorish_method=2), open_round(), place(2), no_more_bets())
    wrong = when(before, roll(*PLAIN), ask("deal", stacks=stacks({})), set_hand(2))
    then = when(wrong.table, correct_roll(3, 3, 3))
    assert then.one(RoundClosed).tray_delta == 2500
    same(Happened(then.table, (*wrong.events, *then.events)), when(before, roll(3, 3, 3)))


def test_the_shaker_of_the_corrected_dice_is_the_shaker_of_the_roll() -> None:
    table = given(eye_table(), *to_the_dice(place(4), dice=(4, 1, 2)))
    table = when(table, ask("deal", stacks=stacks({})), *_set((4,)), settle()).table
    table = when(table, *to_the_dice(place(4), bet(4), dice=(1, 2, 3))).table
    assert when(table, correct_roll(5, 5, 5)).one(DiceRolled).shaker == 4


def test_dice_that_grew_old_since_the_roll_may_still_be_corrected() -> None:
    table = given(open_table(), open_round(), place(1), no_more_bets(), roll(1, 2, 3))
    next_day = {**correct_roll(1, 2, 4), "at": "2026-11-17T20:00:00Z"}
    assert when(table, next_day).one(DiceRolled).dice == (1, 2, 4)


@pytest.mark.parametrize(
    "moves",
    [
        (),
        (no_more_bets(),),
        (no_more_bets(), roll(), deal(HOUSE), set_hand(1), set_house()),
    ],
    ids=["betting", "no more bets", "house set"],
)
def test_dice_are_corrected_between_the_roll_and_the_houses_hand(moves: tuple[Asked, ...]) -> None:
    table = given(open_table(), open_round(), place(1), *moves)
    then_refused(table, correct_roll(1, 1, 2), rule=CONTROL)


MARYLAND: Final = (open_table(regulation="md-pai-gow", generator=True), open_round())


def test_a_generators_number_is_no_roll() -> None:
    table = given(*MARYLAND, place(1), no_more_bets(), ask("announce_number", number=7))
    refusal = then_refused(table, correct_roll(1, 1, 2), rule=CONTROL)
    assert "generator" in refusal.reason


def test_what_was_abandoned_or_voided_since_is_not_undone() -> None:
    table = given(*MARYLAND, place(1), place(2), no_more_bets(), roll())
    left = when(table, ask("abandon", seat=2)).table
    then_refused(left, correct_roll(1, 1, 2), rule=CONTROL)
    assert when(left, deal(HOUSE), correct_deal(deal(OTHER_HOUSE))).all(DealCorrected)
    dealt = when(table, deal(HOUSE)).table
    for moves in ((expose(1), void_hand(1)), (ask("abandon", seat=2),)):
        undone = when(dealt, *moves).table
        then_refused(undone, correct_roll(1, 1, 2), rule=CONTROL)
        then_refused(undone, correct_deal(deal(OTHER_HOUSE)), rule=CONTROL)


@pytest.mark.parametrize(
    "since",
    [count_tray(1_000_500), roll_over(1_000_500), remove_box(carrier="s5")],
    ids=["counted", "rolled over", "box off"],
)
def test_dice_that_a_count_has_met_are_not_taken_back(since: Asked) -> None:
    """The count met what the right dice did; a correction would miss it a second time."""
    opened = given(open_table(triples_bonus=True), open_round(), place(1), bet(1, "all_4", 500))
    table = when(opened, no_more_bets(), roll(4, 4, 4), since).table
    refusal = then_refused(table, correct_roll(4, 4, 1), rule=CONTROL)
    assert "counted, or its drop box taken off" in refusal.reason
    assert "correct_roll" not in next_commands(table)
    before = when(opened, since, no_more_bets(), roll(4, 4, 4)).table
    assert "correct_roll" in next_commands(before)
    assert when(before, correct_roll(4, 4, 1)).all(RollCorrected)


def test_who_left_before_the_dice_stays_gone() -> None:
    table = given(*MARYLAND, place(1), place(2), no_more_bets(), ask("abandon", seat=2))
    same(when(table, roll(1, 2, 3), correct_roll(2, 2, 2)), when(table, roll(2, 2, 2)))


def test_a_wrong_deal_is_taken_up_with_all_that_was_set_on_it() -> None:
    before = given(open_table(), open_round(), place(1), place(2), no_more_bets(), roll())
    wrong = when(
        before,
        *(deal(OTHER_HOUSE), expose(1), play_on(1), set_hand(1), set_hand(2), set_house()),
    )
    then = when(wrong.table, correct_deal(deal(HOUSE)))
    assert then.names() == ["DealCorrected", "TilesDealt"]
    assert then.one(DealCorrected).corrects == wrong.one(TilesDealt).seq
    same(then, when(before, deal(HOUSE)))
    last = (set_hand(1), set_hand(2), set_house(), settle())
    done = when(then.table, *last)
    same(done, when(before, deal(HOUSE), *last))
    assert game_at(done.table).before_roll is None


def test_a_tile_that_was_seen_of_a_wrong_deal_asks_for_no_choice() -> None:
    before = given(open_table(), open_round(), place(1), no_more_bets(), roll())
    then = when(before, deal(OTHER_HOUSE), expose(1), correct_deal(deal(HOUSE)))
    assert when(then.table, set_hand(1), set_house(), settle()).one(RoundClosed)


def test_a_deal_is_corrected_while_nothing_rests_on_it() -> None:
    rolled = given(open_table(), open_round(), place(1), place(2), no_more_bets(), roll())
    then_refused(rolled, correct_deal(deal(HOUSE)), rule=CONTROL)
    dealt = when(rolled, deal(HOUSE)).table
    same_again = then_refused(dealt, correct_deal(deal(HOUSE)), rule=CONTROL)
    assert "nothing is wrong" in same_again.reason
    house_set = when(dealt, set_hand(1), set_hand(2), set_house()).table
    surrendered = when(house_set, surrender(2)).table
    then_refused(surrendered, correct_deal(deal(OTHER_HOUSE)), rule=CONTROL)
    finished = when(house_set, settle()).table
    then_refused(finished, correct_deal(deal(OTHER_HOUSE)), rule=CONTROL)
    then_refused(new_table(), correct_deal(deal(HOUSE)), rule="control:table-open")


def test_the_right_deal_is_held_to_the_rules_of_dealing() -> None:
    table = given(open_table(), open_round(), place(1), no_more_bets(), roll(), deal(HOUSE))
    cards = correct_deal(deal_cards({1: WINS}))
    then_refused(table, cards, rule="19:47-10.6(d)")


@pytest.mark.parametrize("co_bank", [False, True])
def test_a_banked_round_corrected_ends_as_one_told_right(co_bank: bool) -> None:
    opening = jersey(dragons_eye={"start": "count"}, triples_bonus=True)
    told = ask("deal", stacks=stacks({}))
    first = to_the_dice(place(1, 2000), place(2, 3000))
    table = given(opening, *first, told, *_set((1, 2)), settle())
    table = when(table, open_round(), accept(1, co_bank=co_bank), place(2, 4000), place(5)).table
    table = when(table, bet(2, "match", 300), bet(5, "any_triple", 100), no_more_bets()).table
    own = [] if co_bank else [set_hand("dealer")]
    rest = (told, set_hand(2), set_hand(5), *own, set_house(), settle())
    wrong = (roll(2, 2, 2), told, set_hand(2), correct_deal(deal(OTHER_HOUSE)))
    mistaken = when(table, *wrong, correct_roll(2, 1, 1), *rest)
    same(mistaken, when(table, roll(2, 1, 1), *rest))
    assert bool(mistaken.all(DealerWagerSettled)) != co_bank


def test_a_progressive_round_corrected_ends_as_one_told_right() -> None:
    opened = history(metered(), open_round(), place(1), place(2), progressive(1), progressive(2))
    right = deal_cards({1: FIVE_ACES_AND_PAIR, 2: LOSES}, "2S 4H 7D 9C JH QH KD")
    wrong = deal_cards({1: LOSES, 2: WINS}, DEALER)
    rest = (set_hand(1), set_hand(2), set_house(), validated())
    bets = more(opened, no_more_bets())
    mistaken = more(
        bets,
        *(roll(1, 1, 6), wrong, set_hand(1), set_hand(2), set_house()),
        *(correct_deal(right), correct_roll(1, 2, 6), right, *rest),
    )
    told_right = more(bets, roll(1, 2, 6), right, *rest)
    same(mistaken, told_right)
    assert len(mistaken.all(CardsDealt)) == 3
    assert mistaken.meter is not None
    assert told_right.meter is not None
    assert mistaken.meter.amount == told_right.meter.amount


def any_deal(chance: Random) -> Asked:
    tiles = chance.sample(TILES, len(TILES))
    return ask("deal", stacks=[tiles[at : at + 4] for at in range(0, 32, 4)])


def any_dice(chance: Random) -> list[int]:
    return [chance.randint(1, 6)] * 3 if chance.random() < 0.5 else list(chance.choice(ROLLS))


def with_mistakes(table: Table, moves: list[Asked], chance: Random) -> Happened:
    """The same evening by somebody who keys in wrong dice and tiles, and puts them right."""
    then = Happened(table, ())
    for asked in moves:
        told = [asked]
        if asked["command"] == "roll":
            wrong = roll(*any_dice(chance))
            over = game_at(when(then.table, wrong).table).round is None
            if not over and wrong["dice"] != asked["dice"]:
                between = [any_deal(chance)] if chance.random() < 0.5 else []
                told = [wrong, *between, correct_roll(*asked["dice"])]
        elif asked["command"] == "deal":
            told = [any_deal(chance), correct_deal(asked)]
        made = when(then.table, *told)
        then = Happened(made.table, (*then.events, *made.events))
    return then


@pytest.mark.parametrize("seed", range(12))
def test_an_evening_of_mistakes_corrected_is_the_evening_told_right(seed: int) -> None:
    """Streaks, retained wagers and the bank's rotation come out alike, and replay is exact."""
    chance = Random(seed)
    eye = {"vigorish_method": 1 + seed % 2, "standalone": seed % 3 == 0}
    opening = jersey(dragons_eye=eye, triples_bonus=True)
    moves: list[Asked] = []
    table = given(opening)
    for _ in range(8):
        before, table, lawful = table, *_some_round(table, chance)
        moves += lawful
        assert table.rounds == before.rounds + 1
    told_right = when(given(opening), *moves)
    mistaken = with_mistakes(given(opening), moves, chance)
    same(mistaken, told_right)
    assert mistaken.all(RollCorrected)
    assert mistaken.all(DealCorrected)
    folded = given(opening)
    for event in mistaken.events:
        folded = evolve(folded, event)
    assert folded == mistaken.table


def _some_round(table: Table, chance: Random) -> tuple[Table, list[Asked]]:
    """One whole round, with a bank where it is offered, and what was asked for it."""
    moves = [open_round()]
    state = round_at(when(table, open_round()).table)
    bank = state.offered[0] if state.offered and chance.random() < 0.7 else None
    if bank is not None:
        moves.append(accept(bank.seat, player=bank.player, co_bank=chance.random() < 0.5))
    seats = [seat for seat in (1, 2, 4, 6) if bank is None or seat != bank.seat]
    for seat in chance.sample(seats, 2):
        moves += [place(seat, chance.randrange(100, 9000)), bet(seat, "match", 100)]
        if not game_at(table).streak.after_triple:
            moves.append(bet(seat, "dice_bonus", 200))
    moves += [no_more_bets(), roll(*any_dice(chance))]
    rolled = when(table, *moves).table
    if game_at(rolled).round is None:
        return rolled, moves
    dealt = any_deal(chance)
    if chance.random() < 0.1:
        moves += [dealt, void_round()]
        return when(table, *moves).table, moves
    own = [set_hand("dealer")] if round_at(rolled).dealer_plays else []
    moves += [dealt, *(set_hand(one.seat) for one in round_at(rolled).playing()), *own]
    playing = round_at(rolled).playing() or round_at(rolled).dealer_plays
    moves += [set_house(), settle()] if playing else [settle()]
    return when(table, *moves).table, moves
