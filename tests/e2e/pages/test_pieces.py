"""Pieces as a script draws them are those that the server draws."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.support.http.serving import Served
from tests.support.pages.watching import address_of

_OTHERWISE: Final = """async () => {
  const { chip, piece, stack } = await import("/static/pieces.js");
  const shown = [...document.querySelectorAll("main svg.piece-tile")];
  const nameOf = (svg) => svg.querySelector("use").getAttribute("href").split("#tile-")[1];
  return {
    count: shown.length,
    otherwise: shown.map((svg) => svg.outerHTML).filter(
      (markup, at) => markup !== piece(nameOf(shown[at])).outerHTML),
    others: [piece("TD"), piece("western-5", "die"), piece("eye-1"), chip(2500), chip(777)].map((svg) => [
      svg.querySelector("use").getAttribute("href").split("#")[1], svg.textContent]),
    backs: [piece("??"), piece("??", "tile"), piece("??", "card"), piece("9-9")].map(
      (one) => one.querySelector?.("use")?.getAttribute("href").split("#")[1] ?? one.textContent),
    stacks: [stack(0), stack(12600), stack(900000000).length],
  };
}"""


@pytest.fixture
def page(browser: BrowserContext, running: Served) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(f"{address_of(running)}/rules")
    yield page
    page.close()


def test_a_script_draws_what_the_server_draws(page: Page) -> None:
    found = page.evaluate(_OTHERWISE)
    assert found["count"] > 21
    assert found["otherwise"] == []
    assert found["others"] == [
        ["card-TD", "ten of diamonds"],
        ["die-western-5", "die showing 5"],
        ["die-eye-1", "die showing 1"],
        ["chip-2500", "chip of $25.00"],
        ["chip-other", "chip of $7.77"],
    ]
    assert found["backs"] == ["tile-back", "tile-back", "card-back", "9-9"]
    assert found["stacks"] == [[], [10_000, 2500, 100], 8]
