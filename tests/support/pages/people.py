"""The people of a house, each before a browser of their own, with nothing but the pages."""

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

expect.set_options(timeout=30_000)


class Person:
    """Somebody who signed in with their own token."""

    def __init__(self, browser: Browser, address: str, token: str) -> None:
        self.address = address
        self.context: BrowserContext = browser.new_context(viewport={"width": 1280, "height": 900})
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(f"{address}/login")
        self.page.get_by_label("Your token").fill(token)
        self.page.get_by_role("button", name="Sign in").click()
        expect(self.page.locator("form.who strong")).to_have_text(token)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    def goes_to(self, path: str) -> Page:
        self.page.goto(f"{self.address}{path}")
        return self.page

    def leaves(self) -> None:
        self.page.get_by_role("button", name="Sign out").click()
        expect(self.page.get_by_label("Your token")).to_be_visible()
        self.context.close()
        assert self.complaints == []

    def unfold(self, summary: str) -> Locator:
        """A card of the table's page."""
        card = self.page.locator(
            "details", has=self.page.locator("summary", has_text=summary)
        ).first
        if card.get_attribute("open") is None:
            card.locator("summary").click()
        return card
