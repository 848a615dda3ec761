"""A stored round by other rules is heard without what was withdrawn, and without later rounds."""

from services.history.other_rules import compare_round
from tests.support.domain.asked import (
    ask,
    deal,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    set_hand,
    set_house,
    settle,
    withdraw,
)
from tests.support.domain.mistaken import correct_wager
from tests.support.history import events_of, file_of, rounds_of, rules, stored


def test_a_seat_that_was_anothers_before_is_told_right() -> None:
    again = stored(
        rules(),
        *(open_table(), open_round(), place(5, 3000), place(2, player="bob"), withdraw(2)),
        *(place(4), correct_wager(5, to_seat=2), no_more_bets(), roll(1, 2, 6)),
        *(deal("1-3 1-5 5-6 4-6"), set_hand(2), set_hand(4), set_house(), settle()),
    )
    assert (again.changed, again.undecided, again.refused) == (0, 0, ())


def test_a_complaint_after_the_next_round_changes_nothing_of_the_first() -> None:
    """The next round has a coupon, which Maryland refuses."""
    maryland = rules("md-pai-gow")
    hands = (deal("1-3 1-5 5-6 4-6"), set_hand(1), set_house(), settle())
    first = (open_table(), open_round(), place(1), no_more_bets(), roll(1, 2, 6), *hands)
    second = (open_round(), place(1, 2700, coupon=500), no_more_bets(), roll(1, 2, 6), *hands)
    complaint = ask("complain", round="PG01-1-1", seat=1, words="no")
    every = events_of(file_of(*first, *second, complaint))
    before, _ = rounds_of(every)[0]
    assert compare_round(before, every[1:], maryland) == stored(maryland, *first)
