"""The API's description in a real browser: for everybody, on any screen, without a script."""

from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.support.http.serving import Served
from tests.support.pages.axe import violations
from tests.support.pages.watching import address_of

OPENED: Final = {
    "/docs": ("/v1/tables/{table}/commands", "/v1/reports/{name}"),
    "/docs/schemas": ("RoundRow", "Problem"),
}
"""What is looked into on each page."""


@pytest.fixture
def address(running: Served) -> str:
    return address_of(running)


def test_it_is_there_for_everybody(browser: BrowserContext, address: str) -> None:
    """It takes long: large pages are searched for what keeps somebody out, in two looks."""
    page = browser.new_page()
    looks: list[tuple[int, Any]] = [(1280, "light"), (390, "dark")]
    for width, scheme in looks:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        for path in ("/docs", "/docs/schemas"):
            page.goto(f"{address}{path}")
            for one in OPENED[path]:
                page.locator("summary").filter(has_text=one).first.click()
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
            assert violations(page) == [], path
    page.close()


def test_it_opens_and_leads_on_without_a_script(browser: BrowserContext, address: str) -> None:
    assert browser.browser is not None
    plain = browser.browser.new_context(java_script_enabled=False)
    page = plain.new_page()
    page.goto(f"{address}/docs")
    page.locator("#readRound > summary").click()
    expect(page.locator("#readRound .answers dt").first).to_have_text("200")
    page.locator("#readRound").get_by_role("link", name="RoundRow").click()
    expect(page.locator("#RoundRow")).to_be_visible()
    assert page.url == f"{address}/docs/schemas#RoundRow"
    plain.close()
