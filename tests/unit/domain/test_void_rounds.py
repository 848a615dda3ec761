"""19:47-10.9(c), (e), 11.11; MD 10.C, 10.E: what a void round gives back, and what it does not."""

from collections import Counter
from typing import Any, Final

import pytest

from domain.events.round import BankSettled, RoundOpened, RoundVoided, VigorishTaken, WagerSettled
from domain.games.pai_gow.round.state import game_at
from projections.sessions import SessionRow, Sessions
from tests.support.domain.asked import (
    Asked,
    ask,
    close_table,
    count_drop,
    expose,
    misdeal,
    no_more_bets,
    open_round,
    open_table,
    place,
    set_hand,
    set_house,
    settle,
    stacks,
    surrender,
    up_to_the_house,
    void_round,
)
from tests.support.domain.at_the_dice import bet, to_the_dice
from tests.support.domain.banked import (
    ALSO_WIN,
    DEALER_LOSES,
    WIN,
    accepted,
    after_first,
    dealt,
    jersey,
    maryland,
    up_to_settlement,
)
from tests.support.domain.books_asked import remove_box
from tests.support.domain.first_version import under_the_first, under_the_second
from tests.support.domain.given import Happened, account_totals, given, history, when
from tests.support.domain.poker import DEALER, WINS, deal_cards, metered, more, progressive

HOUSE: Final = "1-3 1-5 5-6 4-6"
HANDS: Final = {1: "6-6 1-6 / 5-5 2-3", 3: "5-5 1-5 / 3-3 3-4"}
WAYS: Final = {
    "misdeal": (misdeal(), "19:47-10.9(c)"),
    "an empty seat exposed": (expose(5), "19:47-10.9(e)"),
    "the dead hand exposed": (expose("dead"), "19:47-10.9(e)"),
    "called off": (void_round(), "control:void-round"),
}
"""The ways into a void round once the house's hand is set."""
EVERY_WAY: Final = pytest.mark.parametrize(("way", "rule"), WAYS.values(), ids=list(WAYS))
ABANDON: Final = ask("abandon", seat=1)
_ALL_SET: Final = (ask("deal", stacks=stacks({})), set_hand(1), set_hand(6), set_house())


def voided(then: Happened) -> RoundVoided:
    """The round's sum, which agrees with its postings and has one line for each wager."""
    ended = then.one(RoundVoided)
    spots = Counter((line.seat, line.wager) for line in ended.wagers)
    assert set(spots.values()) <= {1}
    assert not then.all(VigorishTaken)
    assert all(line.vigorish == 0 for line in ended.wagers)
    return ended


@EVERY_WAY
@pytest.mark.parametrize("given_up", [(1,), (3,), (1, 3)])
def test_a_surrendered_wager_goes_back_from_the_tray(
    way: Asked, rule: str, given_up: tuple[int, ...]
) -> None:
    before = given(open_table(), *up_to_the_house(HOUSE, HANDS))
    then = when(before, *map(surrender, given_up), way)
    ended = voided(then)
    assert [(line.seat, line.outcome, line.rule) for line in ended.wagers] == [
        (1, "void", rule),
        (3, "void", rule),
    ]
    assert (ended.tray_delta, then.table.tray) == (0, before.tray)
    assert set(account_totals(then.events).values()) == {0}
    back = [one for one in then.all(WagerSettled) if one.was == "surrender"]
    assert [one.seat for one in back] == list(given_up)
    assert all(one.entries == {"win": 2500, "tray": -2500} for one in back)


def test_under_version_1_a_surrendered_wager_stayed_lost() -> None:
    then = under_the_first(
        open_table(), *up_to_the_house(HOUSE, HANDS), surrender(3), misdeal("as ever")
    )
    assert then.one(RoundOpened).regulation == "nj-pai-gow@1"
    ended = then.one(RoundVoided)
    assert [line.outcome for line in ended.wagers] == ["void", "surrender"]
    assert ended.tray_delta == 2500


def banked(opening: Asked, **fields: Any) -> Happened:
    """Seat 6 banks; seats 1 and 2 have wagered against it, and every hand is set."""
    table = accepted(after_first(opening, 1, 2, 6), 6, **fields)
    wagers = [place(1, 3001), place(2, 1000)]
    return Happened(up_to_settlement(table, wagers, {1: WIN, 2: ALSO_WIN}), ())


@EVERY_WAY
@pytest.mark.parametrize("fields", [{"dealer_wager": 0}, {}, {"co_bank": True}])
def test_from_a_banks_centre_a_surrendered_wager_goes_back_whole(
    way: Asked, rule: str, fields: dict[str, Any]
) -> None:
    then = when(banked(jersey(), **fields).table, surrender(1), way)
    ended = voided(then)
    assert {(line.outcome, line.rule) for line in ended.wagers} == {("void", rule)}
    assert not then.all(BankSettled)
    assert ended.bank is not None
    assert (ended.bank.net, ended.bank.vigorish, ended.tray_delta) == (0, 0, 0)
    assert set(account_totals(then.events).values()) == {0}
    own = ended.dealer_wager
    assert (own and own.outcome) == ("void" if fields == {} else None)


@pytest.mark.parametrize("fields", [{"dealer_wager": 0}, {}, {"co_bank": True}])
@pytest.mark.parametrize("way", [misdeal(), expose("dead"), void_round()])
def test_md_10_c_an_abandoned_wager_goes_back_from_a_banks_centre(
    way: Asked, fields: dict[str, Any]
) -> None:
    then = when(banked(maryland(), **fields).table, ABANDON, surrender(2), way)
    ended = voided(then)
    assert [line.outcome for line in ended.wagers] == ["void", "void"]
    assert ended.bank is not None
    assert (ended.bank.net, ended.bank.vigorish, ended.tray_delta) == (0, 0, 0)
    assert set(account_totals(then.events).values()) == {0}
    back = {one.seat: one for one in then.all(WagerSettled) if one.outcome == "void"}
    assert [one.was for one in back.values()] == ["abandoned", "surrender"]
    assert back[1].entries == {"patrons": 3001, "bank": -3001}


def test_md_10_c_without_a_bank_it_goes_back_from_the_tray_with_what_lay_beside_it() -> None:
    opening = open_table(regulation="md-pai-gow", pair_fortunes="A")
    fortunes = ask("place_wager", seat=1, wager="pair_fortunes", amount=100)
    play = up_to_the_house(HOUSE, HANDS)
    then = when(given(opening, *play[:2], fortunes, *play[2:]), ABANDON, misdeal())
    ended = voided(then)
    assert {line.outcome for line in ended.wagers} == {"void"}
    assert (len(ended.wagers), ended.tray_delta) == (3, 0)


@pytest.mark.parametrize(
    ("fields", "net"), [({"dealer_wager": 0}, 3001), ({"co_bank": True}, 1501)]
)
def test_under_version_2_an_abandoned_wager_stayed_lost_and_was_the_banks(
    fields: dict[str, Any], net: int
) -> None:
    first = (open_round(), place(1), place(6), *to_the_dice()[1:], *_ALL_SET, settle())
    bank = ask("accept_bank", seat=6, chips=100_000, **fields)
    second = (open_round(), ask("pass_bank", seat=1), bank, place(1, 3001), no_more_bets())
    then = under_the_second(maryland(), *first, *second, ABANDON, void_round())
    ended = then.all(RoundVoided)[-1]
    assert [line.outcome for line in ended.wagers] == ["abandoned"]
    assert ended.bank is not None
    assert (ended.bank.net, ended.bank.vigorish) == (net, 0)


@pytest.mark.parametrize("position", ["dealer", 6, "dead", 4])
def test_a_bank_that_is_exposed_before_the_house_is_set_voids_the_round(
    position: int | str,
) -> None:
    table = when(accepted(after_first(jersey(), 1, 6), 6), place(1, 3000)).table
    then = when(dealt(table, {1: WIN}, DEALER_LOSES), expose(position))
    ended = voided(then)
    assert [line.outcome for line in ended.wagers] == ["void"]
    assert ended.dealer_wager is not None
    assert (ended.dealer_wager.outcome, ended.tray_delta) == ("void", 0)


@pytest.mark.parametrize("moment", range(1, 6))
def test_a_round_may_be_called_off_at_any_moment(moment: int) -> None:
    play = [*up_to_the_house(HOUSE, {1: HANDS[1]})]
    before = given(open_table(), *play[: (1, 2, 3, 4, 5, len(play))[moment]])
    then = when(before, void_round("the fire alarm rang", "Kim"))
    ended = voided(then)
    assert (ended.rule, ended.reason, ended.supervisor) == (
        "control:void-round",
        "the fire alarm rang",
        "Kim",
    )
    assert (ended.tray_delta, then.table.tray) == (0, before.tray)
    assert game_at(then.table).round is None


def test_a_round_called_off_without_a_wager_has_no_line() -> None:
    ended = voided(when(given(open_table(), open_round()), void_round()))
    assert ended.wagers == ()


def test_by_method_2_what_a_triple_took_stays_taken_when_the_cards_are_void() -> None:
    elections = {"banking": True, "dragons_eye": {"vigorish_method": 2, "start": "count"}}
    then = history(
        metered(elections=elections),
        *(open_round(), place(1), place(6), *to_the_dice()[1:]),
        *(deal_cards({1: WINS, 6: "JD TC 8D 7S 5H 3C 2H"}), set_hand(1), set_hand(6)),
        *(set_house(), settle(), open_round()),
        *(ask("pass_bank", seat=1), ask("accept_bank", seat=6, chips=100_000)),
        *(place(1, 3000), progressive(1), bet(1, "even")),
        *to_the_dice(dice=(4, 4, 4))[1:],
        deal_cards({1: WINS, 6: DEALER}, dealer=None),
    )
    ended = more(then, misdeal())
    lines = {line.wager: line.outcome for line in voided(ended).wagers}
    assert lines == {"pai_gow": "lose", "even": "lose", "progressive": "void"}
    bank = voided(ended).bank
    assert bank is not None
    assert (bank.net, bank.vigorish) == (3000, 0)
    meter = voided(ended).meter
    assert meter is not None
    assert (meter.contributed, meter.paid) == (21, 0)
    assert voided(ended).tray_delta == 100


def coupon_round(*last: Asked) -> tuple[Asked, ...]:
    return (*up_to_the_house(HOUSE, {1: HANDS[1]}, coupon=500), surrender(1), *last)


def in_the_boxes(then: Happened) -> list[int]:
    fold = Sessions()
    row: SessionRow | None = None
    for event in then.events:
        place_of = fold.place(event)
        if place_of is not None:
            row = fold.fold(row or fold.first(place_of, event), event)
    assert row is not None
    return [box.coupons for box in row.periods[-1].boxes]


def test_the_coupon_of_a_surrendered_wager_goes_back_out_of_the_box() -> None:
    given_up = history(open_table(), *coupon_round())
    assert given_up.table.books.box is not None
    assert (given_up.table.books.box.coupons, in_the_boxes(given_up)) == (500, [500])
    then = history(open_table(), *coupon_round(void_round()))
    assert then.table.books.box is not None
    assert (then.table.books.box.coupons, in_the_boxes(then)) == (0, [0])
    closed = when(then.table, close_table(), count_drop(cash=0, coupons=0))
    assert not closed.table.books.exceptions


def test_a_coupon_in_a_box_that_left_the_table_is_counted_there() -> None:
    then = history(open_table(), *coupon_round(remove_box(), void_round()))
    assert then.table.books.box is not None
    assert then.table.books.box.coupons == 0
    assert [box.coupons for box in then.table.books.boxes] == [500]
    assert in_the_boxes(then) == [500, 0]


def test_a_surrendered_hand_stays_unseen_in_a_void_round_and_other_wagers_of_it_go_back() -> None:
    opening = open_table(regulation="md-pai-gow", pair_fortunes="A")
    fortunes = ask("place_wager", seat=1, wager="pair_fortunes", amount=100)
    play = up_to_the_house(HOUSE, {1: HANDS[1]})
    then = when(given(opening, *play[:2], fortunes, *play[2:]), surrender(1), misdeal())
    assert {line.wager: line.outcome for line in voided(then).wagers} == {
        "pai_gow": "void",
        "pair_fortunes": "void",
    }
    assert voided(then).tray_delta == 0


def test_what_the_dice_settled_stays_settled() -> None:
    rolled = to_the_dice(place(1), bet(1, "any_triple"), bet(1, "all_2"), dice=(4, 4, 4))
    then = when(given(open_table(triples_bonus=True)), *rolled, void_round())
    assert {line.wager: line.outcome for line in voided(then).wagers} == {
        "any_triple": "win",
        "all_2": "lose",
        "pai_gow": "void",
    }
    assert voided(then).tray_delta == 100 - 3000
    assert voided(then).triples == 1


def test_the_deal_after_a_void_round_begins_anew() -> None:
    voided_first = when(
        given(open_table(), *up_to_the_house(HOUSE, HANDS)), surrender(1), misdeal()
    )
    again = when(voided_first.table, *up_to_the_house(HOUSE, HANDS), settle())
    assert again.names()[-1] == "RoundClosed"
