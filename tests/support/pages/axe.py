"""Whether a page can be used by everybody: axe looks at it as it stands in the browser."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page) -> list[str]:
    """What axe finds, each with the places; nothing where all is well."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['help']}: {', '.join(node['target'][0] for node in one['nodes'][:5])}"
        for one in found
    ]
