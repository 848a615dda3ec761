"""A dispute, from what a player remembers to a settled account on paper, with AUTH on."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pypdf import PdfReader

from tests.support.domain import asked
from tests.support.http.playing import LOSES
from tests.support.http.staff import Staff, at_work
from tests.support.pages.axe import violations

SIXES = "6-6 6-6 / 2-3 5-5"


@pytest.fixture
def staff(server: str, tmp_path: Path) -> Iterator[Staff]:
    with at_work(server, tmp_path) as staff:
        yield staff


@pytest.fixture
def page(browser: BrowserContext, staff: Staff) -> Iterator[Page]:
    """Frank's, signed in."""
    browser.clear_cookies()
    page = browser.new_page()
    page.set_default_timeout(15_000)
    page.goto(f"{staff.clients['frank'].base_url}/login")
    page.get_by_label("Your token").fill("frank")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Floor")
    yield page
    page.close()


def play(staff: Staff, *rounds: dict[int, str]) -> None:
    """One table, these rounds; of each seat the hand that it is dealt."""
    commands = [asked.open_table()]
    for hands in rounds:
        commands += [*asked.up_to_the_house("1-3 1-5 5-6 4-6", hands), asked.settle()]
    for command in commands:
        staff.done("dana", {**command, "table": "PG01"})
    staff.house.runner.catch_up(10)


def test_what_a_player_remembers_ends_as_a_printed_ruling(staff: Staff, page: Page) -> None:
    play(staff, {3: LOSES}, {2: LOSES, 3: SIXES}, {3: LOSES})

    page.get_by_role("link", name="Rounds", exact=True).click()
    page.get_by_label("Table").first.fill("PG01")
    page.get_by_label("Seat").first.fill("3")
    page.get_by_label("Tiles or cards in the hand").fill("pair of sixes")
    page.get_by_role("button", name="Find").click()
    found = page.locator("main a.round")
    expect(found).to_have_text(["PG01-1-2"])
    found.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("PG01-1-2")
    page.wait_for_load_state("load")

    page.keyboard.press("Home")
    expect(page.locator(".steps .where")).to_contain_text("Step 1 of")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".steps .where")).to_contain_text("Step 6 of")

    page.get_by_text("A player disputes this round").click()
    complaint = page.locator("form.action", has_text="What the player says")
    complaint.get_by_label("Seat").select_option("3")
    complaint.get_by_label("What the player says").fill("I had <b>nine</b> in front & was not paid")
    complaint.get_by_role("button").click()
    told = page.locator("article.panel", has_text="I had <b>nine</b> in front & was not paid")
    expect(told).to_be_visible()

    held = told.locator("form.action", has_text="In dispute")
    held.get_by_label("In dispute").fill("25")
    held.get_by_role("button", name="Take it up").click()
    expect(told).to_contain_text("In dispute: $25.00")

    ruling = told.locator("form.action", has_text="Decision")
    ruling.get_by_label("Decision").select_option("upheld")
    ruling.get_by_label("Paid to the player").fill("25")
    ruling.get_by_label("Reason").fill("the camera shows it")
    ruling.get_by_label("Supervisor").fill("nobody")
    ruling.get_by_role("button", name="Rule").click()
    expect(ruling.locator("output")).to_contain_text("not known")
    ruling.get_by_label("Supervisor").fill("paula")
    ruling.get_by_role("button", name="Rule").click()
    expect(told).to_contain_text("upheld")
    expect(told).to_contain_text("supervisor paula")
    assert violations(page) == []

    paper = PdfReader(io.BytesIO(page.pdf()))
    printed = " ".join(" ".join(sheet.extract_text().split()) for sheet in paper.pages)
    for words in ("PG01-1-2", "the camera shows it", "19:47-10.7", "pair of teen"):
        assert words in printed
