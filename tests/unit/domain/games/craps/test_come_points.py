"""A number that no wager of craps stands on is wrong by itself, whatever lies there."""

import pytest

from domain.commands import CommandError
from domain.messages.commands import parse_command
from tests.support.domain.craps import POINTS, return_wager


@pytest.mark.parametrize("point", [2, 3, 7, 11, 12, True, "6"])
def test_no_wager_stands_on_it(point: object) -> None:
    with pytest.raises(CommandError, match="point"):
        parse_command(return_wager(1, "come", point=point))


@pytest.mark.parametrize("point", POINTS)
def test_a_wager_may_stand_on_it(point: int) -> None:
    assert parse_command(return_wager(1, "come", point=point)).command == "return_wager"
