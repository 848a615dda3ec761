"""`pitledger day` as a person uses it, with a service at work and without one."""

import json
from pathlib import Path

import httpx
import pytest

from services.bootstrap import open_service
from services.settings import read_settings
from services.storage import open_storage
from tests.e2e.processes.test_command_line import pitledger
from tests.support.processes.service import served
from tests.support.store.playing import buy_in, do, open_table

DAY = "2020-11-13"
EVENING = "2020-11-13T20:00:00Z"


def closing(table: str) -> dict[str, object]:
    return {"command": "close_table", "table": table, "inventory": 1_000_000, "at": EVENING}


def test_a_day_is_shown_and_closed_step_by_step(data: Path) -> None:
    settings = read_settings({}, data=data)
    with open_service(settings) as house:
        do(house.desk, open_table("PG01", at=EVENING))
        busy = pitledger("day", "close", DAY, "--status=provisional", f"--data={data}")
        assert busy.returncode == 2
        assert "stop it and try again, or send the command as POST /v1/commands" in busy.stderr
        assert f'curl ADDRESS/v1/commands -d \'{{"day":"{DAY}","command":"close_day"' in busy.stderr
    shown = pitledger("day", "show", DAY, f"--data={data}")
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.startswith(f"{DAY}: open\n  PG01 plays in a period of {DAY}: close it")
    refused = pitledger("day", "close", DAY, "--status=provisional", f"--data={data}")
    assert refused.returncode == 3
    assert "PG01 plays in a period" in refused.stderr
    assert "[control:day-open-table]" in refused.stderr
    with open_service(settings) as house:
        do(house.desk, closing("PG01"))
    who = ("--actor=A1", "--role=auditor")
    closed = pitledger("day", "close", DAY, "--status=provisional", *who, f"--data={data}")
    assert (closed.returncode, closed.stdout) == (0, f"{DAY} is closed: provisional\n")
    shown = pitledger("day", "show", DAY, f"--data={data}")
    assert shown.stdout.startswith(f"{DAY}: provisional\n  PG01 session 1 box 1 of {DAY}")
    with open_service(settings) as house:
        count = {"command": "count_drop", "table": "PG01", "amount": 0}
        assert do(house.desk, count)[0]["day"] > DAY
        (first,) = [
            json.loads(entry.state)
            for entry in house.storage.ledger.log_after(0, 100)
            if "DayClosed" in entry.topic
        ]
    assert first["actor"] == {"id": "A1", "role": "auditor"}
    for status in ("counted", "audited"):
        assert (
            pitledger("day", "close", DAY, f"--status={status}", f"--data={data}").returncode == 0
        )
    assert pitledger("day", "show", DAY, f"--data={data}").stdout == f"{DAY}: audited\n"


def test_the_running_service_closes_it_and_goes_on(data: Path) -> None:
    with served(data) as service, httpx.Client(base_url=service.url) as http:
        for told in (open_table("PG01", at=EVENING), closing("PG01")):
            assert http.post("/v1/commands", json=told).status_code == 201
        closed = pitledger("day", "close", DAY, "--status=provisional", f"--data={data}")
        assert closed.returncode == 0, closed.stderr
        late = [open_table("PG01", at=EVENING), buy_in("PG01", at=EVENING)]
        events = http.post("/v1/commands", json=late).json()["events"]
        assert {event["day"] for event in events} == {"2020-11-14"}
        service.kill()
        service.start()
        late_again = http.post("/v1/commands", json=buy_in("PG01", at=EVENING)).json()["events"]
        assert late_again[0]["day"] == "2020-11-14"
        again = pitledger("day", "close", DAY, "--status=provisional", f"--data={data}")
        assert again.returncode == 3
        assert "already" in again.stderr


def test_a_day_that_has_not_ended_can_be_closed_when_it_has(data: Path) -> None:
    with open_storage(read_settings({}, data=data)):
        pass
    shown = pitledger("day", "show", "2199-01-01", f"--data={data}")
    assert shown.stdout == (
        "2199-01-01: open\n"
        "It can be closed when it has ended, at 2199-01-02T06:00:00+00:00.\n"
        "Nothing else stands in the way of provisional.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("close", "2026-13-01", "--status=counted"), "day"),
        (("close", DAY, "--status=done"), "status"),
        (("close", DAY, "--status=counted", "--actor=A1"), "--role"),
        (("show", "yesterday"), "yesterday"),
    ],
)
def test_what_cannot_be_meant_is_told(arguments: tuple[str, ...], why: str, data: Path) -> None:
    told = pitledger("day", *arguments, f"--data={data}")
    assert told.returncode == 2
    assert why in told.stderr
    assert "Traceback" not in told.stderr
