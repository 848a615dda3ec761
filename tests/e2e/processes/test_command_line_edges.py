"""The command line at its edges: what cannot be is told in one line, and never by exit code 1."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
import structlog
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.cli import exit_codes, reconcile
from services.cli.main import main
from services.http.client import Sender, Unreachable
from services.store.database import StoreUnavailable
from tests.support.share import examples
from tests.support.store.databases import new_database

EDGES: Final = (
    *("", " ", "%00", "²", "٣", "-", "..", "/", "T" * 5000, "9" * 5000, "\udcff", "\udc80-1-1"),
    *("0001-01-01", "9999-12-31", "1999-12-30", "2200-01-01", "2026-13-01", "20261115", "2026-W46"),
    *("0001-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "2026-11-15T20:00:00", "Z", "0" * 300),
    *("PG01-1-99999999999999999999", "PG01-²-1", "\x01", "\u202e", "http://[", "http://x:99999"),
)
CALLS: Final = {
    "reconcile --day": ("reconcile", "--day", ...),
    "reconcile --table": ("reconcile", "--table", ...),
    "reconcile --as-of": ("reconcile", "--as-of", ...),
    "report NAME": ("report", ...),
    "report --day": ("report", "slips", "--day", ...),
    "report --table": ("report", "slips", "--table", ...),
    "report --as-of": ("report", "slips", "--as-of", ...),
    "report --status": ("report", "slips", "--status", ...),
    "report --format": ("report", "slips", "--format", ...),
    "day show": ("day", "show", ...),
    "day close": ("day", "close", ..., "--status", "provisional"),
    "day close --status": ("day", "close", "2026-11-15", "--status", ...),
    "day close --actor": (
        "day",
        "close",
        "2026-11-15",
        "--status",
        "x",
        "--role",
        "x",
        "--actor",
        ...,
    ),
    "replay": ("replay", ...),
    "rules show": ("rules", "show", ...),
    "rules show --beside": ("rules", "show", "nj-pai-gow", "--beside", ...),
    "rules check": ("rules", "check", ...),
    "rules sign": ("rules", "sign", ...),
    "rebuild": ("rebuild", ...),
    "follow": ("follow", ...),
    "simulate --start": ("simulate", "--out=-", "--tables=1", "--rounds=1", "--start", ...),
    "simulate --tables": ("simulate", "--out=-", "--rounds=1", "--tables", ...),
    "simulate --url": ("simulate", "--url", ...),
    "nothing": (...,),
}


@pytest.fixture(scope="module")
def house(server: str) -> Iterator[None]:
    """An empty database of its own; the command line runs in this process."""
    before = structlog.get_config()  # a command sets up the logs of its process
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PITLEDGER_DATABASE_URL", new_database(server))
        yield
    structlog.configure(**before)


def run(*arguments: str) -> int:
    """Its exit code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["pitledger", *arguments])
        try:
            main()
        except SystemExit as end:
            return int(end.code or 0)
    return 0


def call(name: str, edge: str) -> list[str]:
    return [edge if part is ... else part for part in CALLS[name]]


def expect_one_word(code: int, told: str, asked: tuple[str, str]) -> None:
    if asked[0] == "replay" and code == 1:
        assert "there is no round" in told
        return
    assert code not in (1, exit_codes.FAULT, exit_codes.UNAVAILABLE), (asked, code, told)
    assert "Traceback" not in told, (asked, told)
    assert code == 0 or told.strip(), asked


@pytest.mark.parametrize("name", CALLS)
def test_an_edge_is_told_and_is_no_variance(
    house: None, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    for edge in EDGES:
        code = run(*call(name, edge))
        expect_one_word(code, "".join(capfd.readouterr()), (name, edge[:100]))


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "1999-12-30", "2200-01-01", "x" * 900])
@pytest.mark.parametrize(
    "arguments", [("reconcile", "--day"), ("report", "slips", "--day"), ("day", "show")]
)
def test_a_day_that_never_was_is_told_in_one_line(
    capfd: pytest.CaptureFixture[str], arguments: tuple[str, ...], day: str
) -> None:
    assert run(*arguments, day) == 2
    told = capfd.readouterr().err
    assert told.startswith("pitledger: ")
    assert told.count("\n") == 1
    assert len(told) < 600


@settings(
    max_examples=examples(150),
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
@given(
    name=st.sampled_from(sorted(CALLS)),
    edge=st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=30),
)
def test_whatever_is_typed_is_answered(
    house: None, capfd: pytest.CaptureFixture[str], name: str, edge: str
) -> None:
    code = run(*call(name, edge))
    expect_one_word(code, "".join(capfd.readouterr()), (name, edge))


FILES: Final[dict[str, bytes]] = {
    "nothing": b"",
    "not UTF-8": b'regulation = "\xff"',
    "a NUL": b'regulation = "\x00"',
    "a NUL outside": b"\x00",
    "a number without end": b"regulation = " + b"9" * 5000,
    "nested without end": b"a = " + b"[" * 20_000,
    "a surrogate": b'regulation = "\\ud800"',
    "a date": b"regulation = 0001-01-01",
    "not a number": b"[limits]\npai_gow = [nan, inf]",
    "keys without end": b"".join(b"k%d = 1\n" % n for n in range(5000)),
}


@pytest.mark.parametrize("content", FILES)
@pytest.mark.parametrize("command", ["check", "sign", "show"])
@pytest.mark.parametrize("suffix", [".toml", ".json"])
def test_a_file_that_is_no_submission_is_told(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, command: str, content: str, suffix: str
) -> None:
    file = tmp_path / f"elections{suffix}"
    file.write_bytes(FILES[content])
    assert run("rules", command, str(file)) == 2
    told = "".join(capfd.readouterr())
    assert str(file) in told
    assert "Traceback" not in told


@pytest.mark.parametrize("content", FILES)
def test_other_rules_that_are_none_are_told(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, content: str
) -> None:
    commands = tmp_path / "commands.jsonl"
    commands.write_bytes(b"")
    for suffix in (".toml", ".json"):
        file = tmp_path / f"elections{suffix}"
        file.write_bytes(FILES[content])
        assert run("play", str(commands), "--under", str(file)) == 2
        assert "Traceback" not in "".join(capfd.readouterr())


def test_a_fault_of_ours_is_no_variance(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise ZeroDivisionError("nobody foresaw it")

    monkeypatch.setattr(reconcile, "read_settings", fail)
    assert run("reconcile") == exit_codes.FAULT
    told = capfd.readouterr().err
    assert "Traceback" in told
    assert "nobody foresaw it" in told


def test_a_database_that_goes_away_is_told_in_one_line(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise StoreUnavailable("server closed the connection\nunexpectedly")

    monkeypatch.setattr(reconcile, "read_settings", fail)
    assert run("reconcile") == exit_codes.UNAVAILABLE
    told = capfd.readouterr().err
    assert told == "pitledger: the database went away: server closed the connection unexpectedly\n"


def test_a_reader_that_leaves_is_no_variance() -> None:
    command = f"{sys.executable} -m services.cli.main rules show nj-pai-gow-poker"
    told = subprocess.run(
        ["bash", "-c", f"{command} | (exec <&-; sleep 3); echo ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert told.stdout.strip() == str(exit_codes.READER_LEFT)
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize("url", ["http://[", "http://x:99999", "http://", "ftp://x", "x", ""])
def test_an_address_that_is_none_is_told(url: str) -> None:
    with pytest.raises(Unreachable, match="is no address"):
        Sender(url)


@pytest.mark.parametrize("token", ["\n", "é", "a\r\nX: 1", "\udcff"])
def test_a_token_that_no_header_can_carry_is_told(token: str) -> None:
    with pytest.raises(Unreachable, match="token"):
        Sender("http://127.0.0.1:1", token)
