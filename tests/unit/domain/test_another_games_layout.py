"""What another game has and this table's has not is refused by name, and nothing happens."""

import pytest

from tests.support.domain.asked import Asked, ask, open_round, open_table, place
from tests.support.domain.given import given, then_refused

SEATED = "19:47-10.5(b)"


@pytest.mark.parametrize(
    "asked",
    [
        place(7),
        ask("buy_in", seat=24, amount=500),
        ask("pass_bank", seat=7),
        ask("expose", position=8),
        ask("roll", dice=[1, 2, 3], shaker=7),
        ask("correct_wager", seat=1, wager="pai_gow", to_seat=9, reason="r", supervisor="s"),
    ],
    ids=lambda asked: asked["command"],
)
def test_a_seat_beyond_the_layout_is_refused_by_who_may_sit_where(asked: Asked) -> None:
    refused = then_refused(given(open_table(), open_round()), asked, rule=SEATED)
    assert "seats 1 to 6" in refused.reason


def test_two_dice_are_refused_by_the_number_of_dice() -> None:
    table = given(open_table(), open_round(), place(1), ask("no_more_bets"))
    refused = then_refused(table, ask("roll", dice=[1, 2]), rule="19:47-10.3(a)")
    assert "three dice" in refused.reason
