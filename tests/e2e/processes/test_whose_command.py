"""On the command line, too, one is whose token it is, and nobody else."""

import hashlib
from pathlib import Path

import pytest

from services.settings import read_settings
from services.storage import open_storage
from tests.e2e.processes.test_secrets import CommandLine
from tests.support.http.provider import CLIENT, providing

CLOSING = ("day", "close", "2020-11-15", "--status", "provisional")


def entry(who: str, role: str, more: str = "") -> str:
    digest = hashlib.sha256(who.encode()).hexdigest()
    return f'[[token]]\nid = "{who}"\nrole = "{role}"\nsha256 = "{digest}"\n{more}\n'


@pytest.fixture
def call(data: Path, tmp_path: Path) -> CommandLine:
    with open_storage(read_settings({}, data=data)):
        pass
    tokens = tmp_path / "tokens.toml"
    tokens.touch(mode=0o600)
    tokens.write_text(entry("ada", "auditor") + entry("amy", "auditor", 'tables = ["PG01"]'))
    return CommandLine(data, tokens)


def test_a_step_is_ordered_by_whose_token_it_is(call: CommandLine) -> None:
    step = ("step-over", "floor", "--reason=it cannot be read")
    code, words = call(*step, "--actor=boss")
    assert (code, "PITLEDGER_TOKEN_FILE" in words) == (2, True)
    code, words = call(*step, "--actor=boss", PITLEDGER_TOKEN="ada")
    assert (code, "ada, whose token it is, does this; leave --actor out" in words) == (2, True)
    code, words = call(*step, PITLEDGER_TOKEN="ada")
    assert (code, "not stopped" in words) == (1, True), words
    assert call("step-over")[0] == 0, "to look one need not say who one is"


def test_a_day_is_not_closed_by_who_is_for_one_table(call: CommandLine) -> None:
    code, words = call(*CLOSING, PITLEDGER_TOKEN="amy")
    assert (code, "amy is signed in for PG01 only" in words) == (2, True)


def test_a_jwt_of_the_provider_says_who_one_is(call: CommandLine) -> None:
    with providing() as provider:
        own = {"PITLEDGER_OIDC_ISSUER": provider.issuer, "PITLEDGER_OIDC_CLIENT_ID": CLIENT}
        provider.person = {"sub": "olga", "roles": ["auditor"]}
        code, words = call(*CLOSING, PITLEDGER_TOKEN=provider.jwt(aud="other"), **own)
        assert (code, "claim aud" in words) == (2, True)
        held = {"PITLEDGER_TOKEN": provider.jwt(), "PITLEDGER_CONTROLS": "full"}
        assert call(*CLOSING, **held, **own)[0] == 0
        provider.down = True
        code, words = call(*CLOSING, PITLEDGER_TOKEN=provider.jwt(), **own)
        assert (code, "does not answer" in words) == (2, True)
