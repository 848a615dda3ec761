"""Every page that there is, found by itself: closed to strangers, and to forms that are not ours."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import httpx
import pytest
from starlette.routing import Route

from services.bootstrap import Service
from services.settings import Settings
from tests.support.http.at_provider import serving
from tests.support.http.pages import PAGE, browser
from tests.support.http.serving import Served
from tests.support.http.staff import write_tokens

OPEN = frozenset(
    {
        *("/login", "/login/provider", "/login/callback", "/static/{name:path}", "/static/{name}"),
        *("/livez", "/readyz", "/readyz/api", "/metrics", "/openapi.json"),
    }
)
"""What one has to see before one can sign in, and what machines ask for."""
FOREIGN = (
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "null"},
    {"Origin": "https://evil.example"},
)
LINK = {
    "Sec-Fetch-Site": "cross-site",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Dest": "document",
}
_PARTS = {"day": "2026-11-15", "table": "PG01", "round": "PG01-1-1", "number": "1"}


@pytest.fixture(scope="module")
def guarded(
    house: Service, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    tokens = write_tokens(tmp_path_factory.mktemp("pages") / "tokens.toml")
    with serving(house, settings.model_copy(update={"auth": "on", "tokens": tokens})) as running:
        yield running


def routes(served: Served, *, changing: bool) -> list[tuple[str, str]]:
    """Method and address of each page; parts of the address are filled in."""
    return [
        (method, re.sub(r"{(\w+)[^}]*}", _filled, route.path))
        for route in _all(served.app.routes)
        if not route.path.startswith("/v1/") and route.path not in OPEN
        for method in sorted((route.methods or set()) - {"HEAD", "OPTIONS"})
        if (method != "GET") is changing
    ]


def _all(found: Iterable[Any]) -> Iterator[Route]:
    """Those of routers within routers, too."""
    for one in found:
        if isinstance(one, Route):
            yield one
        elif hasattr(one, "original_router"):
            yield from _all(one.original_router.routes)


def _filled(part: re.Match[str]) -> str:
    return _PARTS.get(part[1], "1")


def test_no_page_is_shown_to_who_has_not_signed_in(guarded: Served) -> None:
    pages = routes(guarded, changing=False)
    assert ("GET", "/") in pages
    assert len(pages) > 5
    for _, path in pages:
        answer = guarded.http.get(path, headers=PAGE)
        assert answer.status_code == 303, path
        assert answer.headers["location"].startswith("/login?next=/"), path
        assert answer.content == b"", path
        program = guarded.http.get(path, headers={"Accept": "application/json"})
        assert program.status_code == 401, path


def test_no_form_is_taken_from_strangers_or_other_sites(guarded: Served) -> None:
    forms = routes(guarded, changing=True)
    assert ("POST", "/do") in forms
    with browser(guarded.http.base_url) as visitor:
        for method, path in forms:
            if path != "/logout":  # whoever is not signed in is out already
                address = visitor.http.base_url.join(path)
                stranger = httpx.request(method, address, headers={**PAGE, **visitor.origin})
                assert stranger.status_code == 401, path
        visitor.sign_in("paula")
        for method, path in forms:
            for headers in ({}, *FOREIGN):
                answer = visitor.http.request(method, path, headers={**PAGE, **headers})
                assert answer.status_code == 403, (path, headers)
                assert "set-cookie" not in answer.headers


def test_a_link_of_another_site_changes_nothing(guarded: Served, house: Service) -> None:
    """A browser follows it with the cookie: every page that can be reached so only reads."""
    before = house.storage.ledger.head()
    with browser(guarded.http.base_url) as visitor:
        visitor.sign_in("paula")
        for method, path in routes(guarded, changing=False):
            answer = visitor.get(path, headers=LINK)
            assert answer.status_code != 403 or "role" in answer.text, (method, path)
            assert "set-cookie" not in answer.headers, path
        assert visitor.http.get("/v1/tables").status_code == 200  # still signed in
    assert house.storage.ledger.head() == before
