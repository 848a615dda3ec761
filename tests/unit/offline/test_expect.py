"""`pitledger play --expect`: what the regulation demands, beside what the rules do."""

import json
import re
from dataclasses import astuple
from pathlib import Path
from typing import Any, Final

import pytest
import typer
from typer.testing import CliRunner, Result

from domain.games.pai_gow.regulations import REGULATIONS, Regulation
from services.cli.play import play
from services.offline.expect import EXPECTED

APP: Final = typer.Typer(pretty_exceptions_enable=False)
APP.command("play")(play)

EXAMPLES: Final = Path(__file__).parents[3] / "examples"
CONFORMANCE: Final = EXAMPLES / "conformance"
PLAYED: Final = sorted(
    file for file in CONFORMANCE.rglob("*.jsonl") if not file.name.endswith(EXPECTED)
)
OPEN: Final = {
    "command": "open_table",
    "table": "PG01",
    "submission": {"regulation": "nj-pai-gow"},
    "inventory": 1_000_000,
}
WAGER: Final = {"command": "place_wager", "seat": 1, "wager": "pai_gow", "amount": 2500}
TOLD: Final = [OPEN, {"command": "roll", "dice": [1, 2, 3]}, {"command": "open_round"}, WAGER]
AWAITED: Final[list[dict[str, Any]]] = [
    {"event": "TableOpened", "entries": {"tray": 1_000_000}},
    {"rejected": {"rule": "control:round-open", "line": 2}},
    {"event": "RoundOpened", "offered": [], "dealer_keeps": False},
    {"event": "WagerPlaced", "rule": "19:47-10.5(a)", "amount": 2500},
]


def of(file: Path) -> Path:
    return file.with_name(file.name.removesuffix(".jsonl") + EXPECTED)


def written(folder: Path, name: str, lines: list[Any]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return file


def expect(folder: Path, awaited: list[Any], *options: str) -> Result:
    told = written(folder, "told.jsonl", TOLD)
    wanted = written(folder, "told.expected.jsonl", awaited)
    return CliRunner().invoke(APP, [str(told), "--expect", str(wanted), *options])


def test_every_paragraph_is_kept() -> None:
    done = CliRunner().invoke(APP, [str(CONFORMANCE), "--expect", str(CONFORMANCE)])
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == f"{len(PLAYED)} of {len(PLAYED)} files play as expected.\n"


def test_a_file_says_what_its_paragraph_demands_and_expects_to_see_it() -> None:
    for file in PLAYED:
        number = file.name.split("-", 2 if file.name.startswith("13-69F") else 1)
        paragraph = re.sub(r"[^0-9a-z]", "", number[-2].lower())
        first = file.read_text().splitlines()[0]
        said = re.sub(r"[^0-9a-z]", "", first.lower())
        assert first.startswith("# "), file
        assert paragraph in said, file
        assert of(file).read_text().startswith(first), file


@pytest.mark.parametrize("regulation", REGULATIONS, ids=lambda rules: rules.name)
def test_every_paragraph_that_decisions_cite_has_a_file_that_expects_it(
    regulation: Regulation,
) -> None:
    cites, bank = regulation.cites, regulation.bank
    cited = {*astuple(cites), *astuple(bank), *regulation.styles.values()}
    cited |= set() if regulation.bonus is None else set(astuple(regulation.bonus))
    cited |= set(regulation.elective_wagers.values())
    if (eye := regulation.eye) is not None:
        cited |= {eye.wagers, eye.roll, eye.settle, eye.shaker, eye.no_vigorish, eye.streak}
        on_the_eye = regulation.catalogue.elected_by("dragons_eye")
        cited |= {one.paid_by[regulation.name] for one in on_the_eye}
        cited |= {eye.counted} if eye.counted else set()
    folder = CONFORMANCE / regulation.name
    lines = [line for file in folder.glob(f"*{EXPECTED}") for line in file.read_text().splitlines()]
    expected = {part for line in lines if line.startswith("{") for part in line.split('"')}
    # The deal itself cites how it is dealt; the count and the dead hand are told in the account.
    told_only = {bank.start, bank.dead_hand, cites.count, cites.count_beside_bonus}
    told_only |= {cites.dead_hand, cites.dead_hand_beside_bonus}
    assert cited - expected <= told_only


def test_what_is_left_out_is_not_compared(tmp_path: Path) -> None:
    done = expect(tmp_path, AWAITED)
    assert (done.exit_code, done.output) == (0, "")
    assert expect(tmp_path, [{"event": one.get("event")} for one in AWAITED]).exit_code == 1


def changed(at: int, **fields: Any) -> list[dict[str, Any]]:
    return [{**one, **fields} if place == at else one for place, one in enumerate(AWAITED)]


@pytest.mark.parametrize(
    ("awaited", "told"),
    [
        (changed(3, amount=2501), "line 4: amount: expected 2501, got 2500 (from "),
        (changed(3, seat=True), "line 4: seat: expected true, got 1"),
        (changed(3, bet=1), "line 4: bet: expected 1, got no such field"),
        (changed(3, event="RoundOpened"), 'line 4: event: expected "RoundOpened"'),
        (changed(0, entries={"tray": 1}), "line 1: entries.tray: expected 1, got 1000000"),
        (changed(2, offered=[{"seat": 1}]), 'line 3: offered: expected [{"seat": 1}], got []'),
        (
            changed(1, rejected={"rule": "19:47-10.6(a)"}),
            'line 2: rejected.rule: expected "19:47-10.6(a)", got "control:round-open"',
        ),
        (AWAITED[:3], "after its last line: event: expected nothing more, got WagerPlaced"),
        ([*AWAITED, {"event": "BetsClosed"}], "line 5: event: expected BetsClosed, got nothing"),
        (
            [AWAITED[0], *AWAITED[2:]],
            "line 2: event: expected RoundOpened, got a refusal",
        ),
    ],
)
def test_the_first_difference_is_told(
    tmp_path: Path, awaited: list[dict[str, Any]], told: str
) -> None:
    done = expect(tmp_path, awaited)
    assert (done.exit_code, done.stdout) == (1, "")
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert str(tmp_path / "told.expected.jsonl") in done.stderr
    assert str(tmp_path / "told.jsonl") in done.stderr


def test_a_list_is_compared_part_by_part(tmp_path: Path) -> None:
    file = EXAMPLES / "round.jsonl"
    events = CliRunner().invoke(APP, [str(file)]).stdout.splitlines()
    awaited: list[dict[str, Any]] = [{"event": json.loads(line)["event"]} for line in events]
    at = next(place for place, one in enumerate(awaited) if one["event"] == "RoundClosed")
    awaited[at]["wagers"] = [{"seat": seat} for seat in (1, 2, 3, 5, 6)]
    wanted = written(tmp_path, "round.expected.jsonl", awaited)
    assert CliRunner().invoke(APP, [str(file), "--expect", str(wanted)]).exit_code == 0
    awaited[at]["wagers"][3]["outcome"] = "lose"
    written(tmp_path, "round.expected.jsonl", awaited)
    done = CliRunner().invoke(APP, [str(file), "--expect", str(wanted)])
    assert 'wagers.3.outcome: expected "lose", got "surrender"' in done.stderr


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'{"event": "TableOpened"', "line 1: is not JSON"),
        (b"# nothing\n\n[1]", "line 3: an expected event names its `event`"),
        (b'{"evnt": "TableOpened"}', "line 1: an expected event names its `event`"),
        (b"\xff", "is not UTF-8 text: byte 0"),
        (None, "cannot be read: No such file or directory"),
    ],
)
def test_an_expectation_that_cannot_be_read(
    tmp_path: Path, content: bytes | None, told: str
) -> None:
    wanted = tmp_path / "wanted.expected.jsonl"
    if content is not None:
        wanted.write_bytes(content)
    done = CliRunner().invoke(APP, ["-", "--expect", str(wanted)], input=json.dumps(OPEN))
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"{wanted}: {told}" in done.stderr


def test_what_is_wrong_by_itself_is_no_difference(tmp_path: Path) -> None:
    wanted = written(tmp_path, "wanted.expected.jsonl", [])
    done = CliRunner().invoke(APP, ["-", "--expect", str(wanted)], input='{"command": "x"}')
    assert done.exit_code == 2
    assert "standard input: line 1:" in done.stderr
    told = expect(tmp_path, AWAITED, "--explain")
    assert told.exit_code == 2
    assert "leave out --explain" in told.stderr


def test_a_folder_names_every_file_that_differs(tmp_path: Path) -> None:
    written(tmp_path / "one", "good.jsonl", TOLD)
    written(tmp_path / "one", "good.expected.jsonl", AWAITED)
    written(tmp_path / "two", "bad.jsonl", TOLD)
    written(tmp_path / "two", "bad.expected.jsonl", AWAITED[:1])
    done = CliRunner().invoke(APP, [str(tmp_path), "--expect", str(tmp_path)])
    assert (done.exit_code, done.stdout) == (1, "1 of 2 files play as expected.\n")
    assert "bad.expected.jsonl: after its last line" in done.stderr
    assert "good" not in done.stderr


def test_a_folder_with_something_missing(tmp_path: Path) -> None:
    def played() -> Result:
        return CliRunner().invoke(APP, [str(tmp_path), "--expect", str(tmp_path)])

    assert played().exit_code == 2
    assert "nothing to play in it" in played().stderr
    lonely = written(tmp_path, "lonely.jsonl", TOLD)
    assert "lonely.expected.jsonl: cannot be read" in played().stderr
    lonely.rename(tmp_path / "other.expected.jsonl")
    written(tmp_path, "good.jsonl", TOLD)
    written(tmp_path, "good.expected.jsonl", AWAITED)
    orphan = played()
    assert orphan.exit_code == 2
    assert "other.expected.jsonl: there is nothing to play that it belongs to" in orphan.stderr
