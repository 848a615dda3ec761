"""A house whose tables are dealt at their terminals, in a real browser."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from playwright.sync_api import BrowserContext

from services.bootstrap import open_service
from services.settings import read_settings
from tests.support.http.playing import Pit, Table
from tests.support.http.serving import served
from tests.support.pages.terminal import AtTerminal
from tests.support.pages.watching import opened
from tests.support.store.databases import new_database

Sit: TypeAlias = Callable[..., tuple[Table, AtTerminal]]


def house_of_tables(server: str) -> Iterator[Pit]:
    """One house for all of them, each at a table of its own."""
    settings = read_settings({}, database_url=new_database(server), port=0)
    with open_service(settings) as house, served(house.app(), settings) as running:
        yield Pit(running.http, house)


def seats(pit: Pit, browser: BrowserContext) -> Iterator[Sit]:
    """Opens a table and sits down at its terminal; whoever gets up has heard no complaint."""
    seated: list[AtTerminal] = []

    def begin(name: str, **elections: Any) -> tuple[Table, AtTerminal]:
        table = opened(pit, name, **elections)
        pit.house.runner.catch_up()
        at = AtTerminal(browser, str(pit.http.base_url).rstrip("/"), name)
        seated.append(at)
        return table, at

    yield begin
    for one in seated:
        one.leave()


def last_round(pit: Pit, table: Table) -> dict[str, Any]:
    row: dict[str, Any] = pit.read(f"/v1/tables/{table.name}/rounds", limit=1)["rounds"][0]
    return row
