"""What every command shares: the build, completion, and log lines that keep off standard output."""

import hashlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib.metadata import version
from pathlib import Path

import pytest
import structlog
from typer.testing import CliRunner

from services.cli.main import app


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = structlog.get_config()
    yield
    structlog.configure(**before)


def test_the_build_is_told_in_one_line() -> None:
    told = CliRunner().invoke(app, ["--version"])
    assert (told.exit_code, told.stdout) == (0, f"pitledger {version('pitledger')}\n")


def test_a_work_tree_is_no_release_and_says_so(root: Path) -> None:
    """With the hashes of what it carries all the same: those of the schemas are of their files."""
    told = json.loads(CliRunner().invoke(app, ["version", "--json"]).stdout)
    assert (told["revision"], told["created"]) == (None, None)
    assert set(told["regulations"]) >= {"nj-pai-gow@1", "nj-pai-gow@2", "nj-pai-gow@3"}
    for file in (root / "deploy/schemas").glob("*.json"):
        assert told["schemas"].pop(file.name) == hashlib.sha256(file.read_bytes()).hexdigest()
    assert not told["schemas"]
    first = CliRunner().invoke(app, ["version"]).stdout.splitlines()[0]
    assert first == f"pitledger {version('pitledger')} (not a release build)"


def test_log_lines_keep_off_standard_output() -> None:
    """Left alone the library writes to it, also in a command that sets nothing up itself."""
    structlog.reset_defaults()
    assert json.loads(CliRunner().invoke(app, ["version", "--json"]).stdout)
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        structlog.get_logger("test").info("something happened")
    assert (out.getvalue(), "something happened" in err.getvalue()) == ("", True)


PROGRAM = Path(sys.executable).with_name("pitledger")
"""By its installed name, as the shell's script calls it."""


def test_a_shell_completes_by_the_installed_program() -> None:
    done = subprocess.run(
        [str(PROGRAM)],
        env={**os.environ, **asked_by("bash", "pitledger rec")},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "reconcile" in done.stdout


def asked_by(shell: str, words: str) -> dict[str, str]:
    return {
        "_PITLEDGER_COMPLETE": f"complete_{shell}",
        "_TYPER_COMPLETE_ARGS": words,
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }


def printed(**environment: str) -> str:
    done = CliRunner().invoke(app, env=environment, prog_name="pitledger")
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh"])
@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("pitledger rec", "reconcile"),
        ("pitledger reconcile --d", "--day"),
        ("pitledger day cl", "close"),
    ],
)
def test_a_shell_completes_commands_and_options(shell: str, words: str, meant: str) -> None:
    assert meant in printed(**asked_by(shell, words))


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_the_script_of_a_shell_can_be_had(shell: str) -> None:
    assert f"_PITLEDGER_COMPLETE=complete_{shell}" in printed(_PITLEDGER_COMPLETE=f"source_{shell}")
