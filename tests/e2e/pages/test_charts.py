"""Charts, reports and meters in a real browser, under the pages' own content security policy."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from services.bootstrap import Service
from tests.support.http.serving import Served
from tests.support.pages.watching import Watcher, address_of
from tests.support.reports import evening
from tests.support.reports.evening import DAYS, Floor

DAY = DAYS[0]
PAGES = (
    *(f"/reports?day={DAY}", f"/reports/charts?day={DAY}&table=PG01", f"/meters?day={DAY}"),
    *(f"/reports/{name}?day={DAY}" for name in ("statistics", "trial_balance", "master_game")),
)
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
INKED = """() => [...document.querySelectorAll("figure[data-state=drawn] canvas")].map((canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return data.some((value) => value !== 0);
})"""


@pytest.fixture
def evening_page(browser: BrowserContext, house: Service, running: Served) -> Iterator[Watcher]:
    """Somebody at a house that played an evening; whoever looks hears no complaint."""
    floor = Floor(house.desk)
    evening.first_day(floor)
    evening.cards(floor)
    house.runner.catch_up()
    watching = Watcher(browser, address_of(running))
    yield watching
    hosts = watching.hosts()
    watching.page.close()
    assert watching.complaints == []
    assert hosts == {address_of(running)}


def come(watcher: Watcher, running: Served, path: str) -> Page:
    page = watcher.page
    page.goto(f"{address_of(running)}{path}")
    figures = page.locator("figure[data-chart]")
    expect(page.locator("figure[data-state=drawn]")).to_have_count(figures.count())
    return page


def test_charts_are_drawn_and_have_their_figures_beside_them(
    evening_page: Watcher, running: Served
) -> None:
    page = come(evening_page, running, f"/reports/charts?day={DAY}&table=PG01")
    assert all(page.evaluate(INKED))
    dice = page.locator("figure").filter(has_text="Faces of the dice")
    expect(dice.locator("dt")).to_contain_text(["thrown", "chi-square", "p-value"])
    dice.locator("summary").press("Enter")
    assert dice.locator("details tbody tr").count() == 6
    hold = page.locator("figure").filter(has_text="Hold against")
    expect(hold).to_contain_text("No limits are drawn")


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_in_anybodys_way(evening_page: Watcher, running: Served, path: str) -> None:
    page = come(evening_page, running, path)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(OVERFLOW) == 0, (path, width)
    assert evening_page.complaints == []
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    evening_page.complaints.clear()  # the browser complains of what axe itself puts in
    page.set_viewport_size({"width": 1032, "height": 703})
    page.emulate_media(media="print")
    wide = "[...document.querySelectorAll('.report .scrolled')].map((one) => one.scrollWidth - one.clientWidth)"
    assert max(page.evaluate(wide), default=0) <= 1, path
    page.emulate_media(media="screen")
