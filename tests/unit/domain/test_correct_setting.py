"""A hand keyed in wrong as it was set: taken up, set right, and compared as if never wrong."""

from typing import Any, Final

import pytest
from msgspec import UNSET

from domain.events import encode, topic_of
from domain.events.round import CorrectedSetting, RoundClosed
from domain.games.pai_gow.messages.events import HandSet, HouseSet, SettingCorrected
from domain.games.pai_gow.round.state import round_at
from domain.hosting import Table, next_commands
from domain.messages.events import decode
from tests.support.domain.asked import (
    Asked,
    ask,
    misdeal,
    open_round,
    open_table,
    place,
    set_hand,
    set_house,
    settle,
    stacks,
    surrender,
    up_to_the_deal,
)
from tests.support.domain.banked import BANK_HAND, DEALER_LOSES, LOSE, WIN, accept, jersey
from tests.support.domain.bookkeeping import DEALER, FLOOR, PIT, a_round
from tests.support.domain.given import given, then_refused, when
from tests.support.domain.mistaken import as_it_stands, posted
from tests.support.domain.poker import EIGHT, WINS, deal_cards, poker

CONTROL: Final = "control:correction"
RIGHT: Final = ("6-6 1-6", "5-5 2-3")
WRONG: Final = ("6-6 5-5", "1-6 2-3")
DEALT: Final = (open_table(), *up_to_the_deal(BANK_HAND, {1: WIN, 2: LOSE}))
SET: Final = (*DEALT, set_hand(1, *WRONG), set_hand(2, *LOSE.split("/")))


def correct(seat: int | str, setting: tuple[str, str] | None = RIGHT, **fields: Any) -> Asked:
    hands = {} if setting is None else {"high": setting[0].split(), "low": setting[1].split()}
    told = {"reason": "a tile misread", "supervisor": "Ann", **fields}
    return ask("correct_setting", seat=seat, **hands, **told)


def right_from_the_start() -> Table:
    return given(*DEALT, set_hand(1, *RIGHT), set_hand(2, *LOSE.split("/")))


def test_the_round_goes_on_as_if_it_had_been_told_right() -> None:
    then = when(given(*SET), correct(1))
    taken_back = then.one(SettingCorrected)
    assert taken_back.position == "1"
    assert (" ".join(taken_back.was_high), " ".join(taken_back.was_low)) == WRONG
    assert taken_back.corrects == next(
        one.seq for one in when(given(*DEALT), *SET[len(DEALT) :]).all(HandSet) if one.seat == 1
    )
    ended = when(then.table, set_house(), settle())
    expected = when(right_from_the_start(), set_house(), settle())
    assert ended.one(RoundClosed).wagers == expected.one(RoundClosed).wagers
    assert posted(ended.events) == posted(expected.events)
    assert as_it_stands(ended.table) == as_it_stands(expected.table)


def test_an_event_is_read_back_as_written() -> None:
    for event in when(given(*SET, set_house()), correct(1, actor=FLOOR)).events:
        assert decode(topic_of(event), encode(event)) == event


def test_without_tiles_it_is_the_house_way() -> None:
    assert when(given(*SET), correct(1, None)).one(HandSet).house_way


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        (correct(1, WRONG), CONTROL),
        (correct(1, (WRONG[1], WRONG[0])), "19:47-10.1"),
        (correct(1, ("4-4 4-4", "5-5 2-3")), "19:47-10.7(b)"),
        (correct(1, supervisor=" D7", actor=DEALER), "control:duties-apart"),
        (correct(3), CONTROL),
        (correct("house"), CONTROL),
        (correct("dealer"), CONTROL),
    ],
)
def test_what_is_told_is_held_to_the_rules_of_setting(asked: Asked, rule: str) -> None:
    then_refused(given(*SET), asked, rule=rule)


def test_a_hand_that_is_not_set_or_a_round_that_is_over_has_nothing_to_correct() -> None:
    then_refused(given(open_table()), correct(1), rule=CONTROL)
    then_refused(given(open_table(), open_round(), place(1)), correct(1), rule=CONTROL)
    assert "is not set" in then_refused(given(*DEALT), correct(1), rule=CONTROL).reason
    over = given(*SET, set_house(), settle())
    assert "complain" in then_refused(over, correct(1), rule=CONTROL).reason
    then_refused(given(*SET, misdeal()), correct(1), rule=CONTROL)


def test_a_surrendered_hand_is_no_longer_played() -> None:
    table = given(*SET, set_house(), surrender(1))
    refusal = then_refused(table, correct(1, actor=FLOOR), rule=CONTROL)
    assert "surrender" in refusal.reason


@pytest.mark.parametrize("come_to", [SET, (*SET, set_house())])
@pytest.mark.parametrize("actor", [DEALER, PIT])
def test_another_person_stands_by_and_it_is_an_exception(
    come_to: tuple[Asked, ...], actor: Asked
) -> None:
    table = given(*come_to)
    alone = correct(1, actor=actor, supervisor=actor["id"])
    then_refused(table, alone, rule="control:duties-apart")
    assert when(table, correct(1)).one(SettingCorrected).exceptional is True
    then = when(table, correct(1, actor=actor))
    assert then.one(SettingCorrected).exceptional is True
    assert round_at(then.table).phase == round_at(table).phase
    [(number, found)] = then.table.books.exceptions.items()
    assert (number, found.kind) == (then.one(SettingCorrected).seq, "setting_corrected")
    assert found.people == (actor["id"], "Ann")


@pytest.mark.parametrize("come_to", [SET, (*SET, set_house())])
def test_what_it_changed_is_told_once_the_hands_are_open(come_to: tuple[Asked, ...]) -> None:
    """Before that it would tell a hand that is covered."""
    table, rest = given(*come_to), (*(set_house() for _ in "1" if come_to is SET), settle())
    then = when(table, correct(1))
    assert [one.amount for one in then.table.books.exceptions.values()] == [0]
    wrong, right = when(table, *rest), when(then.table, *rest)
    changed = right.one(RoundClosed).tray_delta - wrong.one(RoundClosed).tray_delta
    assert changed
    told = CorrectedSetting(correction=then.one(SettingCorrected).seq, changed=changed)
    assert right.one(RoundClosed).corrected == (told,)
    assert wrong.one(RoundClosed).corrected is UNSET
    assert [one.amount for one in right.table.books.exceptions.values()] == [changed]


def test_the_house_way_binds_the_houses_hand() -> None:
    table = given(*SET, set_house())
    wrong = correct("house", ("5-6 4-6", "1-3 1-5"))
    then_refused(table, wrong, rule="19:47-10.9(f)")
    then_refused(table, correct("house", None), rule=CONTROL)


BANKED: Final = (
    *(jersey(), *a_round("win", "lose"), open_round(), accept(1, dealer_wager=500), place(2)),
    *(ask("no_more_bets"), ask("roll", dice=[1, 2, 5])),
)


def banked(*more: Asked) -> Table:
    """Seat 1 banks with the hand of the bank, the dealer wagers against it."""
    tiles = {"dealer": DEALER_LOSES, "1": BANK_HAND, "2": WIN.replace("/", "")}
    return given(*BANKED, ask("deal", stacks=stacks(tiles)), set_hand(2), *more)


def test_a_bank_alone_is_set_as_it_lay_and_so_is_the_dealers_own_hand() -> None:
    table = banked(set_house("1-5 5-6", "1-3 4-6"), set_hand("dealer"))
    then = when(table, correct("house", ("5-6 4-6", "1-3 1-5")))
    assert (then.one(HouseSet).way, then.one(HouseSet).position) == (None, "1")
    assert round_at(then.table).phase == "house_set"
    assert when(then.table, settle()).one(RoundClosed)
    assert "the house's" in then_refused(table, correct(1, actor=FLOOR), rule=CONTROL).reason
    then_refused(table, correct("dealer", ("6-6 4-6", "1-1 1-3")), rule="19:47-10.9(f)")


def test_cards_without_a_house_way_may_be_set_otherwise() -> None:
    dealt = (open_round(), place(1), ask("no_more_bets"), ask("roll", dice=list(EIGHT)))
    table = given(poker(), *dealt, deal_cards({1: WINS}), set_hand(1), set_house())
    other = ("QS QH 9D 5D 2C", "AC 7C")
    then = when(table, correct("house", other))
    assert then.one(HouseSet).low == ("AC", "7C")
    assert then.one(SettingCorrected).exceptional is True


def test_it_is_offered_where_some_hand_could_lie_otherwise() -> None:
    assert "correct_setting" not in next_commands(given(*DEALT))
    assert "correct_setting" in next_commands(given(*SET))
    assert "correct_setting" in next_commands(given(*SET, set_house()))
    alone = given(*SET, set_house(), surrender(1), surrender(2))
    assert "correct_setting" not in next_commands(alone)
