"""The command line as a person uses it: output, exit codes, errors that say what to do."""

import csv
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from projections import all_projections
from tests.support.processes import preloaded
from tests.support.shared import new_data_folder


def pitledger(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return preloaded.run(arguments, env={**os.environ, **environment})


@pytest.fixture(scope="module")
def played() -> Iterator[tuple[Path, str]]:
    """A demo that was played once; its folder and what it printed."""
    with new_data_folder() as data:
        done = pitledger("demo", "--once", "--tables=2", "--rounds=6", "--seed=4", f"--data={data}")
        assert done.returncode == 0, done.stderr
        yield data, done.stdout


def day_of(report: str) -> str:
    return report.split("Gaming day ")[1][:10]


def test_the_demo_plays_and_balances(played: tuple[Path, str]) -> None:
    assert "Balanced to the cent." in played[1]
    assert "PG02" in played[1]


def test_reconcile_tells_the_same_again(played: tuple[Path, str], tmp_path: Path) -> None:
    data, told = played
    day = day_of(told)
    again = pitledger("reconcile", f"--day={day}", f"--data={data}")
    assert (again.returncode, again.stdout) == (0, told)
    lines = tmp_path / "day.csv"
    as_json = pitledger("reconcile", f"--day={day}", f"--data={data}", "--json", f"--csv={lines}")
    report = json.loads(as_json.stdout)
    assert report["balanced"] is True
    with lines.open() as file:
        rows = list(csv.DictReader(file))
    assert [row["table"] for row in rows] == ["PG01", "PG02"]
    assert sum(int(row["win_events"]) for row in rows) == report["totals"]["win_events"]


def test_a_day_without_tables_is_unknown_not_balanced(played: tuple[Path, str]) -> None:
    empty = pitledger("reconcile", "--day=2001-01-01", f"--data={played[0]}")
    assert empty.returncode == 4
    assert "No table was open" in empty.stdout


def test_a_round_is_replayed_with_its_paragraphs(played: tuple[Path, str]) -> None:
    told = pitledger("replay", "PG01-1-2", f"--data={played[0]}")
    assert told.returncode == 0
    assert "[19:47-10.6(b)]" in told.stdout
    events = pitledger("replay", "PG01-1-2", "--json", f"--data={played[0]}").stdout.splitlines()
    assert json.loads(events[0])["event"] == "RoundOpened"
    missing = pitledger("replay", "PG01-1-999", f"--data={played[0]}")
    assert (missing.returncode, missing.stdout) == (1, "")
    assert "no round PG01-1-999" in missing.stderr


def test_rebuilding_changes_no_figure(played: tuple[Path, str]) -> None:
    data, told = played
    rebuilt = pitledger("rebuild", f"--data={data}")
    assert rebuilt.returncode == 0
    names = [projection.name for projection in all_projections()]
    assert [line.split(":")[0] for line in rebuilt.stdout.splitlines()] == names
    assert pitledger("reconcile", f"--day={day_of(told)}", f"--data={data}").stdout == told
    wrong = pitledger("rebuild", "nonsense", f"--data={data}")
    assert wrong.returncode == 2
    assert f"there is {', '.join(names)}" in wrong.stderr


def test_a_demo_is_repeated_on_the_same_folder(data: Path) -> None:
    for _ in range(2):
        done = pitledger("demo", "--once", "--tables=2", "--rounds=2", "--seed=4", f"--data={data}")
        assert done.returncode == 0, done.stderr
    assert "PG01         2" in done.stdout


def test_simulated_commands_are_the_same_for_the_same_seed_and_play() -> None:
    one = pitledger("simulate", "--out=-", "--tables=2", "--rounds=3", "--seed=8")
    assert (
        one.stdout
        == pitledger("simulate", "--out=-", "--tables=2", "--rounds=3", "--seed=8").stdout
    )
    assert len(one.stdout.splitlines()) > 50
    assert pitledger("simulate").returncode == 2


def test_version_names_build_and_regulations() -> None:
    told = json.loads(pitledger("version", "--json").stdout)
    pai_gow = ("nj-pai-gow", "md-pai-gow", "nj-pai-gow-poker")
    carried = {f"{name}@{version}" for name in pai_gow for version in (1, 2, 3)}
    assert set(told["regulations"]) == {*carried, "nj-craps@1", "nj-craps@2"}
    assert pitledger("version").stdout.startswith(f"pitledger {told['version']} (")


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"PITLEDGER_PORT": "many"}, "PITLEDGER_PORT"),
        ({"PITLEDGER_TIMEZONE": "Atlantic City"}, "no time zone is called 'Atlantic City'"),
        ({"PITLEDGER_DAY_START": "dawn"}, "PITLEDGER_DAY_START"),
        ({"PITLEDGER_DATABASE_URL": "nonsense"}, "PITLEDGER_DATABASE_URL cannot be read"),
        ({"PITLEDGER_DATABASE_URL": "postgresql://127.0.0.1:1/x"}, "cannot be reached"),
        ({"PITLEDGER_HOST": "0.0.0.0"}, "PITLEDGER_AUTH=on"),
        ({"PITLEDGER_AUTH": "on"}, "PITLEDGER_TOKENS"),
        ({"PITLEDGER_DATA": "/proc/nothing"}, "data folder"),
        ({"PITLEDGER_DESK_HOST": "0.0.0.0"}, "PITLEDGER_DESK_HOST"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(environment: dict[str, str], words: str) -> None:
    told = pitledger("serve", **{"PITLEDGER_PORT": "0", **environment})
    assert told.returncode == 2
    assert told.stderr.startswith("pitledger: ")
    assert words in told.stderr
    assert "Traceback" not in told.stderr


def test_a_port_in_use_is_told_before_anything_starts() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        told = pitledger("serve", f"--port={port}")
    assert told.returncode == 2
    assert f"port {port} on 127.0.0.1 cannot be used" in told.stderr


@pytest.mark.parametrize("command", ["serve", "follow"])
def test_a_broker_that_does_not_answer_is_told(command: str, data: Path) -> None:
    told = pitledger(
        command,
        PITLEDGER_PORT="0",
        PITLEDGER_DATA=str(data),
        PITLEDGER_KAFKA_BOOTSTRAP="127.0.0.1:1",
    )
    assert told.returncode == 2
    assert "no Kafka broker answers at '127.0.0.1:1'" in told.stderr
    assert "Traceback" not in told.stderr


def test_without_kafka_there_is_nothing_to_relay() -> None:
    told = pitledger("follow", "relay")
    assert told.returncode == 2
    assert "set PITLEDGER_KAFKA_BOOTSTRAP" in told.stderr


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"PITLEDGER_DATABASE_URL": "postgresql://127.0.0.1:1/x"}, "cannot be reached"),
        ({"PITLEDGER_DESK_HOST": "192.0.2.1"}, "set PITLEDGER_DESK_HOST"),
    ],
)
def test_a_part_alone_tells_what_it_cannot_use(
    environment: dict[str, str], words: str, data: Path
) -> None:
    told = pitledger("api", "--port=0", PITLEDGER_DATA=str(data), **environment)
    assert told.returncode == 2
    assert words in told.stderr
    assert "Traceback" not in told.stderr


def test_a_setting_that_only_a_part_can_find_wrong_ends_the_service(
    data: Path, tmp_path: Path
) -> None:
    told = pitledger(
        "serve",
        PITLEDGER_PORT="0",
        PITLEDGER_DATA=str(data),
        PITLEDGER_AUTH="on",
        PITLEDGER_TOKENS=str(tmp_path / "nothing.toml"),
    )
    assert told.returncode == 2
    assert "nothing.toml" in told.stderr
    assert "Pitledger is open" not in told.stdout


def test_what_does_not_follow_is_named() -> None:
    told = pitledger("follow", "project", "nonsense")
    assert told.returncode == 2
    assert "nothing that follows is called nonsense; there is project, relay, seal" in told.stderr


@pytest.mark.parametrize("command", ["desk", "ingest", "relay", "project", "seal"])
def test_commands_of_before_are_gone(command: str) -> None:
    told = pitledger(command)
    assert told.returncode == 2
    assert f"No such command '{command}'" in told.stderr


def test_a_setting_of_before_is_refused() -> None:
    told = pitledger("serve", PITLEDGER_API_PROCESSES="2")
    assert told.returncode == 2
    assert "there is no setting PITLEDGER_API_PROCESSES" in told.stderr


def test_an_amount_is_read_by_a_process_that_has_nothing_else_loaded() -> None:
    program = Path(sys.executable).with_name("pitledger")
    told = subprocess.run(
        [program, "count", "PG01", "--cash=4,82"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 2
    assert (
        "--cash: '4,82': an amount is written in dollars, such as 25, 1,250 or 12.50"
        in " ".join(told.stderr.split()).replace("│ ", "")
    )
