"""One word for a day that nobody has closed, wherever it is shown."""

import json

import pytest
from typer.testing import CliRunner

from projections.reports import to_be_had
from services.bootstrap import Service
from services.cli.main import app
from services.settings import Settings
from tests.support.http.playing import Pit
from tests.support.reports.evening import DAYS

EMPTY = "2190-01-01"


@pytest.mark.parametrize("day", [DAYS[1], EMPTY])
def test_the_service_calls_it_open(pit: Pit, day: str) -> None:
    assert pit.get(f"/v1/days/{day}")["status"] == "open"
    assert pit.get("/v1/reconciliation", day=day)["status"] == "open"


@pytest.mark.parametrize("name", to_be_had(DAYS[1], "open"))
def test_every_report_calls_it_open(pit: Pit, name: str) -> None:
    assert pit.get(f"/v1/reports/{name}", day=DAYS[1])["status"] == "open"


def test_the_command_line_calls_it_open(
    house: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITLEDGER_DATABASE_URL", settings.database_url)

    def told(*words: str) -> str:
        return CliRunner().invoke(app, [*words]).stdout

    assert json.loads(told("reconcile", "--day", DAYS[1], "--json"))["status"] == "open"
    assert told("reconcile", "--day", DAYS[1]).startswith(f"Gaming day {DAYS[1]}, open\n")
    assert told("day", "show", DAYS[1]).startswith(f"{DAYS[1]}: open\n")
    shown = json.loads(told("day", "show", DAYS[1], "--json"))
    assert (shown["status"], shown["next"]) == ("open", "provisional")
    assert [one["where"] for one in shown["obstacles"]] == ["PG02"]


def test_a_closed_day_is_called_by_its_last_close(pit: Pit) -> None:
    assert pit.get("/v1/reconciliation", day=DAYS[0])["status"] == "counted"
