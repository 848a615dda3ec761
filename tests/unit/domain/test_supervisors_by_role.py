"""Under full controls nobody stands by as supervisor who is known at the table as something else."""

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
