"""Reading in processes of its own: the same answers, a limit to who waits, and no process at rest."""

import os
import re
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final

import httpx
import pytest
from prometheus_client import REGISTRY

from services.bootstrap import Service
from services.http import readers
from services.http.readers import InProcesses
from services.settings import Settings
from tests.support.http.playing import LOSES, WINS, Pit, expect_problem
from tests.support.http.serving import served
from tests.support.processes.readers import held_report, held_up, readers_of
from tests.support.processes.waiting import wait_for

DAY: Final = "2026-11-14"
PAGE: Final = {"Accept": "text/html"}
_ID: Final = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
"""A form's command id, made with the page."""
_OWN: Final = {"x-request-id", "traceparent", "date"}


@contextmanager
def apart(
    house: Service, settings: Settings, *, several: int = 1, idle_seconds: float = 60
) -> Iterator[httpx.Client]:
    """The same house, by an app that has processes read for it."""
    app = house.app()
    told = settings.model_copy(update={"readers": several})
    app.state.readers = InProcesses(told, settings.database_url, house.storage.books, idle_seconds)
    with served(app, settings) as running:
        yield running.http


def reading() -> list[int]:
    return readers_of(os.getpid())


def ended(why: str) -> float:
    name = "pitledger_http_readers_ended_total"
    return REGISTRY.get_sample_value(name, {"why": why}) or 0.0


def test_what_is_read_apart_is_the_same_to_the_byte(
    pit: Pit, house: Service, settings: Settings
) -> None:
    table = pit.table(at=f"{DAY}T20:00:00Z")
    table.open()
    [round_id] = {one["round"] for one in table.play_round({1: WINS, 2: LOSES}) if one["round"]}
    table.play_round({1: LOSES})
    house.runner.catch_up(10)
    evidence = f"/v1/rounds/{round_id}/evidence"
    wait_for(lambda: pit.http.get(evidence).status_code == 200)  # it is sealed
    of_table = f"day={DAY}&table={table.name}"
    paths = [
        f"/v1/reconciliation?{of_table}",
        "/v1/reconciliation?day=2026-02-30",
        f"/v1/reconciliation?{of_table}&as_of=2020-01-01T00:00:00Z",
        "/v1/days",
        f"/v1/days/{DAY}",
        f"/v1/exceptions?{of_table}&open=true",
        f"/v1/reports/master_game?{of_table}&format=csv&section=tables",
        f"/v1/reports/master_game?{of_table}&format=zip",
        f"/v1/reports/statistics?{of_table}&format=html",
        f"/v1/reports/journal?{of_table}",
        "/v1/reports/nothing",
        f"/v1/rounds?table={table.name}&seat=1",
        "/v1/rounds?piece=nothing",
        evidence,
        "/v1/rounds/PG99-9-9/evidence",
        f"/v1/charts/tray?{of_table}",
        f"/v1/charts/hours?{of_table}",
        f"/v1/charts/day-curve?day={DAY}",
        "/v1/charts/hold?table=NOBODY",
    ]
    pages = [
        f"/days/{DAY}",
        f"/exceptions?table={table.name}",
        f"/count?day={DAY}",
        f"/reports/master_game?{of_table}",
        f"/reports/charts?{of_table}",
        f"/rounds?table={table.name}",
        "/rounds?piece=nothing",
        f"/rounds/{round_id}?step=3",
        f"/rounds/{round_id}?under=md-pai-gow",
        f"/rounds/{round_id}?step=9999",
        f"/search?q={round_id}",
        "/search?q=nobody",
    ]
    with apart(house, settings) as http:
        for path, headers in [*((one, {}) for one in paths), *((one, PAGE) for one in pages)]:
            here, there = (one.get(path, headers=headers) for one in (pit.http, http))
            assert here.status_code == there.status_code, path
            told = [
                {name: text for name, text in one.headers.items() if name not in _OWN}
                for one in (here, there)
            ]
            assert told[0] == told[1], path
            assert _ID.sub(b"", here.content) == _ID.sub(b"", there.content), path
        assert len(reading()) == 1
        assert there.status_code == 404
    assert reading() == []


@pytest.mark.parametrize(
    "what", ["/v1/events?limit=5", "/v1/rounds/{}/events", "/v1/log/tile/entries/000.p/1"]
)
def test_what_is_archived_is_read_apart(
    pit: Pit, house: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    table = pit.table()
    table.open()
    path = what.format(table.open_round())
    wait_for(lambda: pit.http.get(path).status_code == 200)
    with apart(house, settings) as http:
        here = http.get(path)
        assert reading() == []
        monkeypatch.setattr(house.storage.ledger.pruned, "position", lambda: 1)
        monkeypatch.setattr(house.storage.ledger.pruned, "has_round", lambda _: True)
        there = http.get(path)
        assert len(reading()) == 1
    assert there.status_code == 200
    assert there.content == here.content


def test_too_many_that_wait_are_turned_away(
    house: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "_MOST_WAITING", 1)
    url = settings.database_url
    with apart(house, settings) as http, ThreadPoolExecutor(1) as pool:
        with held_report(http, url) as first:
            second = pool.submit(http.get, "/v1/days")
            wait_for(lambda: REGISTRY.get_sample_value("pitledger_http_readers_waiting") == 1)
            third = http.get("/v1/days")
            expect_problem(third, "full")
            assert third.headers["retry-after"] == "1"
            assert http.get("/v1/tables").status_code == 200
        assert [one.result().status_code for one in (first, second)] == [200, 200]


def test_reports_leave_one_for_what_is_short(house: Service, settings: Settings) -> None:
    url = settings.database_url
    with apart(house, settings, several=2) as http, ThreadPoolExecutor(1) as pool:
        with held_report(http, url) as first:
            second = pool.submit(http.get, "/v1/days")
            wait_for(lambda: REGISTRY.get_sample_value("pitledger_http_readers_waiting") == 1)
            assert http.get("/v1/rounds", params={"seat": 1}).status_code == 200
            assert (len(reading()), second.done()) == (2, False)
        assert [one.result().status_code for one in (first, second)] == [200, 200]


def test_who_waits_for_a_turn_does_not_wait_for_ever(
    house: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "_WAIT_SECONDS", 0.1)
    url = settings.database_url
    with apart(house, settings) as http:
        with held_report(http, url) as first:
            expect_problem(http.get("/v1/days"), "full")
        assert first.result().status_code == 200


def test_one_that_is_killed_is_told_of_and_replaced(house: Service, settings: Settings) -> None:
    url, died = settings.database_url, ended("died")
    with apart(house, settings) as http:
        with held_report(http, url) as asked:
            [killed] = reading()
            os.kill(killed, signal.SIGKILL)
            problem = expect_problem(asked.result(), "reading-ended")
            assert problem["detail"] == "the process that read it was killed by SIGKILL: ask again"
            assert asked.result().headers["retry-after"] == "1"
        assert http.get("/v1/reconciliation").status_code == 200
        [other] = reading()
        assert (other != killed, ended("died") - died) == (True, 1)
        os.kill(other, signal.SIGKILL)
        wait_for(lambda: reading() == [])
        wait_for(lambda: http.get("/v1/days").status_code == 200)


def test_what_takes_too_long_is_ended(
    house: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "_READ_SECONDS", 0.2)
    late = ended("late")
    with apart(house, settings) as http, held_up(settings.database_url):
        expect_problem(http.get("/v1/reconciliation"), "reading-ended")
        assert (reading(), ended("late") - late) == ([], 1)


def test_nobody_reads_at_rest(house: Service, settings: Settings) -> None:
    with apart(house, settings, idle_seconds=0.05) as http:
        for _ in range(2):
            assert http.get("/v1/days").status_code == 200
            wait_for(lambda: reading() == [])
    assert REGISTRY.get_sample_value("pitledger_http_readers") == 0


def test_a_row_that_could_not_be_read_there_is_known_here(
    pit: Pit, house: Service, settings: Settings
) -> None:
    table = pit.table()
    table.open()
    [round_id] = {one["round"] for one in table.play_round({1: WINS}) if one["round"]}
    house.runner.catch_up(10)
    keep = "UPDATE read_rounds SET doc = %s WHERE id = %s"
    with house.storage.ledger.datastore.get_connection() as conn:
        found = conn.execute("SELECT doc::text FROM read_rounds WHERE id = %s", (round_id,))
        [row] = found.fetchall()
        conn.execute(keep, ("{}", round_id))
        with apart(house, settings) as http:
            answer = http.get("/v1/rounds", params={"table": table.name})
        assert expect_problem(answer, "broken-row")["row"] == round_id
        assert round_id in (house.storage.books.trouble() or "")
        conn.execute(keep, (row["doc"], round_id))
    assert house.storage.books.trouble() is None


def test_what_nobody_foresaw_is_logged_with_its_place(
    house: Service, settings: Settings, capfd: pytest.CaptureFixture[str]
) -> None:
    rename = "ALTER TABLE read_{} RENAME TO read_{}"
    with house.storage.ledger.datastore.get_connection() as conn:
        conn.execute(rename.format("slips", "other"))
        try:
            with apart(house, settings) as http:
                expect_problem(http.get("/v1/reports/slips"), "internal")
        finally:
            conn.execute(rename.format("other", "slips"))
    told = capfd.readouterr().err
    assert "request failed" in told
    assert "services/reports/gathering.py" in told
