"""`pitledger play`: what comes out is a pure function of the file, and nothing else happens."""

import json
import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
import typer
from typer.testing import CliRunner, Result

from domain.controls import ROUND_OPEN, TABLE_CLOSED, TABLE_OPEN
from domain.events import encode
from domain.messages.events import decode
from services.cli.play import play

APP: Final = typer.Typer(pretty_exceptions_enable=False)
APP.command("play")(play)

ROOT: Final = Path(__file__).parents[3]
EXAMPLES: Final = ROOT / "examples"
_FIRST_DEAL: Final = next(
    line for line in (EXAMPLES / "round.jsonl").read_text().splitlines() if '"deal"' in line
)
STACKS: Final[list[list[str]]] = json.loads(_FIRST_DEAL)["stacks"]
NOT_PERMITTED: Final = {"regulation": "nj-pai-gow", "generator": True}
NO_GENERATOR: Final = "19:47-10.3(a)"
OPEN: Final = {
    "command": "open_table",
    "table": "PG01",
    "submission": {"regulation": "nj-pai-gow", "limits": {"pai_gow": [1000, 50000]}},
    "inventory": 1_000_000,
}
ID: Final = "6f6d5c1e-0000-4000-8000-000000000001"


def says(command: str, **fields: Any) -> dict[str, Any]:
    return {"command": command, **fields}


def wager(seat: int, amount: int = 2500, **fields: Any) -> dict[str, Any]:
    return says("place_wager", seat=seat, wager="pai_gow", amount=amount, **fields)


ROUND: Final = says("open_round")
CLOSED: Final = says("no_more_bets")
ROLL: Final = says("roll", dice=[4, 5, 6])
DEAL: Final = says("deal", stacks=STACKS)
BETTING: Final = [OPEN, ROUND, wager(1), wager(2)]
DEALT: Final = [*BETTING, CLOSED, ROLL, DEAL]
HANDS_SET: Final = [*DEALT, says("set_hand", seat=1), says("set_hand", seat=2)]
READY: Final = [*HANDS_SET, says("set_house")]
SETTLED: Final = [*READY, says("settle")]


def run(*commands: object, options: tuple[str, ...] = ()) -> Result:
    """Play commands from standard input; what is text already stands as it is."""
    lines = [one if isinstance(one, str) else json.dumps(one) for one in commands]
    return CliRunner().invoke(APP, ["-", *options], input="\n".join(lines) + "\n")


def printed(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def names(result: Result) -> list[str]:
    return [one.get("event", "rejected") for one in printed(result)]


def test_the_closing_of_a_round_has_the_shape_of_the_contract() -> None:
    result = CliRunner().invoke(APP, [str(EXAMPLES / "round.jsonl")])
    assert result.exit_code == 0
    closed = next(one for one in printed(result) if one["event"] == "RoundClosed")
    assert closed["round"] == "PG01-1-1"
    assert closed["wagers"] == [
        _line(1, 5000, "win", "19:47-10.7(j)", paid=5000, vigorish=250),
        _line(2, 2500, "push", "19:47-10.7(i)1", player="mrs-lee"),
        _line(3, 10000, "lose", "19:47-10.7(h)"),
        _line(5, 2500, "surrender", "19:47-10.7(f)"),
        _line(6, 2500, "lose", "19:47-10.7(h)"),
    ]
    summed = ("bank", "dealer_wager", "tray_delta", "triples", "meter")
    assert [closed[name] for name in summed] == [None, None, 10250, 0, None]
    assert list(closed)[14:] == ["wagers", *summed]


def _line(seat: int, amount: int, outcome: str, rule: str, **other: Any) -> dict[str, Any]:
    usual = {"coupon": 0, "player": f"seat-{seat}", "paid": 0, "vigorish": 0}
    told = {"seat": seat, "wager": "pai_gow", "amount": amount, "outcome": outcome, "rule": rule}
    return {**usual, **told, **other}


def test_a_void_round_has_the_same_shape() -> None:
    result = CliRunner().invoke(APP, [str(EXAMPLES / "irregular.jsonl")])
    events = {one["event"]: one for one in printed(result)}
    voided, closed = events["RoundVoided"], events["RoundClosed"]
    assert voided.keys() - {"reason"} == closed.keys()
    assert voided["wagers"] == [_line(4, 1000, "void", "19:47-10.9(e)")]


@pytest.mark.parametrize("name", ["round.jsonl", "irregular.jsonl"])
@pytest.mark.parametrize("options", [[], ["--explain"]])
def test_the_same_file_gives_the_same_bytes(name: str, options: list[str]) -> None:
    file = EXAMPLES / name
    first = CliRunner().invoke(APP, [str(file), *options])
    again = CliRunner().invoke(APP, ["-", *options], input=file.read_bytes())
    assert first.exit_code == again.exit_code == 0
    assert first.stdout_bytes == again.stdout_bytes != b""


@pytest.mark.parametrize("name", ["round.jsonl", "irregular.jsonl"])
def test_the_examples_balance(name: str) -> None:
    events = {one["event"]: one for one in printed(CliRunner().invoke(APP, [str(EXAMPLES / name)]))}
    closed, drop = events["TableClosed"], events["DropCounted"]
    assert closed["counted"] == closed["expected"]
    assert drop["amount"] == drop["estimated"]


def test_a_line_is_the_very_bytes_that_would_be_stored() -> None:
    result = run(OPEN, ROUND, wager(1, player="José"))
    for line in result.stdout_bytes.splitlines():
        name = json.loads(line)["event"]
        assert encode(decode(f"pitledger.{name}.v1", line)) == line
    assert "José".encode() in result.stdout_bytes


def test_fifteen_starts_with_seat_six_and_nine_with_the_dealer() -> None:
    result = CliRunner().invoke(APP, [str(EXAMPLES / "round.jsonl")])
    first, second = (one for one in printed(result) if one["event"] == "TilesDealt")
    assert (first["start"], first["hands"]["6"]) == ("6", ["1-1", "6-6", "1-3", "5-5"])
    assert (second["start"], second["hands"]["dealer"]) == ("dealer", ["1-1", "2-2", "1-5", "3-5"])


def test_time_stands_still_until_a_command_moves_it() -> None:
    later = says("change_dice", at="2026-11-15T03:00:00+01:00")
    untold, told, after = printed(run(OPEN, later, ROUND))
    assert (untold["at"], untold["day"]) == ("2000-01-01T00:00:00Z", "1999-12-31")
    for one in (told, after):
        assert (one["at"], one["day"]) == ("2026-11-15T02:00:00Z", "2026-11-14")
    assert all(one["recorded"] == one["at"] for one in (untold, told, after))


def test_a_refused_command_still_moves_the_time() -> None:
    late = {**CLOSED, "at": "2026-11-15T20:00:00Z"}
    result = run(OPEN, ROUND, late, wager(1), options=("--keep-going",))
    assert printed(result)[-1]["at"] == "2026-11-15T20:00:00Z"


def test_who_asked_and_by_which_id_is_kept() -> None:
    actor = {"id": "d-7", "role": "dealer"}
    given, none = printed(run({**OPEN, "actor": actor, "command_id": ID}, ROUND))
    assert (given["actor"], given["command_id"]) == (actor, ID)
    assert (none["actor"], none["command_id"]) == (None, None)


def test_several_tables_each_keep_their_own_stream() -> None:
    other = {**OPEN, "table": "PG02"}
    result = run(OPEN, other, ROUND, {**ROUND, "table": "PG01"}, wager(1))
    places = [(one["key"], one["seq"], one["round"]) for one in printed(result)]
    assert places == [
        ("PG01", 1, None),
        ("PG02", 1, None),
        ("PG02", 2, "PG02-1-1"),
        ("PG01", 2, "PG01-1-1"),
        ("PG02", 3, "PG02-1-1"),
    ]


def test_an_opening_refused_is_not_the_last_table_opened() -> None:
    other = {**OPEN, "table": "PG02", "submission": NOT_PERMITTED}
    result = run(OPEN, other, ROUND, options=("--keep-going",))
    assert printed(result)[1]["rejected"]["rule"] == NO_GENERATOR
    assert printed(result)[2]["round"] == "PG01-1-1"


def test_after_a_refused_first_opening_the_rest_is_refused_too() -> None:
    refused = {**OPEN, "submission": NOT_PERMITTED}
    result = run(refused, ROUND, options=("--keep-going",))
    assert [one["rejected"]["rule"] for one in printed(result)] == [NO_GENERATOR, TABLE_OPEN]
    assert result.exit_code == 0


def test_a_repeat_of_an_accepted_command_is_harmless() -> None:
    bought = says("buy_in", seat=1, amount=10000, command_id=ID)
    result = run(OPEN, bought, bought, ROUND)
    assert names(result) == ["TableOpened", "ChipsBought", "RoundOpened"]
    assert result.exit_code == 0


def test_a_refused_command_told_again_is_decided_anew() -> None:
    early = {**CLOSED, "command_id": ID}
    result = run(OPEN, ROUND, early, wager(1), early, options=("--keep-going",))
    assert names(result) == ["TableOpened", "RoundOpened", "rejected", "WagerPlaced", "BetsClosed"]


def test_empty_lines_and_comments_count_as_lines_only() -> None:
    result = run("# an evening", "", "   # set in", json.dumps(OPEN) + "\r", CLOSED)
    assert printed(result)[-1]["rejected"]["line"] == 5


def test_an_empty_file_is_no_play() -> None:
    result = run("")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")


REFUSED: Final = {
    "above the maximum": ([OPEN, ROUND], wager(1, 50001), "19:47-8.2"),
    "below the minimum": ([OPEN, ROUND], wager(1, 999), "19:47-8.2"),
    "added above the maximum": (BETTING, wager(1, 47501), "19:47-8.2"),
    'a bet after "no more bets"': ([*BETTING, CLOSED], wager(3), "19:47-10.5(c)"),
    "another seat's tiles": (
        DEALT,
        says("set_hand", seat=1, high=["2-6", "2-4"], low=["6-6", "4-5"]),
        "19:47-10.7(b)",
    ),
    "high below low": (
        DEALT,
        says("set_hand", seat=1, high=["3-3", "3-6"], low=["1-4", "2-3"]),
        "19:47-10.1",
    ),
    "the house against its way": (
        HANDS_SET,
        says("set_house", high=["5-6", "2-2"], low=["1-6", "4-6"]),
        "19:47-10.9(f)",
    ),
    "surrender before the house is set": (HANDS_SET, says("surrender", seat=1), "19:47-10.7(f)"),
    "settling twice": (SETTLED, says("settle"), ROUND_OPEN),
    "an open table opened": ([OPEN], OPEN, TABLE_CLOSED),
    "a table not open": ([], {**ROUND, "table": "PG09"}, TABLE_OPEN),
    "a table closed": ([OPEN, says("close_table", inventory=0)], ROUND, TABLE_OPEN),
    "dice a day old": (
        [OPEN],
        {**ROUND, "at": "2000-01-02T00:00:01Z"},
        "19:47-10.3(c)",
    ),
    "elections not permitted": (
        [],
        {**OPEN, "submission": NOT_PERMITTED},
        NO_GENERATOR,
    ),
}


@pytest.mark.parametrize(("before", "command", "rule"), REFUSED.values(), ids=REFUSED)
def test_the_rules_refuse(before: list[object], command: dict[str, Any], rule: str) -> None:
    result = run(*before, command, ROUND)
    assert result.exit_code == 3
    accepted, last = printed(run(*before)), printed(result)
    assert last[:-1] == accepted
    rejected = last[-1]["rejected"]
    assert list(rejected) == ["line", "command", "rule", "reason"]
    assert rejected["line"] == len(before) + 1
    assert (rejected["command"], rejected["rule"]) == (command["command"], rule)
    assert rejected["reason"]
    assert result.stderr == ""


@pytest.mark.parametrize(("before", "command", "rule"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_changes_nothing(
    before: list[object], command: dict[str, Any], rule: str
) -> None:
    result = run(*before, command, options=("--keep-going",))
    assert result.exit_code == 0
    assert [one for one in printed(result) if "event" in one] == printed(run(*before))


def test_the_table_plays_on_after_refusals() -> None:
    bad = wager(3, 1)
    told = [*BETTING, bad, CLOSED, bad, ROLL, ROLL, *SETTLED[6:], CLOSED]
    result = run(*told, options=("--keep-going",))
    assert result.exit_code == 0
    events = [one for one in printed(result) if "event" in one]
    assert events == printed(run(*SETTLED))
    assert events[-1]["event"] == "RoundClosed"
    assert names(result).count("rejected") == 4


def _stacks(*replaced: list[str]) -> dict[str, Any]:
    return says("deal", stacks=[*replaced, *STACKS[len(replaced) :]])


BAD: Final = {
    "not JSON": (
        "{nope",
        "command: not JSON: Expecting property name enclosed in double quotes at column 2",
    ),
    "not an object": ("[1]", "command: "),
    "not text": ("\x00", "command: not JSON"),
    "no command": ({"seat": 1}, "command: "),
    "an unknown command": (says("shuffle_up"), "command: "),
    "a missing field": (says("buy_in", seat=1), "amount: Field required"),
    "an extra field": (says("open_round", bet=5), "bet: Extra inputs are not permitted"),
    "a wrong type": (says("buy_in", seat="1", amount=100), "seat: "),
    "a negative amount": (wager(1, -2500), "amount: "),
    "no amount at all": (wager(1, 0), "amount: "),
    "a fractional amount": (says("buy_in", seat=1, amount=10.5), "amount: "),
    "whole cents with a point": (says("buy_in", seat=1, amount=10.0), "amount: "),
    "a seat that is not there": (wager(25), "seat: "),
    "a tile not in the set": (_stacks(["7-7", "6-6", "1-3", "5-5"]), "stacks: '7-7'"),
    "a tile too often": (_stacks(["1-1", "6-6", "1-3", "1-2"]), "stacks: tile 1-2 appears 2 times"),
    "31 tiles": (_stacks(["1-1", "6-6", "1-3"]), "stacks: eight stacks of four"),
    "dice of 7": (says("roll", dice=[1, 2, 7]), "dice.2: "),
    "four dice": (says("roll", dice=[1, 2, 3, 4]), "dice: "),
    "an id that is none": ({**ROUND, "command_id": "x"}, "command_id: "),
    "a time without offset": ({**ROUND, "at": "2026-11-15T20:00:00"}, "at: "),
    "a time before the calendar": ({**ROUND, "at": "0001-01-01T00:00:00+01:00"}, "at: "),
    "a day before the calendar": ({**ROUND, "at": "0001-01-01T00:00:00Z"}, "at: "),
}


@pytest.mark.parametrize("options", [(), ("--keep-going",), ("--explain",)])
@pytest.mark.parametrize(("command", "problem"), BAD.values(), ids=BAD)
def test_what_the_line_alone_shows_to_be_wrong(
    command: object, problem: str, options: tuple[str, ...]
) -> None:
    result = run("# opened", OPEN, command, ROUND, options=options)
    assert result.exit_code == 2
    assert result.stdout == run("#", OPEN, options=options).stdout
    assert result.stderr.startswith(f"standard input: line 3: {problem}")


def test_every_problem_of_a_line_is_told(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    file.write_text('\n{"command": "roll", "dice": [0, 2, 7], "who": 1}\n')
    result = CliRunner().invoke(APP, [str(file)])
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    assert [line.split(": ")[:3] for line in lines] == [
        [str(file), "line 2", where] for where in ("dice.0", "dice.2", "who")
    ]


def test_a_command_before_any_table() -> None:
    result = run(ROUND)
    assert result.exit_code == 2
    assert result.stderr.startswith("standard input: line 1: table: no table is named")


def test_an_id_given_to_two_commands() -> None:
    first = says("buy_in", seat=1, amount=10000, command_id=ID)
    result = run(OPEN, first, {**first, "amount": 20000}, options=("--keep-going",))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"standard input: line 3: command_id: {ID}")


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    result = CliRunner().invoke(APP, [str(tmp_path / name)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"{tmp_path / name}: cannot be read: ")


def test_explained_a_refusal_names_its_line_and_rule() -> None:
    result = run(OPEN, ROUND, wager(1, 1), options=("--explain",))
    assert result.exit_code == 3
    last = result.stdout.splitlines()[-1]
    assert last.startswith("Line 3: Refused, place_wager: ")
    assert last.endswith("[19:47-8.2].")


def _started() -> subprocess.Popen[bytes]:
    """Another process that plays its standard input, buffered as anybody's would be."""
    script = "import typer; from services.cli.play import play; typer.run(play)"
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-c", script, "-"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=env, stdin=pipe, stdout=pipe, stderr=pipe)


def test_a_pipe_is_played_while_it_is_written() -> None:
    with _started() as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(OPEN).encode() + b"\n")
        process.stdin.flush()
        told = select.select([process.stdout], [], [], 30)[0]
        process.stdin.close()
        assert told
        assert json.loads(process.stdout.readline())["event"] == "TableOpened"
    assert process.returncode == 0


def test_a_reader_that_leaves_is_no_error() -> None:
    with _started() as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(json.dumps(OPEN).encode() + b"\n")
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_asking_for_help_loads_no_rules() -> None:
    script = "import sys, services.cli.play; sys.exit('domain' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0
