"""A stored round of craps as a person reads it: told, as JSON, as a page, by other rules."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner, Result

from domain.messages.commands import parse_command
from services.cli.main import app
from services.desk.request import make_request
from services.offline.play import Rejection, play_lines
from services.store.ledger import Ledger
from tests.support.store.playing import running

EXAMPLES: Final = Path(__file__).parents[3] / "examples"
EVENING: Final = EXAMPLES / "craps.jsonl"
SMALL: Final = EXAMPLES / "submissions/nj-craps-small.toml"
BANKING: Final = EXAMPLES / "submissions/nj-banking.toml"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def accepted() -> list[dict[str, Any]]:
    """The evening without what the rules refuse, each command with its table and moment."""
    lines = EVENING.read_bytes().splitlines()
    refused = {step.line for step in play_lines(lines) if isinstance(step, Rejection)}
    at, commands = "", []
    for number, line in enumerate(lines, start=1):
        if line.startswith(b"{") and number not in refused:
            command = {"table": "CR01", **json.loads(line)}
            at = command.setdefault("at", at)
            commands.append(command)
    return commands


@pytest.fixture
def stored(ledger: Ledger, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITLEDGER_DATABASE_URL", database)
    with running(ledger) as desk:
        desk.submit(make_request([parse_command(one) for one in accepted()])).result(30)


@pytest.mark.usefixtures("stored")
def test_a_round_is_told_as_in_its_evening() -> None:
    evening = run("play", EVENING, "--keep-going", "--explain").output
    told = run("replay", "CR01-1-5")
    assert told.exit_code == 0, told.output
    assert told.output in evening
    assert "Round CR01-1-5 is open once more" in told.output
    events = [json.loads(line) for line in run("replay", "CR01-1-5", "--json").output.splitlines()]
    assert [one["event"] for one in events].count("RoundClosed") == 2


@pytest.mark.usefixtures("stored")
def test_a_round_is_printed(tmp_path: Path) -> None:
    page = tmp_path / "round.html"
    assert run("replay", "CR01-1-4", "--html", page).exit_code == 0
    assert "the point 6 was made" in page.read_text(encoding="utf-8")


@pytest.mark.usefixtures("stored")
def test_a_round_by_other_rules_leaves_out_what_they_do_not_offer() -> None:
    """Its dice were corrected, and a place bet to lose was carried out of it into later ones."""
    told = run("replay", "CR01-1-5", "--under", SMALL)
    assert told.exit_code == 0, told.output
    assert (
        "Seat 2, place 4 to win $10.00: wins $18.00 [19:47-1.2(a)5] -> no such wager" in told.output
    )
    assert "The tray: -$38.00 -> -$20.00" in told.output
    last = run("replay", "CR01-1-8", "--under", SMALL)
    assert "carried into the round, `place_lose_10` 1100 cents of seat 2" in last.output
    assert "The tray: +$15.00 -> +$20.00" in last.output
    assert json.loads(run("replay", "CR01-1-8", "--under", SMALL, "--json").output)["changed"] == 1


@pytest.mark.usefixtures("stored")
def test_rules_of_another_game_are_refused() -> None:
    told = run("replay", "CR01-1-5", "--under", BANKING)
    assert told.exit_code == 1
    assert "nj-craps@2; nj-pai-gow@3 is a regulation of another game" in told.output
    played = run("play", EVENING, "--under", BANKING)
    assert played.exit_code == 2
    assert "line 2: submission.regulation: CR01 is played under nj-craps" in played.output
