"""Every command at every moment of a table: accepted where it belongs, refused elsewhere."""

import re
from functools import cache
from typing import Final

import pytest

from domain.commands.shared import PROPERTY_COMMANDS
from domain.game_library import LIBRARY
from domain.games.pai_gow.round.state import game_at
from domain.hosting import next_commands
from domain.messages.commands import command_names
from domain.refusals import Refused
from tests.support.domain.attempts import accepted_now
from tests.support.domain.given import Happened, then_refused, when
from tests.support.domain.moments import COMMANDS, MOMENTS, OF_ANOTHER_GAME, cited_at

OF_THE_PROPERTY: Final = set(PROPERTY_COMMANDS)
OF_OTHER_TESTS: Final = {"correct_setting"}
"""The pieces it names are other ones at every moment; `next` is held to it here all the same."""
PARAGRAPH: Final = {
    "NJ": r"19:47-(8|10)\.\d+(\([a-z]\))?\d*",
    "bank": r"19:47-(8|10)\.\d+(\([a-z]\))?\d*",
    "MD": r"MD \d+(\.[A-Z](\(\d\))?)?",
}


@cache
def come_to(moment: str) -> Happened:
    return MOMENTS[moment].happened()


def accepted_at(moment: str) -> set[str]:
    return set(MOMENTS[moment].accepted.split())


def test_the_matrix_holds_every_command_and_every_phase() -> None:
    assert set(COMMANDS) == command_names() - OF_THE_PROPERTY - OF_OTHER_TESTS
    assert len(COMMANDS) == 48
    assert set().union(*map(accepted_at, MOMENTS)) == set(COMMANDS) - OF_ANOTHER_GAME
    phases = {state.phase for moment in MOMENTS if (state := game_at(come_to(moment).table).round)}
    assert phases == {"betting", "no_more_bets", "rolled", "dealt", "house_set"}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_command_is_accepted_at_its_moment_and_refused_at_any_other(moment: str) -> None:
    """A refusal cites a paragraph of the text, or a control that has a meaning."""
    table = come_to(moment).table
    for command in COMMANDS:
        asked = MOMENTS[moment].asks(command, table.seq)
        if command in accepted_at(moment):
            then = when(table, asked)
            assert then.events, command
            assert then.table.seq == table.seq + len(then.events), command
            continue
        refusal: Refused = then_refused(table, asked, rule=cited_at(command, moment))
        if refusal.rule.startswith("control:"):
            assert refusal.rule in LIBRARY.controls, command
        else:
            assert re.fullmatch(PARAGRAPH[MOMENTS[moment].regime or "NJ"], refusal.rule), command


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_commands_offered_next_are_those_that_are_accepted(moment: str) -> None:
    table = come_to(moment).table
    offered = next_commands(table)
    assert set(offered) == accepted_now(table)
    assert accepted_at(moment) <= set(offered)
    assert len(offered) == len(set(offered))
