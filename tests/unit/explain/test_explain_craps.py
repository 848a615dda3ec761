"""The story of craps: the point, the dice, each wager with its reason, and what stays where."""

from itertools import groupby
from pathlib import Path
from typing import Any, Final

import pytest

from domain.events import Event
from domain.events.round import RoundClosed, WagerSettled
from domain.game_library import LIBRARY
from domain.messages.events import EVENT_TYPES
from services.explain import Narrator
from services.explain.narrator import story_of
from services.explain.printed import printed_round
from services.offline.expect import EXPECTED
from services.offline.play import Rejection, play_lines
from tests.support.domain.asked import Asked, ask
from tests.support.domain.craps import (
    STAKE,
    THROWN,
    a_round,
    bet,
    call_on,
    correct_roll,
    on_a_point,
    open_craps,
    void_round,
)
from tests.support.domain.given import history

EXAMPLES: Final = Path(__file__).parents[3] / "examples"
EVENING: Final = EXAMPLES / "craps.jsonl"
FILES: Final = [
    EVENING,
    *(
        file
        for file in sorted((EXAMPLES / "conformance/nj-craps").glob("*.jsonl"))
        if not file.name.endswith(EXPECTED)
    ),
]


def events_of(file: Path) -> list[Event]:
    steps = play_lines(file.read_bytes().splitlines())
    return [step for step in steps if not isinstance(step, Rejection)]


def story(events: list[Event]) -> list[str]:
    narrator = Narrator()
    return [sentence for event in events for sentence in narrator.tell(event)]


def told(*commands: Asked) -> list[str]:
    return story([*history(*commands).events])


@pytest.mark.parametrize("game", [one.name for one in LIBRARY.games])
def test_every_event_has_its_sentence_at_every_game(game: str) -> None:
    assert set(story_of(game)) == set(EVENT_TYPES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_sentence_reads_as_one(file: Path) -> None:
    narrator = Narrator()
    for event in events_of(file):
        sentences = narrator.tell(event)
        assert sentences, event
        for sentence in sentences:
            assert sentence.endswith(".")
            assert sentence[0].isupper()
            assert "None" not in sentence
            assert "_" not in sentence
        assert event.rule is None or any(f"[{event.rule}]" in one for one in sentences)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_round_told_alone_is_told_as_in_its_evening(file: Path) -> None:
    """As `replay` does: nothing of what came before is known but what the round's opening says."""
    events = events_of(file)
    whole = Narrator()
    in_its_place = [(event, whole.tell(event)) for event in events]
    of_rounds = [(event, lines) for event, lines in in_its_place if event.OF_ROUND]
    for _, group in groupby(of_rounds, lambda pair: pair[0].round):
        alone = Narrator()
        for event, lines in group:
            assert alone.tell(event) == lines


def test_an_hour_is_told_with_its_reasons() -> None:
    sentences = story(events_of(EVENING))
    for sentence in (
        "Round CR01-1-1 is open for wagers before a come out roll: pass $10.00 to $1,000.00.",
        "Off on this come out roll: the place 8 to win wager of seat 7 [19:47-1.2(a)5].",
        "Seat 1 shoots 2 and 4, 6 in all [19:47-1.8].",
        "It was the come out roll: the point is 6 [19:47-1.1].",
        "The pass wager of seat 1 (ann), $20.00, is now on the point 6 [19:47-1.2(a)1].",
        (
            "The place 8 to win wager of seat 7, $12.00, was off on the come out roll and stays"
            " [19:47-1.2(a)5]."
        ),
        (
            'The dealer calls "no roll": a die left the table; the wagers stand, and the dice are'
            " thrown again [19:47-1.9]."
        ),
        "The come wager of seat 1 (ann), $20.00, moves to the 8 [19:47-1.2(a)3].",
        (
            "Still on the layout for seat 1 (ann): $20.00 on pass, on the point 6; $20.00 on come,"
            " on the 4; $20.00 on come, on the 8."
        ),
        "The point 6 is made: the next roll is a come out roll [19:47-1.1].",
        (
            "Seat 2 (bob) calls its $10.00 place 4 to win wager on for the come out roll"
            " [19:47-1.2(a)5]."
        ),
        "On for it, as called: the place 4 to win wager of seat 2 (bob) [19:47-1.2(a)5].",
        "The dice were not 4 and 1: keyed in wrong (supervisor f1).",
        "Round CR01-1-5 is open once more, on the layout as they found it.",
        "Seat 7 gets its $10.00 don't come wager back [control:void-round].",
        (
            "Round CR01-1-6 is void: a die was cracked (supervisor f1); 1 returned, 2 retained; the"
            " tray is as it was [control:void-round]."
        ),
        "The point stays 4.",
        "Fresh dice come to the table [19:47-1.7].",
        (
            "The don't come wager of seat 7, $10.00, on the 9, lay on the layout between rounds and"
            " goes back: the player is called away (supervisor f1) [control:carried]."
        ),
        "A 7 came before the point 4: the next roll is a come out roll [19:47-1.1].",
    ):
        assert sentence in sentences


def test_the_odds_are_told_as_the_submissions_own() -> None:
    elected = {"odds": {"pass": [1, 1], "place_6": [7, 6]}, "seats": 1, "controls": "full"}
    (terms,) = [one for one in told(_signed(elected)) if one.startswith("Its terms")]
    assert terms == (
        "Its terms: in the tray $100,000.00; no limits; one seat; odds of the submission's own"
        " (19:47-1.4): pass 1 to 1, place 6 to win 7 to 6; full controls."
    )


def _signed(elected: dict[str, Any]) -> Asked:
    people = [{"id": "d1", "role": "dealer"}, {"id": "f1", "role": "floorperson"}]
    actor = {"id": "f1", "role": "floorperson"}
    return {**open_craps(**elected), "signatures": people, "actor": actor}


FIRST_ROLL: Final = [
    ("pass", 7, "wins $26.40, 1 to 1, on its $26.40 pass wager: 7 on the come out roll"),
    ("pass", 11, "wins $26.40, 1 to 1, on its $26.40 pass wager: 11 on the come out roll"),
    ("pass", 3, "loses its $26.40 pass wager: craps, 3 on the come out roll"),
    ("dont_pass", 7, "loses its $26.40 don't pass wager: 7 on the come out roll"),
    (
        *("dont_pass", 2),
        "wins $26.40, 1 to 1, on its $26.40 don't pass wager: craps, 2 on the come out roll",
    ),
    (
        *("dont_pass", 12),
        "gets its $26.40 don't pass wager back: 12 on the come out roll neither wins nor loses it",
    ),
    ("hard_4", 4, "loses its $26.40 four the hardway wager: 1 and 3 is 4 the easy way"),
    ("hard_4", 7, "loses its $26.40 four the hardway wager: a 7 came first"),
]
WITH_A_POINT: Final = [
    ("come", 11, "wins $26.40, 1 to 1, on its $26.40 come wager: 11 on its first roll"),
    ("come", 12, "loses its $26.40 come wager: craps, 12 on its first roll"),
    (
        *("dont_come", 12),
        "gets its $26.40 don't come wager back: 12 on its first roll neither wins nor loses it",
    ),
    (
        "place_8",
        8,
        "wins $30.80, 7 to 6, on its $26.40 place 8 to win wager: the 8 came before a 7",
    ),
    ("place_8", 7, "loses its $26.40 place 8 to win wager: a 7 came before the 8"),
    (
        *("place_lose_8", 7),
        "wins $21.12, 4 to 5, on its $26.40 place 8 to lose wager: a 7 came before the 8",
    ),
    ("place_lose_8", 8, "loses its $26.40 place 8 to lose wager: the 8 came before a 7"),
]


@pytest.mark.parametrize(("wager", "total", "words"), FIRST_ROLL)
def test_a_come_out_roll_says_why(wager: str, total: int, words: str) -> None:
    sentences = told(open_craps(), *a_round([bet(2, wager)], *THROWN[total]))
    assert any(one.startswith(f"Seat 2 {words} [") for one in sentences), sentences


@pytest.mark.parametrize(("wager", "total", "words"), WITH_A_POINT)
def test_a_roll_with_a_point_says_why(wager: str, total: int, words: str) -> None:
    sentences = told(*on_a_point(6), *a_round([bet(2, wager)], *THROWN[total]))
    assert any(one.startswith(f"Seat 2 {words} [") for one in sentences), sentences


def test_a_come_wager_on_its_number_is_told_by_it() -> None:
    come = on_a_point(6), a_round([bet(2, "come"), bet(3, "dont_come")], *THROWN[9])
    opening = [*come[0], *come[1]]
    made = told(*opening, *a_round([], *THROWN[9]))
    seat_2 = "Seat 2 wins $26.40, 1 to 1, on its $26.40 come wager on the 9: the 9 came before a 7"
    assert f"{seat_2} [19:47-1.2(a)3i]." in made
    seat_3 = "Seat 3 loses its $26.40 don't come wager on the 9: the 9 came before a 7"
    assert f"{seat_3} [19:47-1.2(a)4ii]." in made
    assert "The point stays 6." in made
    seven = told(*opening, *a_round([], *THROWN[7]))
    assert (
        "Seat 2 loses its $26.40 come wager on the 9: a 7 came before the 9 [19:47-1.2(a)3ii]."
        in seven
    )


def test_who_shot_is_told_where_it_was() -> None:
    opening = (open_craps(), *a_round([bet(1, "pass")], 2, 4)[:-1])
    for shooter, words in (({}, "The dice show"), ({"shaker": 3}, "Seat 3 shoots")):
        sentences = told(*opening, ask("roll", dice=[2, 4], **shooter))
        assert f"{words} 2 and 4, 6 in all [19:47-1.8]." in sentences


def test_a_raise_goes_back_and_the_carried_bet_stays_where_a_round_is_called_off() -> None:
    raised = [ask("open_round"), bet(2, "place_8"), void_round()]
    sentences = told(*on_a_point(6, bet(2, "place_8")), *raised)
    assert "Seat 2 wagers $26.40 on place 8 to win; $52.80 stands there now [19:47-1.2(a)5]." in (
        sentences
    )
    assert "Seat 2 gets its $26.40 place 8 to win wager back [control:void-round]." in sentences
    assert "The place 8 to win wager of seat 2, $26.40, stays [control:void-round]." in sentences
    assert (
        "The pass wager of seat 1, $26.40, stays on the point 6 [control:void-round]." in sentences
    )


def test_dice_that_are_corrected_take_the_money_back_and_end_the_round_anew() -> None:
    opening = (
        open_craps(),
        *a_round([bet(1, "pass"), bet(2, "place_6", 2 * STAKE), call_on(2, "place_6")], 3, 4),
    )
    events = [*history(*opening, correct_roll(3, 3)).events]
    assert sum(isinstance(one, RoundClosed) for one in events) == 2
    sentences = story(events)
    undone = sentences[
        sentences.index("The dice were not 3 and 4: keyed in wrong (supervisor f1).") :
    ]
    assert undone[1:5] == [
        "What they decided is undone: $26.40 comes back out of the tray.",
        "Round PG01-1-1 is open once more, on the layout as they found it.",
        "It is an exception, to be answered for: the tray has $88.00 less by it.",
        "The dice show 3 and 3, 6 in all [19:47-1.8].",
    ]
    assert undone[6].startswith("Seat 2 wins $61.60, 7 to 6, on its $52.80 place 6 to win wager:")


def test_a_round_is_printed_as_a_page() -> None:
    events = [one for one in events_of(EVENING) if one.round == "CR01-1-5"]
    page = printed_round("CR01-1-5", events)
    assert "It was the come out roll: the point is 4." in page
    assert page.count("19:47-1.2(a)5") >= len(
        [one for one in events if isinstance(one, WagerSettled)]
    )
