"""A round played again in a browser: by keys, by buttons, on paper, and for those who listen."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pypdf import PdfReader

from tests.support.domain import books_asked
from tests.support.http.playing import LOSES, WINS, Pit
from tests.support.http.serving import Served
from tests.support.pages.axe import violations
from tests.support.pages.watching import address_of, opened


@pytest.fixture
def page(browser: BrowserContext, running: Served) -> Iterator[Page]:
    """Closed before the house is."""
    del running
    complaints: list[str] = []
    page = browser.new_page()
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.close()
    assert complaints == []


@pytest.fixture
def round_id(pit: Pit) -> str:
    table = opened(pit, "PG01")
    played = table.play_round({1: WINS, 2: LOSES})
    table.do(books_asked.complain(played[0]["round"], seat=2))
    pit.house.runner.catch_up(10)
    return str(played[0]["round"])


def test_steps_go_by_key_and_by_button_and_stand_in_the_address(
    page: Page, running: Served, round_id: str
) -> None:
    documents: list[str] = []
    page.on(
        "request",
        lambda asks: documents.append(asks.url) if asks.is_navigation_request() else None,
    )
    page.goto(f"{address_of(running)}/rounds/{round_id}")
    where, told = page.locator(".steps .where"), page.locator("[data-part=told]")
    last = int(page.locator("#stage").get_attribute("data-steps") or 0)
    expect(where).to_have_text(f"Step {last - 1} of {last}")
    page.keyboard.press("Home")
    expect(where).to_have_text(f"Step 1 of {last}")
    expect(told).to_contain_text("is open for wagers")
    page.keyboard.press("ArrowRight")
    expect(where).to_have_text(f"Step 2 of {last}")
    expect(page.locator('[data-place="1"] .chips-amount')).to_have_text("$25.00")
    expect(page.locator('[data-place="2"] .chips-amount')).to_have_count(0)
    page.get_by_role("link", name="Next", exact=True).focus()
    page.keyboard.press("Enter")
    expect(where).to_have_text(f"Step 3 of {last}")
    expect(page.get_by_role("link", name="Next", exact=True)).to_be_focused()
    assert page.url.endswith("?step=3")
    page.go_back()
    expect(where).to_have_text(f"Step 2 of {last}")
    page.locator("#step-6 a").click()
    expect(where).to_have_text(f"Step 6 of {last}")
    expect(page.locator(".account [aria-current]")).to_have_text("6")
    page.keyboard.press("End")
    expect(told).to_contain_text("I had a pair")
    assert len(documents) == 1


def test_every_piece_is_drawn(page: Page, running: Served, round_id: str) -> None:
    page.goto(f"{address_of(running)}/rounds/{round_id}")
    page.wait_for_load_state("networkidle")
    drawn = page.evaluate(
        """() => [...document.querySelectorAll("#stage svg.piece use")].map(
            (use) => use.getBBox()).map((box) => box.width * box.height)"""
    )
    assert len(drawn) > 12
    assert all(area > 100 for area in drawn)


def test_paper_has_every_step(page: Page, running: Served, round_id: str) -> None:
    page.goto(f"{address_of(running)}/rounds/{round_id}")
    page.wait_for_load_state("networkidle")
    steps = int(page.locator("#stage").get_attribute("data-steps") or 0)
    words = [one.inner_text().strip() for one in page.locator(".account td p").all()]
    paper = PdfReader(io.BytesIO(page.pdf(format="A4")))
    printed = " ".join(sheet.extract_text() for sheet in paper.pages).split()
    text = "".join(printed)
    assert len(words) >= steps
    missing = [one for one in words if "".join(one.split())[:40] not in text]
    assert missing == []
    assert "Recordthecomplaint" not in text


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_it_is_there_for_everybody(
    page: Page, running: Served, round_id: str, width: int, scheme: Any
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{address_of(running)}/rounds/{round_id}?under=md-pai-gow")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []


def test_a_complaint_is_recorded_beside_the_account(page: Page, running: Served, pit: Pit) -> None:
    table = opened(pit, "PG02")
    played = table.play_round({1: WINS})
    pit.house.runner.catch_up(10)
    page.goto(f"{address_of(running)}/rounds/{played[0]['round']}")
    page.get_by_text("A player disputes this round").click()
    page.locator('[name="seat:int"]').select_option("1")
    page.get_by_label("What the player says").fill("I had a pair of sixes")
    page.get_by_role("button", name="Record the complaint").click()
    expect(page.locator("article.panel")).to_contain_text("I had a pair of sixes")
    expect(page.locator("#account + .scrolled")).to_contain_text("disputes round")
