"""Rounds of every paragraph's own file, played again step by step."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from domain.account.phrases import ENDED
from domain.events import Event
from domain.events.corrections import RollCorrected
from domain.events.round import DealerWagerSettled, RoundClosed, RoundVoided, WagerSettled
from domain.games.pai_gow.messages.events import HouseSet
from domain.games.seam.layout import Cloth
from services.offline.play import Rejection, play_lines
from services.sight import mask_event
from services.web.pieces import sprite
from services.web.replay.picture import Drawing, drawing_of, pictures_of
from services.web.replay.steps import Incomplete, Replay, replay_from
from services.web.templates import templates_of
from tests.support.domain import asked, craps
from tests.support.domain.given import new_table, when
from tests.support.pages.pieces import pieces_told

EXAMPLES: Final = Path(__file__).parents[3] / "examples"
FOLDERS: Final = ("md-pai-gow", "nj-pai-gow", "nj-pai-gow-poker", "nj-craps")


@cache
def rounds_of(folder: str) -> tuple[tuple[Event, ...], ...]:
    """Every round that some file of the folder plays, each as its events."""
    found: list[tuple[Event, ...]] = []
    for file in sorted((EXAMPLES / "conformance" / folder).glob("*.jsonl")):
        if file.name.endswith(".expected.jsonl"):
            continue
        by_round: dict[str, list[Event]] = {}
        for event in play_lines(file.read_bytes().splitlines()):
            if not isinstance(event, Rejection) and event.round:
                by_round.setdefault(event.round, []).append(event)
        found += map(tuple, by_round.values())
    return tuple(found)


def drawings(replay: Replay) -> Iterator[Drawing]:
    for step, picture in zip(replay.steps, pictures_of(replay), strict=True):
        yield drawing_of(picture, replay.opened.terms, step.event)


def cloths(replay: Replay) -> list[Cloth]:
    return [one.cloth for one in drawings(replay)]


def masked(events: tuple[Event, ...]) -> list[Event]:
    """As whoever sees no hands sees a round in play."""
    return [mask_event(event, None) for event in events]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_round_has_words_and_a_layout_at_every_step(folder: str) -> None:
    rounds = rounds_of(folder)
    assert len(rounds) > 20
    for events in rounds:
        replay = replay_from(events, events)
        assert len(replay.steps) == len(events)
        assert all(step.sentences for step in replay.steps)
        assert len(cloths(replay)) == len(events)


@pytest.mark.parametrize("folder", FOLDERS)
def test_before_its_end_no_step_of_any_round_tells_a_piece(folder: str) -> None:
    for events in rounds_of(folder):
        replay, house_set = replay_from(events, masked(events)), False
        for step, cloth in zip(replay.steps, cloths(replay), strict=True):
            # How wagers ended is told by hands that are open then; not what ended before.
            house_set = house_set or isinstance(step.event, HouseSet)
            settles = house_set and isinstance(step.event, WagerSettled | DealerWagerSettled)
            told = "" if settles else " ".join(one.words for one in step.sentences)
            drawn = [
                piece for place in cloth.seats for hand in place.hands for piece in hand.pieces
            ]
            assert pieces_told(told) == [], step
            assert set(drawn) <= {"??"}


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_money_runs_up_to_what_the_round_sums_up(folder: str) -> None:
    for events in rounds_of(folder):
        replay = replay_from(events, events)
        for step in replay.steps:
            if isinstance(step.event, RoundClosed | RoundVoided):
                assert step.running == step.event.tray_delta


def test_dice_that_are_corrected_take_back_what_they_decided() -> None:
    opened = when(new_table(), craps.open_craps())
    played = when(opened.table, *craps.a_round([craps.bet(1, "pass")], 3, 4))
    corrected = when(played.table, craps.correct_roll(2, 4))
    events = (*played.events, *corrected.events)
    replay = replay_from(events, events)
    correction = next(one for one in replay.steps if isinstance(one.event, RollCorrected))
    undone = [step.name for step in replay.steps if step.taken_back == correction.number]
    assert undone == ["Dice rolled", "Wager settled", "Round closed"]
    shown = cloths(replay)
    before, at, after = (
        shown[number] for number in (correction.number - 2, correction.number - 1, -1)
    )
    assert before.seats[0].chips[0].outcome == "win"
    assert at.seats[0].chips[0].outcome is None
    assert not at.dice
    assert after.track is not None
    assert after.track.on == 6
    assert after.dice == ("western-2", "western-4")
    assert replay.steps[-1].running == 0


def test_what_lacks_its_opening_is_not_played_again() -> None:
    events = when(new_table(), asked.open_table(), asked.open_round(), asked.place(1)).events[2:]
    with pytest.raises(Incomplete):
        replay_from(events, events)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_layout_is_drawn_by_pieces_that_there_are(folder: str) -> None:
    cloth: Any = templates_of("services.web").get_template("round_layout.html").module
    symbols = set(re.findall(r'<symbol id="([^"]+)"', sprite()))
    for events in rounds_of(folder):
        *_, last = drawings(replay_from(events, events))
        drawn = str(cloth.drawn(last.cloth, last.phase, ENDED))
        assert set(re.findall(r'pieces\.svg#([^"]+)"', drawn)) <= symbols
        assert "piece-unknown" not in drawn
        assert 'class="place' in drawn or not last.cloth.seats
