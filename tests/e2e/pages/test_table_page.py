"""A table's page in a real browser: live without a reload, and no form is wiped under a hand."""

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.support.domain import asked
from tests.support.http.playing import WINS, Pit, Table
from tests.support.http.serving import Served
from tests.support.pages.axe import violations
from tests.support.pages.watching import address_of, opened
from tests.support.share import IS_RELEASE

LOOKS: list[tuple[Literal["light", "dark"], int]] = (
    [("light", 390), ("light", 1280), ("dark", 390), ("dark", 1280)]
    if IS_RELEASE
    else [("light", 1280), ("dark", 390)]
)
"""Of a page: its colours, and how wide it is."""


@pytest.fixture
def table(pit: Pit) -> Table:
    table = opened(pit, "PG01")
    pit.house.runner.catch_up(10)
    return table


@pytest.fixture
def page(browser: BrowserContext, running: Served, table: Table) -> Iterator[Page]:
    shown = browser.new_page()
    complaints: list[str] = []
    shown.on("pageerror", lambda error: complaints.append(str(error)))
    shown.goto(f"{address_of(running)}/tables/{table.name}")
    expect(shown.locator("#connection")).to_have_text("live")
    shown.evaluate("window.loadedOnce = true")
    yield shown
    assert shown.evaluate("window.loadedOnce"), "the page was loaded again"
    shown.close()
    assert complaints == []


def card(page: Page, summary: str) -> Locator:
    unfolded = page.locator("details", has=page.locator("summary", has_text=summary))
    unfolded.locator("summary").click()
    return unfolded


def fact(page: Page, name: str) -> Locator:
    return page.locator("#facts div", has_text=name).locator("dd")


def test_a_buy_in_by_form_is_seen_at_once_and_others_are_not_disturbed(
    page: Page, table: Table
) -> None:
    fill = card(page, "Ask for a fill")
    fill.get_by_label("Number of the slip").fill("F-12")
    buy_in = card(page, "Buy-in")
    buy_in.get_by_label("Amount").fill("250")
    buy_in.get_by_role("button").click()
    expect(fact(page, "Drop, estimated")).to_have_text("$250.00")
    expect(fact(page, "Tray, expected")).to_have_text("$9,750.00")
    expect(fill.get_by_label("Number of the slip")).to_have_value("F-12")

    buy_in.locator("summary").click()
    buy_in.get_by_label("Amount").fill("100")
    buy_in.get_by_role("button").click()
    expect(fact(page, "Drop, estimated")).to_have_text("$350.00")


def test_what_happens_at_the_table_comes_in_while_a_form_is_filled_in(
    page: Page, table: Table
) -> None:
    count = card(page, "Count the tray")
    count.get_by_label("$25.00").fill("40")
    expect(count.get_by_text("In all $1,000.00")).to_be_visible()
    table.play_round({1: WINS})
    expect(page.locator("#rounds").get_by_role("link", name="PG01-1-1")).to_be_visible()
    expect(page.locator("#layout")).to_contain_text("won $25.00")
    table.open_round()
    expect(page.locator("#phase")).to_contain_text("betting")
    expect(count.get_by_label("$25.00")).to_have_value("40")
    expect(count.get_by_text("In all $1,000.00")).to_be_visible()


def test_a_refusal_stands_beside_its_form_with_its_paragraph(page: Page, table: Table) -> None:
    used = {"command": "credit", "slip": "C-1", "amount": 5_000, "step": "requested"}
    table.do(used, {**used, "step": "voided", "reason": "not needed"})
    credit = card(page, "Ask for a credit")
    credit.get_by_label("Number of the slip").fill("C-1")
    credit.get_by_label("Amount").fill("999999")
    credit.get_by_role("button").click()
    expect(credit.get_by_role("status")).to_have_attribute("data-state", "refused")
    table.buy_in()
    expect(fact(page, "Drop, estimated")).to_have_text("$100.00")
    expect(credit.get_by_role("status")).to_have_attribute("data-state", "refused")
    expect(credit.get_by_label("Amount")).to_have_value("999999")


def test_a_slip_under_way_is_moved_on_by_a_button(page: Page, table: Table) -> None:
    table.do(asked.fill("F-1", 50_000, step="requested"))
    slip = page.locator("#slip-F-1")
    expect(slip).to_contain_text("requested")
    expect(slip.get_by_role("button", name="Issue F-1")).to_have_count(0)
    table.do(asked.fill("F-1", 50_000, step="issued"))
    slip.get_by_role("button", name="Receive F-1").click()
    expect(page.locator("#slips-done")).to_contain_text("F-1")
    expect(fact(page, "Tray, expected")).to_have_text("$10,500.00")


def test_a_table_is_opened_on_the_page_that_says_it_is_not_there(
    browser: BrowserContext, running: Served, pit: Pit
) -> None:
    address = address_of(running)
    watching, opening = browser.new_page(), browser.new_page()
    for one in (watching, opening):
        one.goto(f"{address}/tables/NEW1")
        expect(one.get_by_text("No table of this name")).to_be_visible()
    form = opening.locator("#open")
    form.get_by_label("Submission").select_option(index=1)
    form.get_by_label("$25.00").fill("400")
    form.get_by_role("button").click()
    for one in (watching, opening):
        expect(fact(one, "Opener")).to_have_text("$10,000.00")
        one.close()


def test_everybody_can_use_the_pages_of_the_floor(
    browser: BrowserContext, running: Served, table: Table
) -> None:
    """It takes long: every page is searched for what keeps somebody out, in every look."""
    table.play_round({1: WINS})
    table.do(asked.fill("F-1", 50_000, step="requested"), asked.open_round(), asked.place(2))
    paths = (
        *("/", f"/tables/{table.name}", "/tables/NEW1", "/rules", "/system"),
        *("/rules/regulations/nj-pai-gow-poker", f"/rules/sign?table={table.name}"),
    )
    shown = browser.new_page()
    found = {}
    for path in paths:
        shown.goto(f"{address_of(running)}{path}")
        shown.wait_for_timeout(500)
        for details in shown.locator("main details:not([open]) > summary").all():
            if details.is_visible():
                details.click()
        for scheme, width in LOOKS:
            shown.emulate_media(color_scheme=scheme)
            shown.set_viewport_size({"width": width, "height": 800})
            wide = shown.evaluate("document.documentElement.scrollWidth")
            if faults := [*violations(shown), *([f"{wide} wide"] if wide > width else [])]:
                found[path, scheme, width] = faults
    shown.close()
    assert found == {}
