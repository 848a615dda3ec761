"""Everybody of a house at its pages, each signed in by their own token."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from tests.support.http.pages import Browser, browser
from tests.support.http.staff import Staff, at_work
from tests.support.http.story import BEGINS, Story


class Visitors:
    """Who is at work, each before a browser of their own."""

    def __init__(self, staff: Staff, stack: ExitStack) -> None:
        self.staff = staff
        self.story = Story(staff)
        self._stack = stack
        self._browsers: dict[str, Browser] = {}

    def of(self, who: str) -> Browser:
        if who not in self._browsers:
            base = next(iter(self.staff.clients.values())).base_url
            one = self._stack.enter_context(browser(base))
            assert one.sign_in(who).status_code == 303
            self._browsers[who] = one
        return self._browsers[who]

    def look(self, who: str, address: str) -> httpx.Response:
        return self.of(who).get(address)

    def do(self, who: str, command: str, **fields: str) -> httpx.Response:
        """A form of theirs, sent as a browser sends it."""
        own = self.of(who)
        form = {"command": command, "command_id": str(uuid4()), "back": "/", **fields}
        return own.post("/do", **form)


@contextmanager
def at_pages(server: str, folder: Path, **settings: Any) -> Iterator[Visitors]:
    """A house of its own, with these settings."""
    with at_work(server, folder, BEGINS, **settings) as staff, ExitStack() as stack:
        yield Visitors(staff, stack)
