"""The demo's floor on a house that an earlier demo has played in."""

from collections.abc import Iterator

import pytest

from projections.reports.exceptions import EXCEPTIONS, items
from services.bootstrap import Service, open_service
from services.reports.gathering import gather
from services.settings import read_settings
from services.tools.simulator.demo_floor import DemoFloor

TABLES = 9
"""Some of them under full controls."""


@pytest.fixture
def house(database: str) -> Iterator[Service]:
    with open_service(read_settings({}, database_url=database, port=0)) as opened:
        yield opened


def stopped(house: Service, after: int) -> DemoFloor:
    """A demo that somebody stops in the middle of play."""
    floor = DemoFloor(house, tables=TABLES, rounds=None, seed=4)
    floor.close_left_open()
    floor.play(on_round=lambda finished: floor.stop() if finished >= after else None)
    return floor


def test_a_demo_that_is_stopped_leaves_nothing_for_the_next_one_to_answer_for(
    house: Service,
) -> None:
    for _ in range(3):
        days = stopped(house, after=60).days
    house.runner.catch_up()
    tables = house.storage.books.tables()
    assert {row.session for row in tables} == {3}
    # Corrections are answered by an auditor, whom a demo has only at the end of its day.
    left = {one.kind for row in tables for one in row.exceptions}
    assert left <= {"wager_corrected", "roll_corrected", "deal_corrected", "setting_corrected"}
    found = items(gather(house.storage.books.rows, max(days), EXCEPTIONS.needs))
    assert [one for one in found if one.kind in ("opener", "tray", "drop")] == []
