"""The terminal where people sign in: by their own tokens, each in their own name."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.browser import open_browser
from tests.support.http.staff import Staff, at_work
from tests.support.pages.terminal import REFUSAL, AtTerminal

TABLE: Final = "FC01"
OPENING: Final = {
    "command": "open_table",
    "table": TABLE,
    "inventory": {"2500": 400},
    "submission": {"regulation": "nj-pai-gow", "controls": "full"},
    "signatures": [{"id": "dana", "role": "dealer"}, {"id": "frank", "role": "floorperson"}],
}
UNAUTHORIZED: Final = "status of 401"


@pytest.fixture(scope="module")
def staff(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    folder: Path = tmp_path_factory.mktemp("staff")
    with at_work(server, folder, controls="full") as working:
        yield working


@pytest.fixture
def context() -> Iterator[BrowserContext]:
    with open_browser() as running:
        yield running.new_context(viewport={"width": 1280, "height": 900})


def sign_in(page: Page, token: str) -> None:
    page.get_by_label("Your token").fill(token)
    page.get_by_role("button", name="Sign in").click()


def test_a_dealers_round_with_the_floors_signatures(staff: Staff, context: BrowserContext) -> None:
    command_id = "9b5a3b1e-3b3c-4b52-a3a5-3e8b4a2f0001"
    staff.done("dana", {**OPENING, "command_id": command_id}, signers=["frank"])
    staff.house.runner.catch_up()
    address = str(staff.clients["dana"].base_url).rstrip("/")
    page = context.new_page()
    page.goto(f"{address}/tables/{TABLE}/terminal")
    sign_in(page, "dana")
    page.wait_for_url("**/terminal")
    page.close()
    at = AtTerminal(context, address, TABLE)
    at.act("open_round")
    at.phase("betting")
    at.wager(1, "pai_gow", 2500)
    assert at.violations() == []

    # A dealer calls no round off without a supervisor's own token.
    at.act("void_round")
    at.page.get_by_label("Reason").fill("the lights went out")
    at.page.get_by_label("Supervisor: their own token").fill("nobody's")
    at.key("form-send").click()
    expect(at.page.get_by_role("alert")).to_contain_text("not known")
    at.key("refused-drop").click()
    at.act("void_round")
    at.page.get_by_label("Reason").fill("the lights went out")
    at.page.get_by_label("Supervisor: their own token").fill("frank")
    assert "frank" not in at.page.evaluate("JSON.stringify(localStorage)")
    at.key("form-send").click()
    at.phase("open")
    [voided] = staff.get("vic", f"/v1/rounds/{TABLE}-1-1/events").json()["events"][-1:]
    assert (voided["supervisor"], voided["actor"]["id"]) == ("frank", "dana")

    # A count is signed by both: the dealer who keys it in, and the floor by token.
    at.act("count_tray")
    at.key("count_tray-inventory-2500").fill("400")
    at.key("count_tray-signatures-0").fill("frank")
    at.key("form-send").click()
    at.phase("open")
    counted = staff.get("vic", f"/v1/tables/{TABLE}").json()
    assert counted["exceptions"] == []

    # Signed out in the middle: what is done waits, and is sent in the name of its sender.
    at.page.context.clear_cookies()
    at.act("open_round")
    expect(at.page.get_by_role("heading", name="You are signed out")).to_be_visible()
    expect(at.page.locator("#waiting")).to_have_text("1 waiting")
    at.page.get_by_role("link", name="sign in").click()
    sign_in(at.page, "dana")
    at.ready()
    at.phase("betting")
    at.expected(REFUSAL, UNAUTHORIZED, "status of 403")
    at.leave()
