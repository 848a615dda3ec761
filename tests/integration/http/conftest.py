"""One house for all tests of the API; every test plays at tables of its own."""

import itertools
from collections.abc import Iterator
from datetime import date, timedelta

import httpx
import pytest
import structlog

from services.bootstrap import Service, open_service
from services.runtime.logs import set_up_logs
from services.settings import Settings
from tests.support.http.at_provider import at_provider, serving
from tests.support.http.pages import Browser, browser
from tests.support.http.playing import Pit, Table
from tests.support.http.provider import Provider, providing
from tests.support.http.serving import Served, served
from tests.support.store.databases import new_database
from tests.support.transparency.sealing import with_key

_DAYS = itertools.count()


@pytest.fixture(scope="session")
def settings(server: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The house's own database in the embedded server; any free port; its log is sealed."""
    url = new_database(server)
    return with_key(tmp_path_factory.mktemp("sealed"), database_url=url, port=0, seal_seconds=0.5)


@pytest.fixture(scope="session")
def logs() -> Iterator[None]:
    """As the service writes them; the library's own way of showing a failure takes seconds."""
    set_up_logs("json")
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="session")
def house(settings: Settings, logs: None) -> Iterator[Service]:
    with open_service(settings) as opened:
        yield opened


@pytest.fixture(scope="session")
def http(house: Service, settings: Settings) -> Iterator[httpx.Client]:
    with served(house.app(), settings) as running:
        yield running.http


@pytest.fixture(scope="session")
def pit(http: httpx.Client, house: Service) -> Pit:
    return Pit(http, house)


@pytest.fixture
def table(pit: Pit) -> Table:
    """A table that is open, with $10,000 in its tray."""
    opened = pit.table()
    opened.open()
    return opened


@pytest.fixture
def day() -> str:
    """A gaming day on which no other test plays."""
    return (date(2021, 1, 1) + timedelta(days=next(_DAYS))).isoformat()


@pytest.fixture(scope="session")
def server_of_ids() -> Iterator[Provider]:
    with providing() as provider:
        yield provider


@pytest.fixture
def provider(server_of_ids: Provider) -> Iterator[Provider]:
    """As it is when nothing is wrong."""
    as_it_was = dict(vars(server_of_ids))
    server_of_ids.person = {"sub": "dana", "roles": ["dealer"]}
    yield server_of_ids
    vars(server_of_ids).update(as_it_was)


@pytest.fixture
def by_provider(house: Service, settings: Settings, provider: Provider) -> Iterator[Served]:
    with serving(house, at_provider(settings, provider)) as running:
        yield running


@pytest.fixture
def traveller(by_provider: Served) -> Iterator[Browser]:
    with browser(by_provider.http.base_url) as one:
        yield one
