"""The edges: what nobody sends by accident, and somebody will send one day."""

import uuid
from typing import Any

import pytest

from tests.support.http.playing import Pit, expect_problem

OPEN: dict[str, Any] = {
    "command": "open_table",
    "submission": {"regulation": "nj-pai-gow"},
    "inventory": 100_000,
}


def new_name() -> str:
    return f"E{uuid.uuid4().hex[:10]}"


@pytest.mark.parametrize("player", ["a\u0000b", "a\nb", "\u007f", ""])
def test_control_characters_in_words_are_refused_at_the_door(pit: Pit, player: str) -> None:
    wager = {"command": "place_wager", "seat": 1, "wager": "pai_gow", "amount": 1}
    response = pit.http.post(f"/v1/tables/{new_name()}/commands", json={**wager, "player": player})
    expect_problem(response, "invalid-command")


@pytest.mark.parametrize("path", ["/v1/tables/%00", "/v1/rounds/%00", "/v1/rounds/%00/events"])
def test_a_name_that_cannot_be_is_not_found(pit: Pit, path: str) -> None:
    expect_problem(pit.http.get(path), "not-found")


def test_json_nested_beyond_reason_is_told(pit: Pit) -> None:
    body = b"[" * 100_000 + b"]" * 100_000
    response = pit.http.post("/v1/commands", content=body)
    expect_problem(response, "invalid-command")


def test_a_repeated_list_in_which_only_some_carry_an_id_answers_as_the_first_time(pit: Pit) -> None:
    path = f"/v1/tables/{new_name()}/commands"
    asked = [{**OPEN, "command_id": str(uuid.uuid4())}, {"command": "open_round"}]
    first = pit.http.post(path, json=asked)
    again = pit.http.post(path, json=asked)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content


def test_a_table_of_null_is_the_paths(pit: Pit) -> None:
    path = f"/v1/tables/{new_name()}/commands"
    assert pit.http.post(path, json={**OPEN, "table": None}).status_code == 201


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://example.com"}, {"Origin": "null"}, {"Host": "casino.example.com"}],
)
def test_a_page_of_another_origin_cannot_act_through_a_browser(
    pit: Pit, headers: dict[str, str]
) -> None:
    path = f"/v1/tables/{new_name()}/commands"
    expect_problem(pit.http.post(path, json=OPEN, headers=headers), "forbidden")
    expect_problem(pit.http.get("/v1/tables", headers=headers), "forbidden")


def test_a_wrong_method_names_the_right_ones(pit: Pit) -> None:
    response = pit.http.delete("/v1/tables")
    expect_problem(response, "method-not-allowed")
    assert response.headers["allow"] == "GET"


def test_rounds_wait_for_the_sequence_too(pit: Pit) -> None:
    name = new_name()
    path = f"/v1/tables/{name}/commands"
    answer = pit.http.post(path, json=[OPEN, {"command": "open_round"}])
    seq = answer.json()["events"][-1]["seq"]
    assert pit.http.get(f"/v1/rounds/{name}-1-1?seq={seq}").json()["phase"] == "betting"
    assert len(pit.http.get(f"/v1/tables/{name}/rounds?seq={seq}").json()["rounds"]) == 1
    expect_problem(pit.http.get(f"/v1/rounds/{name}-1-1?seq={seq + 1}"), "not-projected")


def test_every_operation_tells_its_problems(pit: Pit) -> None:
    described = pit.http.get("/openapi.json").json()
    posted = described["paths"]["/v1/commands"]["post"]["responses"]
    assert {"201", "409", "413", "422", "503"} <= set(posted)
    name = posted["409"]["$ref"].removeprefix("#/components/responses/")
    answer = described["components"]["responses"][name]
    refused = answer["content"]["application/problem+json"]["schema"]
    assert refused == {"$ref": "#/components/schemas/Problem"}
    assert "Problem" in described["components"]["schemas"]
