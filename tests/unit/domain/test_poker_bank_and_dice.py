"""Pai gow poker with a bank among the players, and with the dragon's eye (13:69F-11)."""

from typing import Any, Final

import pytest

from domain.events.round import (
    BankSettled,
    DealerWagerSettled,
    DiceRolled,
    ProgressivePaid,
    RoundClosed,
    RoundOpened,
    WagerSettled,
)
from domain.games.pai_gow.messages.events import CardsDealt, HouseSet
from domain.games.pai_gow.round.state import game_at
from domain.refusals import NotOffered, UnlawfulSetting, WrongMoment
from tests.support.domain.asked import (
    Asked,
    ask,
    expose,
    no_more_bets,
    open_round,
    place,
    play_on,
    roll,
    set_hand,
    set_house,
    settle,
    void_hand,
)
from tests.support.domain.banked import accept, pass_bank
from tests.support.domain.given import Happened, account_totals, given, history, then_refused, when
from tests.support.domain.poker import (
    DEALER,
    EIGHT,
    FIVE_ACES_AND_PAIR,
    LOSES,
    TERMS,
    WINS,
    deal_cards,
    lines,
    more,
    poker,
    progressive,
    to_the_house,
    validated,
)

THREE_SIXES: Final = "6D 6S 6H 2D 4C 9H JS"


def banked(dealer_wager: int | None = 0, **fields: Any) -> Happened:
    """Seat 1 banks the second round; seat 2 wagers $30 against it."""
    elections = fields.pop("elections", {})
    first = to_the_house({1: LOSES, 2: WINS})
    opening = poker(banking=True, co_banking=True, **elections)
    told = {} if dealer_wager is None else {"dealer_wager": dealer_wager}
    return history(
        *(opening, *first, settle(), open_round()),
        *(accept(1, **told, **fields), place(2, 3000)),
    )


# The bank


def test_11_10_nobody_banks_the_first_round_and_the_offer_goes_round() -> None:
    opening = poker(banking=True)
    then_refused(given(opening, open_round()), accept(1), rule="19:47-11.10", kind=WrongMoment)
    then = history(opening, *to_the_house({1: LOSES, 2: WINS}), settle(), open_round())
    assert [offer.seat for offer in then.all(RoundOpened)[-1].offered] == [1, 2]
    then_refused(then.table, accept(2), rule="19:47-11.10", kind=WrongMoment)
    assert when(then.table, pass_bank(1), accept(2)).table.open_round() is not None


def test_the_count_begins_at_the_bank_and_the_banks_cards_are_told() -> None:
    table = more(banked(), no_more_bets(), roll(*EIGHT)).table
    lacking = deal_cards({2: WINS})
    then_refused(table, lacking, rule="19:47-11.10", kind=NotOffered)
    dealt = when(table, deal_cards({1: LOSES, 2: WINS})).one(CardsDealt)
    # Eight from seat 1, in a ring of seven, is seat 1 again.
    assert (dealt.start, dealt.rule) == ("1", "19:47-11.10")


def test_a_dealer_without_a_wager_has_no_cards_whether_told_or_not() -> None:
    table = more(banked(), no_more_bets(), roll(*EIGHT)).table
    for dealer in (DEALER, None):
        dealt = when(table, deal_cards({1: LOSES, 2: WINS}, dealer)).one(CardsDealt)
        assert list(dealt.hands) == ["1", "2"]


def test_a_dealer_with_a_wager_has_cards_and_sets_by_the_house_way() -> None:
    table = more(banked(None, elections={"house_way": "basic"}), no_more_bets(), roll(*EIGHT)).table
    then_refused(table, deal_cards({1: LOSES, 2: WINS}, None), rule="19:47-11.10")
    set_all = when(table, deal_cards({1: LOSES, 2: WINS}), set_hand(2), set_house()).table
    departs = set_hand("dealer", "QS QH 9D 7C AC", "5D 2C")
    then_refused(set_all, departs, rule="19:47-11.11", kind=UnlawfulSetting)
    then_refused(set_all, settle(), rule="19:47-11.10", kind=WrongMoment)
    then = when(set_all, set_hand("dealer"), settle())
    closed = then.one(RoundClosed)
    assert closed.dealer_wager is not None
    assert (closed.dealer_wager.amount, closed.dealer_wager.outcome) == (2500, "win")
    assert closed.bank is not None
    # The bank lost $30 and $25; the dealer's win goes to the tray, without vigorish.
    assert (closed.bank.net, closed.tray_delta) == (-5500, 2500 + 150)
    assert account_totals(then.events)["bank"] == account_totals(then.events)["patrons"] == 0


def test_a_bank_alone_sets_freely_and_pays_vigorish_on_its_surplus() -> None:
    elections = {"house_way": "basic"}
    dealt = more(
        banked(elections=elections),
        *(no_more_bets(), roll(*EIGHT), deal_cards({1: WINS, 2: LOSES}), set_hand(2)),
    )
    freely = set_house("KS KH AD TD 8C", "4D JC")
    then = more(dealt, freely, settle())
    house = then.one(HouseSet)
    assert (house.position, house.way) == ("1", None)
    line = then.one(RoundClosed).bank
    assert line is not None
    assert lines(then)[2, "pai_gow"].outcome == "lose"
    assert (line.net, line.vigorish) == (2850, 150)


def test_a_co_banks_hand_follows_the_house_way_and_half_is_the_casinos() -> None:
    elections = {"house_way": "basic"}
    table = more(
        banked(None, elections=elections, co_bank=True),
        *(no_more_bets(), roll(*EIGHT), deal_cards({1: WINS, 2: LOSES}), set_hand(2)),
    ).table
    then_refused(
        table, set_house("KS KH AD TD 8C", "4D JC"), rule="19:47-11.11", kind=UnlawfulSetting
    )
    then = when(table, set_house(), settle())
    settled = then.one(BankSettled)
    assert (settled.bank_share, settled.casino_share, settled.vigorish) == (1500, 1500, 75)
    assert settled.rule == "19:47-11.10"


def test_only_the_wager_on_the_hands_stands_against_a_bank() -> None:
    elections = {"progressive": TERMS}
    then = more(
        banked(elections=elections),
        *(progressive(2), no_more_bets(), roll(*EIGHT)),
        *(deal_cards({1: WINS, 2: THREE_SIXES}), set_hand(2), set_house(), settle()),
    )
    closed = then.one(RoundClosed)
    assert closed.bank is not None
    # Three sixes push against the bank, and win $2 of the tray, which has the $1 stake.
    assert (closed.bank.net, closed.tray_delta) == (0, 100 - 200)
    assert lines(then)[2, "progressive"].paid == 200


def test_11_14_a_the_bank_makes_no_progressive_wager() -> None:
    then = banked(elections={"progressive": TERMS})
    assert then.meter is not None
    then_refused(then.table, progressive(1), rule="19:47-11.14(a)", kind=NotOffered)


# The dragon's eye


def eye(**terms: Any) -> Asked:
    extra = terms.pop("elections", {})
    return poker(dragons_eye=terms, **extra)


def wager(name: str, seat: int = 1, amount: int = 100) -> Asked:
    return ask("place_wager", seat=seat, wager=name, amount=amount)


@pytest.mark.parametrize(
    ("name", "paid", "rule"),
    [
        ("match", 100, "13:69F-11.19(a)"),
        ("even", 0, "13:69F-11.19(b)"),
        ("odd", 100, "13:69F-11.19(c)"),
        ("double", 400, "13:69F-11.19(d)"),
        ("triple", 0, "13:69F-11.19(e)"),
        ("dice_bonus", 0, "13:69F-11.19(f)"),
    ],
)
def test_13_69f_11_19_each_wager_pays_by_its_own_paragraph(name: str, paid: int, rule: str) -> None:
    table = given(eye(), open_round(), place(1), wager(name), no_more_bets())
    settled = when(table, roll(1, 4, 4)).one(WagerSettled)
    assert (settled.paid, settled.rule) == (paid, rule)


@pytest.mark.parametrize(("start", "position"), [("eye", "4"), ("count", "6")])
def test_13_69f_11_8d_d_the_first_cards_go_to_the_eye_or_by_the_count(
    start: str, position: str
) -> None:
    table = given(eye(start=start), open_round(), place(1), no_more_bets(), roll(4, 1, 2))
    assert when(table, deal_cards({1: WINS})).one(CardsDealt).start == position


def test_13_69f_11_19_f_a_streak_runs_over_rounds_as_with_tiles() -> None:
    rest = (deal_cards({2: LOSES}), set_hand(2), set_house(), settle())
    first = history(
        *(eye(), open_round(), place(2), wager("dice_bonus", 2), no_more_bets(), roll(2, 2, 2)),
        *rest,
    )
    assert first.all(WagerSettled)[0].paid == 2500
    bet = (open_round(), place(2), no_more_bets())
    second = when(first.table, *bet, roll(5, 5, 5), *rest)
    assert second.one(DiceRolled).shaker == 2
    assert second.all(WagerSettled)[0].paid == 50_000
    third = when(second.table, *bet, roll(1, 1, 1))
    # The eye of the second triple was five, where nobody had a dice bonus wager.
    assert third.one(DiceRolled).shaker == "dealer"
    bonus = third.all(WagerSettled)[0]
    assert (bonus.paid, bonus.outcome, bonus.rule) == (100_000, "win", "13:69F-11.19(f)")
    assert game_at(third.table).streak.count == 0


def test_13_69f_11_9_k_2_method_two_takes_no_vigorish() -> None:
    then = when(given(eye(vigorish_method=2)), *to_the_house({1: WINS}), settle())
    assert lines(then)[1, "pai_gow"].vigorish == 0
    assert then.one(RoundClosed).tray_delta == -2500


def test_13_69f_11_9_k_2_a_triple_takes_the_hands_and_ends_the_round() -> None:
    table = given(eye(vigorish_method=2), open_round(), place(1), no_more_bets())
    then = when(table, roll(3, 3, 3))
    (line,) = then.one(RoundClosed).wagers
    assert (line.outcome, line.rule) == ("lose", "13:69F-11.9(k)2")


# A triple that takes the hands while a progressive wager is down (19:47-11.14(c))


def tripled(**elections: Any) -> Happened:
    """Seats 1 and 2 lose their hands to a triple; seat 1's progressive wager lives on."""
    opening = eye(vigorish_method=2, elections={"progressive": TERMS, **elections})
    wagers = (place(1), place(2), progressive(1))
    return history(opening, open_round(), *wagers, no_more_bets(), roll(6, 6, 6))


def test_the_cards_are_dealt_and_the_progressive_alone_is_settled() -> None:
    then = tripled()
    assert not then.all(RoundClosed)
    ended = more(then, deal_cards({1: FIVE_ACES_AND_PAIR}, dealer=None), validated())
    told = {key: (line.outcome, line.paid) for key, line in lines(ended).items()}
    assert told == {
        (1, "pai_gow"): ("lose", 0),
        (1, "progressive"): ("win", 1_000_021),
        (2, "pai_gow"): ("lose", 0),
    }
    assert ended.one(RoundClosed).tray_delta == 2 * 2500 + 100 - 1_000_021


def test_only_the_seat_with_the_progressive_needs_cards() -> None:
    table = tripled().table
    refusal = then_refused(table, deal_cards({}, DEALER), rule="13:69F-11.8D(d)", kind=NotOffered)
    assert "no cards are told for 1" in refusal.reason
    refusal = then_refused(table, deal_cards({1: WINS, 2: LOSES}), rule="13:69F-11.8D(d)")
    assert "nobody plays at 2" in refusal.reason


@pytest.mark.parametrize("dealer", [DEALER, None])
def test_there_is_no_hand_to_set_for_a_seat_whose_wager_the_dice_took(dealer: str | None) -> None:
    then = more(tripled(), deal_cards({1: WINS}, dealer))
    then_refused(then.table, set_hand(1), rule="19:47-11.9")
    if dealer is None:
        refusal = then_refused(then.table, set_house(), rule="19:47-11.9", kind=WrongMoment)
        assert "no wager is left on the hands: settle" in refusal.reason
    assert lines(more(then, settle()))[1, "progressive"].outcome == "lose"


def test_an_exposed_card_is_that_players_choice_for_the_progressive_too() -> None:
    dealt = more(tripled(), deal_cards({1: FIVE_ACES_AND_PAIR}, dealer=None))
    seen = more(dealt, expose(1))
    then_refused(seen.table, validated(), rule="19:47-11.11", kind=WrongMoment, meter=seen.meter)
    voided = more(seen, void_hand(1), settle())
    assert lines(voided)[1, "progressive"].outcome == "void"
    assert voided.one(RoundClosed).tray_delta == 2 * 2500
    assert more(seen, play_on(1), validated()).one(ProgressivePaid).paid == 1_000_021


def test_against_a_bank_the_dealers_wager_goes_back_and_the_bank_keeps_the_hands() -> None:
    elections = {"progressive": TERMS, "dragons_eye": {"vigorish_method": 2}}
    then = more(banked(None, elections=elections), progressive(2), no_more_bets(), roll(4, 4, 4))
    own = then.one(DealerWagerSettled)
    assert (own.amount, own.outcome, own.entries) == (2500, "void", {})
    assert own.rule == "13:69F-11.9(k)2"
    ended = more(then, deal_cards({2: THREE_SIXES}, dealer=None), settle())
    closed = ended.one(RoundClosed)
    assert closed.bank is not None
    assert closed.dealer_wager is not None
    assert (closed.bank.net, closed.dealer_wager.outcome) == (3000, "void")
    assert lines(ended)[2, "progressive"].paid == 200
    assert closed.tray_delta == 100 - 200
