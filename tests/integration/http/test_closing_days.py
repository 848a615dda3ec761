"""A day closed over HTTP: named in the command, for the whole property."""

import itertools
import uuid
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest

from domain.findings import Alert, Findings
from services.bootstrap import open_service
from services.settings import read_settings
from tests.support.http.playing import Pit, expect_problem
from tests.support.http.serving import served
from tests.support.store.databases import new_database
from tests.support.store.playing import buy_in, open_table

DAY, NEXT = "2020-11-15", "2020-11-16"
EVENING: Final = "2020-11-15T20:00:00Z"
MORNING: Final = "2020-11-16T07:00:00Z"


@pytest.fixture
def property_of_its_own(server: str, logs: None) -> Iterator[httpx.Client]:
    """Closing a day moves everybody's play, so nobody else plays here."""
    url = new_database(server)
    settings = read_settings({}, database_url=url, port=0)
    with open_service(settings) as house, served(house.app(), settings) as running:
        yield running.http


def close_day(status: str = "provisional", **more: Any) -> dict[str, Any]:
    return {"command": "close_day", "day": DAY, "status": status, "at": MORNING, **more}


def post(http: httpx.Client, *commands: dict[str, Any]) -> httpx.Response:
    return http.post("/v1/commands", json=list(commands))


def test_a_day_is_closed_and_what_comes_late_is_posted_to_the_next(
    property_of_its_own: httpx.Client,
) -> None:
    http = property_of_its_own
    assert post(http, open_table("PG01", at=EVENING)).status_code == 201
    problem = expect_problem(post(http, close_day()), "refused")
    assert problem["rule"] == "control:day-open-table"
    assert "PG01" in problem["reason"]
    closed = {"command": "close_table", "table": "PG01", "inventory": 1_000_000, "at": EVENING}
    assert post(http, closed).status_code == 201
    once = close_day(command_id=str(uuid.uuid4()))
    first = post(http, once)
    (event,) = first.json()["events"]
    assert (event["event"], event["key"], event["table"]) == ("DayClosed", f"day:{DAY}", None)
    (opened,) = post(http, open_table("PG01", at=EVENING)).json()["events"]
    assert opened["day"] == NEXT
    assert post(http, once).json() == first.json()
    assert http.get(f"/v1/tables/PG01?seq={opened['seq']}").json()["day"] == NEXT
    logged = http.get("/v1/events?after=0").json()["events"]
    assert [told["key"] for told in logged] == ["PG01", "PG01", f"day:{DAY}", "PG01"]


def test_a_close_told_again_is_the_same_although_its_alerts_have_moved(
    property_of_its_own: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = itertools.count(1)

    def moved(*_: object) -> Findings:
        return Findings(alerts=(Alert(alert=f"hold:{next(numbers)}", what="hold", value="2"),))

    monkeypatch.setattr("services.entry.day_findings.find", moved)
    once = close_day(command_id=str(uuid.uuid4()))
    first, second = (post(property_of_its_own, once) for _ in range(2))
    assert [event["event"] for event in first.json()["events"]] == ["AlertRaised", "DayClosed"]
    assert first.json()["events"][0]["alert"] == "hold:1"
    assert (second.status_code, second.json()) == (201, first.json())


def test_a_setting_that_changes_later_changes_no_frozen_report(server: str, logs: None) -> None:
    url = new_database(server)
    settings = read_settings({}, database_url=url, port=0, currency_threshold=5_000)
    closed = {"command": "close_table", "table": "PG01", "inventory": 990_000, "at": EVENING}
    evening = [open_table("PG01", at=EVENING), buy_in("PG01", at=EVENING), closed]
    query = {"day": DAY, "status": "provisional"}
    with open_service(settings) as house:
        with served(house.app(), settings) as running:
            for command in (*evening, close_day(command_id=str(uuid.uuid4()))):
                done = post(running.http, command)
                assert done.status_code == 201, done.text
            assert done.json()["events"][-1]["currency_threshold"] == 5_000
            house.runner.catch_up()
            before = running.http.get("/v1/reports/currency", params=query).content
        assert b"more than $50.00" in before
    later = settings.model_copy(update={"currency_threshold": 77_700})
    with open_service(later) as house, served(house.app(), later) as running:
        reports = "/v1/reports/currency"
        assert running.http.get(reports, params=query).content == before
        assert running.http.get(reports, params={"day": DAY}).content == before
        assert "more than $777.00" in running.http.get(reports, params={"day": NEXT}).text


def test_a_table_is_no_place_to_close_a_day(pit: Pit) -> None:
    table = pit.table()
    problem = expect_problem(table.send(close_day()), "invalid-command")
    assert "POST /v1/commands" in problem["detail"]
    problem = expect_problem(table.send([buy_in(table.name), close_day()]), "invalid-command")
    assert problem["errors"][0]["where"] == "1.command"


@pytest.mark.parametrize(
    ("command", "where"),
    [
        (close_day(table="PG01"), "table"),
        (close_day(status="closed"), "status"),
        ({**close_day(), "day": "2026-02-30"}, "day"),
        ({"command": "close_day", "status": "counted"}, "day"),
        ({"command": "acknowledge_alert", "day": DAY, "alert": "x"}, "reason"),
    ],
)
def test_what_the_command_alone_shows_to_be_wrong_is_told(
    pit: Pit, command: dict[str, Any], where: str
) -> None:
    problem = expect_problem(pit.http.post("/v1/commands", json=command), "invalid-command")
    assert problem["errors"][0]["where"] == where


def test_a_day_that_was_never_played_to_its_end_is_not_closed(pit: Pit) -> None:
    day = "2101-01-01"
    # Other tests play under full controls in this house: then only some may close a day.
    auditor = {"id": "ann", "role": "auditor"}
    early = {**close_day(), "day": day, "at": None, "actor": auditor}
    problem = expect_problem(pit.http.post("/v1/commands", json=early), "refused")
    assert problem["rule"] == "control:day-order"
    assert "has not ended" in problem["reason"]
    ahead = {**early, "at": f"{day}T12:00:00Z"}
    problem = expect_problem(pit.http.post("/v1/commands", json=ahead), "refused")
    assert problem["rule"] == "control:clock"
