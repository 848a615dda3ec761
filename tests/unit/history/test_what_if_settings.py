"""A round whose setting was corrected, settled by other rules: as if told right at first."""

from typing import Any, Final

import pytest

from tests.support.domain.asked import (
    Asked,
    open_table,
    set_hand,
    set_house,
    settle,
    up_to_the_deal,
)
from tests.support.domain.banked import BANK_HAND, LOSE, WIN
from tests.support.domain.bookkeeping import FLOOR
from tests.support.domain.books_asked import correct_setting
from tests.support.domain.poker import (
    FIVE_ACES_AND_PAIR,
    TERMS,
    metered,
    to_the_house,
    validated,
)
from tests.support.history import rules, stored

DEALT: Final = (open_table(), *up_to_the_deal(BANK_HAND, {1: WIN, 2: LOSE}))
OTHER: Final = set_hand(2, *LOSE.split("/"))
RIGHT: Final = (*DEALT, set_hand(1, *WIN.split("/")), OTHER, set_house(), settle())
WRONG: Final = set_hand(1, "6-6 5-5", "1-6 2-3")
AS_KEYED: Final = correct_setting(1, ["6-6", "5-5"], ["1-6", "2-3"])
PUT_RIGHT: Final = correct_setting(1, ["6-6", "1-6"], ["5-5", "2-3"], actor=FLOOR)


@pytest.mark.parametrize(
    "wrong",
    [
        (*DEALT, WRONG, PUT_RIGHT, OTHER, set_house(), settle()),
        (*DEALT, WRONG, OTHER, set_house(), PUT_RIGHT, settle()),
        (*DEALT, set_hand(1), AS_KEYED, PUT_RIGHT, OTHER, set_house(), settle()),
    ],
)
@pytest.mark.parametrize("elected", [{}, {"vigorish": "cent"}, {"regulation": "md-pai-gow"}])
def test_other_rules_see_what_was_right(wrong: tuple[Asked, ...], elected: dict[str, Any]) -> None:
    again = stored(rules(**elected), *wrong)
    assert again == stored(rules(**elected), *RIGHT)
    assert not again.refused


@pytest.mark.parametrize("percent", [10, 100])
def test_a_raised_percentage_that_took_the_whole_meter_is_known_to_have_reset_it(
    percent: int,
) -> None:
    """What stood on the meter before is worked out from what was left after the payout."""
    raised = {**TERMS, "payouts": {"five_aces": percent}}
    hand = FIVE_ACES_AND_PAIR.replace("3S 3H", "4D 5C")
    house = "2S 4H 7D 9C JS QH KD"
    told = (
        metered(payouts={"five_aces": percent}),
        *to_the_house({1: hand}, [1], dealer=house),
        validated(),
    )
    again = stored(rules("nj-pai-gow-poker", progressive=raised), *told)
    assert not again.refused
    assert again.changed == 0
