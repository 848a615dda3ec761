"""A round whose mistakes were put right, settled by other rules: as if told right at first."""

from typing import Any, Final

import pytest

from services.history.comparison import Comparison
from tests.support.domain.asked import (
    Asked,
    ask,
    deal,
    expose,
    no_more_bets,
    open_round,
    open_table,
    place,
    play_on,
    roll,
    set_hand,
    set_house,
    settle,
    withdraw,
)
from tests.support.domain.at_the_dice import bet, eye_table
from tests.support.domain.mistaken import correct_deal, correct_roll, correct_wager
from tests.support.history import in_a_file, rules, stored

HOUSE: Final = "1-3 1-5 5-6 4-6"
OTHER_HOUSE: Final = "6-6 6-6 1-1 1-1"
TRIPLES: Final = open_table(triples_bonus=True)
LAST: Final = (deal(HOUSE), set_hand(1), set_hand(4), set_house(), settle())
RIGHT: Final = (
    *(TRIPLES, open_round(), place(1, 3000, coupon=500), bet(1, "any_triple", 500), place(4)),
    *(no_more_bets(), roll(1, 2, 6), *LAST),
)
MISTAKEN: Final[dict[str, tuple[Asked, ...]]] = {
    "dice": (*RIGHT[:6], roll(5, 5, 5), correct_roll(1, 2, 6), *LAST),
    "dice after the deal": (
        *(*RIGHT[:6], roll(5, 5, 5), deal(OTHER_HOUSE), expose(1), play_on(1), set_hand(4)),
        *(correct_roll(1, 2, 6), *LAST),
    ),
    "tiles": (
        *(*RIGHT[:7], deal(OTHER_HOUSE), set_hand(4), set_hand(1), set_house()),
        *(correct_deal(deal(HOUSE)), *LAST[1:]),
    ),
    "a seat": (
        *(TRIPLES, open_round(), place(2, 3000, coupon=500), bet(2, "any_triple", 500), place(4)),
        *(no_more_bets(), correct_wager(2, to_seat=1), roll(1, 2, 6), *LAST),
    ),
    "an amount told in two parts, after the deal": (
        *(TRIPLES, open_round(), place(1, 2700), withdraw(1), place(1, 1000, coupon=500)),
        *(place(1, 9000), bet(1, "any_triple", 500), place(4), no_more_bets(), roll(1, 2, 6)),
        *(LAST[0], correct_wager(1, amount=3000), *LAST[1:]),
    ),
    "a wager that was never made": (
        *(*RIGHT[:5], place(6), no_more_bets(), correct_wager(6, amount=0), roll(1, 2, 6), *LAST),
    ),
}
OTHERS: Final[dict[str, dict[str, Any]]] = {
    "its own": {"triples_bonus": True},
    "without triples": {},
    "by the cent": {"vigorish": "cent", "triples_bonus": True},
    "triples take the hands": {"dragons_eye": {"vigorish_method": 2}},
    "higher limits": {"limits": {"pai_gow": [2600, 3000]}},
    "Maryland": {"regulation": "md-pai-gow"},
}


def under(commands: tuple[Asked, ...], elected: dict[str, Any]) -> Comparison:
    return stored(rules(**elected), *commands)


@pytest.mark.parametrize("mistake", MISTAKEN)
@pytest.mark.parametrize("others", OTHERS)
def test_other_rules_see_what_was_right(mistake: str, others: str) -> None:
    assert under(MISTAKEN[mistake], OTHERS[others]) == under(RIGHT, OTHERS[others])


def test_dice_that_ended_a_round_only_for_the_right_ones_are_told_without_a_deal() -> None:
    opening = (eye_table(vigorish_method=2), open_round(), place(1), no_more_bets())
    wrong = (*opening, roll(1, 2, 6), deal(HOUSE), set_hand(1), correct_roll(3, 3, 3))
    own: dict[str, Any] = {"dragons_eye": {"vigorish_method": 2}}
    again = under(wrong, own)
    assert again == under((*opening, roll(3, 3, 3)), own)
    assert not again.refused


@pytest.mark.parametrize("between", [(), (deal(OTHER_HOUSE), ask("buy_in", seat=1, amount=900))])
def test_wrong_dice_that_end_the_round_by_the_other_rules_are_corrected_there_too(
    between: tuple[Asked, ...],
) -> None:
    """A file is played line by line: there the wrong triple has taken the hands already."""
    opening = (open_table(), open_round(), place(1), no_more_bets())
    hands = (deal(HOUSE), set_hand(1), set_house(), settle())
    others = rules(dragons_eye={"vigorish_method": 2})
    wrong = in_a_file(others, *opening, roll(3, 3, 3), *between, correct_roll(1, 2, 6), *hands)
    right = in_a_file(others, *opening, roll(1, 2, 6), *hands)
    assert wrong.rounds == right.rounds
    assert [one.command for one in wrong.refused] == [one["command"] for one in between[:1]]
    twice = in_a_file(
        others,
        *(*opening, roll(1, 2, 6), correct_roll(3, 3, 3), correct_roll(1, 2, 6), *hands),
    )
    assert twice.rounds == right.rounds


def test_a_complaint_after_the_round_changes_nothing_of_it() -> None:
    complaint = ask("complain", round="PG01-1-1", seat=1, words="no")
    maryland = rules("md-pai-gow")
    assert stored(maryland, *RIGHT, complaint) == stored(maryland, *RIGHT)
