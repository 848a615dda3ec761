"""Whatever is played, evidence of it is good, and its settlement comes out again by the rules."""

from collections import Counter
from random import Random
from typing import Final
from uuid import UUID

import pytest
from hypothesis import given, settings

from domain.commands.fields import Actor
from domain.events import Event
from domain.game_library import LIBRARY, Library
from domain.hosting import Table, decide
from domain.messages.commands import parse_command
from domain.refusals import Refused
from services.evidence.container import unpack
from services.evidence.files import read_evidence
from services.evidence.whole_round import (
    read_round,
    require_rules,
    require_sum,
)
from tests.support.domain.asked import Asked
from tests.support.domain.craps import AN_EVENING, open_craps
from tests.support.domain.first_version import FIRST_GAMES
from tests.support.domain.given import history, new_table, stamp
from tests.support.domain.likely_moves import likely_move
from tests.support.domain.stories import CARDS, DICE, MARYLAND, NEW_JERSEY
from tests.support.evidence import checked, numbered
from tests.support.kept_log import KeptLog
from tests.support.share import examples, some
from tests.unit.domain.games.craps.test_any_play import OPENER
from tests.unit.history.test_any_craps import ROUNDS

DEALER: Final = Actor(id="dana", role="dealer")
MOVES: Final = 250
STORIES: Final = {
    "New Jersey": NEW_JERSEY,
    "Maryland": MARYLAND,
    "cards on a meter": CARDS,
    "the dragon's eye": DICE,
    "craps": AN_EVENING,
}


def an_evening(seed: int, games: Library = LIBRARY) -> list[Event]:
    """Likely play under elections of all kinds; what is refused is left out."""
    chance, table, events = Random(seed), new_table(), list[Event]()
    for number in range(MOVES):
        made = taken(table, likely_move(table, chance), number, games)
        if made is not None:
            table = made[0]
            events += made[1]
    return events


def taken(
    table: Table, asked: Asked, number: int, games: Library = LIBRARY
) -> tuple[Table, list[Event]] | None:
    told = {**asked, "command_id": str(UUID(int=number))}
    try:
        return decide(table, parse_command(told), stamp(told), None, games)[:2]
    except Refused:
        return None


def settled_again(log: KeptLog, *, whole: bool) -> Counter[str]:
    """How the rounds of a log came out; a difference is told with all its words."""
    found: Counter[str] = Counter()
    for round_id in log.rounds():
        archive = log.evidence(round_id, DEALER, whole=whole)
        shown = read_round(read_evidence(unpack(archive)))
        require_rules(shown)
        require_sum(shown)
        again = shown.decided_again()
        found["same" if again.difference is None else again.difference.words] += 1
    return found


@pytest.mark.parametrize("seed", some(range(8)))
def test_likely_play_comes_out_again(seed: int) -> None:
    log = KeptLog(an_evening(seed))
    assert list(settled_again(log, whole=True)) == ["same"]
    hidden = settled_again(log, whole=False)
    assert set(hidden) <= {"same", "it does not follow from what came before"}
    assert hidden["same"] > 10


@pytest.mark.parametrize("seed", some(range(100, 104)))
def test_play_under_the_first_version_comes_out_again(seed: int) -> None:
    """Rules that were mended since are held against no round that was played before."""
    log = KeptLog(an_evening(seed, FIRST_GAMES))
    assert list(settled_again(log, whole=True)) == ["same"]


@settings(max_examples=examples(40), deadline=None)
@given(ROUNDS)
def test_any_craps_comes_out_again(asked: list[list[Asked]]) -> None:
    table, events = new_table(), list[Event]()
    moves = [open_craps(OPENER), *(move for moves in asked for move in moves)]
    for number, move in enumerate(moves):
        made = taken(table, move, number)
        if made is not None:
            table = made[0]
            events += made[1]
    log = KeptLog(events)
    assert set(settled_again(log, whole=True)) <= {"same"}


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("whole", [True, False])
def test_every_round_of_a_story_is_good_evidence(story: str, whole: bool) -> None:
    log = KeptLog(history(*numbered(STORIES[story])).events)
    for round_id in log.rounds():
        verdict = checked(log.evidence(round_id, DEALER, whole=whole))
        assert verdict.code == 0, verdict.complaint
        assert verdict.line("round").startswith(round_id)
        assert verdict.line("settlement").endswith(": as recorded")
        withheld = int(verdict.line("events").split(", ")[1].split()[0])
        assert bool(withheld) <= (not whole)
