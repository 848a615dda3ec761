"""Somebody who looks at the floor page in a real browser."""

from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, expect

from tests.support.http.playing import Pit, Table
from tests.support.http.serving import Served

PHONE: Final = 360
WIDTHS: Final = (PHONE, 414, 700, 768, 1100, 1279, 1280, 1400, 1920, 2560)
MISFITS: Final = """() => [document.documentElement,
    ...document.querySelectorAll("#floor :is(th, td), dd, pre, .connection")]
  .filter((place) => place.checkVisibility() && place.scrollWidth > place.clientWidth + 1)
  .map((place) => `${place.tagName} ${place.dataset.cell ?? place.id}: ${place.innerText}`)"""
"""What does not fit its place; within the table it would be cut off rather than scrolled to."""
expect.set_options(timeout=30_000)


class Watcher:
    """Somebody who looks at the floor, and at what the browser says of it."""

    def __init__(self, browser: BrowserContext, address: str) -> None:
        self.page: Page = browser.new_page()
        self.complaints: list[str] = []
        self.asked: list[Request] = []
        self._address = address
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._note)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    def _note(self, request: Request) -> None:
        self.asked.append(request)

    def come(self) -> "Watcher":
        self.page.goto(self._address)
        return self

    def place(self, identity: str) -> Locator:
        return self.page.locator(f"#{identity}")

    def cell(self, table: str, name: str) -> Locator:
        return self.page.locator(f'[data-table="{table}"] [data-cell="{name}"]')

    def seats(self, table: Table, which: str) -> Locator:
        return self.cell(table.name, "seats").locator(f".seat{which}")

    def total(self, name: str) -> Locator:
        return self.page.locator(f'#totals [data-cell="{name}"]')

    def sees(self, table: Table, **cells: str) -> None:
        for name, text in cells.items():
            expect(self.cell(table.name, name)).to_have_text(text)

    def hosts(self) -> set[str]:
        return {f"http://{urlsplit(request.url).netloc}" for request in self.asked}

    def documents(self) -> int:
        return sum(request.resource_type == "document" for request in self.asked)

    def misfits(self) -> dict[int, list[str]]:
        """By width: what is cut off, or would have to be scrolled to."""
        found: dict[int, list[str]] = {}
        for width in WIDTHS:
            self.page.set_viewport_size({"width": width, "height": 800})
            if misfits := self.page.evaluate(MISFITS):
                found[width] = misfits
        return found

    def colour(self, cell: Locator) -> str:
        return str(cell.evaluate("cell => getComputedStyle(cell).color"))


def address_of(running: Served) -> str:
    return str(running.http.base_url).rstrip("/")


def opened(pit: Pit, name: str, **elections: object) -> Table:
    table = Table(pit, name, None)
    table.open(**elections)  # type: ignore[arg-type]
    return table
