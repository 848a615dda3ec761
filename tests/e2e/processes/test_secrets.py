"""Secrets: never an argument, which `ps` shows to everybody, and never in a message."""

import re
from pathlib import Path
from typing import Any

import click
import pytest
import typer

from services.cli.main import app
from services.settings import read_settings
from services.settings_sources import SettingsError
from services.storage import open_storage
from services.store.address_masking import without_password
from services.store.database import open_datastore
from tests.e2e.processes.test_command_line import pitledger
from tests.support.http.staff import write_tokens

_SECRET = re.compile(r"token|password|secret|key|url", re.IGNORECASE)


def options(command: Any, name: str) -> list[tuple[str, str]]:
    if isinstance(command, click.Group):
        return [one for its, sub in command.commands.items() for one in options(sub, its)]
    return [(name, option) for parameter in command.params for option in parameter.opts]


def test_no_option_takes_a_secret() -> None:
    told = [one for one in options(typer.main.get_command(app), "") if _SECRET.search(one[1])]
    # The address of a running service holds none.
    assert [one for one in told if one != ("simulate", "--url")] == []


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:hunter2secret@127.0.0.1:1/x",
        "postgres//ann:hunter2secret@h/db",
        "postgresql://ann:hunter2@secret@127.0.0.1:1/x",
        "postgresql://ann:hunter2/secret@127.0.0.1:1/x",
        "postgresql://ann:hunter2%40secret@127.0.0.1:1x/x",
        "host=127.0.0.1 port=1 password='hunter2 secret' x",
        "host=127.0.0.1 port=1 password=hunter2secret",
        "host=127.0.0.1 port=1 password=hunter2 secret",
        "postgresql://ann@127.0.0.1:1x/x?password=hunter2@secret",
        "postgresql://127.0.0.1:1x/x?sslmode=no&sslpassword=hunter2:secret",
        'postgresql://ann:hunter2"secret@/@127.0.0.1:1/x',
        "postgresql://ann:hunter2'@secret@127.0.0.1:1/x",
        "postgresql://ann:hunter2%zzsecret@127.0.0.1:1/x",
        "postgresql://ann:hunter2 secret@[::1/x",
    ],
)
def test_an_address_that_cannot_be_used_is_told_without_its_password(url: str) -> None:
    with pytest.raises(SettingsError) as error:
        open_datastore(url)
    for told in (str(error.value), without_password(url, url)):
        assert "hunter2" not in told
        assert "secret" not in told


@pytest.mark.parametrize("word", ["table", "ann", "host", "x", "1", "failed", "server", "%74able"])
@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:{}@127.0.0.1:1/x",
        "postgresql://ann@127.0.0.1:1/x?password={}",
        "host=127.0.0.1 port=1 user=ann dbname=x password={}",
    ],
)
def test_a_password_that_is_an_ordinary_word_masks_no_word(address: str, word: str) -> None:
    url = address.format(word)
    told = 'user "ann" failed: relation "table" is not on host "127.0.0.1", server at port 1'
    assert without_password(told, url) == told
    with pytest.raises(SettingsError) as error:
        open_datastore(url)
    assert "***" not in str(error.value)
    assert without_password(f"no way to {url} now", url) == f"no way to {address.format('***')} now"


def test_an_address_that_cannot_be_read_masks_what_is_quoted_of_the_password_alone() -> None:
    url = "postgresql://ann:table@port@host:1x/x"
    told = 'the table of "ann" is on "port@host", not on "x" or "table", by option "port"'
    shown = 'the table of "ann" is on "***", not on "x" or "***", by option "port"'
    assert without_password(told, url) == shown


class CommandLine:
    """As somebody uses it where AUTH is on."""

    def __init__(self, data: Path, tokens: Path) -> None:
        self._settings = {
            "PITLEDGER_DATA": str(data),
            "PITLEDGER_AUTH": "on",
            "PITLEDGER_TOKENS": str(tokens),
        }

    def __call__(self, *words: str, **environment: str) -> tuple[int, str]:
        """The exit code and what was said about it."""
        done = pitledger(*words, **self._settings, **environment)
        return done.returncode, done.stderr


@pytest.fixture
def call(data: Path, tmp_path: Path) -> CommandLine:
    with open_storage(read_settings({}, data=data)):
        pass
    return CommandLine(data, write_tokens(tmp_path / "tokens.toml"))


def test_with_auth_on_the_currency_report_asks_who_reads_it(call: CommandLine) -> None:
    currency = ("report", "currency", "--day", "2020-11-15")
    code, words = call(*currency)
    assert (code, "PITLEDGER_TOKEN_FILE" in words) == (2, True)
    code, words = call(*currency, PITLEDGER_TOKEN="nobody's")
    assert (code, "is not known here" in words) == (2, True)
    code, words = call(*currency, PITLEDGER_TOKEN="vic")
    assert (code, "it is for auditor, cage, pit_manager" in words) == (2, True)
    assert call(*currency, PITLEDGER_TOKEN="carl")[0] == 0
    assert call("report", "slips", "--day", "2020-11-15")[0] == 0


def test_a_day_is_closed_by_whose_token_it_is(call: CommandLine, tmp_path: Path) -> None:
    closing = ("day", "close", "2020-11-15", "--status", "provisional")
    file = tmp_path / "token"
    file.write_text("dana\n")
    held = {"PITLEDGER_TOKEN_FILE": str(file), "PITLEDGER_CONTROLS": "full"}
    code, words = call(*closing)
    assert (code, "PITLEDGER_TOKEN_FILE" in words) == (2, True)
    code, words = call(*closing, "--actor", "boss", "--role", "auditor", **held)
    assert (code, "leave --actor out" in words) == (2, True)
    code, words = call(*closing, **held)
    assert (code, "control:duties" in words) == (3, True)
    file.write_text("ada\n")
    assert call(*closing, **held)[0] == 0
