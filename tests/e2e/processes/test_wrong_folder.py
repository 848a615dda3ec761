"""A command that looks, pointed at a place that is something else: it says so, and touches nothing."""

from pathlib import Path

import pytest

from services.cli.exit_codes import UNUSABLE_DATABASE, WRONG_SETTINGS
from tests.e2e.processes.test_command_line import pitledger

READING = ("reconcile", "--json"), ("replay", "PG01-1-1"), ("day", "show", "2026-11-15", "--json")


@pytest.mark.parametrize("command", READING, ids=lambda one: one[0])
def test_a_folder_of_somebody_else_stays_as_it_is(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "postgres").mkdir()
    told = pitledger(*command, f"--data={tmp_path}")
    assert (told.returncode, told.stdout) == (UNUSABLE_DATABASE, "")
    assert f"there is no database of Pitledger in {tmp_path}" in told.stderr
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "letters", tmp_path / "postgres"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    told = pitledger("reconcile", f"--data={file}")
    assert told.returncode in (UNUSABLE_DATABASE, WRONG_SETTINGS)
    assert (told.stdout, "Traceback" in told.stderr) == ("", False)
    assert str(file) in told.stderr
    assert file.read_text() == "mine"
