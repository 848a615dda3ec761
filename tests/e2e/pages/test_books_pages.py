"""Exceptions, the count room and the day in a real browser: for everybody, and on paper."""

import io
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pypdf import PdfReader

from tests.support.http.story import DAY, TABLE
from tests.support.http.visitors import Visitors, at_pages
from tests.support.pages.axe import violations
from tests.support.pages.people import Person

SHEET: Final = f"/count/{TABLE}/1/1"
SHOWN: Final = (
    *(("ada", "/exceptions?show=all"), ("ada", f"/days/{DAY}"), ("ada", "/exceptions?page=9")),
    *(("ada", f"/days/{DAY}?status=provisional"), ("sam", "/count"), ("cora", "/count")),
    *(("cora", SHEET), ("cora", f"/days/{DAY}"), ("ada", "/days/0001-01-01")),
)
"""Who looks at what."""


@pytest.fixture(scope="module")
def visitors(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitors]:
    """The day is closed by its events; its box waits to be counted."""
    with at_pages(server, tmp_path_factory.mktemp("books-pages")) as visitors:
        visitors.story.up_to("count_drop")
        yield visitors


@pytest.fixture(scope="module")
def people(visitors: Visitors, browser: BrowserContext) -> dict[str, Person]:
    assert browser.browser is not None
    base = str(visitors.of("ada").http.base_url).rstrip("/")
    return {who: Person(browser.browser, base, who) for who in ("ada", "cora", "sam")}


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_they_are_there_for_everybody(people: dict[str, Person], width: int, scheme: Any) -> None:
    """It takes long: every page is searched for what keeps somebody out."""
    for who, address in SHOWN:
        page = people[who].page
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        people[who].goes_to(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        assert violations(page) == [], address


def test_the_sheet_adds_up_by_itself_and_keeps_what_was_keyed_in(
    people: dict[str, Person],
) -> None:
    page = people["cora"].goes_to(SHEET)
    page.get_by_label("$100 bills").fill("7")
    page.get_by_label("$20 bills").fill("4")
    page.get_by_label("Coin and other cash").fill("0.25")
    page.get_by_label("Counter checks").fill("1,000")
    expect(page.locator('[data-of="bill-2000"]')).to_have_text("$80.00")
    expect(page.locator("[data-sum=cash]")).to_have_text("$780.25")
    expect(page.locator("[data-sum=all]")).to_have_text("$1,780.25")
    page.get_by_label("Vouchers").fill("0")
    page.get_by_label("Coupons").fill("-1")
    page.get_by_role("button", name="Enter the count").click()
    expect(page.locator("form.sheet output[role=status]")).to_contain_text("coupons")
    expect(page.get_by_label("$100 bills")).to_have_value("7")
    people["cora"].complaints.clear()  # the browser tells of the 422 itself


def test_without_scripts_the_forms_do_the_same(
    people: dict[str, Person], browser: BrowserContext
) -> None:
    assert browser.browser is not None
    known = people["ada"].context.storage_state()
    context = browser.browser.new_context(java_script_enabled=False, storage_state=known)
    page = context.new_page()
    page.goto(f"{people['ada'].address}/exceptions")
    page.get_by_label("Reason").fill(" ")
    page.get_by_role("button", name="Acknowledge").click()
    expect(page.locator(".problem")).to_contain_text("reason")
    context.close()


def test_paper_has_every_figure_and_no_form(people: dict[str, Person]) -> None:
    page: Page = people["ada"].goes_to(f"/days/{DAY}")
    page.emulate_media(color_scheme="light")
    paper = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    assert paper.pages[0].mediabox.width > paper.pages[0].mediabox.height
    text = "".join(" ".join(sheet.extract_text() for sheet in paper.pages).split())
    cells = page.locator("main td.cents").all_inner_texts()
    assert len(cells) > 20
    assert [one for one in cells if "".join(one.split()) not in text] == []
    for words in ("Closingtheday", "Whocountedwhat", "paula", f"Gamingday{DAY}"):
        assert words in text
    for words in ("Acknowledge", "Lastdays", "Signout"):
        assert words not in text
