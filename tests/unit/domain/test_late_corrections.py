"""A wager corrected after the deal: who may, and who answers for it."""

from typing import Any, Final

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.events import decode, encode, topic_of
from domain.events.books import ExceptionAcknowledged
from domain.events.corrections import WagerCorrected
from domain.hosting import Table, evolve
from tests.support.domain.asked import (
    Asked,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    set_house,
    up_to_the_deal,
    up_to_the_house,
)
from tests.support.domain.banked import BANK_HAND, WIN
from tests.support.domain.bookkeeping import AUDITOR, DEALER, FLOOR, PIT, acknowledge
from tests.support.domain.given import given, then_refused, when
from tests.support.domain.mistaken import correct_deal, correct_roll, correct_wager

CONTROL: Final = "control:correction"
DEALT: Final = (open_table(), *up_to_the_deal(BANK_HAND, {1: WIN}, coupon=500))
OPEN: Final = (open_table(), *up_to_the_house(BANK_HAND, {1: WIN}, coupon=500))


def by(who: Asked, asked: Asked, **fields: Any) -> Asked:
    return {**asked, "actor": who, **fields}


def before_the_deal() -> Table:
    return given(open_table(), open_round(), place(1, coupon=500), no_more_bets(), roll())


def test_before_the_deal_it_is_nothing_out_of_the_ordinary() -> None:
    alone = by(DEALER, correct_wager(1, amount=9000), supervisor="d7")
    then = when(before_the_deal(), alone)
    assert then.one(WagerCorrected).exceptional is UNSET
    assert not then.table.books.exceptions


@pytest.mark.parametrize("come_to", [DEALT, OPEN])
@pytest.mark.parametrize("alone", ["d7", " D7 "])
def test_after_it_another_person_stands_by(come_to: tuple[Asked, ...], alone: str) -> None:
    asked = by(DEALER, correct_wager(1, amount=2000), supervisor=alone)
    then_refused(given(*come_to), asked, rule="control:duties-apart")
    assert when(given(*come_to), by(DEALER, correct_wager(1, amount=2000))).events


def test_a_dealer_of_the_table_does_not_stand_by_either() -> None:
    table = when(given(*DEALT[:-1]), by(DEALER, DEALT[-1])).table
    asked = by(FLOOR, correct_wager(1, amount=2000), supervisor="d7")
    then_refused(table, asked, rule="control:duties-apart")


def test_dice_are_corrected_with_another_person_once_hands_are_dealt() -> None:
    asked = by(DEALER, correct_roll(1, 1, 5), supervisor="D7")
    assert when(before_the_deal(), asked).events
    then_refused(given(*DEALT), asked, rule="control:duties-apart")


def test_a_deal_is_corrected_with_another_person_too() -> None:
    right = correct_deal(up_to_the_deal(BANK_HAND, {1: "4-4 1-1 5-6 1-6"})[-1])
    table = given(*DEALT)
    then_refused(table, by(FLOOR, right, supervisor="F1"), rule="control:duties-apart")
    assert when(table, by(FLOOR, right)).events


@pytest.mark.parametrize("come_to", [DEALT, OPEN])
def test_it_is_an_exception_with_both_amounts(come_to: tuple[Asked, ...]) -> None:
    then = when(given(*come_to), by(FLOOR, correct_wager(1, amount=3000, coupon=0)))
    event = then.one(WagerCorrected)
    [(number, found)] = then.table.books.exceptions.items()
    assert (number, found.kind, found.day) == (event.seq, "wager_corrected", event.day)
    assert (found.was, found.now, found.amount) == (3000, 3000, 0)
    assert found.people == ("f1", "Ann")
    answered = when(then.table, by(AUDITOR, acknowledge(number)))
    assert answered.one(ExceptionAcknowledged).kind == "wager_corrected"
    assert not answered.table.books.exceptions


@pytest.mark.parametrize("right", [{"amount": 2501}, {"coupon": 501}, {"amount": 1, "coupon": 600}])
def test_once_the_house_is_open_nothing_is_raised_but_by_a_supervisor(right: Asked) -> None:
    table = given(*OPEN)
    asked = correct_wager(1, **right)
    for refused in (asked, by(DEALER, asked), by(AUDITOR, asked)):
        assert "upward" in then_refused(table, refused, rule=CONTROL).reason
    for who in (FLOOR, PIT):
        assert when(table, by(who, asked)).one(WagerCorrected).exceptional is True
    assert when(given(*DEALT), by(DEALER, asked)).one(WagerCorrected)


@pytest.mark.parametrize("right", [{"amount": 2499}, {"coupon": 0}, {"player": "bo"}])
def test_downward_a_dealer_may_and_somebody_answers_for_it(right: Asked) -> None:
    then = when(given(*OPEN), by(DEALER, correct_wager(1, **right)))
    assert [one.kind for one in then.table.books.exceptions.values()] == ["wager_corrected"]


def test_a_correction_stored_before_there_were_such_exceptions_folds_as_it_did() -> None:
    table = given(*DEALT)
    event = when(table, correct_wager(1, amount=3000)).one(WagerCorrected)
    stored = encode(replace(event, exceptional=UNSET))
    assert b"exceptional" not in stored
    assert not evolve(table, decode(topic_of(event), stored)).books.exceptions


def test_what_is_set_since_stays_set() -> None:
    then = when(given(*DEALT), correct_wager(1, amount=3000), *OPEN[-2:-1], set_house())
    assert then.table.open_round() is not None
