"""No dealer stands by as supervisor; under full controls nobody known here as something else."""

from typing import Any, Final

import pytest

from domain.events.round import RoundVoided
from tests.support.domain.asked import Asked, ask, open_round
from tests.support.domain.bookkeeping import CAGE, DEALER, FLOOR, SIGNED
from tests.support.domain.craps import bet, correct_roll, open_craps, return_wager, throw
from tests.support.domain.given import given, then_refused, when

OTHER: Final = {"id": "d8", "role": "dealer"}
OPEN: Final = {**open_craps(controls="full"), **SIGNED, "actor": FLOOR}


def by_dealer(asked: Asked, **fields: Any) -> Asked:
    """Told by another dealer than the one who signed the opener."""
    return {**asked, **fields, "actor": OTHER}


ROLLED: Final = (
    OPEN,
    *map(by_dealer, (open_round(), bet(1, "pass"), ask("no_more_bets"), throw(2, 4))),
)


ROLLED_UNDER_BASIC: Final = ({**open_craps(), **SIGNED}, *ROLLED[1:])


@pytest.mark.parametrize("supervisor", ["d7", "D7"])
@pytest.mark.parametrize("asked", [correct_roll(1, 1), return_wager(1, "pass")])
def test_a_dealer_stands_by_no_dealer(asked: Asked, supervisor: str) -> None:
    assert DEALER["id"] == "d7"
    table = given(*ROLLED)
    refusal = then_refused(
        table, by_dealer(asked, supervisor=supervisor), rule="control:duties-apart"
    )
    assert "dealer" in refusal.reason
    when(table, by_dealer(asked, supervisor="f1"))


def test_nor_does_the_cage_call_a_round_off() -> None:
    filled = ask("fill", amount=100, slip="F1")
    table = given(
        *(OPEN, by_dealer(open_round())),
        {**filled, "step": "requested", "actor": FLOOR},
        {**filled, "step": "issued", "actor": CAGE},
    )
    off = by_dealer(ask("void_round", reason="a fire", supervisor=CAGE["id"]))
    then_refused(table, off, rule="control:duties-apart")
    assert when(table, {**off, "supervisor": "somebody new"}).one(RoundVoided)


@pytest.mark.parametrize("asked", [correct_roll(1, 1), return_wager(1, "pass")])
def test_under_basic_controls_no_dealer_either(asked: Asked) -> None:
    table = given(*ROLLED_UNDER_BASIC)
    for dealer in (OTHER, DEALER):
        named = by_dealer(asked, supervisor=dealer["id"])
        then_refused(table, named, rule="control:duties-apart")
    # Nobody is known as anything who never did anything.
    when(table, by_dealer(asked, supervisor="f9"))


def test_a_floorperson_gives_back_alone_but_takes_no_roll_back_alone() -> None:
    table = given(*ROLLED_UNDER_BASIC)
    when(table, {**return_wager(1, "pass"), "supervisor": "f1", "actor": FLOOR})
    alone = {**correct_roll(1, 1), "supervisor": "f1", "actor": FLOOR}
    then_refused(table, alone, rule="control:duties-apart")


def test_no_dealer_calls_a_round_off_or_rules() -> None:
    table = given(*ROLLED_UNDER_BASIC, by_dealer(open_round()))
    off = by_dealer(ask("void_round", reason="a fire", supervisor="d8"))
    then_refused(table, off, rule="control:duties-apart")
    made = when(table, by_dealer(ask("complain", round="PG01-1-1", seat=1, words="why?"))).table
    [complaint] = made.books.complaints
    ruled = ask("rule_dispute", complaint=complaint, decision="upheld", adjustment=100)
    ruled |= {"reason": "so be it", "supervisor": "d8"}
    then_refused(made, by_dealer(ruled), rule="control:duties-apart")
