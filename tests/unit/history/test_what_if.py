"""The same play by other rules: what changes, what is refused, what stays undecided."""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from domain.commands.submission import Submission
from domain.commands.table import OpenTable
from domain.events import Event
from domain.events.round import ProgressivePaid
from domain.game_library import LIBRARY
from domain.games.pai_gow.game import GAME as PAI_GOW_GAME
from domain.games.pai_gow.messages.commands import CorrectDeal, Deal
from domain.games.pai_gow.messages.events import (
    CardsDealt,
    DealCorrected,
    HandSet,
    HouseSet,
    TilesDealt,
)
from domain.games.pai_gow.round.state import game_at
from domain.hosting import Table
from domain.messages.commands import parse_command
from services.history.comparison import Comparison
from services.history.other_rules import NotFinished, OtherRules, compare_round, corrected_commands
from services.history.report import report
from services.history.rules_file import read_rules
from services.history.side_by_side import Both, compare, play_both
from services.offline import play
from services.offline.expect import EXPECTED, games_for
from services.offline.play import Pit, Rejection, attempt, commands_of, play_lines
from tests.support.domain.poker import metered, to_the_house, validated
from tests.support.history import events_of, file_of, finished_rounds, rules
from tests.support.share import some

EXAMPLES: Final = Path(__file__).parents[3] / "examples"
NJ: Final = EXAMPLES / "conformance/nj-pai-gow"
MD: Final = EXAMPLES / "conformance/md-pai-gow"
EVERY: Final = sorted(
    file
    for file in EXAMPLES.rglob("*.jsonl")
    if not file.name.endswith(EXPECTED) and games_for(file) is LIBRARY
)
"""What is played under the versions in force."""


@pytest.fixture(scope="module", autouse=True)
def read_once() -> Iterator[None]:
    """The same lines are played by many rules: a command that was read may be heard again."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(play, "parse_command", cache(parse_command))
        yield


@cache
def lines(file: Path) -> tuple[bytes, ...]:
    return tuple(file.read_bytes().splitlines())


@cache
def played(file: Path) -> tuple[Event, ...]:
    return tuple(step for step in play_lines(lines(file)) if not isinstance(step, Rejection))


def under(file: Path, others: OtherRules) -> Comparison:
    return compare(play_both(lines(file), others))


def by_others(file: Path, others: OtherRules) -> list[Event]:
    return events_by_others(play_both(lines(file), others))


def events_by_others(both: Iterable[Both]) -> list[Event]:
    steps = [step for one in both for step in one.other]
    return [step for step in steps if not isinstance(step, Rejection)]


def ends(comparison: Comparison) -> list[tuple[object, ...]]:
    """Seat, wager, and both outcomes, of every wager that changes."""
    return [
        (line.seat, line.wager, line.own and line.own.outcome, line.other and line.other.outcome)
        for one in comparison.rounds
        for line in one.wagers
        if line.changed
    ]


def own_rules(file: Path) -> OtherRules | None:
    """The submission that the whole file is played under, if it is one."""
    commands = list(commands_of(lines(file)))
    openings = [at for at, (_, command) in enumerate(commands) if isinstance(command, OpenTable)]
    pit, found = Pit(), {}
    for number, command in commands[: max(openings, default=-1) + 1]:
        steps = attempt(pit, number, command)
        if isinstance(command, OpenTable):
            found[command.submission.content_hash()] = command.submission
            if any(isinstance(step, Rejection) for step in steps):
                return None
    return OtherRules(*found.values()) if len(found) == 1 else None


OWN: Final = {file: own for file in EVERY if (own := own_rules(file)) is not None}
PAI_GOW: Final = [file for file, own in OWN.items() if own.game is PAI_GOW_GAME]


def is_of_its_game(file: Path, others: OtherRules) -> bool:
    openings = [one for _, one in commands_of(lines(file)) if isinstance(one, OpenTable)]
    return all(LIBRARY.by_regulation[one.submission.regulation] is others.game for one in openings)


@pytest.mark.parametrize("file", OWN, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_by_its_own_rules_nothing_changes(file: Path) -> None:
    own = OWN[file]
    both = list(play_both(lines(file), own))
    assert [step for one in both for step in one.other] == [
        step for one in both for step in one.own
    ]
    compared = compare(both)
    assert (compared.changed, compared.undecided) == (0, 0)


@pytest.mark.parametrize("file", OWN, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_stored_round_told_again_by_its_own_rules_is_the_same(file: Path) -> None:
    own = OWN[file]
    for before, since in finished_rounds(played(file)):
        again = compare_round(before, since, own)
        assert not again.refused
        assert (again.changed, again.undecided) == (0, 0)
        assert again.rounds[0].tray_delta[0] == again.rounds[0].tray_delta[1]


def test_zero_against_zero_is_a_push_in_one_state_and_lost_in_the_other() -> None:
    file = NJ / "10.2f-zero-against-zero-by-the-highest-tile.jsonl"
    compared = under(file, rules("md-pai-gow"))
    assert ends(compared) == [(1, "pai_gow", "push", "lose")]
    assert compared.tray_delta == (0, 2500)
    assert list(report(compared, rules("md-pai-gow")))[2:] == [
        "Round T1-1-1 (line 5): 1 of 1 wagers end otherwise.",
        "  Seat 1, pai gow $25.00: pushes [19:47-10.7(i)1] -> loses [MD 8.G]",
        "  The tray: $0.00 -> +$25.00",
        "In all, 1 round compared, 1 changed: the tray $0.00 -> +$25.00, +$25.00 for the tray.",
    ]


def test_another_rounding_changes_the_vigorish_alone() -> None:
    file = NJ / "10.7k-vigorish-up-to-a-quarter.jsonl"
    (only,) = under(file, rules(vigorish="cent")).rounds
    assert [(line.own and line.own.vigorish, line.other and line.other.vigorish)
            for line in only.wagers] == [(175, 165)]  # fmt: skip
    assert only.tray_delta == (-3125, -3135)


def test_a_wager_that_is_not_offered_does_not_stand() -> None:
    file = NJ / "10.11f-what-triples-pay.jsonl"
    settled = [*lines(file), b'{"command": "void_round", "reason": "enough", "supervisor": "fp1"}']
    compared = compare(play_both(settled, rules()))
    assert [(seat, wager, other) for seat, wager, _, other in ends(compared)] == [
        (1, "all_4", None),
        (1, "all_5", None),
        (1, "any_triple", None),
    ]
    assert [one.rule for one in compared.refused] == ["19:47-10.11(a)"] * 3
    assert compared.tray_delta == (-104500, 0)


def test_a_refused_command_has_no_half_effect() -> None:
    file = NJ / "10.5a-a-match-play-coupon.jsonl"
    compared = under(file, rules("md-pai-gow"))
    assert ends(compared) == [(1, "pai_gow", "win", None)]
    assert compared.refused[0].rule == "MD 5.A"
    assert compared.undecided == 0, "where no wager stands there is nothing to decide"
    assert compared.tray_delta == (-7125, 0)


def test_what_was_never_told_leaves_the_round_undecided_and_the_next_one_whole() -> None:
    file = NJ / "13-69F-10.7l2-no-vigorish-but-triples-take-the-wager.jsonl"
    compared = under(file, rules(dragons_eye={"vigorish_method": 1}))
    assert [(one.changed, one.undecided) for one in compared.rounds] == [
        (True, False),
        (False, True),
    ]
    assert compared.tray_delta == (-2500, -2375), "the undecided round is left out"
    told = list(report(compared, rules()))
    assert "Round T1-1-2 (line 12): undecided, the other rules need what was never told." in told
    assert told[-1].startswith("In all, 1 round compared, 1 changed, 1 undecided and left out:")
    opening, *rest = [line for line in lines(file) if line.startswith(b"{")]
    first_round_again = rest[: rest.index(b'{"command": "settle"}') + 1]
    more = [opening, *rest, *first_round_again]
    again = compare(play_both(more, rules(dragons_eye={"vigorish_method": 1})))
    assert [one.undecided for one in again.rounds] == [False, True, False]


def test_without_a_bank_the_dealer_sets_by_the_house_way() -> None:
    file = NJ / "10.8o-a-surplus-goes-to-the-bank-less-vigorish.jsonl"
    events = by_others(file, rules())
    house = [event for event in events if isinstance(event, HouseSet)][-1]
    assert (house.position, house.way) == ("dealer", "basic")
    compared = under(file, rules())
    assert [one.command for one in compared.refused] == ["accept_bank"]
    (first, second) = compared.rounds
    assert not first.changed
    assert second.bank[0] is not None
    assert second.bank[1] is None
    assert any(
        line.startswith("  The bank: seat 1 as bank, +$47.50") for line in report(compared, rules())
    )


def test_a_hand_left_behind_is_set_by_the_house_way_in_new_jersey() -> None:
    file = MD / "5.C2-a-wager-left-behind-is-lost.jsonl"
    events = by_others(file, rules())
    assert [(one.seat, one.house_way) for one in events if isinstance(one, HandSet)] == [
        (2, False),
        (1, True),
    ]
    assert under(file, rules()).undecided == 0


def test_where_the_tiles_go_elsewhere_a_told_setting_gives_way_to_the_house_way() -> None:
    file = NJ / "13-69F-10.7l1-vigorish-and-triples-lose-odd-and-even.jsonl"
    told = lines(file)
    for both in play_both(told, rules(dragons_eye={"start": "count"})):
        assert not any(isinstance(step, Rejection) for step in both.other)
        for step in both.other:
            if isinstance(step, HandSet):
                assert step.house_way


def test_who_shakes_is_the_other_rules_to_say() -> None:
    file = NJ / "10.8o-a-surplus-goes-to-the-bank-less-vigorish.jsonl"
    told = file.read_text().replace("[1, 1, 2]}", '[1, 1, 2], "shaker": 1}')
    assert '"shaker": 1' in told
    compared = compare(play_both(told.encode().splitlines(), rules()))
    assert [one.command for one in compared.refused] == ["accept_bank"]
    assert compared.undecided == 0


@pytest.mark.parametrize("file", PAI_GOW, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_stacks_are_put_together_again_as_they_stood(file: Path) -> None:
    told: list[object] = []
    for _, one in commands_of(lines(file)):
        if isinstance(one, CorrectDeal):
            told.pop()
        if isinstance(one, Deal | CorrectDeal):
            told.append(one.stacks or one.hands)
    made = [one for one in corrected_commands(PAI_GOW_GAME, played(file)) if isinstance(one, Deal)]
    again = [one.stacks or one.hands for one in made]
    dealt = sum(isinstance(event, TilesDealt | CardsDealt) for event in played(file))
    dealt -= sum(isinstance(event, DealCorrected) for event in played(file))
    assert len(again) == dealt
    assert again == told[len(told) - dealt :], "a deal that was refused comes first"


def test_a_command_that_its_own_rules_refuse_is_not_helped_along() -> None:
    file = NJ / "10.7c-the-dealer-sets-last.jsonl"
    both = list(play_both(lines(file), rules(vigorish="cent")))
    refused = [one.line for one in both if any(isinstance(step, Rejection) for step in one.other)]
    assert refused == [one.line for one in both if any(isinstance(s, Rejection) for s in one.own)]
    assert len(refused) == 2


def test_a_retained_wager_goes_back_where_none_is_offered() -> None:
    before, since = finished_rounds(played(EXAMPLES / "dragons_eye.jsonl"))[2]
    assert game_at(before).streak.retained
    for others in (rules(), rules("md-pai-gow")):
        again = compare_round(before, since, others)
        assert [line.other for line in again.rounds[0].wagers] == [None, None]
        assert again.rounds[0].tray_delta == (-275000, 0)


def test_a_stored_round_finds_its_meter_as_it_stood() -> None:
    """By then other rounds, and another table between, had moved it."""
    hand = {1: "AS AH AD AC JK 3S 3H"}
    dealer = "2S 4H 7D 9C JS QH KD"
    played = to_the_house(hand, (1,), dealer=dealer)
    at_two = [{**one, "table": "PG02"} for one in (metered(), *played)]
    tenth = to_the_house({1: "AS AH AD AC JK 3S 2H"}, (1,), dealer="2S 4H 7D 9C JS QH KD")
    three = to_the_house({1: "9S 9H 9D 2C 3S KD QC"}, (1,), dealer="2S 4H 7D 9C JS QH KH")
    at_one = [{**one, "table": "PG01"} for one in (validated(), *tenth, validated(), *three)]
    told = [metered(), *played, validated(), *played, *at_two, *at_one, at_one[0]]
    events = events_of(file_of(*told))
    own = OtherRules(Submission.model_validate(metered()["submission"]))
    rounds = finished_rounds([event for event in events if event.key == "PG01"])
    paid = [one.paid for _, since in rounds for one in since if isinstance(one, ProgressivePaid)]
    assert paid == [1_000_021, 1_500_042, 150_003, 200]
    for before, since in rounds:
        again = compare_round(before, since, own)
        assert (again.changed, again.undecided, again.refused) == (0, 0, ())


def test_a_play_leaves_nothing_on_a_meter_for_the_next() -> None:
    others = read_rules(EXAMPLES / "submissions/nj-poker-dragons-eye.toml")
    file = EXAMPLES / "poker.jsonl"
    assert by_others(file, others) == by_others(file, others)


def test_a_round_that_is_not_finished_is_not_compared() -> None:
    events = played(NJ / "10.8b-nobody-banks-the-first-round.jsonl")
    with pytest.raises(NotFinished, match="T1-1-3 is not finished"):
        compare_round(Table(name="T1"), events[-1:], rules())


def test_two_tables_in_one_file_are_compared_apart() -> None:
    file = NJ / "10.7k-vigorish-up-to-a-quarter.jsonl"
    other = [json.loads(line) for line in lines(file) if line.startswith(b"{")]
    second = [json.dumps({**one, "table": "T2"}).encode() for one in other]
    compared = compare(play_both([*lines(file), *second], rules(vigorish="cent")))
    assert [one.round for one in compared.rounds] == ["T1-1-1", "T2-1-1"]
    assert compared.tray_delta == (-6250, -6270)


@pytest.mark.parametrize(
    "submission", sorted((EXAMPLES / "submissions").glob("*.toml")), ids=lambda file: file.stem
)
def test_any_play_can_be_heard_by_any_rules_of_its_game(submission: Path) -> None:
    """Nothing told for one set of rules upsets another: streams stay gapless, and the sum is told."""
    others = read_rules(submission)
    of_its_game = [file for file in EVERY if is_of_its_game(file, others)]
    assert of_its_game
    for file in some(of_its_game, beginning=len(submission.stem)):
        both = list(play_both(lines(file), others))
        events = events_by_others(both)
        for key in {event.key for event in events}:
            seqs = [event.seq for event in events if event.key == key]
            assert seqs == list(range(1, len(seqs) + 1)), file
        assert list(report(compare(both), others))[-1].startswith("In all, "), file
