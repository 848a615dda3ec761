"""What is not there, and what cannot be asked for."""

from typing import Any

import pytest

from tests.support.http.playing import Pit, Table, expect_problem


@pytest.mark.parametrize(
    "path",
    [
        "/v1/tables/NOBODY",
        "/v1/tables/no%20table",
        "/v1/rounds/NOBODY-1-1",
        "/v1/rounds/NOBODY-1-1/events",
        "/v1/nothing",
        "/static/nothing.js",
        "/static/..%2Fapp.py",
    ],
)
def test_what_is_not_there_is_told_so(pit: Pit, path: str) -> None:
    expect_problem(pit.http.get(path), "not-found")


def test_a_table_without_rounds_has_an_empty_list(pit: Pit, table: Table) -> None:
    assert pit.read(f"/v1/tables/{table.name}/rounds") == {"rounds": []}


@pytest.mark.parametrize(
    ("path", "query", "where"),
    [
        ("/v1/events", {"after": "x"}, "query.after"),
        ("/v1/events", {"after": -1}, "query.after"),
        ("/v1/events", {"after": 1.5}, "query.after"),
        ("/v1/events", {"limit": 0}, "query.limit"),
        ("/v1/events", {"limit": 5001}, "query.limit"),
        ("/v1/tables/T001", {"seq": 0}, "query.seq"),
        ("/v1/tables/T001", {"seq": "last"}, "query.seq"),
        ("/v1/tables/T001/rounds", {"limit": -1}, "query.limit"),
        ("/v1/stream", {"after": -1}, "query.after"),
        ("/v1/stream", {"view": "ceiling"}, "query.view"),
    ],
)
def test_a_bad_query_is_told(pit: Pit, path: str, query: dict[str, Any], where: str) -> None:
    problem = expect_problem(pit.http.get(path, params=query), "invalid-request")
    assert [error["where"] for error in problem["errors"]] == [where]
    assert problem["errors"][0]["what"]


@pytest.mark.parametrize("last", ["x", "-1"])
def test_a_bad_last_event_id_is_told(pit: Pit, last: str) -> None:
    response = pit.http.get("/v1/stream", headers={"Last-Event-ID": last})
    problem = expect_problem(response, "invalid-request")
    assert [error["where"] for error in problem["errors"]] == ["header.last-event-id"]


@pytest.mark.parametrize("day", ["today", "2026-13-01", "2026-02-30", "", "15.11.2026"])
def test_a_bad_day_is_told(pit: Pit, day: str) -> None:
    problem = expect_problem(
        pit.http.get("/v1/reconciliation", params={"day": day}), "invalid-request"
    )
    assert repr(day) in problem["detail"]


@pytest.mark.parametrize(
    ("method", "path"),
    [("PUT", "/v1/tables"), ("DELETE", "/v1/tables/T001"), ("GET", "/v1/commands")],
)
def test_a_method_that_is_not_taken_is_told(pit: Pit, method: str, path: str) -> None:
    expect_problem(pit.http.request(method, path), "method-not-allowed")
