"""The row of a round whose mistakes were put right, and of one that is disputed."""

from typing import Any

from msgspec.structs import replace

from domain.events import Event
from domain.games.pai_gow.views.in_play import Triples
from projections.floor import Floor
from projections.floor.view import table_view
from projections.rounds import Rounds
from projections.rounds.row import Correction, Dispute, RoundRow
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
)
from tests.support.domain.at_the_dice import bet, eye_table, to_the_dice
from tests.support.domain.given import history
from tests.support.domain.mistaken import correct_deal, correct_roll, correct_wager

HOUSE = "1-3 1-5 5-6 4-6"
LAST = (set_hand(1), set_house(), settle())


def row_of(*commands: Asked, round_id: str = "PG01-1-1") -> RoundRow:
    rounds = Rounds()
    row: RoundRow | None = None
    for event in history(*commands).events:
        if rounds.place(event) == round_id:
            row = rounds.fold(row or rounds.first(round_id, event), event)
    assert row is not None
    return row


def but_for_the_corrections(row: RoundRow) -> RoundRow:
    return replace(row, seq=0, counts_from=0, corrections=())


def test_the_row_of_a_round_put_right_is_that_of_one_told_right() -> None:
    opening = (open_table(triples_bonus=True), open_round())
    wrong = (
        *(*opening, place(2, 9000), bet(2, "any_triple"), correct_wager(2, to_seat=1, amount=500)),
        *(no_more_bets(), roll(3, 3, 3), deal("6-6 6-6 1-1 1-1"), expose(1), play_on(1)),
        *(set_hand(1), set_house(), correct_deal(deal(HOUSE)), correct_roll(1, 2, 6)),
        deal(HOUSE),
    )
    right = (
        *(*opening, place(1, 500), bet(1, "any_triple"), no_more_bets()),
        *(roll(1, 2, 6), deal(HOUSE)),
    )
    for rest in ((), LAST[:1], LAST):
        mistaken = row_of(*wrong, *rest)
        assert but_for_the_corrections(mistaken) == but_for_the_corrections(row_of(*right, *rest))
        assert [one.what for one in mistaken.corrections] == ["wager", "wager", "deal", "roll"]


def test_between_a_corrected_roll_and_the_deal_nothing_is_dealt() -> None:
    dealt = (open_table(), open_round(), place(1), no_more_bets(), roll(), deal(HOUSE))
    row = row_of(*dealt, set_hand(1), correct_roll(1, 1, 1))
    assert (row.phase, row.dice, row.hands, row.settings) == ("rolled", (1, 1, 1), {}, {})
    (noted,) = row.corrections
    assert noted == Correction(
        seq=noted.seq,
        what="roll",
        corrects=5,
        dice=(1, 2, 6),
        reason="keyed in wrong",
        supervisor="Ann",
    )


def test_a_wager_that_was_never_made_is_not_on_the_layout() -> None:
    row = row_of(open_table(), open_round(), place(1), place(2), correct_wager(2, amount=0))
    assert [one.seat for one in row.placed] == [1]
    (noted,) = row.corrections
    assert noted.was is not None
    assert noted.now is not None
    assert (noted.was.amount, noted.now.amount) == (2500, 0)


def test_a_dispute_is_shown_with_its_round_from_complaint_to_ruling() -> None:
    played = (open_table(), open_round(), place(1), no_more_bets(), roll(), deal(HOUSE), *LAST)
    ended = row_of(*played)
    told: dict[str, Any] = {"reason": "seen on camera", "supervisor": "Ann"}
    complain = ask("complain", round="PG01-1-1", seat=1, words="I won")
    number = len(history(*played).events) + 1
    hold = ask("hold_dispute", complaint=number, amount=2500)
    rule = ask("rule_dispute", complaint=number, decision="upheld", adjustment=2375, **told)
    open_one = Dispute(complaint=number, seat=1, player="seat-1", words="I won")
    assert row_of(*played, complain).disputes == (open_one,)
    held = replace(open_one, state="held", in_dispute=2500)
    assert row_of(*played, complain, hold).disputes == (held,)
    ruled = replace(held, state="upheld", adjustment=2375, paid_from="tray", **told)
    row = row_of(*played, complain, hold, open_round(), rule)
    assert row == replace(ended, disputes=(ruled,)), "the round itself stays as it ended"


def triples_of(events: tuple[Event, ...]) -> Triples:
    floor = Floor()
    row = floor.first("PG01", events[0])
    for event in events:
        row = floor.fold(row, event)
    triples = table_view(row).triples
    assert isinstance(triples, Triples)
    return triples


def test_corrected_dice_leave_no_trace_in_the_running_triples() -> None:
    bets = (place(1), bet(1))
    first = (eye_table(), *to_the_dice(*bets, dice=(4, 4, 4)))
    rest = (deal(HOUSE), *LAST)
    before = (*first, *rest, open_round(), place(1), no_more_bets())
    for wrong, right in (((5, 5, 5), (1, 2, 3)), ((1, 2, 3), (5, 5, 5)), ((1, 2, 3), (3, 2, 1))):
        mistaken = triples_of(history(*before, roll(*wrong), correct_roll(*right)).events)
        told_right = triples_of(history(*before, roll(*right)).events)
        assert mistaken == told_right


def test_a_third_triple_that_was_none_is_not_counted() -> None:
    bets = (place(1), bet(1))
    played = [eye_table()]
    for dice in ((4, 4, 4), (2, 2, 2)):
        extra = bets if dice == (4, 4, 4) else bets[:1]
        played += [*to_the_dice(*extra, dice=dice), deal(HOUSE), *LAST]
    before = (*played, open_round(), place(1), no_more_bets())
    assert triples_of(history(*before).events).count == 2
    assert triples_of(history(*before, roll(1, 1, 1), correct_roll(1, 1, 2)).events).count == 0
