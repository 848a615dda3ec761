"""Whole rounds of pai gow poker, 19:47-11: dealt, set, compared, paid."""

from typing import Any, Final

import pytest

from domain.commands import CommandError
from domain.events.round import RoundClosed, RoundVoided, VigorishTaken, WagerSettled
from domain.games.pai_gow.messages.events import CardsDealt, HandSet, HouseSet, NumberAnnounced
from domain.hosting import Table
from domain.messages.commands import parse_command
from domain.refusals import NotOffered, NotThisPlayer, UnlawfulSetting, WrongMoment
from tests.support.domain.asked import (
    Asked,
    ask,
    deal,
    expose,
    misdeal,
    no_more_bets,
    open_round,
    open_table,
    place,
    play_on,
    roll,
    set_hand,
    set_house,
    settle,
    surrender,
    void_hand,
)
from tests.support.domain.given import account_totals, given, then_refused, tray_of, when
from tests.support.domain.poker import (
    EIGHT,
    LOSES,
    WINS,
    deal_cards,
    lines,
    poker,
    to_the_deal,
    to_the_house,
)

PUSH_HIGH: Final = "KD KC 6S 4C 3D 2D 8H"
"""Kings beat the dealer's queens, eight-six does not beat ace-nine."""
PUSH_LOW: Final = "3S 3H AH JH TS 6H 9C"
"""Ace-jack beats ace-nine, threes do not beat queens."""
COPY: Final = "QD QC 9S 7H 5C 2D AS"


def after_settling(
    hands: dict[int, str], *opening: Asked, **told: Any
) -> dict[int, tuple[str, int]]:
    """Outcome and vigorish of each seat's wager."""
    table = given(*(opening or (poker(),)))
    then = when(table, *to_the_house(hands, **told), settle())
    return {seat: (line.outcome, line.vigorish) for (seat, _), line in lines(then).items()}


def rolled(*dice: int, opening: Asked | None = None, seats: tuple[int, ...] = (1,)) -> Table:
    wagers = [place(seat) for seat in seats]
    return given(opening or poker(), open_round(), *wagers, no_more_bets(), roll(*dice))


@pytest.mark.parametrize(
    ("dice", "start"),
    [
        ((1, 1, 1), "2"),
        ((1, 1, 6), "dealer"),
        ((1, 2, 6), "1"),
        ((2, 6, 6), "6"),
        ((3, 6, 6), "dealer"),
        ((6, 6, 6), "3"),
    ],
)
def test_11_8c_the_count_goes_round_a_ring_of_seven(dice: tuple[int, ...], start: str) -> None:
    dealt = when(rolled(*dice), deal_cards({1: WINS})).one(CardsDealt)
    assert (dealt.start, dealt.rule) == (start, "19:47-11.8")


def test_cards_are_told_for_the_dealer_and_each_seat_that_plays() -> None:
    dealt = when(rolled(seats=(5, 2)), deal_cards({5: LOSES, 2: WINS})).one(CardsDealt)
    assert list(dealt.hands) == ["dealer", "2", "5"]
    assert dealt.hands["5"] == tuple(LOSES.split())


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (deal_cards({1: WINS}), "no cards are told for 2"),
        (deal_cards({1: WINS, 2: LOSES}, dealer=None), "no cards are told for dealer"),
        (deal_cards({1: WINS, 2: LOSES, 3: PUSH_HIGH}), "nobody plays at 3"),
        (deal("1-3 1-5 5-6 4-6"), "seven by position"),
    ],
)
def test_11_8_a_deal_that_lacks_or_adds_a_hand_is_refused(told: Asked, reason: str) -> None:
    refusal = then_refused(rolled(seats=(1, 2)), told, rule="19:47-11.8", kind=NotOffered)
    assert reason in refusal.reason


def test_tiles_are_not_dealt_in_cards() -> None:
    table = rolled(opening=open_table())
    refusal = then_refused(table, deal_cards({1: WINS}), rule="19:47-10.6(d)", kind=NotOffered)
    assert "stacks of tiles" in refusal.reason


@pytest.mark.parametrize(
    ("hands", "problem"),
    [
        ({"1": "KS KH TD 8C 4D AD"}, "6 cards; seven are dealt"),
        ({"1": "KS KH TD 8C 4D AD 1C"}, "'1C' is not a card"),
        ({"1": WINS, "2": "KS JD TC 8D 7S 5H 3C"}, "card KS appears 2 times"),
        ({"1": "JK KH TD 8C 4D AD JK"}, "card JK appears 2 times"),
        ({"dead": LOSES}, "'dead' is no position"),
    ],
)
def test_what_no_deck_can_deal_is_wrong_by_itself(hands: dict[str, str], problem: str) -> None:
    with pytest.raises(CommandError) as wrong:
        parse_command(deal_cards(hands, dealer=None))
    assert problem in wrong.value.problems[0]["what"]


@pytest.mark.parametrize(
    ("high", "low", "problem"),
    [
        ("KS KH TD 8C 4D", "AD AD", "card AD appears 2 times"),
        ("KS KH TD 8C 4D", "AD 6-6", "'6-6' is not a card"),
        ("KS KH TD 8C 4D", "AD 11", "'11' is not a card"),
    ],
)
def test_what_no_deck_can_set_is_wrong_by_itself(high: str, low: str, problem: str) -> None:
    with pytest.raises(CommandError) as wrong:
        parse_command(set_hand(1, high, low))
    assert problem in wrong.value.problems[0]["what"]


# Setting


def dealt(hand: str, **elections: Any) -> Table:
    return given(poker(**elections), *to_the_deal({1: hand}))


def test_11_1_the_high_hand_does_not_rank_below_the_low_hand() -> None:
    below = set_hand(1, "AS 9S 8D 5H 3C", "JK KC")
    table = dealt("AS 9S 8D 5H 3C JK KC")
    refusal = then_refused(table, below, rule="19:47-11.1", kind=UnlawfulSetting)
    assert "ace-nine-eight-five-three" in refusal.reason
    assert "ranks below the low hand (ace-king)" in refusal.reason
    matched = set_hand(1, "AS KC 8D 5H 3C", "JK KH")
    assert when(dealt("AS KC 8D 5H 3C JK KH"), matched).one(HandSet).low == ("JK", "KH")


@pytest.mark.parametrize(
    ("high", "low", "rule"),
    [
        ("KS KH TD 8C", "4D AD JC", "19:47-11.9"),
        ("KS KH TD 8C 4D", "AD JH", "19:47-11.9"),
        ("QS QH TD 8C 4D", "AD JC", "19:47-11.9"),
    ],
)
def test_a_player_sets_five_and_two_of_the_cards_dealt(high: str, low: str, rule: str) -> None:
    then_refused(dealt(WINS), set_hand(1, high, low), rule=rule)


def test_a_set_hand_is_final() -> None:
    table = when(dealt(WINS), set_hand(1)).table
    then_refused(table, set_hand(1), rule="19:47-11.9", kind=WrongMoment)


def test_a_player_may_ask_for_the_house_way_whichever_is_elected() -> None:
    for elections in ({}, {"house_way": "basic"}):
        was_set = when(dealt(WINS, **elections), set_hand(1)).one(HandSet)
        assert (set(was_set.low), was_set.house_way) == ({"AD", "JC"}, True)


def test_without_a_named_house_way_the_dealer_sets_any_lawful_hand() -> None:
    table = when(dealt(WINS), set_hand(1)).table
    house = when(table, set_house("QS QH 9D 7C AC", "5D 2C")).one(HouseSet)
    assert (house.position, house.way, house.rule) == ("dealer", None, "19:47-11.9")
    disorder = set_house("9D 7C 5D 2C AC", "QS QH")
    then_refused(table, disorder, rule="19:47-11.1", kind=UnlawfulSetting)
    assert when(table, set_house()).one(HouseSet).low == ("9D", "AC")


def test_11_9_a_named_house_way_binds_the_dealer() -> None:
    table = when(dealt(WINS, house_way="basic"), set_hand(1)).table
    departs = set_house("QS QH 9D 7C AC", "5D 2C")
    refusal = then_refused(table, departs, rule="19:47-11.11", kind=UnlawfulSetting)
    assert "the house way `basic` sets 2C 5D 7C QS QH high and 9D AC low" in refusal.reason
    house = when(table, set_house("QH QS 7C 5D 2C", "AC 9D")).one(HouseSet)
    assert (house.way, house.low) == ("basic", ("AC", "9D"))


def test_the_house_sets_last() -> None:
    then_refused(dealt(WINS), set_house(), rule="19:47-11.9", kind=WrongMoment)


# Comparing and paying


def test_11_9_both_higher_wins_one_higher_pushes_neither_loses() -> None:
    hands = {1: WINS, 2: LOSES, 3: PUSH_HIGH, 4: PUSH_LOW}
    outcomes = after_settling(hands)
    assert outcomes == {1: ("win", 125), 2: ("lose", 0), 3: ("push", 0), 4: ("push", 0)}


def test_11_1_a_copy_goes_to_the_house() -> None:
    assert after_settling({1: COPY}) == {1: ("lose", 0)}
    # The high hand is a copy still; ace-jack beats ace-nine.
    assert after_settling({1: "QD QC JS 7H 5C 2D AS"}) == {1: ("push", 0)}


@pytest.mark.parametrize(("wheel", "outcome"), [("second", "win"), ("lowest", "push")])
def test_11_3_d_the_elected_wheel_decides(wheel: str, outcome: str) -> None:
    told = after_settling(
        {1: "AS 2H 3D 4H 5S KH JC"}, poker(wheel=wheel), dealer="9S TH JD QH KS 2C 3C"
    )
    assert told[1][0] == outcome


@pytest.mark.parametrize(
    ("rounding", "amount", "vigorish"), [("quarter", 2600, 150), ("cent", 2610, 131)]
)
def test_vigorish_is_five_percent_rounded_as_elected(
    rounding: str, amount: int, vigorish: int
) -> None:
    then = when(given(poker(vigorish=rounding)), *to_the_house({1: WINS}, amount=amount), settle())
    taken = then.one(VigorishTaken)
    assert (taken.amount, taken.won, taken.rule) == (vigorish, amount, "19:47-11.9")
    assert then.one(RoundClosed).tray_delta == vigorish - amount == tray_of(then.events)


def test_a_surrendered_wager_is_collected_whole() -> None:
    table = given(poker(), *to_the_house({1: WINS, 2: LOSES}))
    then = when(table, surrender(1), settle())
    assert {seat: line.outcome for (seat, _), line in lines(then).items()} == {
        1: "surrender",
        2: "lose",
    }
    assert then.one(RoundClosed).tray_delta == 5000
    assert then.all(WagerSettled)[0].rule == "19:47-11.9"


def test_a_coupon_wins_with_the_chips_and_is_taken() -> None:
    then = when(given(poker()), *to_the_house({1: WINS}, coupon=1000), settle())
    (line,) = lines(then).values()
    assert (line.paid, line.vigorish) == (3500, 175)
    assert account_totals(then.events) == {
        "tray": -3325,
        "win": 2500,
        "promotional": 1000,
        "vigorish": -175,
    }


def test_11_12_of_a_players_two_areas_the_larger_wager_is_set_first() -> None:
    opening = poker(two_areas=True)
    wagers = (place(1, 2500, player="ann"), place(2, 5000, player="ann"))
    cards = deal_cards({1: WINS, 2: LOSES})
    table = given(opening, open_round(), *wagers, no_more_bets(), roll(*EIGHT), cards)
    then_refused(table, set_hand(1), rule="19:47-11.12", kind=WrongMoment)
    then = when(table, set_hand(2), set_hand(1), set_house(), settle())
    assert len(lines(then)) == 2
    table = given(poker(), open_round(), wagers[0])
    then_refused(table, wagers[1], rule="19:47-11.12", kind=NotThisPlayer)


# What goes wrong at a table


def test_11_11_a_seat_may_void_its_exposed_hand_or_play_it() -> None:
    table = given(poker(), *to_the_deal({1: WINS, 2: LOSES}), expose(1), expose(2))
    then_refused(table, set_hand(1), rule="19:47-11.11", kind=WrongMoment)
    then = when(table, void_hand(1), play_on(2), set_hand(2), set_house(), settle())
    assert {seat: line.outcome for (seat, _), line in lines(then).items()} == {1: "void", 2: "lose"}


@pytest.mark.parametrize("position", ["dealer", 4])
def test_11_11_an_exposed_card_of_the_house_or_of_no_wager_voids_the_round(
    position: int | str,
) -> None:
    then = when(given(poker(), *to_the_deal({1: WINS})), expose(position))
    assert [line.outcome for line in then.one(RoundVoided).wagers] == ["void"]
    assert then.one(RoundVoided).rule == "19:47-11.11"


def test_cards_have_no_dead_hand() -> None:
    table = given(poker(), *to_the_deal({1: WINS}))
    then_refused(table, expose("dead"), rule="19:47-11.11", kind=NotOffered)


def test_a_misdeal_returns_every_wager() -> None:
    then = when(given(poker(), *to_the_deal({1: WINS})), misdeal())
    voided = then.one(RoundVoided)
    assert (voided.tray_delta, voided.rule, voided.meter) == (0, "19:47-11.11", None)


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        (ask("abandon", seat=1), "19:47-11.7"),
        (ask("cut", stacks=2), "19:47-11.6"),
        (ask("choose_delivery", style="jung_quat"), "19:47-11.8"),
        (ask("announce_number", number=9), "19:47-11.4"),
        (ask("place_wager", seat=1, wager="pair_fortunes", amount=100), "19:47-11.7"),
    ],
)
def test_what_belongs_to_tiles_or_was_not_elected_is_refused(asked: Asked, rule: str) -> None:
    table = given(poker(), open_round(), place(1))
    if asked["command"] != "place_wager":
        table = when(table, no_more_bets()).table
    then_refused(table, asked, rule=rule)


def test_11_4_a_generator_may_take_the_place_of_dice() -> None:
    table = given(poker(generator=True), open_round(), place(1), no_more_bets())
    then = when(table, ask("announce_number", number=14), deal_cards({1: WINS}))
    assert then.one(NumberAnnounced).rule == "19:47-11.4"
    assert then.one(CardsDealt).start == "6"


@pytest.mark.parametrize(
    ("election", "rule"),
    [
        ({"triples_bonus": True}, "19:47-11.13"),
        ({"pair_fortunes": "A"}, "19:47-11.13"),
        ({"dealer_delivery": True}, "19:47-11.8"),
        ({"house_way": "traditional"}, "19:47-11.9"),
        ({"limits": {"progressive": [100, 100]}}, "19:47-11.14(a)"),
        ({"generator": True, "dragons_eye": {}}, "13:69F-11.4(b)"),
    ],
)
def test_an_election_that_poker_lacks_is_refused(election: dict[str, Any], rule: str) -> None:
    then_refused(Table(name="PG01"), poker(**election), rule=rule, kind=NotOffered)
