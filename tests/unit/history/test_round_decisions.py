"""A round that its own deal voided, by a wrong total, is decided again from its evidence."""

from typing import Final

import pytest
from msgspec.structs import replace

from domain.events import Event
from domain.events.round import RoundOpened, RoundVoided, WagerSettled
from domain.events.table import TableOpened
from services.history.round_decisions import RoundDecisions, decide_round
from tests.support.domain.asked import (
    Asked,
    ask,
    deal,
    misdeal,
    no_more_bets,
    open_round,
    open_table,
    place,
    roll,
)
from tests.support.domain.given import history

HOUSE: Final = "1-3 1-5 5-6 4-6"
BEGUN: Final = (open_table(), open_round(), place(1), no_more_bets())
WRONG: Final = (ask("roll", dice=[2, 3, 4], announced=10), deal(HOUSE, start="1"))
CALLED: Final = (roll(2, 3, 4), deal(HOUSE), misdeal())
ENDS: Final = pytest.mark.parametrize("end", [WRONG, CALLED], ids=["by its deal", "called"])


def events_of(end: tuple[Asked, ...]) -> list[Event]:
    """Each command's under an id of its own, as the desk gives them."""
    told = (*BEGUN, *end)
    numbered = (one | {"command_id": f"{at:032x}"} for at, one in enumerate(told))
    return list(history(*numbered).events)


def again(events: list[Event]) -> RoundDecisions:
    opening, opened, *facts = events
    assert isinstance(opening, TableOpened)
    assert isinstance(opened, RoundOpened)
    return decide_round(opening, opened, facts)


@ENDS
def test_it_comes_out_the_same(end: tuple[Asked, ...]) -> None:
    found = again(events_of(end))
    assert found.difference is None
    assert found.decided == 3


@ENDS
def test_another_outcome_is_a_difference(end: tuple[Asked, ...]) -> None:
    events = events_of(end)
    changed = [
        replace(one, outcome="lose")
        if isinstance(one, WagerSettled)
        else replace(one, tray_delta=2500)
        if isinstance(one, RoundVoided)
        else one
        for one in events
    ]
    found = again(changed).difference
    assert found is not None
    assert isinstance(found.event, WagerSettled)
    assert not found.is_undecided
