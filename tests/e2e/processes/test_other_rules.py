"""`--under`, on a file and on a stored round, as a person uses it; and the page to print."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
import typer
from typer.testing import CliRunner, Result

from domain.messages.commands import parse_command
from services.cli.play import play
from services.cli.replay import replay
from services.desk.request import make_request
from services.explain.printed import printed_round
from services.offline.play import Rejection, play_lines
from services.store.ledger import Ledger
from services.store.streams import load_table, save_snapshots
from tests.support.store.playing import running

PLAY: Final = typer.Typer(pretty_exceptions_enable=False)
PLAY.command("play")(play)
REPLAY: Final = typer.Typer(pretty_exceptions_enable=False)
REPLAY.command("replay")(replay)

EXAMPLES: Final = Path(__file__).parents[3] / "examples"
SAME_EVENING: Final = "2026-11-14T23:00:00Z"
"""Of the examples; the dice of that table are changed within 24 hours."""
ZERO: Final = EXAMPLES / "conformance/nj-pai-gow/10.2f-zero-against-zero-by-the-highest-tile.jsonl"


@pytest.fixture
def maryland(tmp_path: Path) -> Path:
    file = tmp_path / "md.toml"
    file.write_text('regulation = "md-pai-gow"\n')
    return file


@pytest.fixture
def stored(ledger: Ledger, database: str, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    """Every event of the longer examples, put in at the desk."""
    monkeypatch.setenv("PITLEDGER_DATABASE_URL", database)
    with running(ledger) as desk:
        for name in ("round", "bank", "dragons_eye", "maryland"):
            table = at = None
            evening = commands_in(EXAMPLES / f"{name}.jsonl")
            for command in evening:
                table, at = command.setdefault("table", table), command.setdefault("at", at)
            desk.submit(make_request([parse_command(one) for one in evening])).result(30)
    return ledger


def commands_in(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines() if line.startswith("{")]


def told(app: typer.Typer, *arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_file_by_other_rules_prints_their_events(maryland: Path) -> None:
    done = told(PLAY, ZERO, "--under", maryland)
    assert done.exit_code == 0
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert events[0]["regulation"] == "md-pai-gow@3"
    assert events[-2]["rule"] == "MD 8.G"


def test_refused_by_others_is_told_and_passed_over(maryland: Path) -> None:
    done = told(PLAY, EXAMPLES / "irregular.jsonl", "--under", maryland)
    assert done.exit_code == 0
    printed = [json.loads(line) for line in done.stdout.splitlines()]
    refused = [one["rejected"] for one in printed if "rejected" in one]
    assert (refused[0]["rule"], refused[0]["command"]) == ("MD 5.A", "place_wager")
    assert printed[-1]["event"] == "DropCounted"


def test_what_changes_is_explained(maryland: Path) -> None:
    done = told(PLAY, ZERO, "--under", maryland, "--explain")
    assert done.exit_code == 0
    assert "  Seat 1, pai gow $25.00: pushes [19:47-10.7(i)1] -> loses [MD 8.G]\n" in done.stdout


def test_what_others_come_to_can_be_expected(maryland: Path, tmp_path: Path) -> None:
    wanted = tmp_path / "wanted.expected.jsonl"
    expected = ZERO.with_name(ZERO.name.replace(".jsonl", ".expected.jsonl")).read_text()
    wanted.write_text(expected)
    done = told(PLAY, ZERO, "--under", maryland, "--expect", wanted)
    assert done.exit_code == 1
    assert 'regulation: expected "nj-pai-gow@3", got "md-pai-gow@3"' in done.stderr


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("gone.toml", None, "cannot be read"),
        ("gone.json", None, "cannot be read"),
        ("odd.json", "{", "is not JSON"),
        ("odd.json", '{"regulation": "md-pai-gow", "bank": 1}', "submission.bank: "),
        ("odd.json", "[]", "submission: "),
        ("odd.toml", 'regulation = "md-pai-gow"\nbankin = true', "did you mean `banking`?"),
        ("odd.toml", 'regulation = "md-pai-gow"\ntriples_bonus = true', "[MD 5.F]"),
    ],
)
def test_rules_that_are_none(tmp_path: Path, name: str, content: str | None, reason: str) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_text(content)
    done = told(PLAY, ZERO, "--under", file)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{file}: ")
    assert reason in done.stderr


def test_a_submission_in_json_is_one_too(tmp_path: Path, maryland: Path) -> None:
    file = tmp_path / "md.json"
    file.write_text('{"regulation": "md-pai-gow"}')
    assert told(PLAY, ZERO, "--under", file).stdout == told(PLAY, ZERO, "--under", maryland).stdout


def test_a_stored_round_by_other_rules(stored: Ledger, maryland: Path) -> None:
    done = told(REPLAY, "PG01-1-1", "--under", maryland)
    assert done.exit_code == 0
    assert "Round PG01-1-1: nothing changes." in done.stdout
    cent = maryland.with_name("cent.toml")
    cent.write_text('regulation = "nj-pai-gow"\nvigorish = "cent"\n')
    changed = json.loads(told(REPLAY, "PG01-1-2", "--under", cent, "--json").stdout)
    (only,) = changed["rounds"]
    assert [(one["own"]["vigorish"], one["other"]["vigorish"]) for one in only["wagers"]] == [
        (0, 0),
        (175, 165),
    ]
    assert changed["tray_delta"] == [-3125, -3135]


@pytest.mark.parametrize("round_id", ["PG03-1-2", "PG03-1-3", "PG04-1-3", "PG05-1-1"])
def test_a_stored_round_by_its_own_rules_is_the_same(
    stored: Ledger, tmp_path: Path, round_id: str
) -> None:
    """Banked by one, by two, a running triple, Maryland: all that the table knew before is there."""
    (opened,) = [
        command
        for file in EXAMPLES.glob("*.jsonl")
        for command in commands_in(file)
        if command["command"] == "open_table" and round_id.startswith(command["table"])
    ]
    own = tmp_path / "own.json"
    own.write_text(json.dumps(opened["submission"]))
    same: dict[str, Any] = json.loads(told(REPLAY, round_id, "--under", own, "--json").stdout)
    assert (same["changed"], same["undecided"], same["refused"]) == (0, 0, [])


def test_a_snapshot_taken_later_does_not_reach_back(stored: Ledger, maryland: Path) -> None:
    before = told(REPLAY, "PG03-1-2", "--under", maryland).stdout
    save_snapshots(stored, {"PG03": load_table(stored, "PG03")})
    assert told(REPLAY, "PG03-1-2", "--under", maryland).stdout == before
    assert load_table(stored, "PG03", upto=5).seq == 5


def test_a_round_being_played_is_not_compared(stored: Ledger, maryland: Path) -> None:
    with running(stored) as desk:
        opening = parse_command({"command": "open_round", "table": "PG03", "at": SAME_EVENING})
        desk.submit(make_request([opening])).result(10)
    done = told(REPLAY, "PG03-1-4", "--under", maryland)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "PG03-1-4 is not finished" in done.stderr


def test_replay_by_rules_that_are_none(stored: Ledger, tmp_path: Path) -> None:
    done = told(REPLAY, "PG01-1-1", "--under", tmp_path / "gone.toml")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "gone.toml: cannot be read" in done.stderr


def test_a_round_is_printed_as_a_page(stored: Ledger, tmp_path: Path) -> None:
    page = tmp_path / "round.html"
    done = told(REPLAY, "PG04-1-1", "--html", page)
    assert (done.exit_code, done.stdout) == (0, "")
    html = page.read_text()
    assert html.startswith("<!doctype html>")
    assert "<h1>Round PG04-1-1</h1>" in html
    assert "Seat 3&#39;s match wager of $5.00: two of the dice show 3, paid 2 to 1, $10.00." in html
    assert "<cite>13:69F-10.11(a)</cite>" in html
    assert "<script" not in html
    nowhere = told(REPLAY, "PG04-1-1", "--html", tmp_path / "no/where.html")
    assert nowhere.exit_code == 2
    assert "cannot be written" in nowhere.stderr


def test_a_name_on_the_page_is_text_and_nothing_else() -> None:
    name = "<b>x</b>"
    opening, *_ = (EXAMPLES / "round.jsonl").read_text().splitlines()[4:5]
    wager = {"command": "place_wager", "seat": 1, "wager": "pai_gow", "amount": 1000}
    lines = [opening, '{"command": "open_round"}', json.dumps({**wager, "player": name})]
    steps = list(play_lines([line.encode() for line in lines]))
    events = [one for one in steps if not isinstance(one, Rejection)]
    page = printed_round("PG01-1-1", events)
    assert name not in page
    assert "&lt;b&gt;x&lt;/b&gt;" in page
