"""A house with a page of its own, and somebody who watches it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext

from services.bootstrap import Service, open_service
from services.settings import Settings, read_settings
from tests.support.browser import open_browser
from tests.support.http.playing import Pit
from tests.support.http.serving import Served, served
from tests.support.pages.watching import Watcher, address_of


@pytest.fixture(scope="module")
def browser() -> Iterator[BrowserContext]:
    with open_browser() as running:
        yield running.new_context(viewport={"width": 1400, "height": 900})


@pytest.fixture
def settings(database: str) -> Settings:
    return read_settings({}, database_url=database, port=0)


@pytest.fixture
def house(settings: Settings) -> Iterator[Service]:
    """A house of its own for each test: no table was ever opened."""
    with open_service(settings) as opened:
        yield opened


@pytest.fixture
def running(house: Service, settings: Settings) -> Iterator[Served]:
    with served(house.app(), settings) as answering:
        yield answering


@pytest.fixture
def pit(house: Service, running: Served) -> Pit:
    return Pit(running.http, house)


@pytest.fixture
def watcher(browser: BrowserContext, running: Served) -> Iterator[Watcher]:
    """Whatever a test looks at: one page load, no complaint, no word to anybody else."""
    watching = Watcher(browser, address_of(running))
    yield watching.come()
    hosts, documents = watching.hosts(), watching.documents()
    watching.page.close()
    assert watching.complaints == []
    assert hosts == {address_of(running)}
    assert documents == 1
