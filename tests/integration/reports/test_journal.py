"""A day's journal out of a running house: final with the first close, whatever comes afterwards."""

import csv
import io
import json
import uuid
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from typer.testing import CliRunner

from services.bootstrap import Service, open_service
from services.cli.main import app
from services.settings import Settings, read_settings
from services.settings_sources import SettingsError
from tests.support.domain import asked
from tests.support.http.playing import expect_problem
from tests.support.http.serving import served
from tests.support.reports import evening
from tests.support.reports.chart import chart_text
from tests.support.reports.evening import DAYS, Floor
from tests.support.store.databases import new_database

DAY, NEXT = DAYS[:2]
PATH: Final = "/v1/reports/journal"


class Kept:
    """The first day's journal when it was closed, and the house for which it is made again."""

    def __init__(self, settings: Settings, chart: Path) -> None:
        self.settings = settings
        self.chart = chart
        self.before: dict[str, bytes] = {}

    def close(self, http: httpx.Client, status: str) -> None:
        told = {"command": "close_day", "day": DAY, "status": status, "at": f"{NEXT}T12:00:00Z"}
        done = http.post("/v1/commands", json={**told, "command_id": str(uuid.uuid4())})
        assert done.status_code == 201, done.text


def journals(http: httpx.Client) -> dict[str, bytes]:
    """In every form, as it was first closed; and as a CSV whichever close it is asked for by."""
    forms = ({"format": form} for form in ("json", "csv", "zip", "html"))
    asked = [{**one, "status": "provisional"} for one in forms]
    asked += [{"format": "csv"}, {"format": "csv", "section": "accounts"}]
    found = {}
    for query in asked:
        answer = http.get(PATH, params={"day": DAY, **query})
        assert answer.status_code == 200, answer.text
        found[json.dumps(query)] = answer.content
    return found


@pytest.fixture(scope="module")
def kept(server: str, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """The first day is closed by one chart, then counted, corrected and audited under another."""
    chart = tmp_path_factory.mktemp("house") / "chart.toml"
    chart.write_text(chart_text())
    settings = read_settings(
        {}, database_url=new_database(server), port=0, property="royal", ledger_accounts=chart
    )
    made = Kept(settings, chart)
    with open_service(settings) as house, served(house.app(), settings) as running:
        floor = Floor(house.desk)
        evening.first_day(floor)
        evening.cards(floor)
        house.runner.catch_up()
        expect_problem(running.http.get(PATH, params={"day": DAY}), "not-found")
        made.close(running.http, "provisional")
        house.runner.catch_up()
        made.before = journals(running.http)
    return made


def _live_on(kept: Kept, house: Service, http: httpx.Client) -> None:
    floor = Floor(house.desk)
    evening.count(floor, NEXT)
    wrong = {"command": "correct_entry", **evening.MISTAKE, "amount": 5500}
    log = http.get("/v1/events?after=0&limit=500").json()["events"]
    fill = next(one["seq"] for one in log if one["event"] == "TableFilled")
    floor.tell("PG01", f"{NEXT}T11:00:00Z", {**wrong, "entry": fill})
    house.runner.catch_up()
    kept.close(http, "counted")
    house.runner.catch_up()
    open_ones = [
        (table.table, one.exception)
        for table in house.storage.books.tables()
        for one in table.exceptions
    ]
    evening.answer_for_everything(floor, open_ones)
    missing = {"command": "acknowledge_alert", "day": DAY, "alert": "slip:missing:F-2"}
    done = http.post("/v1/commands", json={**missing, "reason": "found in the pad"})
    assert done.status_code == 201, done.text
    kept.close(http, "audited")
    floor.tell("PG01", f"{NEXT}T12:30:00Z", {**wrong, "entry": fill, "amount": 5600})
    floor.open("PG02", NEXT)
    floor.tell("PG02", f"{NEXT}T20:10:00Z", asked.buy_in(1, 20_000))
    house.runner.catch_up()


def test_it_is_the_same_bytes_whatever_comes_later(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.chart.write_text(chart_text(7000))
    later = kept.settings.model_copy(update={"property": "other"})
    with open_service(later) as house, served(house.app(), later) as running:
        assert journals(running.http) == kept.before
        _live_on(kept, house, running.http)
        assert journals(running.http) == kept.before
        for status in ("counted", "audited"):
            query = {"day": DAY, "status": status, "format": "csv"}
            csv_now = running.http.get(PATH, params=query).content
            assert csv_now == kept.before[json.dumps({"format": "csv"})]
    monkeypatch.setenv("PITLEDGER_DATABASE_URL", kept.settings.database_url)
    assert CliRunner().invoke(app, ["rebuild"]).exit_code == 0
    with open_service(later) as house, served(house.app(), later) as running:
        assert journals(running.http) == kept.before
    _is_read_on_the_command_line(kept)


def _is_read_on_the_command_line(kept: Kept) -> None:
    words = ["report", "journal", "--format", "csv", "--day"]
    done = CliRunner().invoke(app, [*words, DAY])
    assert done.exit_code == 0, done.output
    assert done.stdout_bytes == kept.before[json.dumps({"format": "csv"})]
    still_open = CliRunner().invoke(app, [*words, NEXT])
    assert still_open.exit_code == 3
    assert f"the gaming day {NEXT} is open" in still_open.stderr
    assert "close it first" in still_open.stderr


def test_a_ledger_can_take_it(kept: Kept) -> None:
    text = kept.before[json.dumps({"format": "csv"})].decode()
    lines = list(csv.DictReader(io.StringIO(text, newline="")))
    assert text.count("\r\n") == len(lines) + 1
    assert {line["journal"] for line in lines} == {f"royal-{DAY}"}
    assert [int(line["line"]) for line in lines] == list(range(1, len(lines) + 1))
    assert all(line["debit"].partition(".")[2].isdigit() for line in lines)
    cents: dict[str, int] = {"debit": 0, "credit": 0}
    for line in lines:
        for side in cents:
            cents[side] += int(line[side].replace(".", ""))
    assert cents["debit"] == cents["credit"] > 0
    told: Any = json.loads(kept.before[json.dumps({"format": "json", "status": "provisional"})])
    sections = {one["name"]: one for one in told["sections"]}
    assert (
        sections["lines"]["totals"]
        == {side: cents[side] for side in ("debit", "credit")}
        == sections["accounts"]["totals"]
    )
    assert {line["code"] for line in lines} <= {str(1000 + 10 * at) for at in range(13)}
    close = sections["close"]["rows"][0]
    assert (close["close"], close["journal"]) == (f"day:{DAY}/2", f"royal-{DAY}")
    assert {(line["close"], int(line["position"])) for line in lines} == {
        (close["close"], close["position"])
    }


def test_a_chart_that_cannot_be_used_keeps_the_service_from_starting(
    kept: Kept, tmp_path: Path
) -> None:
    file = tmp_path / "chart.toml"
    file.write_text(chart_text(leave_out="vigorish"))
    wrong = kept.settings.model_copy(update={"ledger_accounts": file})
    with (
        pytest.raises(SettingsError, match="it says nothing of vigorish"),
        open_service(wrong) as one,
    ):
        one.app()
