"""Signing in, in a real browser: by a token, at a provider, and as whomever where nobody does."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pydantic import SecretStr

from services.bootstrap import Service
from services.http.app import make_app
from tests.support.http.provider import CLIENT, SECRET, Provider, providing
from tests.support.http.serving import Served, served
from tests.support.http.staff import write_tokens
from tests.support.pages.axe import violations
from tests.support.pages.watching import address_of


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with providing() as answering:
        yield answering


@pytest.fixture
def guarded(house: Service, provider: Provider, tmp_path: Path) -> Iterator[Served]:
    locked = house.storage.settings.model_copy(
        update={
            "auth": "on",
            "tokens": write_tokens(tmp_path / "tokens.toml"),
            "oidc_issuer": provider.issuer,
            "oidc_client_id": CLIENT,
            "oidc_client_secret": SecretStr(SECRET),
        }
    )
    app = make_app(
        settings=locked,
        desk=house.desk,
        ledger=house.storage.ledger,
        books=house.storage.books,
        checks={},
    )
    with served(app, locked) as running:
        yield running


@pytest.fixture
def page(browser: BrowserContext) -> Iterator[Page]:
    browser.clear_cookies()
    page = browser.new_page()
    page.set_default_timeout(15_000)
    yield page
    page.close()


def test_by_a_token_and_out_again(guarded: Served, page: Page) -> None:
    page.goto(f"{address_of(guarded)}/exceptions")
    expect(page).to_have_url(f"{address_of(guarded)}/login?next=/exceptions")
    assert violations(page) == []
    page.get_by_label("Your token").fill("nobody's")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("not known here")
    page.get_by_label("Your token").fill("frank")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address_of(guarded)}/exceptions")
    expect(page.locator("header")).to_contain_text("frank")
    page.goto(address_of(guarded))
    expect(page.locator("header")).to_contain_text("frank")
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(f"{address_of(guarded)}/login")
    page.goto(address_of(guarded))
    expect(page.get_by_label("Your token")).to_be_visible()


def test_at_the_provider_and_back(guarded: Served, page: Page) -> None:
    page.goto(f"{address_of(guarded)}/exceptions")
    page.get_by_role("link", name="Sign in at 127.0.0.1").click()
    expect(page).to_have_url(f"{address_of(guarded)}/exceptions")
    expect(page.locator("header")).to_contain_text("dana")
    live = page.evaluate(
        """() => new Promise((told) => {
          const stream = new EventSource("/v1/stream?view=floor");
          stream.onopen = () => { stream.close(); told("open"); };
          stream.onerror = () => { stream.close(); told("closed"); };
        })"""
    )
    assert live == "open"


def test_a_failure_is_a_page(guarded: Served, provider: Provider, page: Page) -> None:
    person = provider.person
    provider.person = {"sub": "eve", "roles": ["nobody"]}
    page.goto(f"{address_of(guarded)}/login/provider")
    provider.person = person
    expect(page.get_by_role("heading", level=1)).to_have_text("Signing in at the provider failed")
    expect(page.get_by_role("alert")).to_contain_text("eve has no role in this house")
    assert violations(page) == []


def test_where_nobody_signs_in_one_chooses(running: Served, page: Page) -> None:
    page.goto(f"{address_of(running)}/login")
    assert violations(page) == []
    page.locator("main").get_by_label("Role").select_option("cage")
    page.get_by_role("button", name="Go on").click()
    page.goto(f"{address_of(running)}/login")
    expect(page.locator("main")).to_contain_text("demo-cage")
