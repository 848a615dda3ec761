"""A complaint is by one who played the round, and names whom the round knows at the seat."""

from typing import Any, Final

import msgspec

from domain.events.books import ComplaintMade
from domain.hosting import Table
from domain.table.books import SEATINGS_KEPT, Seating
from domain.table.seatings import players_in, with_seating
from tests.support.domain.asked import (
    Asked,
    ask,
    close_table,
    deal,
    misdeal,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
    settle,
    up_to_the_house,
)
from tests.support.domain.banked import BANK_HAND, LOSE, WIN, accept, jersey
from tests.support.domain.bookkeeping import a_round
from tests.support.domain.given import given, then_refused, when

CONTROL: Final = "control:dispute"
TWO: Final = (
    open_table(),
    *up_to_the_house(BANK_HAND, {2: WIN}, player="amy"),
    settle(),
    *up_to_the_house(BANK_HAND, {2: LOSE}, player="bo"),
    settle(),
)

DEALT: Final = (no_more_bets(), roll(), deal(BANK_HAND))


def complain(number: int, seat: int = 2, session: int = 1, **fields: Any) -> Asked:
    return ask("complain", round=f"PG01-{session}-{number}", seat=seat, words="why?", **fields)


def complains(table: Table, asked: Asked) -> str:
    return when(table, asked).one(ComplaintMade).player


def test_the_player_is_the_rounds_and_not_the_seats_last() -> None:
    table = given(*TWO)
    assert complains(table, complain(1)) == "amy"
    assert complains(table, complain(1, player="amy")) == "amy"
    assert complains(table, complain(2)) == "bo"
    refusal = then_refused(table, complain(1, player="bo"), rule=CONTROL)
    assert "amy's" in refusal.reason


def test_a_seat_without_a_wager_has_nothing_to_dispute() -> None:
    refusal = then_refused(given(*TWO), complain(1, seat=3), rule=CONTROL)
    assert "seats that did: 2" in refusal.reason
    withdrawn = (open_round(), place(1), place(4), ask("withdraw_wager", seat=4, wager="pai_gow"))
    table = given(open_table(), *withdrawn, *DEALT, misdeal())
    then_refused(table, complain(1, seat=4), rule=CONTROL)
    assert complains(table, complain(1, seat=1)) == "seat-1"


def test_where_nobody_was_named_the_complaint_may_name_somebody() -> None:
    table = given(open_table(), *a_round("win"))
    assert complains(table, complain(1, seat=1)) == "seat-1"
    assert complains(table, complain(1, seat=1, player="cy")) == "cy"


def test_a_bank_may_complain_though_it_made_no_wager() -> None:
    opened = (jersey(), *a_round("win", "lose"), open_round(), accept(1), place(2))
    table = given(*opened, *DEALT, misdeal())
    assert complains(table, complain(2, seat=1)) == "seat-1"
    then_refused(table, complain(2, seat=3), rule=CONTROL)


def test_a_round_of_an_earlier_session_is_known_too() -> None:
    table = given(*TWO, close_table(), open_table(), *a_round("win"))
    assert complains(table, complain(1)) == "amy"
    then_refused(table, complain(2, seat=1), rule=CONTROL)
    assert complains(table, complain(1, seat=1, session=2)) == "seat-1"
    then_refused(table, complain(1, seat=2, session=2), rule=CONTROL)


def test_it_is_known_after_the_state_was_written_and_read() -> None:
    table = msgspec.json.decode(msgspec.json.encode(given(*TWO)), type=Table)
    assert complains(table, complain(1)) == "amy"


def test_a_round_too_far_back_is_taken_as_it_is_told() -> None:
    table = given(*TWO)
    forgotten = msgspec.structs.replace(
        table, books=msgspec.structs.replace(table.books, seatings=table.books.seatings[1:])
    )
    assert complains(forgotten, complain(1)) == "seat-2"
    assert complains(forgotten, complain(1, seat=5, player="dee")) == "dee"
    then_refused(forgotten, complain(2, seat=5), rule=CONTROL)


def test_seatings_are_kept_where_they_change_and_no_longer_than_needed() -> None:
    kept: tuple[Seating, ...] = ()
    for number in range(1, 7):
        kept = with_seating(kept, Seating(1, number, {1: "amy"} if number < 4 else {2: "bo"}))
    assert [(one.number, one.players) for one in kept] == [(1, {1: "amy"}), (4, {2: "bo"})]
    assert players_in(kept, 1, 3) == {1: "amy"}
    assert players_in(kept, 1, 6) == {2: "bo"}
    kept = with_seating(kept, Seating(2, 1, {2: "bo"}))
    assert players_in(kept, 2, 1) == {2: "bo"}
    assert players_in(kept, 1, 9) == {2: "bo"}
    ended_again = with_seating(with_seating(kept, Seating(2, 2, {3: "cy"})), Seating(2, 2, {}))
    assert players_in(ended_again, 2, 2) == {}
    for number in range(3, 3 + 2 * SEATINGS_KEPT):
        kept = with_seating(kept, Seating(2, number, {1: f"p{number}"}))
    assert len(kept) == SEATINGS_KEPT
    assert players_in(kept, 1, 1) is None
    assert players_in(kept, 2, 2 + 2 * SEATINGS_KEPT) == {1: f"p{2 + 2 * SEATINGS_KEPT}"}


def test_nobody_is_named_whom_the_round_knew_at_another_seat() -> None:
    bets = (open_round(), place(1), place(2, player="bo"), no_more_bets(), roll())
    table = given(open_table(), *bets, deal(BANK_HAND), misdeal())
    refusal = then_refused(table, complain(1, seat=1, player="bo"), rule=CONTROL)
    assert "leave `player` out" in refusal.reason
    assert complains(table, complain(1, seat=1, player="cy")) == "cy"
    assert complains(table, complain(1, seat=2, player="bo")) == "bo"
