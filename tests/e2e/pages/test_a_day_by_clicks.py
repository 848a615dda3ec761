"""A whole gaming day of one table, under full controls and with AUTH on, by clicks alone.

Everybody signs in with their own token and does their own duty on a page: the opener, a buy-in, a
fill, a round, the closer, the box, the blind count, the answers, and the three closes of the day.
The house is shut at night and opened in the next gaming day, as a setting has it: nothing of the
clock is pretended.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from services.bootstrap import open_service
from services.settings import read_settings
from tests.support.http.serving import served
from tests.support.http.staff import write_tokens
from tests.support.pages.people import Person
from tests.support.pages.terminal import AtTerminal
from tests.support.pages.watching import address_of

TABLE: Final = "PG21"
OPENER: Final = {"$1,000.00": 10}
CLOSER: Final = {"$1,000.00": 10, "$100.00": 4, "$25.00": 2, "$1.00": 1, "$0.25": 1}
"""$25 less than the events say."""
DEALER: Final = ("1-3", "1-5", "5-6", "4-6")
WINS: Final = ("6-6", "1-6", "5-5", "2-3")
LOSES: Final = ("5-5", "1-5", "3-3", "3-4")


class Property:
    """A house whose evening and next morning can be visited, one after the other."""

    def __init__(self, browser: BrowserContext, **settings: Any) -> None:
        assert browser.browser is not None
        self._browser = browser.browser
        self._settings = settings
        # Where it is noon now: gaming days that begin at three belong to yesterday.
        now = datetime.now(UTC)
        self._zone = f"Etc/GMT{now.hour - 12:+d}"
        self.day = ((now - timedelta(hours=now.hour - 12)).date() - timedelta(days=1)).isoformat()
        self.address = ""

    @contextmanager
    def opened(self, day_start: str) -> Iterator[None]:
        settings = read_settings(
            {}, timezone=self._zone, day_start=day_start, port=0, **self._settings
        )
        with open_service(settings) as house, served(house.app(), settings) as running:
            self.address = address_of(running)
            yield

    def person(self, name: str) -> Person:
        return Person(self._browser, self.address, name)


@pytest.fixture
def house(browser: BrowserContext, database: str, tmp_path: Path) -> Property:
    tokens = write_tokens(tmp_path / "tokens.toml")
    return Property(browser, database_url=database, auth="on", tokens=tokens, controls="full")


def count_chips(card: Locator, chips: dict[str, int]) -> None:
    for denomination, pieces in chips.items():
        card.get_by_label(denomination).fill(str(pieces))


def test_every_role_does_its_day_on_the_pages(house: Property) -> None:
    """It takes long: a whole day is clicked, by eight people in one browser."""
    with house.opened(day_start="15:00"):
        dana, frank = house.person("dana"), house.person("frank")
        open_with_two_signatures(frank)
        buy_in_and_fill(house, frank, dana)
        play_a_round(dana)
        close_with_two_signatures(frank)
        take_the_box(house)
        for one in (dana, frank):
            one.leaves()
    with house.opened(day_start="09:00"):
        paula, cora, ada = (house.person(name) for name in ("paula", "cora", "ada"))
        close_day(paula, house.day, "provisional")
        count_blind(cora, house.day)
        close_day(cora, house.day, "counted")
        answer_for_the_tray(ada, house.day)
        close_day(ada, house.day, "audited")
        look_on(house)
        for one in (paula, cora, ada):
            one.leaves()


def open_with_two_signatures(frank: Person) -> None:
    page = frank.goes_to(f"/tables/{TABLE}")
    card = frank.unfold("Open the table")
    card.get_by_label("Submission to play under").select_option(
        label="New Jersey tiles, the dealer always the house. (nj-pai-gow)"
    )
    count_chips(card, OPENER)
    expect(card.locator("[data-total]")).to_have_text("$10,000.00")
    card.get_by_label("The dealer signs").fill("dana")
    card.get_by_role("button", name=f"Open {TABLE}").click()
    expect(page.locator("#phase")).to_contain_text("open")


def buy_in_and_fill(house: Property, frank: Person, dana: Person) -> None:
    page = dana.goes_to(f"/tables/{TABLE}")
    card = dana.unfold("Buy-in")
    card.get_by_label("Amount").fill("500")
    card.get_by_label("Player").fill("mrs-lee")
    card.get_by_role("button").click()
    expect(page.locator("#facts")).to_contain_text("$9,500.00")

    frank.goes_to(f"/tables/{TABLE}")
    asked = frank.unfold("Ask for a fill")
    asked.get_by_label("Number of the slip").fill("F-1")
    asked.get_by_label("Amount").fill("1,000")
    asked.get_by_role("button").click()
    expect(frank.page.locator("#slip-F-1")).to_contain_text("requested")

    carl = house.person("carl")
    slip = carl.goes_to(f"/tables/{TABLE}").locator("#slip-F-1")
    slip.get_by_role("button", name="Issue F-1").click()
    expect(slip).to_contain_text("issued")
    carl.leaves()

    dana.page.locator("#slip-F-1").get_by_role("button", name="Receive F-1").click()
    expect(page.locator("#facts")).to_contain_text("$10,500.00")


def play_a_round(dana: Person) -> None:
    at = AtTerminal(dana.context, dana.address, TABLE)
    at.act("open_round")
    at.phase("betting")
    at.wager(1, "pai_gow", 2500)
    at.wager(2, "pai_gow", 2500)
    at.act("no_more_bets")
    at.phase("no_more_bets")
    at.dice(1, 2, 6)
    at.phase("rolled")
    at.pick(*LOSES, *WINS, *DEALER)
    at.send_deal()
    at.phase("dealt")
    at.house_way()
    expect(at.page.get_by_role("heading", name="Set house")).to_be_visible()
    at.house_way()
    at.phase("house_set")
    at.act("settle")
    at.phase("open")
    at.leave()


def close_with_two_signatures(frank: Person) -> None:
    page = frank.goes_to(f"/tables/{TABLE}")
    card = frank.unfold("Close the table")
    count_chips(card, CLOSER)
    expect(card.locator("[data-total]")).to_have_text("$10,451.25")
    card.get_by_label("The dealer signs").fill("dana")
    card.get_by_role("button", name=f"Close {TABLE}").click()
    expect(page.locator("#phase")).to_contain_text("closed")


def take_the_box(house: Property) -> None:
    sam = house.person("sam")
    page = sam.goes_to("/count")
    row = page.locator(f"#{TABLE}-1-1")
    expect(row).to_contain_text("nobody yet")
    row.get_by_role("button", name="Carry to the count room").click()
    expect(row).to_contain_text("sam")
    sam.leaves()


def close_day(person: Person, day: str, status: str) -> None:
    page = person.goes_to(f"/days/{day}")
    step = page.locator(".closes > li", has=page.locator("h3", has_text=status))
    step.get_by_role("button", name=f"Close as {status}").click()
    expect(step).to_contain_text("closed")
    expect(page.locator("h1 .status").first).to_have_text(status)


def count_blind(cora: Person, day: str) -> None:
    page = cora.goes_to(f"/days/{day}")
    expect(page.get_by_text("The count is blind")).to_be_visible()
    assert "$500.00" not in page.content()
    in_the_way = page.locator(".closes > li", has=page.locator("h3", has_text="counted"))
    in_the_way.get_by_role("link", name=f"{TABLE} session 1 box 1").click()
    page.get_by_role("link", name=f"Count {TABLE} box 1").click()
    assert "$500.00" not in page.content()
    page.get_by_label("$100 bills").fill("4")
    page.get_by_label("$50 bills").fill("2")
    for nothing in ("Coin and other cash", "Counter checks", "Vouchers", "Coupons"):
        page.get_by_label(nothing).fill("0")
    expect(page.locator("[data-sum=all]")).to_have_text("$500.00")
    page.get_by_role("button", name="Enter the count").click()
    counted = page.locator(f"tr#{TABLE}-1-1")
    expect(counted).to_contain_text("cash $500.00")
    expect(counted.locator("td").last).to_have_text("$0.00")


def answer_for_the_tray(ada: Person, day: str) -> None:
    page = ada.goes_to(f"/days/{day}")
    step = page.locator(".closes > li", has=page.locator("h3", has_text="audited"))
    expect(step.get_by_role("button")).to_have_count(0)
    step.locator("ul a").click()
    card = page.locator("article.item.is-open")
    expect(card).to_contain_text("-$25.00")
    card.get_by_label("Reason").fill("a chip of $25 lay under the rack")
    card.get_by_role("button", name="Acknowledge").click()
    expect(page.locator("article.item", has_text="under the rack")).to_contain_text("ada")


def look_on(house: Property) -> None:
    vic = house.person("vic")
    page = vic.goes_to(f"/days/{house.day}")
    expect(page.locator("h1")).to_contain_text("audited")
    expect(page.locator("h1")).to_contain_text("not balanced")
    closes = page.locator("section", has=page.locator("#history")).locator("tbody tr")
    assert [one.split()[0] for one in closes.all_inner_texts()] == [
        *("provisional", "counted", "audited"),
    ]
    assert page.locator('form[action="/do"]').count() == 0
    who = page.locator("section", has=page.locator("#counts"))
    for name in ("frank, dana", "cora", "carried by sam"):
        expect(who).to_contain_text(name)
    page.locator(".differences a.round").first.click()
    expect(page.locator("h1")).to_contain_text(f"{TABLE}-1-1")
    vic.leaves()
