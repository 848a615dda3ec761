"""A filed house way as a person meets it: play, replay, and the same by other rules."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner, Result

from domain.messages.commands import parse_command
from services.cli.main import app
from services.desk.request import make_request
from services.store.ledger import Ledger
from tests.support.store.playing import running

EXAMPLES: Final = Path(__file__).parents[3] / "examples"
FILED: Final = EXAMPLES / "conformance/nj-pai-gow/10.7e-a-filed-exception-binds.jsonl"
AT: Final = "2026-11-15T20:00:00Z"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def commands() -> list[dict[str, Any]]:
    """Without the departure, which is refused."""
    lines = [line for line in FILED.read_text().splitlines() if line.startswith("{")]
    told = [{"table": "T1", "at": AT, **json.loads(line)} for line in lines]
    departure = next(at for at, one in enumerate(told) if one["command"] == "set_house")
    return told[:departure] + told[departure + 1 :]


@pytest.fixture
def stored(ledger: Ledger, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITLEDGER_DATABASE_URL", database)
    with running(ledger) as desk:
        desk.submit(make_request([parse_command(one) for one in commands()])).result(30)


@pytest.mark.usefixtures("stored")
def test_replay_tells_by_what_the_house_hand_was_set(tmp_path: Path) -> None:
    told = run("replay", "T1-1-1")
    assert told.exit_code == 0, told.output
    assert "as an exception filed for this hand has it (19:47-10.7(e))" in told.output
    bare = tmp_path / "bare.toml"
    bare.write_text('regulation = "nj-pai-gow"\n')
    under = run("replay", "T1-1-1", "--under", bare)
    assert under.exit_code == 0, under.output
    assert "The house's hand by its own rules, as an exception has it: 4-6 1-6 high" in under.output


def test_201_exceptions_end_with_2_and_name_the_line(tmp_path: Path) -> None:
    opening = commands()[0]
    way = opening["submission"]["house_way"]
    way["exceptions"] = way["exceptions"] * 201
    file = tmp_path / "many.jsonl"
    file.write_text(json.dumps(opening) + "\n")
    told = run("play", file)
    assert told.exit_code == 2
    assert "line 1: submission.house_way.exceptions: List should have at most 200" in told.output
