"""Clients that are generated as docs/clients.md says play a round and read the books."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.support.clients import Workplace, commands_of
from tests.support.http.staff import Staff, at_work

PRINTED: Final = """\
refused: control:round-open: no round is open at {table}; open one first
round: {table}-1-1 win -4750
phase: closed
report: {report}, 1 table
win: -4750, still missing: close_table count_drop
"""


@pytest.fixture(scope="module")
def staff(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    """A house with AUTH on, on a port."""
    with at_work(server, tmp_path_factory.mktemp("house")) as working:
        yield working


def play(staff: Staff, there: Workplace, heading: str, table: str) -> None:
    """Every command of the page, in its order; the last one plays."""
    where = str(staff.clients["paula"].base_url)
    commands = commands_of(heading)
    assert len(commands) > 1, "the page has no commands to run"
    for command in commands:
        told = command.replace("PG01", table)
        printed = there.done(told, HOUSE_URL=where, PITLEDGER_TOKEN="paula")
    title = staff.get("paula", "/v1/reports/master_game").json()["title"]
    assert printed == PRINTED.format(table=table, report=title)
    assert staff.get("paula", f"/v1/rounds/{table}-1-1").json()["phase"] == "closed"


def test_a_client_for_python_plays_a_round(staff: Staff, tmp_path: Path) -> None:
    play(staff, Workplace(tmp_path).with_python(), "Python", "PY01")


def test_a_client_for_typescript_plays_a_round(staff: Staff, tmp_path: Path) -> None:
    play(staff, Workplace(tmp_path).with_node(), "TypeScript", "TS01")
