"""Somebody who deals at a table with nothing but its terminal."""

from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

expect.set_options(timeout=30_000)
OUTAGE: Final = ("net::ERR_", "Failed to fetch")
"""What a browser says of a line that is down; whoever cuts it expects that."""
EMPTY: Final = "table => !Object.keys(localStorage).some((key) => key.endsWith(`:${table}`))"
WIDTHS: Final = (390, 1280)
SMALL: Final = """() => [...document.querySelectorAll("#terminal button")]
  .filter((one) => one.checkVisibility())
  .filter((one) => one.offsetWidth < 48 || one.offsetHeight < 48)
  .map((one) => `${one.dataset.key}: ${one.offsetWidth} x ${one.offsetHeight}`)"""
REFUSAL: Final = "status of 409"


class AtTerminal:
    """A table's terminal in a browser, worked by touch or by key."""

    def __init__(self, browser: BrowserContext, address: str, table: str) -> None:
        self.page: Page = browser.new_page()
        self.complaints: list[str] = []
        self._table = table
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(f"{address}/tables/{table}/terminal")
        self.ready()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    def ready(self) -> None:
        expect(self.page.locator("#terminal[data-ready]")).to_be_visible()
        expect(self.page.locator("#line")).to_have_text("live")

    def key(self, name: str) -> Locator:
        return self.page.locator(f'[data-key="{name}"]')

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def phase(self, phase: str) -> None:
        """Nothing is on its way any more, and it has come to that."""
        self.all_sent()
        expect(self.page.locator(f'[data-phase="{phase}"]')).to_be_visible()

    def all_sent(self) -> None:
        """Asked of the queue itself: the page may not have drawn yet what was just put into it."""
        self.page.wait_for_function(EMPTY, arg=self._table)
        expect(self.page.locator("#waiting")).to_have_text("all sent")

    def act(self, command: str) -> None:
        found = self.page.locator(f'[data-command="{command}"]')
        expect(found).to_have_count(1)
        if not found.is_visible():
            self.page.locator("details", has=found).locator("summary").click()
        found.click()

    def wager(self, seat: int, wager: str, *chips: int) -> None:
        """The chips are touched one by one; a fixed stake needs none."""
        self.key(f"seat-{seat}").click()
        self.key(f"wager-{wager}").click()
        for chip in chips:
            self.key(f"chip-{chip}").click()
        self.key("place").click()
        self.all_sent()
        expect(self.seat(seat).locator(".wagers li").first).to_be_visible()

    def seat(self, seat: int) -> Locator:
        return self.page.locator(f'.seat[data-seat="{seat}"]')

    def dice(self, *faces: int) -> None:
        for at, face in enumerate(faces):
            self.key(f"die-{at}-{face}").click()
        self.key("send-dice").click()

    def piece(self, name: str) -> Locator:
        """One of that name that is not gone."""
        return self.page.locator(f'.piece-grid button:enabled:has(use[href$="-{name}"])').first

    def pick(self, *names: str) -> None:
        for name in names:
            self.piece(name).click()

    def send_deal(self) -> None:
        self.key("deal-send").click()

    def house_way(self) -> None:
        self.key("house-way-all").click()

    def decided(self) -> list[list[str]]:
        """Seat, wager, outcome, pay and rule of each line, as the page shows them."""
        rows = self.page.locator(".results tbody tr")
        expect(rows.first).to_be_visible()
        return [row.locator("td").all_inner_texts() for row in rows.all()]

    def violations(self) -> list[str]:
        """What axe finds wrong with the page as it stands, and what does not fit, at both widths."""
        found: list[str] = []
        for width in WIDTHS:
            self.page.set_viewport_size({"width": width, "height": 900})
            for one in Axe().run(self.page).response["violations"]:
                nodes = [node["html"][:200] for node in one["nodes"]]
                found.append(f"{width}: {one['id']}: {nodes}")
            wide = self.page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                found.append(f"{width}: the page is {wide} wide")
        return found

    def small(self) -> list[str]:
        """Buttons that a finger would miss."""
        found: list[str] = self.page.evaluate(SMALL)
        return found

    def expected(self, *words: str) -> None:
        """What the browser says of it is no complaint."""
        self.complaints[:] = [
            one for one in self.complaints if not any(word in one for word in words)
        ]

    def leave(self) -> None:
        self.page.close()
        assert self.complaints == [], self.complaints
