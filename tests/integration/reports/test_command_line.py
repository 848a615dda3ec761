"""`pitledger report` and `pitledger reconcile`, over the books of a house."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from services.bootstrap import Service
from services.cli.main import app
from services.settings import Settings
from tests.support.reports.evening import DAYS

FIRST = DAYS[0]


@pytest.fixture
def call(house: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> "Call":
    monkeypatch.setenv("PITLEDGER_DATABASE_URL", settings.database_url)
    return Call()


class Call:
    """The command line beside the running house."""

    def __call__(self, *words: str) -> Result:
        return CliRunner().invoke(app, list(words))


def test_a_report_is_json_unless_told_otherwise(call: Call) -> None:
    done = call("report", "slips", "--day", FIRST)
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    assert (report["report"], report["day"], report["status"]) == ("slips", FIRST, "counted")


def test_a_page_in_a_file_needs_nothing_else(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    done = call("report", "master_game", "--day", FIRST, "--format", "html", "--out", str(file))
    assert (done.exit_code, done.stdout) == (0, "")
    page = file.read_text()
    assert "<style>" in page
    assert "href=" not in page
    assert "$10,000.00" in page


def test_as_closed_and_not_closed_so(call: Call) -> None:
    closed = call("report", "reconciliation", "--day", FIRST, "--status", "provisional")
    assert json.loads(closed.stdout)["status"] == "provisional"
    audited = call("report", "reconciliation", "--day", FIRST, "--status", "audited")
    assert audited.exit_code == 3
    assert "has not been closed as audited" in audited.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("report", "gossip"),
        ("report", "slips", "--format", "pdf"),
        ("report", "slips", "--day", "yesterday"),
        ("report", "slips", "--as-of", "yesterday"),
        ("report", "slips", "--status", "counted", "--as-of", "2026-03-01T00:00:00Z"),
        ("report", "slips", "--status", "done"),
        ("report", "slips", "--table", "PG99"),
        ("report", "slips", "--as-of", "2999-01-01T00:00:00Z"),
        ("reconcile", "--table", "PG99"),
        ("reconcile", "--as-of", "soon"),
        ("report", "slips", "--day", FIRST, "--out", "/nowhere/at/all"),
    ],
)
def test_what_cannot_be_done_is_told(call: Call, words: tuple[str, ...]) -> None:
    done = call(*words)
    assert done.exit_code == 2
    assert done.stderr
    assert not isinstance(done.exception, ValueError)


def test_the_reports_are_listed(call: Call) -> None:
    assert "trial_balance" in call("report", "list").stdout.split()


def test_reconcile_names_the_difference_its_rounds_and_what_may_be(call: Call) -> None:
    done = call("reconcile", "--day", FIRST, "--table", "PG01")
    assert done.exit_code == 1
    assert "PG01 session 1 period 1: tray -$25.00" in done.stdout
    assert "rounds PG01-1-2" in done.stdout
    assert "mispayment" in done.stdout


def test_reconcile_as_it_was_known_before(call: Call) -> None:
    done = call("reconcile", "--day", FIRST, "--as-of", "2020-01-01T00:00:00Z")
    assert done.exit_code == 4
    assert "No table was open" in done.stdout


def test_the_lines_in_a_file(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "lines.csv"
    call("reconcile", "--day", FIRST, "--csv", str(file))
    head, *lines = file.read_text().splitlines()
    assert head.startswith("day,table,session,opener")
    assert "findings" not in head
    assert len(lines) == 3
