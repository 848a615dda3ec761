"""A device's connection that stays: lines are answered as requests are, and in their order."""

import json
import uuid
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest
from prometheus_client import REGISTRY

from tests.support.domain import asked
from tests.support.http.devices import Wire, device, turned_away
from tests.support.http.playing import Pit, Table, Told, expect_problem, names

WRONG: Final[dict[str, Any]] = {
    "no object": 5,
    "wrong by itself": {"command": "roll", "dice": [1, 2, 9]},
    "no command": {"command": "dance"},
    "no table": {"command": "roll", "dice": [1, 2, 3], "table": None},
    "refused by the rules": {"command": "roll", "dice": [1, 2, 3]},
}


@pytest.fixture
def line() -> str:
    """A line of work that no other test has."""
    return uuid.uuid4().hex


@pytest.fixture
def wire(http: httpx.Client, line: str) -> Iterator[Wire]:
    with device(http, line) as one:
        yield one


def at(table: Table, command: Told) -> Told:
    return {"table": table.name, **command}


def test_a_line_is_answered_with_the_stored_events(pit: Pit, table: Table, wire: Wire) -> None:
    head = pit.head()
    wire.connection.send(json.dumps({"number": 1, "command": at(table, asked.buy_in())}))
    text = wire.connection.recv()
    assert isinstance(text, str)
    (stored,) = pit.house.storage.ledger.log_after(head, 10)
    assert text == f'{{"number":1,"status":200,"events":[{stored.state.decode()}]}}'


def test_several_are_done_as_one(pit: Pit, table: Table, wire: Wire) -> None:
    told = wire.ask(1, at(table, asked.open_round()), at(table, asked.place(1)))
    assert names(told["events"]) == ["RoundOpened", "WagerPlaced"]
    with pit.nothing_stored():
        refused = wire.ask(2, at(table, asked.place(2)), at(table, asked.settle()))
    assert (refused["status"], refused["problem"]["index"]) == (409, 1)


@pytest.mark.parametrize("name", [name for name, one in WRONG.items() if isinstance(one, dict)])
def test_the_problem_of_a_line_carries_the_id(table: Table, wire: Wire, name: str) -> None:
    named = str(uuid.uuid4())
    told = wire.ask(1, {**at(table, WRONG[name]), "command_id": named})
    assert told["problem"]["command_id"] == named


def test_a_line_that_is_used_for_another_command_names_that_one(table: Table, wire: Wire) -> None:
    wire.ask(1, {**at(table, asked.buy_in()), "command_id": str(uuid.uuid4())})
    other = str(uuid.uuid4())
    told = wire.ask(1, {**at(table, asked.buy_in()), "command_id": other})
    assert told["problem"]["type"] == "urn:pitledger:problem:other-body"
    assert told["problem"]["command_id"] == other


def test_a_line_of_another_form_carries_the_id_of_its_command(wire: Wire) -> None:
    named = str(uuid.uuid4())
    line = {"number": 1, "command": {"command": "settle", "command_id": named}, "more": 1}
    wire.connection.send(json.dumps(line))
    told = wire.hear()
    assert told["problem"]["type"] == "urn:pitledger:problem:invalid-request"
    assert told["problem"]["command_id"] == named


def test_who_does_not_ask_to_stay_is_told_how(http: httpx.Client) -> None:
    answer = http.get("/v1/device", params={"line": "table-7"})
    problem = expect_problem(answer, "upgrade-required")
    assert answer.headers["upgrade"] == "websocket"
    assert "POST /v1/commands" in problem["detail"]
    expect_problem(http.get("/v1/device"), "upgrade-required")
    expect_problem(http.get("/v1/device", params={"lines": "table-7"}), "invalid-request")


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_as_over_http(pit: Pit, table: Table, wire: Wire, name: str) -> None:
    command = WRONG[name]
    if isinstance(command, dict):
        command = at(table, command)
    bodies = {"command": command, "commands": [command]}
    for number, (name_of, body) in enumerate(bodies.items(), 1):
        over_http = pit.http.post("/v1/commands", content=json.dumps(body))
        wire.connection.send(json.dumps({"number": number, name_of: body}))
        assert over_http.status_code >= 400
        problem = {k: v for k, v in over_http.json().items() if k != "refusal"}
        assert wire.hear() == {
            "number": number, "status": over_http.status_code, "problem": problem,
        }  # fmt: skip
    assert wire.ask(3, at(table, asked.buy_in()))["status"] == 200, "the connection goes on"


def test_lines_of_another_form_are_answered_if_they_have_a_number(wire: Wire) -> None:
    for text in ('{"number":1}', '{"number":1,"command":{},"x":1}', '{"number":1,"commands":5}'):
        wire.connection.send(text)
        told = wire.hear()
        assert (told["number"], told["status"]) == (1, 422)
        assert told["problem"]["type"] == "urn:pitledger:problem:invalid-request"


def test_numbers_are_counted_up_by_one(pit: Pit, table: Table, wire: Wire) -> None:
    buy_in = at(table, asked.buy_in())
    assert wire.ask(7, buy_in)["status"] == 200
    with pit.nothing_stored():
        told = wire.ask(9, buy_in)
    assert told["status"] == 422
    assert "after 7 comes 8" in told["problem"]["detail"]
    assert wire.ask(8, buy_in)["status"] == 200


def test_many_are_done_in_their_order_and_answered_in_it(table: Table, wire: Wire) -> None:
    """More than may be unanswered: the rest waits in the connection."""
    for number in range(1, 301):
        wire.say(number, at(table, asked.buy_in(1, 100 + number)))
    told = [wire.hear() for _ in range(300)]
    assert [one["number"] for one in told] == list(range(1, 301))
    assert [one["events"][0]["amount"] for one in told] == list(range(101, 401))
    seqs = [one["events"][0]["seq"] for one in told]
    assert seqs == list(range(seqs[0], seqs[0] + 300))


def test_what_is_sent_again_is_answered_as_before(
    pit: Pit, http: httpx.Client, table: Table, line: str
) -> None:
    """Refusals too, though by now they would be accepted."""
    lines = [
        [at(table, asked.place(1))],
        [at(table, asked.open_round())],
        [at(table, asked.place(1, 10_000)), at(table, asked.place(2, 10_000))],
        [at(table, {**asked.place(3), "command_id": str(uuid.uuid4())})],
        [at(table, asked.place(4)), at(table, asked.settle())],
    ]
    with device(http, line) as wire:
        first = [wire.ask(number, *told) for number, told in enumerate(lines, 1)]
    assert [one["status"] for one in first] == [409, 200, 200, 200, 409]
    with pit.nothing_stored():
        for _ in range(2):
            with device(http, line) as wire:
                for number, told in enumerate(lines, 1):
                    wire.say(number, *told)
                assert [wire.hear() for _ in lines] == first
    assert len(pit.refusals(table.name)) == 2


def test_a_number_with_another_body_is_told(
    pit: Pit, http: httpx.Client, table: Table, line: str
) -> None:
    with device(http, line) as wire:
        wire.ask(1, at(table, asked.buy_in()))
        wire.ask(2, at(table, asked.place(1)))
        wire.ask(3, at(table, {**asked.buy_in(), "command_id": str(uuid.uuid4())}))
    with pit.nothing_stored(), device(http, line) as wire:
        for number in (1, 2, 3):
            for other in (asked.buy_in(2), {**asked.buy_in(2), "command_id": str(uuid.uuid4())}):
                told = wire.ask(number, at(table, other))
                assert (told["number"], told["status"]) == (number, 422)
                assert told["problem"]["type"] == "urn:pitledger:problem:other-body"


def test_a_line_of_work_has_numbers_of_its_own(http: httpx.Client, table: Table) -> None:
    for _ in range(2):
        with device(http, uuid.uuid4().hex) as wire:
            assert wire.ask(1, at(table, asked.buy_in()))["status"] == 200
    assert table.do(asked.buy_in())[0]["seq"] == 4


def test_the_newest_connection_has_the_line(http: httpx.Client, table: Table, line: str) -> None:
    with device(http, line) as older, device(http, f"{line}x") as other:
        assert older.ask(1, at(table, asked.buy_in()))["status"] == 200
        with device(http, line) as newer:
            assert older.ends() == (4001, "a newer connection has taken over this line")
            assert newer.ask(2, at(table, asked.buy_in()))["status"] == 200
            assert other.ask(1, at(table, asked.buy_in()))["status"] == 200
        with device(http, line) as after:
            assert after.ask(3, at(table, asked.buy_in()))["status"] == 200


def test_what_cannot_be_answered_ends_the_connection(
    http: httpx.Client, table: Table, line: str
) -> None:
    for sent, code, words in (
        ("roll", 1007, "not JSON; send one object a line"),
        ('{"command":{}}', 1008, "a line has a number"),
        (b'{"number":1}', 1003, "send lines as text"),
    ):
        with device(http, line) as wire:
            wire.say(1, at(table, asked.buy_in()))
            wire.connection.send(sent)
            assert wire.hear()["status"] == 200, "what came before is answered"
            told, reason = wire.ends()
        assert told == code
        assert words in reason


def test_text_that_is_none_ends_the_connection(http: httpx.Client, line: str) -> None:
    with device(http, line) as wire:
        wire.connection.send(b"\xff\xfe", text=True)
        assert wire.ends()[0] == 1007


def test_a_line_is_as_long_as_a_body_may_be(http: httpx.Client, line: str) -> None:
    with device(http, line) as wire:
        wire.connection.send(" " * 1_000_001)
        assert wire.ends()[0] == 1009
    with device(http, line) as wire:
        wire.connection.send('{"number":1,"command":' + " " * 900_000 + "5}")
        assert wire.hear()["status"] == 422


@pytest.mark.parametrize(
    ("headers", "why"),
    [
        ({"Origin": "https://example.com"}, "https://example.com"),
        ({"Origin": "null"}, "null"),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "websocket"}, "another origin"),
        ({"Sec-Fetch-Site": "same-site"}, "another origin"),
    ],
)
def test_a_page_of_another_origin_is_turned_away(
    http: httpx.Client, headers: dict[str, str], why: str
) -> None:
    denied = {"why": "origin"}
    before = REGISTRY.get_sample_value("pitledger_http_denied_total", denied) or 0
    told = turned_away(http, "forbidden", additional_headers=headers)
    assert why in told["detail"]
    assert REGISTRY.get_sample_value("pitledger_http_denied_total", denied) == before + 1


def test_a_page_of_ours_may_stay(http: httpx.Client, table: Table, line: str) -> None:
    with device(http, line, origin=str(http.base_url).rstrip("/")) as wire:
        assert wire.ask(1, at(table, asked.buy_in()))["status"] == 200


@pytest.mark.parametrize(
    "query", ["", "?line=", "?line=a&line=b", "?line=a%2Fb", "?line=a%0A", "?line=" + "x" * 65]
)
def test_a_line_of_work_is_named_once(http: httpx.Client, query: str) -> None:
    told = turned_away(http, "invalid-request", query)
    assert told["errors"][0]["where"] == "query.line"


def test_unknown_queries_are_refused(http: httpx.Client) -> None:
    told = turned_away(http, "invalid-request", "?line=a&lien=b")
    assert told["errors"][0]["where"] == "query.lien"


def test_elsewhere_http_is_spoken_to_the_end(http: httpx.Client) -> None:
    asks = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version": "13",
    }
    assert http.get("/livez", headers=asks).json() == {"status": "alive"}
    assert http.post("/v1/device?line=a", headers=asks).status_code == 405
    assert http.get("/v1/device?line=a").status_code == 426
    assert http.get("/v1/device/x", headers=asks).status_code == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-WebSocket-Version": "13"},
        {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "7"},
        {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "X-Long": "x" * 20_000},
    ],
)
def test_what_is_no_handshake_is_told(http: httpx.Client, headers: dict[str, str]) -> None:
    asks = {"Connection": "Upgrade", "Upgrade": "websocket", **headers}
    assert http.get("/v1/device?line=a", headers=asks).status_code in (400, 426)
    assert http.get("/livez").status_code == 200


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0


def test_devices_and_lines_are_measured(http: httpx.Client, table: Table, line: str) -> None:
    def lines(status: int) -> float:
        labels = {"method": "LINE", "route": "/v1/device", "status": str(status)}
        return value("pitledger_http_request_seconds_count", **labels)

    before, done, refused = value("pitledger_http_devices"), lines(200), lines(409)
    with device(http, line) as wire:
        wire.ask(1, at(table, asked.buy_in()))
        wire.ask(2, at(table, asked.settle()))
        assert value("pitledger_http_devices") == before + 1
    assert (lines(200), lines(409)) == (done + 1, refused + 1)


def test_a_connection_is_found_again_by_the_ids_it_came_with(
    http: httpx.Client, table: Table
) -> None:
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    told = {"traceparent": f"00-{trace}-00f067aa0ba902b7-01", "X-Request-ID": "shoe-7"}
    with device(http, told=told) as wire:
        answer = wire.connection.response
        assert answer is not None
        assert answer.headers["X-Request-ID"] == "shoe-7"
        assert answer.headers["traceparent"].startswith(f"00-{trace}-")
        assert wire.ask(1, at(table, asked.buy_in()))["status"] == 200
