"""Forms of pages: one command each, by whoever looks at the page, and nothing for strangers."""

from uuid import uuid4

import httpx
import pytest

from tests.support.http.pages import OWN_PAGE
from tests.support.http.playing import Pit, Table

PAGE = {"Accept": "text/html", **OWN_PAGE}
SCRIPT = {"Accept": "application/json", **OWN_PAGE}


def buy_in(table: Table, **fields: str) -> dict[str, str]:
    form = {"command": "buy_in", "table": table.name, "command_id": str(uuid4())}
    return {**form, "back": f"/tables/{table.name}", "seat:int": "2", **fields}


def test_a_form_is_a_command_by_the_visitor(http: httpx.Client, pit: Pit, table: Table) -> None:
    answer = http.post("/do", data=buy_in(table, **{"amount:dollars": "1,250.50"}), headers=PAGE)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{table.name}")
    row = table.row(seq=2)
    assert row["drop_estimated"] == 125_050
    [event] = pit.get("/v1/events", after=pit.head() - 1)["events"]
    assert event["actor"] == {"id": "demo-pit_manager", "role": "pit_manager"}


def test_a_form_posted_twice_is_done_once(http: httpx.Client, pit: Pit, table: Table) -> None:
    form = buy_in(table, **{"amount:dollars": "25"})
    first = http.post("/do", data=form, headers=SCRIPT)
    with pit.nothing_stored():
        second = http.post("/do", data=form, headers=SCRIPT)
    assert first.status_code == second.status_code == 201
    assert first.content == second.content


def test_a_role_does_its_own_duties_alone(http: httpx.Client, pit: Pit, table: Table) -> None:
    form = {"command": "remove_box", "table": table.name}
    with pit.nothing_stored():
        answer = http.post("/do", data=form, headers=PAGE)
    assert answer.status_code == 403
    assert "is for security, and demo-pit_manager is pit_manager" in answer.text


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"amount:dollars": "12.5"}, "amount"),
        ({"amount:dollars": "a lot"}, "amount"),
        ({"amount:dollars": "25", "amount.cents:int": "1"}, "amount.cents"),
        ({"amount:dollars": "25", "seat:dollars": "1"}, "seat"),
        ({"amount:wrong": "25"}, "amount"),
        ({"amount:int": "2.5"}, "amount"),
    ],
)
def test_what_cannot_be_read_is_named(
    http: httpx.Client, pit: Pit, table: Table, fields: dict[str, str], where: str
) -> None:
    with pit.nothing_stored():
        answer = http.post("/do", data=buy_in(table, **fields), headers=SCRIPT)
    assert answer.status_code == 422
    assert [one["where"] for one in answer.json()["errors"]] == [where]


def test_a_refusal_is_a_page_with_its_paragraph(http: httpx.Client, pit: Pit, table: Table) -> None:
    form = {"command": "no_more_bets", "table": table.name}
    with pit.nothing_stored():
        answer = http.post("/do", data=form, headers=PAGE)
    assert answer.status_code == 409
    assert 'class="rule"' in answer.text
    assert "Nothing was done" in answer.text


@pytest.mark.parametrize(
    "back",
    ["https://evil.example/", "//evil.example", "/\\evil.example", "/a\r\nX: y", "javascript:1"],
)
def test_nobody_is_sent_elsewhere(http: httpx.Client, table: Table, back: str) -> None:
    form = {**buy_in(table, **{"amount:dollars": "25"}), "back": back}
    assert http.post("/do", data=form, headers=PAGE).headers["location"] == "/"


def test_errors_are_pages_for_people_and_details_for_programs(http: httpx.Client) -> None:
    shown = http.get("/nowhere", headers=PAGE)
    assert shown.status_code == 404
    assert shown.headers["content-type"].startswith("text/html")
    assert "default-src 'self'" in shown.headers["content-security-policy"]
    for path, headers in (("/nowhere", {}), ("/v1/nowhere", PAGE)):
        told = http.get(path, headers=headers)
        assert told.headers["content-type"] == "application/problem+json"
