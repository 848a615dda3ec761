"""A round is held against rules of its own game only."""

from typing import cast

import pytest

from domain.commands.submission import Submission
from services.history.games import GameAgain
from services.history.other_rules import OtherRules
from services.history.stored_round import NotComparable, settle_again
from tests.support.domain.asked import open_round, open_table, void_round
from tests.support.domain.given import given, when


def test_the_rules_of_another_game_are_refused_by_name() -> None:
    before = given(open_table())
    events = when(before, open_round(), void_round()).events
    rules = OtherRules(Submission(regulation="md-pai-gow"))
    rules.again = cast("GameAgain", object())
    with pytest.raises(NotComparable, match="md-pai-gow@3 is a regulation of another game"):
        settle_again(before, events, rules)
