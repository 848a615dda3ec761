"""A table holds 200 wagers; however they are named, no event outgrows what can be proved."""

from typing import Final

import pytest

from domain.events import encode
from domain.events.size import MOST_EVENT_BYTES
from domain.games.craps.round.wagering import MOST_WAGERS
from domain.hosting import Table
from domain.refusals import BeyondLimit, BooksRefuse
from tests.support.domain.asked import ask, no_more_bets, open_round
from tests.support.domain.craps import ODDS, STAKE, bet, correct_roll, game_of, open_craps, throw
from tests.support.domain.given import given, then_refused, when

LARGE: Final = 3 * 10**7 * STAKE
ALWAYS: Final = tuple(wager for wager in ODDS if "come" not in wager)


def filled(name: str) -> Table:
    """With as many wagers as the table takes, on seat after seat."""
    table = given(open_craps(seats=24), open_round())
    for seat in range(1, 25):
        for wager in ALWAYS:
            player = f"{seat:02}{name}"[:64]
            try:
                table = when(table, bet(seat, wager, LARGE, player=player)).table
            except (BeyondLimit, BooksRefuse):
                return table
    raise AssertionError("a table took everything")


@pytest.mark.parametrize(
    ("name", "least"),
    [("n" * 64, MOST_WAGERS), ('"' * 64, 150), ("🎲" * 64, 100)],
    ids=["letters", "written with a backslash", "four bytes each"],
)
def test_a_full_table_is_played_to_its_end(name: str, least: int) -> None:
    table = filled(name)
    assert len(game_of(table).wagers) >= least
    for dice in ((2, 4), (1, 2), (3, 4)):
        made = when(table, no_more_bets(), throw(*dice))
        sizes = {type(event).__name__: len(encode(event)) for event in made.events}
        assert max(sizes.values()) <= MOST_EVENT_BYTES
        taken_back = when(made.table, correct_roll(6, 6))
        assert max(len(encode(event)) for event in taken_back.events) <= MOST_EVENT_BYTES
        again = when(made.table, open_round())
        assert len(encode(again.events[0])) <= MOST_EVENT_BYTES
        void = ask("void_round", reason="🎲" * 200, supervisor="🎲" * 64)
        voided = when(again.table, void)
        assert len(encode(voided.events[-1])) <= MOST_EVENT_BYTES
        table = again.table


def test_the_two_hundred_first_is_refused() -> None:
    table = filled("n")
    assert len(game_of(table).wagers) == MOST_WAGERS
    taken = {(one.seat, one.wager) for one in game_of(table).wagers}
    free = next(
        (seat, wager) for seat in range(1, 25) for wager in ALWAYS if (seat, wager) not in taken
    )
    then_refused(table, bet(*free), rule="control:wager-count")
