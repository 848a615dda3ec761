"""The routes of commands: what may be wrong, and how each of it is answered."""

import contextlib
import http.client
import json
import socket
import time
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest
from prometheus_client import REGISTRY

from services.bootstrap import Service
from services.http.app import make_app
from services.http.commands import OF_A_TABLE, OF_ANY_TABLE
from services.http.problems import PROBLEM_JSON, PROBLEMS
from services.settings import Settings
from tests.support.domain import asked
from tests.support.http.playing import Pit, Table, expect_problem
from tests.support.http.serving import served

JSON: Final = {"Content-Type": "application/json"}
GOOD: Final = json.dumps(asked.buy_in()).encode()
WRONG: Final[dict[str, dict[str, tuple[str, str, dict[str, str], bytes]]]] = {
    "invalid-command": {
        "no json": ("POST", "{commands}", JSON, b"{"),
        "no object": ("POST", "{commands}", JSON, b"[1]"),
        "a key twice": ("POST", "{commands}", JSON, b'{"command":"roll","command":"roll"}'),
        "an empty list": ("POST", "{commands}", JSON, b"[]"),
        "an empty body": ("POST", "{commands}", JSON, b""),
        "too many": ("POST", "{commands}", JSON, json.dumps([asked.buy_in()] * 201).encode()),
        "wrong by itself": ("POST", "{commands}", JSON, b'{"command":"roll","dice":[1,2,9]}'),
        "another table": ("POST", "{commands}", JSON, b'{"command":"roll","table":"ELSE"}'),
        "no table": ("POST", "/v1/commands", JSON, b'{"command":"roll","dice":[1,2,3]}'),
        "of the property": ("POST", "{commands}", JSON, b'{"command":"close_day"}'),
        "no name of a table": ("POST", "/v1/tables/%3F/commands", JSON, GOOD),
        "the end of a line": ("POST", "/v1/commands%0A", JSON, b'{"command":"roll"}'),
    },
    "too-large": {
        "too large": ("POST", "{commands}", JSON, b" " * 1_000_001),
    },
    "invalid-request": {
        "an unknown query": ("POST", "{commands}?tabel=1&x", JSON, GOOD),
    },
    "refused": {
        "refused by the rules": ("POST", "{commands}", JSON, b'{"command":"roll","dice":[1,2,3]}'),
    },
    "not-found": {
        "a slash in its name": ("POST", "/v1/tables/a%2Fb/commands", JSON, GOOD),
        "no name at all": ("POST", "/v1/tables//commands", JSON, GOOD),
    },
    "unsupported-media-type": {
        "a form": ("POST", "{commands}", {"Content-Type": "text/plain"}, GOOD),
        "compressed": ("POST", "{commands}", {**JSON, "Content-Encoding": "gzip"}, GOOD),
        "in another alphabet": ("POST", "{commands}", {"Content-Type": "a/b; charset=x"}, GOOD),
    },
    "forbidden": {
        "another page": ("POST", "{commands}", {**JSON, "Origin": "https://example.com"}, GOOD),
        "another host": ("POST", "{commands}", {**JSON, "Host": "example.com"}, GOOD),
        "a role and no page of ours": (
            "POST",
            "{commands}",
            {"Cookie": "pitledger_role=dealer"},
            GOOD,
        ),
    },
    "method-not-allowed": {
        "GET": ("GET", "{commands}", {}, b""),
        "HEAD": ("HEAD", "{commands}", {}, b""),
        "OPTIONS": ("OPTIONS", "/v1/commands", {}, b""),
        "PUT": ("PUT", "/v1/commands", JSON, GOOD),
        "DELETE": ("DELETE", "{commands}", {}, b""),
    },
    "bad-request": {
        "a word of one's own": ("PSOT", "{commands}", JSON, GOOD),
    },
}
"""What may go wrong with a command, by the problem that it is answered with."""


CASES: Final = [(kind, name) for kind, several in WRONG.items() for name in several]


def told(http_of: httpx.Client, method: str, path: str, **more: Any) -> tuple[int, Any, bytes]:
    """Sent as it is written: a client of more manners would mend the path."""
    url = urlsplit(str(http_of.base_url))
    assert url.hostname is not None
    with contextlib.closing(http.client.HTTPConnection(url.hostname, url.port)) as line:
        line.request(method, path, **more)
        answer = line.getresponse()
        headers = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, headers, answer.read()


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_what_is_wrong_is_answered_by_its_problem(
    pit: Pit, table: Table, kind: str, name: str
) -> None:
    method, path, headers, body = WRONG[kind][name]
    path = path.format(commands=table.path)
    with pit.nothing_stored():
        status, sent, answer = told(pit.http, method, path, headers=headers, body=body)
    assert status == PROBLEMS[kind][0]
    assert sent["content-type"] == PROBLEM_JSON
    if method != "HEAD":
        assert json.loads(answer)["type"] == f"urn:pitledger:problem:{kind}"
    if kind == "method-not-allowed":
        assert sent["allow"] == "POST"
    if kind != "bad-request":  # which no app was asked
        assert {"x-request-id", "traceparent"} <= sent.keys()


def test_a_slash_behind_leads_to_the_address(pit: Pit, table: Table) -> None:
    status, sent, _ = told(pit.http, "POST", f"{table.path}/", headers=JSON, body=GOOD)
    assert (status, urlsplit(sent["location"]).path) == (307, table.path)


def test_the_routes_of_commands_are_tried_first(house: Service) -> None:
    first = house.app().routes[:2]
    assert [getattr(route, "path", None) for route in first] == [OF_A_TABLE, OF_ANY_TABLE]


def seconds_counted(status: int) -> float:
    labels = {"method": "POST", "route": "/v1/tables/{table}/commands", "status": str(status)}
    return REGISTRY.get_sample_value("pitledger_http_request_seconds_count", labels) or 0


def test_it_is_measured_under_its_route(table: Table) -> None:
    before = seconds_counted(201), seconds_counted(409)
    table.do(asked.buy_in())
    expect_problem(table.send({"command": "roll", "dice": [1, 2, 3]}), "refused")
    assert (seconds_counted(201), seconds_counted(409)) == (before[0] + 1, before[1] + 1)


class _Broken:
    def hand_in(self, request: object) -> None:
        raise RuntimeError(f"the pen broke at {request!r:.10}")


def test_what_nobody_foresaw_is_answered_in_one_line(
    house: Service, settings: Settings, table: Table
) -> None:
    storage = house.storage
    app = make_app(
        settings=settings, desk=_Broken(), ledger=storage.ledger, books=storage.books, checks={}
    )
    with served(app, settings) as running:
        problem = expect_problem(running.http.post(table.path, content=GOOD), "internal")
    assert problem["detail"] == "the failure was logged"


def test_who_hangs_up_has_asked_nevertheless(pit: Pit, table: Table) -> None:
    url = urlsplit(str(pit.http.base_url))
    head = (
        f"POST {table.path} HTTP/1.1\r\nHost: {url.netloc}\r\nContent-Length: {len(GOOD)}\r\n\r\n"
    )
    for _ in range(20):
        with socket.create_connection((url.hostname, url.port)) as line:
            line.sendall(head.encode() + GOOD)
    until = time.monotonic() + 10
    while pit.http.get(f"/v1/tables/{table.name}").json().get("seq", 0) < 21:
        assert time.monotonic() < until, "what was sent was not done"
        time.sleep(0.05)
    assert table.do(asked.buy_in())[0]["seq"] == 22
