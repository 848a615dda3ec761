"""The pages, one module each; every one has a `router`."""

from types import ModuleType
from typing import Final

from services.web.pages import (
    api,
    count,
    day,
    exceptions,
    floor,
    meters,
    reports,
    rounds,
    rules,
    search,
    system,
    table,
    terminal,
)
from services.web.pages import (
    round as round_page,
)

PAGES: Final[tuple[ModuleType, ...]] = (
    floor,
    table,
    terminal,
    rounds,
    search,
    round_page,
    exceptions,
    count,
    day,
    meters,
    reports,
    rules,
    system,
    api,
)
"""In the order of the navigation."""
