"""A correction after "no more bets": who may, and who answers for it."""

from typing import Any, Final

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.events import encode, topic_of
from domain.events.books import ExceptionAcknowledged
from domain.events.corrections import RollCorrected, WagerCorrected
from domain.games.pai_gow.messages.events import DealCorrected
from domain.hosting import evolve
from domain.messages.events import decode
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
from tests.support.domain.at_the_dice import bet
from tests.support.domain.banked import BANK_HAND, WIN
from tests.support.domain.bookkeeping import AUDITOR, DEALER, FLOOR, acknowledge
from tests.support.domain.given import given, then_refused, when
from tests.support.domain.mistaken import correct_deal, correct_roll, correct_wager

CONTROL: Final = "control:correction"
DEALT: Final = (open_table(), *up_to_the_deal(BANK_HAND, {1: WIN}, coupon=500))
OPEN: Final = (open_table(), *up_to_the_house(BANK_HAND, {1: WIN}, coupon=500))


def by(who: Asked, asked: Asked, **fields: Any) -> Asked:
    return {**asked, "actor": who, **fields}


BETTING: Final = (open_table(), open_round(), place(1, coupon=500))
CLOSED: Final = (*BETTING, no_more_bets())
ROLLED: Final = (*CLOSED, roll())
LATE: Final = (CLOSED, ROLLED, DEALT, OPEN)


def test_while_bets_are_open_it_is_nothing_out_of_the_ordinary() -> None:
    alone = by(DEALER, correct_wager(1, amount=9000), supervisor="d7")
    then = when(given(*BETTING), alone)
    assert then.one(WagerCorrected).exceptional is UNSET
    assert not then.table.books.exceptions


@pytest.mark.parametrize("come_to", LATE)
@pytest.mark.parametrize("alone", ["d7", " D7 "])
def test_after_it_another_person_stands_by(come_to: tuple[Asked, ...], alone: str) -> None:
    for amount in (100, 9000):
        asked = by(DEALER, correct_wager(1, amount=amount), supervisor=alone)
        then_refused(given(*come_to), asked, rule="control:duties-apart")
        assert when(given(*come_to), by(DEALER, correct_wager(1, amount=amount))).events
        assert when(given(*come_to), correct_wager(1, amount=amount)).events


def test_a_dealer_of_the_table_does_not_stand_by_either() -> None:
    table = when(given(*DEALT[:-1]), by(DEALER, DEALT[-1])).table
    asked = by(FLOOR, correct_wager(1, amount=2000), supervisor="d7")
    then_refused(table, asked, rule="control:duties-apart")


@pytest.mark.parametrize("come_to", [ROLLED, DEALT])
def test_dice_are_corrected_with_another_person(come_to: tuple[Asked, ...]) -> None:
    asked = by(DEALER, correct_roll(1, 1, 5), supervisor="D7")
    then_refused(given(*come_to), asked, rule="control:duties-apart")
    then = when(given(*come_to), by(DEALER, correct_roll(1, 1, 5)))
    assert then.one(RollCorrected).exceptional is True
    assert [one.kind for one in then.table.books.exceptions.values()] == ["roll_corrected"]


def test_dice_say_what_they_changed_in_the_tray() -> None:
    betting = (open_table(triples_bonus=True), open_round(), place(1), bet(1, "any_triple", 500))
    wrong = when(given(*betting), no_more_bets(), roll(1, 1, 2))
    then = when(wrong.table, by(DEALER, correct_roll(1, 1, 1)))
    event = then.one(RollCorrected)
    assert event.changed == then.table.tray - wrong.table.tray == -30 * 500 - 500
    [(number, found)] = then.table.books.exceptions.items()
    assert (number, found.kind, found.amount) == (event.seq, "roll_corrected", event.changed)
    assert found.people == ("d7", "Ann")


def test_a_roll_corrected_below_zero_is_one_exception() -> None:
    betting = (
        open_table(triples_bonus=True, inventory=1000),
        *(open_round(), place(1), bet(1, "any_triple", 500)),
    )
    then = when(given(*betting), no_more_bets(), roll(1, 1, 2), correct_roll(1, 1, 1))
    assert then.one(RollCorrected).tray_below == -then.table.tray
    assert [one.kind for one in then.table.books.exceptions.values()] == ["roll_corrected"]


def test_a_deal_is_corrected_with_another_person_too() -> None:
    right = correct_deal(up_to_the_deal(BANK_HAND, {1: "4-4 1-1 5-6 1-6"})[-1])
    table = given(*DEALT)
    then_refused(table, by(FLOOR, right, supervisor="F1"), rule="control:duties-apart")
    then = when(table, by(FLOOR, right))
    assert then.one(DealCorrected).exceptional is True
    [found] = then.table.books.exceptions.values()
    assert (found.kind, found.amount, found.people) == ("deal_corrected", 0, ("f1", "Ann"))


@pytest.mark.parametrize("come_to", LATE)
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


@pytest.mark.parametrize(
    "right", [{"amount": 2501}, {"coupon": 501}, {"amount": 2499}, {"coupon": 0}, {"player": "bo"}]
)
def test_up_or_down_somebody_answers_for_it(right: Asked) -> None:
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
