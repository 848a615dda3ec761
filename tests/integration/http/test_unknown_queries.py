"""Whatever address it is, a query parameter that it does not know is refused."""

import re
from typing import Final

import pytest
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Route, WebSocketRoute

from services.bootstrap import Service
from tests.support.http.playing import Pit, expect_problem

UNKNOWN: Final = "surely_unknown"
FROM_ELSEWHERE: Final = "/login/callback"
"""A provider that people sign in at sends its own parameters along."""


OF_A_PAGE = {"Sec-Fetch-Site": "same-origin"}
"""As a browser says it of our own pages."""


def addresses(routes: list[BaseRoute]) -> list[tuple[str, str]]:
    """Every method and address there is, filled in with something."""
    found = []
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            found += addresses(inner.routes)
            continue
        if isinstance(route, WebSocketRoute):
            continue  # tested with the devices that connect to it
        assert isinstance(route, Route | APIRoute), f"{route}: tell the test how it is asked"
        path = re.sub(r"\{[^}]*\}", "PG01-1-1", route.path)
        found += [(method, path) for method in sorted(route.methods or ())]
    return found


def test_every_address_refuses_what_it_does_not_know(pit: Pit, house: Service) -> None:
    every = addresses(list(house.app().routes))
    assert {("GET", "/metrics"), ("GET", "/v1/stream"), ("GET", "/openapi.json")} <= set(every)
    taken = []
    for method, path in every:
        if path == FROM_ELSEWHERE:
            continue
        answer = pit.http.request(method, path, params={UNKNOWN: "1"}, headers=OF_A_PAGE)
        if answer.status_code != 422 or (method != "HEAD" and UNKNOWN not in answer.text):
            taken.append(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
    assert not taken


def test_which_it_was_is_told(pit: Pit) -> None:
    answer = pit.http.get("/metrics", params={UNKNOWN: "1", "another": "2"})
    problem = expect_problem(answer, "invalid-request")
    told = [one["where"] for one in problem["errors"]]
    assert told == [f"query.{UNKNOWN}", "query.another"]


@pytest.mark.parametrize("path", ["/", "/rounds", "/search", "/static/house.css"])
def test_people_are_told_on_a_page(pit: Pit, path: str) -> None:
    answer = pit.http.get(path, params={UNKNOWN: "1"}, headers={"Accept": "text/html"})
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert UNKNOWN in answer.text
