"""Every answer is what the description says it is."""

from typing import Any, Final

import httpx
import jsonschema
import pytest

from tests.support.domain import books_asked
from tests.support.http.playing import LOSES, WINS, Pit, Table, Told

NEEDED: dict[str, dict[str, str]] = {"house-way": {"pieces": "6-6,1-6,5-5,2-3"}}
"""Queries that an address does not do without, by its last step."""

NOT_JSON: Final = (
    "/v1/device",
    "/v1/rounds/{round_id}/evidence",
    *("/v1/stream", "/metrics", "/v1/log/checkpoint", "/v1/log/key"),
    *("/v1/log/tile/entries/{path}", "/v1/log/tile/{level}/{path}"),
)


@pytest.fixture(scope="module")
def description(pit: Pit) -> Told:
    return pit.get("/openapi.json")


def checked(description: Told, path: str, answer: httpx.Response, method: str = "get") -> Any:
    """Against the schema of this address and status."""
    described = description["paths"][path][method]["responses"][str(answer.status_code)]
    kind = answer.headers["content-type"].partition(";")[0]
    assert kind in described["content"], f"{path}: {kind}"
    schema = {**described["content"][kind]["schema"], "components": description["components"]}
    value = answer.json()
    jsonschema.validate(value, schema, cls=jsonschema.Draft202012Validator)
    return value


def of_table(path: str, table: Table) -> dict[str, str]:
    return {"table": table.name} if path == "/v1/charts/tray" else {}


@pytest.fixture
def played(table: Table) -> str:
    """A finished round that somebody complains of, and one in play."""
    done = table.play_round({1: WINS, 2: LOSES})
    table.do(books_asked.complain(done[0]["round"], seat=2))
    table.deal_round({1: WINS})
    return str(done[0]["round"])


def test_what_is_read_is_as_described(
    description: Told, http: httpx.Client, table: Table, played: str, day: str
) -> None:
    table.row(seq=table.seq)
    names = {"table": table.name, "round_id": played, "day": day, "name": "master_game"}
    for path, methods in description["paths"].items():
        if "get" not in methods or path in NOT_JSON:
            continue
        if "{meter}" in path:  # no meter here; its chart has the schema of the other charts
            continue
        needed = NEEDED.get(path.rpartition("/")[2], {})
        answer = http.get(path.format(**names), params={**needed, **of_table(path, table)})
        assert answer.status_code == 200, f"{path}: {answer.text}"
        assert checked(description, path, answer) is not None
    for path, query in (("/v1/progressives", {"day": day}), ("/v1/exceptions", {"day": day})):
        checked(description, path, http.get(path, params=query))


def test_what_commands_lead_to_is_as_described(
    description: Told, http: httpx.Client, table: Table
) -> None:
    body = {"command": "buy_in", "seat": 1, "amount": 2500}
    path = "/v1/tables/{table}/commands"
    answer = http.post(path.format(table=table.name), json=body)
    [event] = checked(description, path, answer, "post")["events"]
    assert event["event"] == "ChipsBought"


def test_a_wrong_answer_would_be_found(description: Told) -> None:
    wrong = httpx.Response(200, json={"tables": [{"table": 5}], "broken": []})
    with pytest.raises(jsonschema.ValidationError):
        checked(description, "/v1/tables", wrong)


def test_streams_and_metrics_have_their_own_media_types(
    description: Told, http: httpx.Client
) -> None:
    answers = {
        path: list(description["paths"][path]["get"]["responses"]["200"]["content"])
        for path in ("/v1/stream", "/metrics", "/v1/reports/{name}")
    }
    assert answers["/v1/stream"] == ["text/event-stream"]
    assert answers["/metrics"] == ["text/plain"]
    assert set(answers["/v1/reports/{name}"]) == {
        *("application/json", "text/csv", "text/html", "application/zip"),
    }
    assert http.get("/metrics").headers["content-type"].startswith("text/plain")
