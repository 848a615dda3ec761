"""What goes wrong with dice, totals and tiles, told at a table's terminal in a real browser."""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import pytest
from playwright.sync_api import BrowserContext

from services.bootstrap import open_service
from services.settings import read_settings
from tests.support.domain.asked import TILES
from tests.support.http.playing import Pit, Table
from tests.support.http.serving import served
from tests.support.pages.terminal import AtTerminal
from tests.support.pages.watching import opened
from tests.support.store.databases import new_database

DEALER: Final = ("1-3", "1-5", "5-6", "4-6")
WINS: Final = ("6-6", "1-6", "5-5", "2-3")
Sit: TypeAlias = Callable[..., tuple[Table, AtTerminal]]


@pytest.fixture(scope="module")
def pit(server: str) -> Iterator[Pit]:
    """One house for all of them, each at a table of its own."""
    settings = read_settings({}, database_url=new_database(server), port=0)
    with open_service(settings) as house, served(house.app(), settings) as running:
        yield Pit(running.http, house)


@pytest.fixture
def sit(pit: Pit, browser: BrowserContext) -> Iterator[Sit]:
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


def test_what_goes_wrong_with_dice_a_total_and_a_tile_by_touch(pit: Pit, sit: Sit) -> None:
    table, at = sit("NJ08")
    at.act("open_round")
    at.phase("betting")
    at.wager(1, "pai_gow", 2500)
    at.act("no_more_bets")
    at.phase("no_more_bets")
    at.act("no_roll")
    at.key("cause-not_flat").click()
    assert (at.violations(), at.small()) == ([], [])
    at.key("no-roll-send").click()
    at.all_sent()
    at.act("no_roll")
    at.key("no-roll-words").fill("the shaker was overturned")
    at.key("no-roll-send").click()
    at.all_sent()
    at.page.locator("details", has=at.key("announced")).locator("summary").click()
    at.key("announced").fill("10")
    at.dice(1, 2, 6)
    at.phase("rolled")
    at.key("start-dealer").click()
    at.pick(*DEALER, *WINS)
    assert (at.violations(), at.small()) == ([], [])
    at.send_deal()
    at.phase("dealt")
    at.act("expose")
    at.key("expose-position").select_option("1")
    at.key("expose-by").select_option("player")
    at.key("form-send").click()
    at.all_sent()
    at.phase("dealt")
    at.act("void_round")
    at.key("void_round-reason").fill("the evening is over")
    at.key("void_round-supervisor").fill("ann")
    at.key("form-send").click()
    at.phase("open")
    row = last_round(pit, table)
    assert row["no_rolls"] == ["a die did not land flat", "the shaker was overturned"]
    assert (row["announced"], row["exposed"], row["phase"]) == (10, ["1"], "voided")


def test_a_deal_by_a_wrong_total_is_keyed_in_stack_by_stack(pit: Pit, sit: Sit) -> None:
    table, at = sit("NJ09")
    at.act("open_round")
    at.phase("betting")
    at.wager(1, "pai_gow", 2500)
    at.act("no_more_bets")
    at.phase("no_more_bets")
    at.page.locator("details", has=at.key("announced")).locator("summary").click()
    at.key("announced").fill("10")
    at.dice(1, 2, 6)
    at.phase("rolled")
    at.key("start-1").click()
    at.pick(*TILES)
    at.send_deal()
    at.phase("open")
    row = last_round(pit, table)
    assert (row["phase"], row["start"], row["announced"]) == ("voided", "1", 10)
    assert [line["rule"] for line in row["wagers"]] == ["19:47-10.9(c)"]
