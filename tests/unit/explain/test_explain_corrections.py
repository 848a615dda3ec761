"""The story of mistakes put right, of disputes, and of the books beside play."""

import json
from typing import Any, Final

import pytest

from domain.account.phrases import against
from domain.events import Event
from domain.events import books as of_books
from domain.events import corrections as of_corrections
from domain.events import day as of_day
from domain.events import table as of_table
from services.explain import Narrator
from services.offline.play import Rejection, play_lines
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
)
from tests.support.domain.at_the_dice import accept_bank, before_a_bank, bet
from tests.support.domain.mistaken import correct_deal, correct_roll, correct_wager

_DEPARTS: Final = (
    "It should have been collected as the win was paid [19:47-10.7(k), 11.9; MD 8.K]; that it is"
    " owed departs from that, by this control and on record."
)

WHY: Final[dict[str, Any]] = {"reason": "a slip of the hand", "supervisor": "ann"}
HOUSE: Final = "1-3 1-5 5-6 4-6"
TO_BETS: Final = (open_table(triples_bonus=True), open_round(), place(1), bet(1, "any_triple", 500))


def told(*commands: dict[str, Any]) -> list[str]:
    """Sentences of what the last command made."""
    narrator = Narrator()
    steps = list(play_lines([json.dumps(one).encode() for one in commands[:-1]]))
    every = list(play_lines([json.dumps(one).encode() for one in commands]))
    sentences: list[list[str]] = []
    for step in every:
        assert not isinstance(step, Rejection), step
        sentences.append(narrator.tell(step))
    return [one for event in sentences[len(steps) :] for one in event]


def tell(event: Event) -> list[str]:
    return Narrator().tell(event)


def test_wrong_dice_are_told_with_what_is_undone() -> None:
    assert told(*TO_BETS, no_more_bets(), roll(2, 2, 2), correct_roll(2, 2, 1)) == [
        "The dice were not 2, 2 and 2: keyed in wrong (supervisor Ann).",
        "What they decided is undone: $150.00 comes back into the tray.",
        "It is an exception, to be answered for: the tray has $155.00 more by it.",
        "That triple does not count: no triples run, as before it.",
        "The dealer shakes 2, 2 and 1, 5 in all [19:47-10.6(b)].",
        "Seat 1's any triple wager of $5.00: 2, 2 and 1 are no triple, lost [19:47-10.11(d)].",
    ]


def test_a_lost_wager_comes_back_out_of_the_tray() -> None:
    sentences = told(*TO_BETS, no_more_bets(), roll(1, 2, 3), correct_roll(1, 1, 1))
    assert sentences[1] == "What they decided is undone: $5.00 comes back out of the tray."
    assert (
        sentences[3]
        == "The dealer shakes 1, 1 and 1, 3 in all; a triple, 1 running [19:47-10.6(b)]."
    )


def test_a_wrong_deal_is_told_and_its_hands_are_forgotten() -> None:
    wrong, right = deal("6-6 6-6 1-1 1-1"), deal(HOUSE)
    dealt = (*TO_BETS, no_more_bets(), roll(), wrong, set_hand(1), set_house())
    sentences = told(*dealt, correct_deal(right))
    assert sentences[0] == (
        "The tiles were not dealt so, and hands set on them are set again:"
        " keyed in wrong (supervisor Ann)."
    )
    both = told(*dealt, correct_deal(right), set_hand(1), set_house(), settle())
    once = told(*TO_BETS, no_more_bets(), roll(), right, set_hand(1), set_house(), settle())
    assert both == once


def test_hands_that_were_taken_up_explain_nothing_any_more() -> None:
    """The right dice are a triple, which leaves no hands to compare."""
    opening = open_table(banking=True, dragons_eye={"vigorish_method": 2})
    banked = (*before_a_bank(opening, 1, 2), open_round(), accept_bank(1), place(2), no_more_bets())
    hands = (roll(1, 2, 5), deal(HOUSE), set_hand(2), set_hand("dealer"), set_house())
    wrong = (*banked, *hands, correct_deal(deal("6-6 6-6 1-1 1-1")))
    own = [one for one in told(*wrong, correct_roll(3, 3, 3)) if "dealer's own" in one]
    assert own == ["The dealer's own wager of $25.00 is returned [13:69F-10.7(l)2]."]


@pytest.mark.parametrize(
    ("right", "words"),
    [
        ({"amount": 500}, "is $5.00"),
        ({"to_seat": 3}, "is that of seat 3"),
        ({"player": "mr-x", "coupon": 100},
         "is that of seat 1 (mr-x) and is $25.00 with a coupon of $1.00"),
    ],
)  # fmt: skip
def test_a_wager_corrected_is_told_by_what_changed(right: dict[str, Any], words: str) -> None:
    stood = "The pai gow wager of seat 1, $25.00, was keyed in wrong and"
    sentences = told(open_table(), open_round(), place(1), correct_wager(1, **right))
    assert sentences == [f"{stood} {words}: keyed in wrong (supervisor Ann)."]


def test_a_wager_that_was_never_made_is_told_as_such() -> None:
    sentences = told(open_table(), open_round(), place(1), correct_wager(1, amount=0))
    assert sentences == [
        (
            "The pai gow wager of seat 1, $25.00, was never made and is taken off the layout:"
            " keyed in wrong (supervisor Ann)."
        )
    ]


def dispute(decision: str, adjustment: int) -> list[str]:
    played = (*TO_BETS, no_more_bets(), roll(), deal(HOUSE), set_hand(1), set_house(), settle())
    events = [*play_lines([json.dumps(one).encode() for one in played])]
    complaint = len(events) + 1
    return told(
        *played,
        ask("complain", round="PG01-1-1", seat=1, words="I won"),
        ask("rule_dispute", complaint=complaint, decision=decision, adjustment=adjustment, **WHY),
    )


def test_a_ruling_says_who_pays_whom() -> None:
    first, second = dispute("upheld", 2500)
    assert "about round PG01-1-1 is upheld: a slip of the hand (supervisor ann)." in first
    assert second == "The tray pays seat 1 $25.00."
    assert dispute("upheld", -2500)[1] == "Seat 1 gives $25.00 back to the tray."
    assert dispute("dismissed", 0)[1] == "No money moves."


ANN: Final = {"id": "ann", "role": "pit_manager"}
SINGLE: Final[list[tuple[Event, list[str]]]] = [
    (
        of_books.ComplaintMade(seq=9, round="PG01-1-1", seat=1, player="bo", words="I won"),
        ["Seat 1 (bo) disputes round PG01-1-1 (complaint 9): I won."],
    ),
    (
        of_books.DisputeHeld(round="PG01-1-1", complaint=9, seat=1, player="bo", amount=2500),
        [
            ("Complaint 9 about round PG01-1-1 is taken up: $25.00 is in dispute,"
            " and nothing is paid before the ruling.")
        ],
    ),
    (
        of_books.BoxRemoved(session=1, box=2, period=1, estimated=5000, carrier="sam"),
        [
            ("Drop box 2 of session 1, period 1, is taken off:"
            " sam carries it, and it should hold $50.00.")
        ],
    ),
    (
        of_books.BoxRemoved(session=1, box=2, period=1, estimated=5000, carrier=None),
        ["Drop box 2 of session 1, period 1, is taken off: it should hold $50.00."],
    ),
    (
        of_books.MarkerPaid(
            seat=2, player="bo", amount=5000, marker="M-7", tender="cash", entries={}
        ),
        ["Seat 2 (bo) pays back marker M-7, $50.00 in cash, which goes into the drop box."],
    ),
    (
        of_books.VigorishOwed(
            round="PG01-1-4", seat=2, player="seat-2", amount=125, reason="he left", entries={}
        ),
        [
            "Seat 2 owes $1.25 vigorish of round PG01-1-4: he left.",
            _DEPARTS,
        ],
    ),
    (
        of_books.VigorishRecovered(
            owed=30, seat=2, player="seat-2", amount=100, left=25, entries={}
        ),
        ["Seat 2 pays $1.00 of the vigorish owed since event 30; $0.25 is still owed."],
    ),
    (
        of_books.ExceptionAcknowledged(
            exception=40, kind="tray", amount=-2500, reason="mispaid seat 4", actor=ANN
        ),
        [
            ("Ann answers for the tray's difference from what was expected,"
            " -$25.00 at event 40: mispaid seat 4.")
        ],
    ),
    (
        of_corrections.EntryCorrected(
            session=1, day="2026-11-17", corrects=3, what="fill", was=5000, amount=4500,
            period=1, of_day="2026-11-15", late=True, entries={}, actor=ANN, **WHY,
        ),
        [
            ("A fill (event 3) is corrected from $50.00 to $45.00, $5.00 less:"
            " a slip of the hand (told by ann, supervisor ann)."),
            ("It belongs to period 1 of session 1, gaming day 2026-11-15, which is audited:"
            " an adjustment of 2026-11-17."),
        ],
    ),
    (
        of_day.DayClosed(key="day:2026-11-15", day="2026-11-15", status="counted"),
        [
            ("The gaming day 2026-11-15 is closed by the count: every drop box of it is counted;"
            " its figures are frozen as they stand.")
        ],
    ),
    (
        of_day.AlertRaised(
            key="day:2026-11-15", day="2026-11-15", alert="hold:PG01", what="hold", of_table="PG01",
            game=None, value="41.0%", low="12.0%", high="30.0%",
        ),
        [
            ("Alert hold:PG01 of gaming day 2026-11-15 at table PG01:"
            " hold is 41.0%, outside of 12.0% to 30.0%.")
        ],
    ),
    (
        of_day.AlertAcknowledged(
            key="day:2026-11-15", day="2026-11-15", alert="hold:PG01", reason="one big loser"
        ),
        ["Somebody answers for alert hold:PG01 of gaming day 2026-11-15: one big loser."],
    ),
    (
        of_table.TrayCounted(
            counted=900, expected=1000, inventory=None, roll=True, period=2,
            signed=(of_table.Signature("dee", "dealer"), of_table.Signature("ann", "pit_manager")),
        ),
        [
            f"The tray is counted: {against(900, 1000, 'expected')}.",
            "A new accounting period begins with this count, period 2 ends; play goes on.",
            "Signed by dee (dealer) and ann (pit manager).",
        ],
    ),
    (
        of_table.TableFilled(slip="F-1", step="voided", amount=500, reason="torn", entries={}),
        ["A fill of $5.00 on slip F-1 is voided: torn."],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("event", "sentences"), SINGLE, ids=lambda one: type(one).__name__)
def test_the_books_are_told_plainly(event: Event, sentences: list[str]) -> None:
    assert tell(event) == sentences


def test_an_opener_that_differs_from_the_last_closer_is_told() -> None:
    opened = told(
        open_table(1000), ask("close_table", inventory=900), ask("count_drop", amount=0),
        open_table(1000),
    )  # fmt: skip
    assert "The opener is $10.00, $1.00 over the $9.00 counted when it last closed." in opened
