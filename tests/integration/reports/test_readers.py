"""Who may read a report: the registry says it, and the command line holds to it as the API does."""

import hashlib
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from projections.reports import REPORTS
from services.bootstrap import Service
from services.cli.main import app
from services.settings import Settings
from tests.support.reports.evening import DAYS

ROLES = ("dealer", "surveillance", "auditor", "cage", "pit_manager")


@pytest.fixture
def locked(
    house: Service, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> pytest.MonkeyPatch:
    """The command line beside a house in which everybody signs in; each role is its own token."""
    tokens = tmp_path / "tokens.toml"
    entries = (
        f'[[token]]\nid = "x"\nrole = "{role}"\n'
        f'sha256 = "{hashlib.sha256(role.encode()).hexdigest()}"'
        for role in ROLES
    )
    tokens.write_text("\n".join(entries))
    tokens.chmod(0o600)
    monkeypatch.setenv("PITLEDGER_DATABASE_URL", settings.database_url)
    monkeypatch.setenv("PITLEDGER_AUTH", "on")
    monkeypatch.setenv("PITLEDGER_TOKENS", str(tokens))
    return monkeypatch


def report(name: str) -> Result:
    return CliRunner().invoke(app, ["report", name, "--day", DAYS[0]])


@pytest.mark.parametrize("role", ROLES)
def test_a_role_reads_at_the_command_line_what_the_registry_lets_it(
    locked: pytest.MonkeyPatch, role: str
) -> None:
    locked.setenv("PITLEDGER_TOKEN", role)
    withheld = REPORTS["currency"].withheld(role)
    done = report("currency")
    if withheld is None:
        assert done.exit_code == 0, done.output
    else:
        assert (done.exit_code, done.stdout) == (2, "")
        assert withheld in done.stderr


def test_what_everybody_may_read_needs_no_token(locked: pytest.MonkeyPatch) -> None:
    assert report("slips").exit_code == 0
    assert report("currency").exit_code != 0
