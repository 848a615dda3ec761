"""A table that hosts another game since: rounds of the earlier one are still disputed there."""

from typing import Final

from domain.events.books import ComplaintMade
from tests.support.domain.asked import Asked, ask, close_table, open_table
from tests.support.domain.craps import a_round, bet, open_craps
from tests.support.domain.given import given, then_refused, when

CRAPS_THEN_TILES: Final = (
    open_craps(),
    *a_round([bet(16, "pass", 1000, player="bob")], 3, 4),
    close_table(9_999_000),
    open_table(),
)


def complain(session: int, seat: int) -> Asked:
    return ask("complain", round=f"PG01-{session}-1", seat=seat, words="why?")


def test_the_seat_is_one_of_the_layout_that_the_round_was_played_on() -> None:
    table = given(*CRAPS_THEN_TILES)
    assert when(table, complain(1, 16)).one(ComplaintMade).player == "bob"
    then_refused(table, complain(1, 15), rule="control:dispute")


def test_of_this_session_it_is_one_of_the_layout_that_lies_there() -> None:
    then_refused(given(*CRAPS_THEN_TILES), complain(2, 16), rule="19:47-10.5(b)")
