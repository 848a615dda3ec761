"""Commands pass the framework by, and whoever sends them cannot tell: the answers are the same."""

import contextlib
import http.client
import json
import socket
import time
import uuid
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest
from fastapi import FastAPI
from prometheus_client import REGISTRY

from services.bootstrap import Service
from services.http import server as web_server
from services.http.app import make_app
from services.settings import Settings
from tests.support.domain import asked
from tests.support.http.playing import Pit, Table, expect_problem
from tests.support.http.serving import Served, served

JSON: Final = {"Content-Type": "application/json"}
GOOD: Final = json.dumps(asked.buy_in()).encode()
OTHERS: Final[dict[str, tuple[str, str, dict[str, str], bytes]]] = {
    "no json": ("POST", "{commands}", JSON, b"{"),
    "no object": ("POST", "{commands}", JSON, b"[1]"),
    "a key twice": ("POST", "{commands}", JSON, b'{"command":"roll","command":"roll"}'),
    "an empty list": ("POST", "{commands}", JSON, b"[]"),
    "an empty body": ("POST", "{commands}", JSON, b""),
    "too many": ("POST", "{commands}", JSON, json.dumps([asked.buy_in()] * 201).encode()),
    "too large": ("POST", "{commands}", JSON, b" " * 1_000_001),
    "an unknown query": ("POST", "{commands}?tabel=1&x", JSON, GOOD),
    "refused by the rules": ("POST", "{commands}", JSON, b'{"command":"roll","dice":[1,2,3]}'),
    "wrong by itself": ("POST", "{commands}", JSON, b'{"command":"roll","dice":[1,2,9]}'),
    "another table": ("POST", "{commands}", JSON, b'{"command":"roll","table":"ELSE"}'),
    "no table": ("POST", "/v1/commands", JSON, b'{"command":"roll","dice":[1,2,3]}'),
    "of the property": ("POST", "{commands}", JSON, b'{"command":"close_day"}'),
    "no name of a table": ("POST", "/v1/tables/%3F/commands", JSON, GOOD),
    "a slash in its name": ("POST", "/v1/tables/a%2Fb/commands", JSON, GOOD),
    "no name at all": ("POST", "/v1/tables//commands", JSON, GOOD),
    "the end of a line": ("POST", "/v1/commands%0A", JSON, b'{"command":"roll"}'),
    "a slash behind": ("POST", "{commands}/", JSON, GOOD),
    "a form": ("POST", "{commands}", {"Content-Type": "text/plain"}, GOOD),
    "compressed": ("POST", "{commands}", {**JSON, "Content-Encoding": "gzip"}, GOOD),
    "in another alphabet": ("POST", "{commands}", {"Content-Type": "a/b; charset=x"}, GOOD),
    "another page": ("POST", "{commands}", {**JSON, "Origin": "https://example.com"}, GOOD),
    "another host": ("POST", "{commands}", {**JSON, "Host": "example.com"}, GOOD),
    "a role and no page of ours": ("POST", "{commands}", {"Cookie": "pitledger_role=dealer"}, GOOD),
    "GET": ("GET", "{commands}", {}, b""),
    "HEAD": ("HEAD", "{commands}", {}, b""),
    "OPTIONS": ("OPTIONS", "/v1/commands", {}, b""),
    "PUT": ("PUT", "/v1/commands", JSON, GOOD),
    "DELETE": ("DELETE", "{commands}", {}, b""),
    "a word of one's own": ("PSOT", "{commands}", JSON, GOOD),
}


IDS = ("x-request-id", "traceparent")


@pytest.fixture(scope="module")
def framework(house: Service, settings: Settings) -> Iterator[Served]:
    """The same house, served without what stands in front of the framework."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(web_server, "Front", lambda app: app)
        with served(house.app(), settings) as running:
            yield running


def told(http_of: httpx.Client, method: str, path: str, **more: Any) -> tuple[int, Any, bytes]:
    url = urlsplit(str(http_of.base_url))
    assert url.hostname is not None
    with contextlib.closing(http.client.HTTPConnection(url.hostname, url.port)) as line:
        line.request(method, path, **more)
        answer = line.getresponse()
        headers = sorted((name.lower(), value) for name, value in answer.getheaders())
        # Each server has a port of its own, and leads to it; each request has ids of its own.
        own = [
            (name, "NEW" if name in IDS else value.replace(url.netloc, "HERE"))
            for name, value in headers
        ]
        return answer.status, [one for one in own if one[0] != "date"], answer.read()


@pytest.mark.parametrize("name", OTHERS)
def test_whatever_is_asked_is_answered_as_by_the_framework(
    pit: Pit, framework: Served, table: Table, name: str
) -> None:
    method, path, headers, body = OTHERS[name]
    path = path.format(commands=table.path)
    with pit.nothing_stored():
        here = told(pit.http, method, path, headers=headers, body=body)
        there = told(framework.http, method, path, headers=headers, body=body)
    assert here == there
    assert here[0] >= 300


def test_an_accepted_command_is_answered_as_by_the_framework(
    pit: Pit, framework: Served, table: Table
) -> None:
    for body in (asked.buy_in(), [asked.buy_in(), asked.buy_in()]):
        several = body if isinstance(body, list) else [body]
        for one in several:
            one["command_id"] = str(uuid.uuid4())
        content = json.dumps(body)
        here = told(pit.http, "POST", table.path, headers=JSON, body=content)
        # A repeated command is answered as the first time.
        assert told(framework.http, "POST", table.path, headers=JSON, body=content) == here
        assert here[0] == 201
        assert len(json.loads(here[2])["events"]) == len(several)


def test_a_command_passes_the_framework_by(
    pit: Pit, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for: list[str] = []
    was = FastAPI.__call__

    async def noted(app: FastAPI, scope: Any, receive: Any, send: Any) -> None:
        asked_for.append(scope["path"])
        await was(app, scope, receive, send)

    monkeypatch.setattr(FastAPI, "__call__", noted)
    table.do(asked.buy_in())
    assert pit.http.post("/v1/commands", json={**asked.buy_in(), "table": table.name}).is_success
    assert asked_for == []
    pit.http.get("/v1/tables")
    assert asked_for == ["/v1/tables"]


def seconds_counted(status: int) -> float:
    labels = {"method": "POST", "route": "/v1/tables/{table}/commands", "status": str(status)}
    return REGISTRY.get_sample_value("pitledger_http_request_seconds_count", labels) or 0


def test_it_is_measured_under_its_route(table: Table) -> None:
    before = seconds_counted(201), seconds_counted(409)
    table.do(asked.buy_in())
    expect_problem(table.send({"command": "roll", "dice": [1, 2, 3]}), "refused")
    assert (seconds_counted(201), seconds_counted(409)) == (before[0] + 1, before[1] + 1)


class _Broken:
    def submit(self, request: object) -> Any:
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
