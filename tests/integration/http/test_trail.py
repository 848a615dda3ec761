"""Whoever asks is told by which ids their request is found again."""

import json
import re
from collections.abc import Iterator

import pytest
import structlog

from services.desk import Request
from services.runtime.logs import set_up_logs
from services.runtime.trail import Trail
from tests.support.domain import asked
from tests.support.http.playing import Pit, Table

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
SENT = {"traceparent": f"00-{TRACE}-{SPAN}-01", "X-Request-ID": "device-7.42"}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/v1/tables", 200),
        ("GET", "/", 200),
        ("GET", "/livez", 200),
        ("GET", "/v1/nothing", 404),
        ("PUT", "/v1/commands", 405),
        ("POST", "/v1/commands", 422),
    ],
)
def test_every_answer_carries_both(pit: Pit, method: str, path: str, status: int) -> None:
    answer = pit.http.request(method, path, headers=SENT)
    assert answer.status_code == status
    assert answer.headers.get_list("x-request-id") == ["device-7.42"]
    (traceparent,) = answer.headers.get_list("traceparent")
    assert re.fullmatch(rf"00-{TRACE}-(?!{SPAN})[0-9a-f]{{16}}-01", traceparent)


def test_malformed_ones_are_replaced(pit: Pit) -> None:
    sent = {"traceparent": "00-0-0-01", "X-Request-ID": "a b"}
    first, second = (pit.http.get("/livez", headers=sent).headers for _ in range(2))
    assert re.fullmatch(r"[0-9a-f]{32}", first["x-request-id"])
    assert first["traceparent"].split("-")[1] == first["x-request-id"]
    assert first["x-request-id"] != second["x-request-id"]


def test_the_desk_is_told_with_every_command(
    pit: Pit, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Trail | None] = []
    hand_in = pit.house.desk.hand_in

    def listening(request: Request) -> None:
        heard.append(request.context.trail)
        hand_in(request)

    monkeypatch.setattr(pit.house.desk, "hand_in", listening)
    path = f"/v1/tables/{table.name}/commands"
    for command, status in ((asked.buy_in(), 201), (asked.settle(), 409)):
        answer = pit.http.post(path, json=command, headers=SENT)
        assert answer.status_code == status
        trail = heard.pop()
        assert trail is not None
        assert (trail.request_id, trail.trace_id, trail.parent_id) == ("device-7.42", TRACE, SPAN)
        assert answer.headers["traceparent"] == trail.traceparent


@pytest.fixture
def _logs() -> Iterator[None]:
    before = structlog.get_config()
    set_up_logs("json")
    yield
    structlog.configure(**before)


@pytest.mark.usefixtures("_logs")
def test_what_is_denied_is_logged_under_them(pit: Pit, capsys: pytest.CaptureFixture[str]) -> None:
    foreign = {**SENT, "host": "elsewhere.example"}
    assert pit.http.get("/v1/tables", headers=foreign).status_code == 403
    told = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    (denied,) = [line for line in told if line["event"] == "denied"]
    assert (denied["request_id"], denied["trace_id"]) == ("device-7.42", TRACE)
