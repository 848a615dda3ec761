"""`RoundClosed` and `RoundVoided`: their shape, and that they sum up what was posted."""

import json
from typing import Any, Final

from domain.events import encode
from domain.events.envelope import Posting
from domain.events.round import RoundClosed, RoundVoided
from tests.support.domain.asked import (
    expose,
    misdeal,
    open_table,
    set_hand,
    set_house,
    settle,
    surrender,
    up_to_the_deal,
    up_to_the_house,
    void_hand,
)
from tests.support.domain.given import account_totals, given, history, tray_of, when

HOUSE: Final = "1-3 1-5 5-6 4-6"
HANDS: Final = {
    6: "5-6 2-6 / 2-2 3-6",
    1: "6-6 1-6 / 5-5 2-3",
    4: "1-1 4-5 / 4-4 1-6",
    3: "5-5 1-5 / 3-3 3-4",
}
"""Against this house: 6 pushes, 1 and 4 win, 3 loses."""

ENVELOPE: Final = [
    *("event", "version", "key", "seq", "table", "session", "round"),
    *("day", "shift", "at", "recorded", "actor", "command_id", "rule"),
]
SUMMARY: Final = ["wagers", "bank", "dealer_wager", "tray_delta", "triples", "meter"]
LINE: Final = [
    *("seat", "wager", "amount", "coupon", "player"),
    *("outcome", "paid", "vigorish", "rule"),
]


def as_written(event: RoundClosed | RoundVoided) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(encode(event))
    return content


def test_round_closed_has_the_keys_of_the_contract_and_no_others() -> None:
    then = history(open_table(), *up_to_the_house(HOUSE, HANDS), settle())
    written = as_written(then.one(RoundClosed))
    assert list(written) == [*ENVELOPE, *SUMMARY]
    assert [list(line) for line in written["wagers"]] == [LINE] * 4


def test_round_voided_has_the_same_shape_and_says_why() -> None:
    then = history(open_table(), *up_to_the_house(HOUSE, HANDS), misdeal("dice misread"))
    written = as_written(then.one(RoundVoided))
    assert list(written) == [*ENVELOPE, *SUMMARY, "reason", "supervisor", "announced"]
    assert [list(line) for line in written["wagers"]] == [LINE] * 4
    assert written["reason"] == "dice misread"


def test_round_closed_tells_every_wager_by_seat_with_its_outcome_and_paragraph() -> None:
    table = given(open_table(), *up_to_the_house(HOUSE, HANDS, coupon=500))
    written = as_written(when(table, surrender(1), settle()).one(RoundClosed))
    told = [tuple(line[key] for key in LINE) for line in written["wagers"]]
    stake = ("pai_gow", 2500, 500)
    assert told == [
        (1, *stake, "seat-1", "surrender", 0, 0, "19:47-10.7(f)"),
        (3, *stake, "seat-3", "lose", 0, 0, "19:47-10.7(h)"),
        (4, *stake, "seat-4", "win", 3000, 150, "19:47-10.7(j)"),
        (6, *stake, "seat-6", "push", 0, 0, "19:47-10.7(i)1"),
    ]
    assert (written["bank"], written["dealer_wager"], written["meter"]) == (None, None, None)
    assert written["tray_delta"] == 2500 + 2500 - 3000 + 150
    assert written["round"] == "PG01-1-1"


def test_round_closed_posts_nothing_and_its_tray_delta_is_what_the_lines_posted() -> None:
    then = history(open_table(), *up_to_the_house(HOUSE, HANDS), surrender(6), settle())
    closed = then.one(RoundClosed)
    assert not isinstance(closed, Posting)
    in_round = tuple(event for event in then.events if event.round == closed.round)
    assert closed.tray_delta == tray_of(in_round) == 2500 + 2500 - 2 * (2500 - 125)


def test_money_is_conserved_over_a_round() -> None:
    before = given(open_table(), *up_to_the_house(HOUSE, HANDS, coupon=700))
    then = when(before, settle())
    assert sum(account_totals(then.events).values()) == 0
    for event in then.all(Posting):
        assert sum(event.entries.values()) == 0
    assert then.table.tray - before.tray == then.one(RoundClosed).tray_delta
    totals = account_totals(then.events)
    assert totals["tray"] == -totals["win"] - totals["vigorish"] - totals["promotional"]


def test_the_running_count_of_triples_is_told_with_the_round() -> None:
    commands = up_to_the_house(HOUSE, HANDS)
    triple = [{**asked, "dice": [3, 3, 3]} if "dice" in asked else asked for asked in commands]
    plain, three = [*commands, settle()], [*triple, settle()]
    then = history(open_table(), *three, *three, *plain, *three)
    assert [closed.triples for closed in then.all(RoundClosed)] == [1, 2, 0, 1]


def test_a_round_in_which_every_hand_was_voided_closes_with_nothing_moved() -> None:
    table = given(open_table(), *up_to_the_deal(HOUSE, {2: HANDS[1]}), expose(2))
    closed = when(table, void_hand(2), set_house(), settle()).one(RoundClosed)
    assert [(line.outcome, line.rule) for line in closed.wagers] == [("void", "19:47-10.9(d)")]
    assert closed.tray_delta == 0


def test_a_round_in_which_every_hand_was_surrendered_closes_with_all_collected() -> None:
    table = given(open_table(), *up_to_the_house(HOUSE, {2: HANDS[1], 5: HANDS[4]}))
    closed = when(table, surrender(5), surrender(2), settle()).one(RoundClosed)
    assert [(line.seat, line.outcome) for line in closed.wagers] == [
        (2, "surrender"),
        (5, "surrender"),
    ]
    assert closed.tray_delta == 5000


def test_rounds_are_numbered_within_the_session_void_ones_too() -> None:
    deal = up_to_the_deal(HOUSE, HANDS)
    hands = [*(set_hand(seat) for seat in HANDS), set_house(), settle()]
    then = history(open_table(), *deal, misdeal(), *deal, *hands, *deal, misdeal())
    ended = [event.round for event in then.events if isinstance(event, RoundClosed | RoundVoided)]
    assert ended == ["PG01-1-1", "PG01-1-2", "PG01-1-3"]
