"""What gives play up, or chips back, has somebody else standing by under any controls."""

from typing import Final

import pytest

from domain.hosting import Table
from domain.refusals import BooksRefuse
from tests.support.domain import craps
from tests.support.domain.asked import (
    Asked,
    open_round,
    open_table,
    place,
    reshuffle,
    return_wager,
    void_round,
)
from tests.support.domain.at_the_dice import bet, eye_table, to_the_dice
from tests.support.domain.given import given, then_refused, when

DEALER: Final = {"id": "d7", "role": "dealer"}
FLOOR: Final = {"id": "f1", "role": "floorperson"}
BETS: Final = (open_table(), open_round(), {**place(1), "actor": DEALER})
CARRIED: Final = (eye_table(standalone=True), *to_the_dice(bet(2), dice=(4, 4, 4)))
AT_CRAPS: Final = (craps.open_craps(), open_round(), craps.bet(1, "place_6", 600))

CASES: Final[dict[str, tuple[tuple[Asked, ...], Asked]]] = {
    "void_round": (BETS, void_round()),
    "reshuffle": (BETS, reshuffle()),
    "return_wager": (CARRIED, return_wager(2)),
    "void_round at craps": (AT_CRAPS, craps.void_round()),
}


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> tuple[Table, Asked]:
    before, asked = CASES[request.param]
    return given(*before), asked


def test_nobody_stands_by_to_themselves(case: tuple[Table, Asked]) -> None:
    table, asked = case
    alone = {**asked, "actor": DEALER, "supervisor": "D7"}
    refusal = then_refused(table, alone, rule="control:duties-apart", kind=BooksRefuse)
    assert "another person" in refusal.reason


def test_somebody_else_may_and_so_may_whoever_is_named_where_nobody_acts(
    case: tuple[Table, Asked],
) -> None:
    table, asked = case
    assert when(table, {**asked, "actor": DEALER, "supervisor": "f1"}).events
    assert when(table, asked).events


def test_a_dealer_known_at_the_table_stands_by_to_nobody() -> None:
    known = given(open_table(), {**open_round(), "actor": DEALER}, place(1))
    asked = {**void_round(), "actor": FLOOR, "supervisor": "d7"}
    refusal = then_refused(known, asked, rule="control:duties-apart", kind=BooksRefuse)
    assert "known at PG01 as dealer" in refusal.reason
