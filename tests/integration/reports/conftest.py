"""A house that closes days of its own, and a second, empty database for what is built anew."""

from collections.abc import Iterator

import pytest

from services.bootstrap import Service, open_service
from services.settings import Settings, read_settings
from services.store.database import open_datastore
from services.store.ledger import Ledger
from tests.support.http.playing import Pit
from tests.support.http.serving import served
from tests.support.reports import evening
from tests.support.reports.evening import DAYS, Floor
from tests.support.store.databases import new_database


@pytest.fixture
def other_ledger(server: str) -> Iterator[Ledger]:
    datastore = open_datastore(new_database(server), connections=4)
    yield Ledger(datastore)
    datastore.close()


@pytest.fixture(scope="module")
def settings(server: str) -> Settings:
    return read_settings({}, database_url=new_database(server), port=0, currency_threshold=10_000)


@pytest.fixture(scope="module")
def house(settings: Settings) -> Iterator[Service]:
    """The first day is counted, with a tray that was short; the second one is being played."""
    with open_service(settings) as opened:
        floor = Floor(opened.desk)
        evening.first_day(floor)
        evening.cards(floor)
        floor.close_day(DAYS[0], "provisional")
        evening.count(floor, DAYS[1])
        floor.close_day(DAYS[0], "counted")
        at = f"{DAYS[1]}T20:00:00Z"
        floor.open("PG02", DAYS[1], evening.OPENER - 19_875)
        for player in ("<b>bob</b>", "=HYPERLINK(1)"):
            bought = {"command": "buy_in", "seat": 2, "amount": 20_000, "player": player}
            floor.tell("PG02", at, bought)
        opened.runner.catch_up()
        yield opened


@pytest.fixture(scope="module")
def pit(house: Service, settings: Settings) -> Iterator[Pit]:
    with served(house.app(), settings) as running:
        yield Pit(running.http, house)
