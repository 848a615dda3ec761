"""`pitledger replay ROUND --bundle FILE`, and `pitledger verify FILE` on what it wrote."""

from pathlib import Path
from typing import Final

import msgspec
import pytest
from typer.testing import CliRunner, Result

from services.bootstrap import Service, open_service
from services.cli.main import app
from services.evidence.container import unpack
from services.settings import read_settings
from tests.support.domain import asked
from tests.support.evidence import VKEY
from tests.support.http.staff import write_tokens
from tests.support.store.databases import new_database
from tests.support.store.playing import do
from tests.support.transparency.at_once import OTHER_HOUSE, OTHER_KEY, seal

ROUND: Final = "PG01-1-1"
HANDS: Final = {1: "6-6 1-6 / 5-5 2-3", 2: "5-5 1-5 / 3-3 3-4"}
PLAYED: Final = (
    asked.open_table(),
    *asked.up_to_the_house("1-3 1-5 5-6 4-6", HANDS),
    *(asked.surrender(2), asked.settle()),
)


def play(house: Service) -> None:
    for command in PLAYED:
        do(house.desk, {**command, "table": "PG01"})


@pytest.fixture(scope="module")
def database(server: str) -> str:
    """A round that is sealed, and one that is not."""
    url = new_database(server)
    with open_service(read_settings({}, database_url=url, port=0)) as house:
        play(house)
        seal(house.storage.ledger)
        for command in PLAYED[1:]:
            do(house.desk, {**command, "table": "PG01"})
    return url


def call(database: str, *words: str, **settings: str) -> Result:
    told = {"PITLEDGER_DATABASE_URL": database, **settings}
    done = CliRunner().invoke(app, list(words), env=told)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def names(file: Path) -> list[str]:
    lines = unpack(file.read_bytes())["events.jsonl"].splitlines()
    return [msgspec.json.decode(line)["event"] for line in lines]


def test_a_bundle_is_written_and_verified(database: str, tmp_path: Path) -> None:
    file = tmp_path / "evidence.zip"
    done = call(database, "replay", ROUND, "--bundle", str(file))
    assert (done.exit_code, done.output) == (0, "")
    checked = call("", "verify", str(file), "--key", VKEY)
    assert checked.exit_code == 0, checked.output
    assert f"{ROUND}, closed" in checked.stdout
    assert "0 withheld" in checked.stdout


def test_whoever_holds_the_database_gets_what_is_stored(database: str, tmp_path: Path) -> None:
    file = tmp_path / "evidence.zip"
    call(database, "replay", ROUND, "--bundle", str(file))
    told = call(database, "replay", ROUND, "--json").stdout.splitlines()
    lines = unpack(file.read_bytes())["events.jsonl"].decode().splitlines()
    assert lines[1:] == told
    assert names(file)[0] == "TableOpened"


@pytest.mark.parametrize(("who", "hidden"), [("ada", 0), ("dana", 2)])
def test_where_people_sign_in_the_role_decides(
    database: str, tmp_path: Path, who: str, hidden: int
) -> None:
    auth = {"PITLEDGER_AUTH": "on", "PITLEDGER_TOKENS": str(write_tokens(tmp_path / "tokens.toml"))}
    file = tmp_path / "evidence.zip"
    wanted = ("replay", ROUND, "--bundle", str(file))
    assert call(database, *wanted, **auth, PITLEDGER_TOKEN=who).exit_code == 0
    checked = call("", "verify", str(file), "--key", VKEY)
    assert f"{hidden} withheld" in checked.stdout
    blind = call(database, *wanted, **auth, PITLEDGER_TOKEN="cora")
    assert blind.exit_code == 2
    assert "the count is blind" in blind.stderr


def test_what_is_not_sealed_yet_ends_with_1(database: str, tmp_path: Path) -> None:
    file = tmp_path / "evidence.zip"
    done = call(database, "replay", "PG01-1-2", "--bundle", str(file))
    assert done.exit_code == 1
    assert done.stderr.startswith("pitledger: round PG01-1-2 cannot be proved yet: no checkpoint")
    assert "try again in 10 seconds" in done.stderr
    assert not file.exists()


def test_a_file_that_cannot_be_written_ends_with_2(database: str, tmp_path: Path) -> None:
    done = call(database, "replay", ROUND, "--bundle", str(tmp_path / "nowhere" / "evidence.zip"))
    assert done.exit_code == 2
    assert "cannot be written: No such file or directory" in done.stderr
    missing = call(database, "replay", "PG01-9-9", "--bundle", str(tmp_path / "evidence.zip"))
    assert missing.exit_code == 1


def test_verify_ends_as_it_should(database: str, tmp_path: Path) -> None:
    file = tmp_path / "evidence.zip"
    call(database, "replay", ROUND, "--bundle", str(file))

    def code(*more: str, key: str = VKEY) -> int:
        return call("", "verify", str(file), "--key", key, *more).exit_code

    assert code(key=str(OTHER_KEY.verifier)) == 3
    assert code(key=str(OTHER_HOUSE.verifier)) == 4
    assert code("--checkpoint", str(tmp_path / "nothing")) == 2
    spoiled = bytearray(file.read_bytes())
    spoiled[len(spoiled) // 2] ^= 1
    file.write_bytes(spoiled)
    assert code() == 1
    file.write_bytes(b"")
    assert code() == 2
