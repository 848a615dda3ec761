"""Who stood by as supervisor when a tray fell below zero does not answer for it."""

from typing import Any, Final

import pytest

from domain.events.corrections import RollCorrected
from tests.support.domain.asked import Asked, ask, no_more_bets, open_round
from tests.support.domain.bookkeeping import DEALER, FLOOR, PIT, SIGNED, acknowledge
from tests.support.domain.craps import bet, correct_roll, open_craps, throw
from tests.support.domain.given import given, then_refused, when

OTHER: Final = {"id": "p2", "role": "pit_manager"}


def dealt(asked: Asked, **fields: Any) -> Asked:
    return {**asked, **fields, "actor": DEALER}


@pytest.mark.parametrize("wrong", [(1, 1), (1, 3)], ids=["collected", "nothing decided"])
def test_the_supervisor_of_a_corrected_roll(wrong: tuple[int, int]) -> None:
    table = given(
        {**open_craps(100, controls="full"), **SIGNED, "actor": FLOOR},
        *map(dealt, (open_round(), bet(1, "pass", 1000), no_more_bets(), throw(*wrong))),
    )
    then = when(table, dealt(correct_roll(5, 6), supervisor=PIT["id"]))
    said = then.one(RollCorrected)
    assert said.tray_below == 900
    answer = acknowledge(said.seq)
    for who in (PIT, {**PIT, "id": "P1"}):
        then_refused(then.table, {**answer, "actor": who}, rule="control:duties-apart")
    assert not when(then.table, {**answer, "actor": OTHER}).table.books.exceptions


def test_of_a_ruling_that_paid_more_than_there_was() -> None:
    table = given(
        {**open_craps(100, controls="full"), **SIGNED, "actor": FLOOR},
        *map(dealt, (open_round(), bet(1, "pass", 100), no_more_bets(), throw(1, 1))),
        dealt(ask("complain", round="PG01-1-1", seat=1, words="it was 11")),
    )
    [complaint] = table.books.complaints
    ruled = ask("rule_dispute", complaint=complaint, decision="upheld", adjustment=900)
    ruled |= {"reason": "it was", "supervisor": PIT["id"], "actor": FLOOR}
    then = when(table, ruled)
    [exception] = then.table.books.exceptions
    answer = acknowledge(exception)
    then_refused(then.table, {**answer, "actor": PIT}, rule="control:duties-apart")
    assert not when(then.table, {**answer, "actor": OTHER}).table.books.exceptions
