"""Craps by another submission: other odds, other limits, a smaller layout, and the same dice."""

from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import UNSET

from domain.commands.submission import Submission
from domain.events.round import RoundOpened
from domain.events.table import TableOpened
from services.history.comparison import Comparison
from services.history.other_rules import OtherGame, OtherRules, compare_round
from services.history.report import report
from services.history.rules_file import read_rules
from services.history.side_by_side import play_both
from services.offline.expect import EXPECTED
from services.offline.play import BadLine, Rejection, play_lines
from tests.support.domain.asked import Asked, ask, open_round, open_table, place
from tests.support.domain.craps import (
    ODDS,
    STAKE,
    a_round,
    bet,
    call_on,
    correct_roll,
    correct_wager,
    on_a_point,
    open_craps,
    throw,
    void_round,
)
from tests.support.domain.given import new_table, when
from tests.support.history import file_of, finished_rounds, in_a_file, rounds_of, rules, stored

EXAMPLES: Final = Path(__file__).parents[3] / "examples"
FILES: Final = [
    EXAMPLES / "craps.jsonl",
    *(
        file
        for file in sorted((EXAMPLES / "conformance/nj-craps").glob("*.jsonl"))
        if not file.name.endswith(EXPECTED)
    ),
]
TO_BETS_CLOSED: Final = ask("no_more_bets")


def craps_rules(*without: str, **elected: Any) -> OtherRules:
    """The usual odds but for these wagers, which are not offered, and what else is elected."""
    odds = {name: list(pays) for name, pays in ODDS.items() if name not in without}
    odds |= elected.pop("odds", {})
    return rules("nj-craps", odds=odds, **elected)


def ends(comparison: Comparison) -> list[tuple[object, ...]]:
    """Seat, wager, and what was paid by both, of every wager that changes."""
    return [
        (line.seat, line.wager, line.own and line.own.paid, line.other and line.other.paid)
        for one in comparison.rounds
        for line in one.wagers
        if line.changed
    ]


def test_other_odds_pay_otherwise() -> None:
    others = craps_rules(odds={"place_6": [5, 6]})
    played = (*on_a_point(8, bet(2, "place_6")), *a_round([], 3, 3))
    for compared in (stored(others, *played), in_a_file(others, *played)):
        assert ends(compared) == [(2, "place_6", STAKE * 7 // 6, STAKE * 5 // 6)]
        assert compared.tray_delta == (-STAKE * 7 // 6, -STAKE * 5 // 6)
        assert not compared.refused
        assert [*report(compared, others)][-3:] == [
            (
                "  Seat 2, place 6 to win $26.40: wins $30.80 [19:47-1.2(a)5] ->"
                " wins $22.00 [19:47-1.2(a)5]"
            ),
            "  The tray: -$30.80 -> -$22.00",
            (
                f"In all, {len(compared.rounds)} round{'s' * (len(compared.rounds) > 1)} compared,"
                " 1 changed: the tray -$30.80 -> -$22.00, +$8.80 for the tray."
            ),
        ]


NOT_TAKEN: Final[dict[str, tuple[OtherRules, str, str]]] = {
    "not offered": (craps_rules("hard_4"), "19:47-1.4", "the submission names no odds for it"),
    "above its maximum": (
        *(craps_rules(limits={"hard_4": [100, STAKE - 1]}), "19:47-8.2"),
        "is above the table's maximum of 2639",
    ),
    "no whole cent": (
        craps_rules(odds={"hard_4": [7, 9]}),
        "control:whole-cents",
        "is no whole cent",
    ),
    "no such seat": (craps_rules(seats=3), "19:47-1.3", "the layout has seats 1 to 3"),
}


@pytest.mark.parametrize("why", NOT_TAKEN)
def test_a_carried_wager_that_would_not_be_taken_goes_back_and_that_is_said(why: str) -> None:
    others, rule, reason = NOT_TAKEN[why]
    compared = stored(others, *on_a_point(6, bet(4, "hard_4")), *a_round([], 2, 2))
    assert ends(compared) == [(4, "hard_4", 7 * STAKE, None)]
    (said,) = compared.refused
    assert (said.command, said.rule) == ("place_wager", rule)
    assert said.reason.startswith("carried into the round, `hard_4` 2640 cents of seat 4: ")
    assert reason in said.reason
    assert any("-> no such wager" in line for line in report(compared, others))


@pytest.mark.parametrize("why", NOT_TAKEN)
def test_a_wager_that_is_not_taken_when_it_is_placed_is_left_out(why: str) -> None:
    others, rule, _ = NOT_TAKEN[why]
    played = (*on_a_point(6), *a_round([bet(4, "hard_4")], 2, 2))
    for compared in (stored(others, *played), in_a_file(others, *played)):
        assert ends(compared) == [(4, "hard_4", 7 * STAKE, None)]
        assert [(one.command, one.rule) for one in compared.refused] == [("place_wager", rule)]
        assert compared.undecided == 0


def test_a_smaller_layout_has_no_such_shooter_and_the_dice_count() -> None:
    played = (open_craps(), open_round(), bet(1, "pass"), TO_BETS_CLOSED, throw(3, 4, shaker=9))
    for compared in (
        stored(craps_rules(seats=3), *played),
        in_a_file(craps_rules(seats=3), *played),
    ):
        assert not compared.refused
        assert (compared.changed, compared.undecided) == (0, 0)


def test_two_come_wagers_that_meet_on_one_number_are_held_apart() -> None:
    """One is paid on the 8, the other moves to it."""
    meeting = (
        *(*on_a_point(6), *a_round([bet(2, "come")], 4, 4)),
        *a_round([bet(2, "come", 2 * STAKE)], 4, 4),
    )
    compared = stored(craps_rules(odds={"come": [2, 1]}), *meeting)
    assert len(compared.rounds[0].wagers) == 3
    assert ends(compared) == [(2, "come", STAKE, 2 * STAKE)]
    only_the_first = stored(craps_rules(limits={"come": [1, STAKE]}), *meeting)
    assert ends(only_the_first) == [(2, "come", 0, None)]
    assert any(
        line == "  Seat 2, come $52.80 on the 8: stays [19:47-1.2(a)3] -> no such wager"
        for line in report(only_the_first, craps_rules())
    )


def test_dice_that_fell_count_though_by_the_other_rules_nobody_had_wagered() -> None:
    played = (open_craps(), *a_round([bet(1, "hard_4")], 3, 3), *a_round([bet(2, "come")], 3, 4))
    compared = in_a_file(craps_rules("hard_4"), *played)
    assert [one.command for one in compared.refused] == ["place_wager", "no_more_bets", "roll"]
    assert compared.undecided == 0
    second = {one.wager: one for one in compared.rounds[1].wagers}
    assert second["hard_4"].other is None
    assert second["come"].other == second["come"].own
    (opened,) = [
        step
        for both in play_both(file_of(*played), craps_rules("hard_4"))
        for step in both.other
        if isinstance(step, RoundOpened) and step.number == 2
    ]
    assert opened.craps is not UNSET
    assert opened.craps.point == 6


OPENING: Final = (*on_a_point(6, bet(3, "place_8")), open_round())
CALLED: Final = (open_craps(), open_round())
RIGHT: Final = (
    *(*OPENING, bet(2, "come"), bet(3, "place_8"), bet(4, "hard_4", 2 * STAKE)),
    *(TO_BETS_CLOSED, throw(4, 4)),
)
RIGHT_CALLED: Final = (
    *CALLED,
    bet(2, "place_4"),
    call_on(2, "place_4"),
    TO_BETS_CLOSED,
    throw(1, 3),
)
MISTAKEN: Final[dict[str, tuple[tuple[Asked, ...], tuple[Asked, ...]]]] = {
    "dice": (RIGHT, (*RIGHT[:-1], throw(3, 4), correct_roll(4, 4))),
    "dice, twice": (RIGHT, (*RIGHT[:-1], throw(3, 4), correct_roll(2, 2), correct_roll(4, 4))),
    "an amount": (
        RIGHT,
        (*RIGHT[:-3], bet(4, "hard_4"), TO_BETS_CLOSED,
         correct_wager(4, "hard_4", amount=2 * STAKE), throw(4, 4)),
    ),
    "what was added to a carried bet": (
        RIGHT,
        (*OPENING, bet(2, "come"), bet(3, "place_8", 3 * STAKE), bet(4, "hard_4", 2 * STAKE),
         correct_wager(3, "place_8", amount=2 * STAKE), TO_BETS_CLOSED, throw(4, 4)),
    ),
    "nothing was added": (
        (*OPENING, TO_BETS_CLOSED, throw(4, 4)),
        (*OPENING, bet(3, "place_8"), correct_wager(3, "place_8", amount=STAKE), TO_BETS_CLOSED,
         throw(4, 4)),
    ),
    "never made": (
        RIGHT,
        (*RIGHT[:-2], bet(5, "come"), TO_BETS_CLOSED, correct_wager(5, "come", amount=0),
         throw(4, 4)),
    ),
    "a seat where another's wager was before": (
        RIGHT,
        (*OPENING, bet(5, "come"), bet(2, "come", player="bob"),
         ask("withdraw_wager", seat=2, wager="come"), bet(3, "place_8"),
         bet(4, "hard_4", 2 * STAKE), correct_wager(5, "come", to_seat=2), TO_BETS_CLOSED,
         throw(4, 4)),
    ),
    "an amount, after another was withdrawn": (
        RIGHT,
        (*OPENING, bet(2, "come", 5 * STAKE), ask("withdraw_wager", seat=2, wager="come"),
         bet(2, "come", 3 * STAKE), *RIGHT[-4:-2], correct_wager(2, "come", amount=STAKE),
         *RIGHT[-2:]),
    ),
    "a seat, after the call": (
        RIGHT_CALLED,
        (*CALLED, bet(7, "place_4"), call_on(7, "place_4"), TO_BETS_CLOSED,
         correct_wager(7, "place_4", to_seat=2), throw(1, 3)),
    ),
}  # fmt: skip
OTHERS: Final[dict[str, OtherRules]] = {
    "its own": craps_rules(),
    "other odds": craps_rules(odds={"come": [2, 1], "place_8": [1, 1], "place_4": [2, 1]}),
    "lower limits": craps_rules(limits={"hard_4": [1, STAKE], "place_8": [1, STAKE]}),
    "fewer wagers": craps_rules("place_8", "place_4"),
}


@pytest.mark.parametrize("by", OTHERS)
@pytest.mark.parametrize("mistake", MISTAKEN)
def test_a_corrected_round_is_compared_as_if_told_right_at_first(mistake: str, by: str) -> None:
    right, wrong = MISTAKEN[mistake]
    others = OTHERS[by]
    assert stored(others, *wrong).rounds == stored(others, *right).rounds
    if by == "its own":
        again = stored(others, *wrong)
        assert (again.changed, again.undecided, again.refused) == (0, 0, ())


@pytest.mark.parametrize("by", OTHERS)
def test_dice_corrected_in_a_file_end_the_round_by_both_rules(by: str) -> None:
    right, wrong = MISTAKEN["dice, twice"]
    one, other = in_a_file(OTHERS[by], *right), in_a_file(OTHERS[by], *wrong)
    assert [(end.tray_delta, end.wagers) for end in one.rounds] == [
        (end.tray_delta, end.wagers) for end in other.rounds
    ]
    later = in_a_file(OTHERS[by], *wrong, *a_round([], 3, 4))
    assert later.rounds[-1].round == "PG01-1-3"


def test_a_round_called_off_is_called_off_by_any_rules() -> None:
    played = (*on_a_point(6), open_round(), bet(2, "come"), bet(3, "hard_4"), void_round())
    compared = stored(craps_rules("hard_4"), *played)
    assert ends(compared) == [(3, "hard_4", 0, None)]
    assert compared.tray_delta == (0, 0)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_stored_round_is_settled_again(file: Path) -> None:
    """By its own rules nothing changes, corrected rounds among them; by fewer it has an end."""
    steps = play_lines(file.read_bytes().splitlines())
    events = [step for step in steps if not isinstance(step, Rejection)]
    opened = next((event for event in events if isinstance(event, TableOpened)), None)
    fewer = read_rules(EXAMPLES / "submissions/nj-craps-small.toml")
    for before, since in finished_rounds(events):
        assert opened is not None
        own = OtherRules(Submission.model_validate(opened.submission))
        again = compare_round(before, since, own)
        assert (again.changed, again.undecided, again.refused) == (0, 0, ())
        assert compare_round(before, since, fewer).undecided == 0


def test_a_file_of_another_game_is_refused_by_its_line() -> None:
    craps, tiles = open_craps(), open_table()
    banking = read_rules(EXAMPLES / "submissions/nj-banking.toml")
    for told, others, words in (
        (craps, banking, "PG01 is played under nj-craps; nj-pai-gow is a regulation of another"),
        (
            tiles,
            craps_rules(),
            "PG01 is played under nj-pai-gow; nj-craps is a regulation of another",
        ),
    ):
        with pytest.raises(BadLine, match=f"line 2: submission.regulation: {words} game"):
            list(play_both([b"# what was told", *file_of(told)], others))


def test_a_stored_round_of_another_game_is_refused() -> None:
    banking = read_rules(EXAMPLES / "submissions/nj-banking.toml")
    with pytest.raises(OtherGame, match="nj-craps@2; nj-pai-gow@3 is a regulation of another game"):
        stored(banking, *on_a_point(6))
    called_off = (open_table(), open_round(), place(1), void_round())
    with pytest.raises(OtherGame, match="nj-craps@2 is a regulation of another game"):
        stored(craps_rules(), *called_off)


def test_a_complaint_after_the_next_round_changes_nothing_of_the_first() -> None:
    first = on_a_point(6, bet(2, "hard_4"))
    after = (
        *(*a_round([bet(2, "come")], 3, 3), ask("complain", round="PG01-1-1", seat=1, words="no")),
    )
    alone = stored(craps_rules("hard_4"), *first)
    before, _ = rounds_of(when(new_table(), *first).events)[0]
    every = [*when(new_table(), *first, *after).events]
    assert compare_round(before, every[1:], craps_rules("hard_4")) == alone
