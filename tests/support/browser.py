"""A browser for the tests of the pages: a Chromium that is installed already."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from playwright.sync_api import Browser, sync_playwright

CHOICE: Final = "TEST_BROWSER"
_NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_QUIET: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
"""A test talks to the house and to nobody else."""


def find_chromium() -> str:
    """The Chromium of TEST_BROWSER, or the first on the path; skips where there is none."""
    chosen = os.environ.get(CHOICE)
    for name in (chosen,) if chosen else _NAMES:
        found = shutil.which(name)
        if found is not None:
            return found
    if chosen:
        pytest.skip(f"no browser: {CHOICE} names {chosen}, which cannot be run")
    pytest.skip(f"no browser: none of {', '.join(_NAMES)} is on the path, and {CHOICE} names none")


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A running Chromium. Its event loop belongs to this thread: close it with the module."""
    path = find_chromium()
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*_QUIET, *as_root])
        try:
            yield browser
        finally:
            browser.close()
