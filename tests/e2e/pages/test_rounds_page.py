"""A dispute found in a browser: from what a player remembers to the round."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.http.playing import LOSES, WINS, Pit
from tests.support.http.serving import Served
from tests.support.pages.axe import violations
from tests.support.pages.watching import address_of

HANDS: Final = {1: WINS, 2: LOSES}
FITS: Final = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


@pytest.fixture
def page(browser: BrowserContext, running: Served) -> Iterator[Page]:
    shown = browser.new_page()
    complaints: list[str] = []
    shown.on("pageerror", lambda error: complaints.append(str(error)))
    shown.goto(f"{address_of(running)}/rounds")
    yield shown
    shown.close()
    assert complaints == []


def expect_readable(page: Page) -> None:
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert violations(page) == []
        assert page.evaluate(FITS), f"at {width} the page is scrolled sideways"


def test_a_dispute_is_found_by_seat_time_and_a_pair_of_sixes(pit: Pit, page: Page) -> None:
    """By the keyboard alone, and from there by name."""
    table = pit.table(at="2026-11-14T20:00:00Z")
    table.open()
    table.play_round(HANDS)
    pit.house.runner.catch_up()
    page.get_by_label("From", exact=True).fill("2026-11-14T19:50")
    page.get_by_label("To", exact=True).fill("2026-11-14T20:10")
    page.get_by_label("Seat").fill("1")
    page.get_by_label("Tiles or cards").fill("pair of sixes")
    page.keyboard.press("Enter")
    found = page.get_by_role("rowheader")
    expect(found).to_have_text([f"{table.name}-1-1"])
    expect_readable(page)
    found.get_by_role("link").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/rounds/{table.name}-1-1$"))
    page.get_by_role("searchbox").fill("seat-2")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/rounds\?player=seat-2$"))
    expect(page.get_by_role("textbox", name="Player")).to_have_value("seat-2")


def test_what_is_wrong_is_told_beside_its_field(page: Page) -> None:
    field = page.get_by_label("Tiles or cards")
    field.fill("pear of sixes")
    field.press("Enter")
    expect(field).to_have_accessible_description(re.compile("perhaps 'pair of sixes'"))
    expect(field).to_have_value("pear of sixes")
    expect_readable(page)
