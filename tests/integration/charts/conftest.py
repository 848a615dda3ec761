"""A house in New York that played an evening of tiles, cards on a meter, and craps."""

from collections.abc import Iterator
from typing import Final

import pytest

from services.bootstrap import Service, open_service
from services.settings import Settings, read_settings
from tests.support.http.playing import Pit
from tests.support.http.serving import served
from tests.support.reports import evening
from tests.support.reports.evening import DAYS, Floor
from tests.support.store.databases import new_database

ZONE: Final = "America/New_York"


@pytest.fixture(scope="module")
def settings(server: str) -> Settings:
    return read_settings({}, database_url=new_database(server), port=0, timezone=ZONE)


@pytest.fixture(scope="module")
def house(settings: Settings) -> Iterator[Service]:
    with open_service(settings) as opened:
        floor = Floor(opened.desk)
        evening.first_day(floor)
        evening.cards(floor)
        evening.count(floor, DAYS[1])
        floor.close_day(DAYS[0], "provisional")
        opened.runner.catch_up()
        yield opened


@pytest.fixture(scope="module")
def pit(house: Service, settings: Settings) -> Iterator[Pit]:
    with served(house.app(), settings) as running:
        yield Pit(running.http, house)
