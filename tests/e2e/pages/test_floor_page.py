"""The floor page in a real browser, before a real house."""

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpx
import pytest
from fastapi import FastAPI, Request, Response
from playwright.sync_api import BrowserContext, expect

from services.bootstrap import Service, open_service
from services.http.problems import Problem, problem_response, tell_problems
from services.settings import read_settings
from services.web import files
from tests.support.browser import CHOICE, find_chromium
from tests.support.domain import asked
from tests.support.http.playing import DEALER, LOSES, WINS, Pit, Table
from tests.support.http.serving import served
from tests.support.http.staff import write_tokens
from tests.support.pages.watching import PHONE, Watcher, address_of, opened
from tests.support.store.databases import new_database

MINUS: Final = "\N{MINUS SIGN}"
LONG_NAME: Final = "The_Longest_Name_A_Table_May_Bear"[:32]

NOTE_CHANGES: Final = """() => {
  window.changed = new Set();
  const note = ({ target }) => {
    const at = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
    const cell = at?.closest("[data-cell]");
    if (cell) window.changed.add(cell.dataset.cell + ("fresh" in cell.dataset ? "" : " unlit"));
  };
  new MutationObserver((all) => all.forEach(note)).observe(
    document.getElementById("tables"), { childList: true, characterData: true, subtree: true },
  );
}"""
"""From now on, remember each cell that is written, and whether it was lit."""
A_MOMENT: Final = re.compile(r"^20\d\d-\d\d-\d\dT")


@pytest.fixture(scope="module")
def pages() -> Iterator[httpx.Client]:
    """The files alone, without a house."""
    app = FastAPI()
    app.include_router(files.router)
    app.state.closing, app.state.leaving = threading.Event(), threading.Event()
    app.state.settings = read_settings({}, port=0)

    async def as_page(_: Request, problem: Problem) -> Response:
        return problem_response(problem)

    tell_problems(app, as_page)
    with served(app, app.state.settings) as answering:
        yield answering.http


def test_an_empty_floor_tells_a_newcomer_how_to_open_a_table(watcher: Watcher, pit: Pit) -> None:
    expect(watcher.place("empty")).to_be_visible()
    expect(watcher.place("empty")).to_contain_text("pitledger demo")
    expect(watcher.place("floor")).to_be_hidden()
    expect(watcher.place("connection")).to_have_text("live")

    advice = watcher.place("empty").locator("code", has_text="curl").inner_text()
    url, _, body = advice.removeprefix("curl ").partition(" \\\n  --json ")
    assert httpx.post(url, json=json.loads(body.strip("'"))).status_code == 201

    watcher.sees(Table(pit, "PG01", None), phase="open", tray="$10,000.00", round="—")
    expect(watcher.place("empty")).to_be_hidden()


def test_a_round_is_followed_from_the_first_bet_to_the_settlement(
    watcher: Watcher, pit: Pit
) -> None:
    table = opened(pit, "PG01")
    watcher.sees(table, phase="open", drop="$0.00", win="$0.00", vigorish="$0.00", rounds="0")
    table.buy_in(seat=1, amount=50_000)
    watcher.sees(table, drop="$500.00", tray="$9,500.00")
    table.open_round()
    watcher.sees(table, phase="betting", round="PG01-1-1", seats="123456none")
    table.bet(1)
    watcher.sees(table, seats="123456seats 1")
    table.do(asked.no_more_bets())
    watcher.sees(table, phase="no more bets")
    table.do(asked.roll())
    watcher.sees(table, phase="rolled", running="0")
    table.do(asked.deal(DEALER, {1: WINS.replace("/", "")}))
    watcher.sees(table, phase="dealt", seats="123456seats 1; to set: 1")
    table.do(asked.set_hand(1, *WINS.split("/")), asked.set_house())
    watcher.sees(table, phase="house set", win="$0.00")
    table.do(asked.settle())
    watcher.sees(table, phase="open", round="—", rounds="1", vigorish="$1.25", win=f"{MINUS}$23.75")
    loss = watcher.colour(watcher.cell("PG01", "win"))
    assert loss != watcher.colour(watcher.cell("PG01", "drop"))

    table.play_round({1: LOSES})
    watcher.sees(table, rounds="2", win="$1.25", tray="$9,501.25")
    assert loss != watcher.colour(watcher.cell("PG01", "win"))


def test_what_waits_in_the_books_is_marked_beside_the_table(watcher: Watcher, pit: Pit) -> None:
    table = opened(pit, "PG01")
    marks = watcher.cell("PG01", "table").locator("[data-waits]")
    expect(watcher.cell("PG01", "table")).to_have_text("PG01")
    expect(marks).to_have_count(0)
    table.do(asked.fill("F-1", 50_000, step="requested"))
    expect(marks).to_have_text(["±"])
    expect(marks).to_have_attribute("title", "fill F-1 requested, $500.00")
    table.do(asked.fill("F-1", 50_000, step="issued"), asked.fill("F-1", 50_000, step="received"))
    expect(marks).to_have_count(0)
    (counted,) = table.do({"command": "count_tray", "inventory": 1_047_500})
    table.play_round({1: WINS})
    table.do({"command": "complain", "round": "PG01-1-1", "seat": 1, "words": "no"})
    words = f"1 exception open: tray {MINUS}$25.00; 1 complaint open: PG01-1-1"
    expect(marks).to_have_attribute("title", words)
    expect(watcher.page.get_by_role("rowheader", name=f"PG01 {words}")).to_be_visible()
    assert watcher.misfits() == {}
    table.do({"command": "acknowledge", "exception": counted["seq"], "reason": "found"})
    expect(marks).to_have_attribute("title", "1 complaint open: PG01-1-1")


def test_every_name_leads_to_its_page(watcher: Watcher, pit: Pit) -> None:
    table = opened(pit, "PG01")
    link = watcher.page.get_by_role("link", name="PG01", exact=True)
    expect(link).to_have_attribute("href", "/tables/PG01")
    expect(watcher.cell("PG01", "round").locator("a[href]")).to_have_count(0)
    table.open_round()
    link = watcher.page.get_by_role("link", name="PG01-1-1")
    expect(link).to_have_attribute("href", "/rounds/PG01-1-1")
    day = watcher.page.get_by_role("link", name="Day", exact=True)
    expect(day).to_have_attribute("href", "/days")


def test_what_waits_is_said_with_the_place_and_goes_when_it_is_answered(
    watcher: Watcher, pit: Pit
) -> None:
    strip = watcher.place("waiting")
    expect(strip).to_contain_text("Nothing waits.")
    table = opened(pit, "PG01")
    (counted,) = table.do({"command": "count_tray", "inventory": 997_500})
    expect(strip.get_by_role("link", name="1 exception is open")).to_have_attribute(
        "href", "/exceptions"
    )
    where = strip.get_by_role("link", name="PG01 (1)")
    expect(where).to_have_attribute("href", "/exceptions?table=PG01")
    where.focus()
    table.buy_in(amount=30_000)
    expect(watcher.place("sums")).to_contain_text("$300.00")
    expect(where).to_be_focused()
    table.do({"command": "acknowledge", "exception": counted["seq"], "reason": "found"})
    expect(strip).to_contain_text("Nothing waits.")


def test_the_day_and_the_running_periods_are_told_apart(watcher: Watcher, pit: Pit) -> None:
    table = opened(pit, "PG01")
    table.buy_in(amount=50_000)
    table.do({"command": "count_tray", "inventory": 950_000, "roll": True})
    table.buy_in(amount=20_000)
    watcher.sees(table, drop="$200.00")
    expect(watcher.total("drop")).to_have_text("$200.00")
    day = watcher.page.get_by_role("region", name=re.compile("^Gaming day .*, all tables"))
    expect(day).to_contain_text("Drop, estimated$700.00")


def test_running_triples_stand_out(watcher: Watcher, pit: Pit) -> None:
    table = opened(pit, "PG01")
    watcher.sees(table, running="0")
    quiet = watcher.colour(watcher.cell("PG01", "running"))
    table.do(asked.open_round(), asked.place(1), asked.no_more_bets(), asked.roll(4, 4, 4))
    watcher.sees(table, running="1")
    expect(watcher.cell("PG01", "running").locator(".die")).to_be_visible()
    assert watcher.colour(watcher.cell("PG01", "running")) != quiet


def test_only_the_cells_that_changed_are_written_and_lit(watcher: Watcher, pit: Pit) -> None:
    table = opened(pit, "PG01")
    watcher.sees(table, phase="open")
    watcher.page.evaluate(NOTE_CHANGES)
    table.buy_in(amount=12_345)
    watcher.sees(table, drop="$123.45", tray="$9,876.55")
    assert set(watcher.page.evaluate("[...window.changed]")) == {"drop", "tray"}
    expect(watcher.page.locator("[data-fresh]")).to_have_count(0)


def test_tables_stand_in_the_order_of_their_names_above_their_sum(
    watcher: Watcher, pit: Pit
) -> None:
    tables = [opened(pit, name) for name in ("PG10", "PG2", "PG1")]
    expect(watcher.page.get_by_role("rowheader")).to_have_text(
        ["PG1", "PG2", "PG10", "Running periods"]
    )
    for seat, table in enumerate(tables, start=1):
        table.buy_in(seat, 100_000 * seat)
    tables[0].play_round({1: WINS})
    expect(watcher.total("drop")).to_have_text("$6,000.00")
    expect(watcher.total("win")).to_have_text(f"{MINUS}$23.75")
    expect(watcher.total("vigorish")).to_have_text("$1.25")
    expect(watcher.total("rounds")).to_have_text("1")
    expect(watcher.total("tray")).to_have_text("$23,976.25")

    tables[1].open_round()
    tables[2].close(1_000_000 - 300_000)
    expect(watcher.cell("PG1", "phase")).to_have_text("closed")
    expect(watcher.place("open")).to_have_text("2")
    expect(watcher.place("known")).to_have_text("3")
    expect(watcher.place("playing")).to_have_text("1")


def test_the_totals_leave_out_what_was_closed_on_an_earlier_day(watcher: Watcher, pit: Pit) -> None:
    before = Table(pit, "PG01", "2024-03-01T20:00:00Z")
    before.open()
    before.buy_in(amount=70_000)
    before.close(930_000)
    expect(watcher.total("drop")).to_have_text("$700.00")
    now = Table(pit, "PG02", "2024-03-04T20:00:00Z")
    now.open()
    now.buy_in(amount=5_000)
    watcher.sees(before, phase="closed", drop="$700.00", round="Mar 1")
    expect(watcher.total("drop")).to_have_text("$50.00")
    expect(watcher.place("day")).to_have_text("Mon, Mar 4, 2024")


def test_a_lost_server_is_told_and_found_again(browser: BrowserContext, house: Service) -> None:
    settings = house.storage.settings
    with served(house.app(), settings) as first:
        address = address_of(first)
        table = opened(Pit(first.http, house), "PG01")
        watching = Watcher(browser, address).come()
        watching.sees(table, phase="open")
        expect(watching.place("connection")).to_have_text("live")
        expect(watching.place("updated")).to_have_attribute("datetime", A_MOMENT)
        assert watching.complaints == []
    expect(watching.place("connection")).to_have_text("reconnecting…")
    watching.sees(table, phase="open", tray="$10,000.00")

    port = urlsplit(address).port
    with served(house.app(), settings.model_copy(update={"port": port})) as second:
        expect(watching.place("connection")).to_have_text("live")
        Table(Pit(second.http, house), "PG01", None).buy_in(amount=10_000)
        watching.sees(table, drop="$100.00")
        assert watching.documents() == 1
        watching.page.close()


def test_tables_of_another_house_at_the_same_address_are_not_mixed(
    browser: BrowserContext, house: Service, server: str
) -> None:
    settings = house.storage.settings
    with served(house.app(), settings) as first:
        address = address_of(first)
        opened(Pit(first.http, house), "PG01")
        watching = Watcher(browser, address).come()
        expect(watching.cell("PG01", "phase")).to_have_text("open")
    url = new_database(server)
    moved = settings.model_copy(update={"database_url": url, "port": urlsplit(address).port})
    with open_service(moved) as other, served(other.app(), moved):
        expect(watching.place("empty")).to_be_visible()
        expect(watching.place("floor")).to_be_hidden()
        watching.page.close()


def test_whoever_signs_in_sees_the_floor_live(
    browser: BrowserContext, house: Service, tmp_path: Path
) -> None:
    tokens = write_tokens(tmp_path / "tokens.toml")
    locked = house.storage.settings.model_copy(update={"auth": "on", "tokens": tokens})
    guarded = replace(house, storage=replace(house.storage, settings=locked))
    with served(guarded.app(), locked) as running:
        watching = Watcher(browser, address_of(running)).come()
        watching.page.wait_for_url("**/login?next=/")
        watching.page.locator("input[name=token]").fill("vic")
        watching.page.locator("input[name=token]").press("Enter")
        expect(watching.place("connection")).to_have_text("live")
        with httpx.Client(
            base_url=address_of(running), headers={"Authorization": "Bearer dana"}
        ) as http:
            table = opened(Pit(http, house), "PG01")
        watching.sees(table, phase="open", tray="$10,000.00")
        watching.page.context.clear_cookies()
        watching.page.close()


def test_nothing_is_cut_off_or_scrolled_sideways(watcher: Watcher, pit: Pit) -> None:
    expect(watcher.place("empty")).to_be_visible()
    assert watcher.misfits() == {}
    table = opened(pit, LONG_NAME, inventory=123_456_789, limits={})
    table.buy_in(amount=98_765_432)
    table.do(*asked.up_to_the_house(DEALER, {1: WINS}, amount=11_111_100), asked.settle())
    table.do(asked.open_round(), *map(asked.place, range(1, 7)), asked.no_more_bets())
    watcher.sees(table, phase="no more bets", win=f"{MINUS}$105,555.25", vigorish="$5,555.75")
    assert watcher.misfits() == {}


def test_a_table_is_a_card_on_a_phone_and_still_a_row_to_a_screen_reader(
    watcher: Watcher, pit: Pit
) -> None:
    opened(pit, "PG01")
    heading = watcher.page.get_by_role("rowheader", name="PG01")
    row = watcher.page.get_by_role("row").filter(has=heading)
    for width, columns in ((1400, 11), (PHONE, 0)):
        watcher.page.set_viewport_size({"width": width, "height": 800})
        expect(watcher.page.get_by_role("columnheader")).to_have_count(columns)
        expect(row.get_by_role("cell")).to_have_count(10)
    # Laid out as a card a row is no row any more, unless it says so itself.
    assert watcher.page.locator("#floor :is(thead, tbody, tr, th, td):not([role])").count() == 0
    assert watcher.page.locator("[aria-live], [role=status], [role=alert]").count() == 1


def test_the_page_may_load_nothing_from_elsewhere(pages: httpx.Client) -> None:
    for path in ("/static/floor.js", "/static/floor.css", "/static/pitledger.svg"):
        answer = pages.get(path)
        assert answer.status_code == 200
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"


def test_a_copy_is_asked_about_and_not_sent_again(pages: httpx.Client) -> None:
    first = pages.get("/static/floor.js")
    assert first.headers["cache-control"] == "no-cache"
    tag = first.headers["etag"]
    again = pages.get("/static/floor.js", headers={"If-None-Match": f"W/{tag}"})
    assert (again.status_code, again.content) == (304, b"")
    other = pages.get("/static/floor.css", headers={"If-None-Match": tag})
    assert other.status_code == 200


@pytest.mark.parametrize("name", ["none.css", "__init__.py", "..%2Fapp.py"])
def test_only_what_belongs_to_a_page_is_served(pages: httpx.Client, name: str) -> None:
    assert pages.get(f"/static/{name}").status_code == 404


def test_a_browser_that_is_not_there_is_a_reason_to_skip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOICE, "/nowhere/chromium")
    with pytest.raises(pytest.skip.Exception, match=r"^no browser: .*/nowhere/chromium"):
        find_chromium()
    monkeypatch.delenv(CHOICE)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(pytest.skip.Exception, match=r"^no browser: "):
        find_chromium()
