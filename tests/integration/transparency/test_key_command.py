"""`pitledger key` as a person uses it; whatever it prints, no private key is in it."""

import json
import shlex
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from services.bootstrap import open_service
from services.settings import Settings, read_settings
from services.storage import Storage, open_storage
from services.store.ledger import Ledger
from services.transparency.key_file import next_key, read_keys
from services.transparency.notes import SigningKey
from tests.support.http.staff import write_tokens
from tests.support.transparency.house import House
from tests.support.transparency.keys import ORIGIN, key
from tests.support.transparency.teller import Teller, secrets_in

ROTATE = ("key", "rotate", "--reason=a disk was sold")
ADA = ("--actor=ada", "--role=auditor")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house.key"


@pytest.fixture
def settings(database: str, tmp_path: Path, file: Path) -> Settings:
    told: dict[str, Any] = {"database_url": database, "data": tmp_path / "none", "origin": ORIGIN}
    return read_settings({}, seal_key_file=file, **told)


@pytest.fixture
def teller(settings: Settings, file: Path) -> Iterator[Teller]:
    """On a machine of the house, with its file of keys."""
    made = Teller(
        PITLEDGER_DATABASE_URL=settings.database_url,
        PITLEDGER_DATA=str(settings.data),
        PITLEDGER_ORIGIN=ORIGIN,
        PITLEDGER_SEAL_KEY_FILE=str(file),
    )
    yield made
    structlog.reset_defaults()
    made.expect_no_secret_of(file)
    assert not settings.data.exists()


@pytest.fixture
def storage(settings: Settings) -> Iterator[Storage]:
    with open_storage(settings) as opened:
        yield opened


@pytest.fixture
def house(storage: Storage, file: Path) -> House:
    """Whose log was sealed once, before anything happened."""
    made = House(storage.ledger, file)
    made.seal()
    return made


def only(file: Path) -> SigningKey:
    (own,) = read_keys(file)
    return own


def stored(ledger: Ledger) -> list[dict[str, Any]]:
    return [json.loads(entry.state) for entry in ledger.log_after(0, 1000)]


def shown(teller: Teller, **environment: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(teller.expect(0, "key", "show", "--json", **environment))
    return told


def test_a_key_is_made_once_and_shown(teller: Teller, file: Path) -> None:
    assert f"pitledger key new {file}" in teller.expect(2, "key", "show")
    made = teller.expect(0, "key", "new")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    own = only(file)
    assert f"verifier key  {own.verifier}\n" in made
    assert f"private key   {file}" in made
    assert "PITLEDGER_SEAL_KEY_FILE" not in made
    assert "never overwritten" in teller.expect(2, "key", "new")
    assert only(file).verifier == own.verifier
    other = file.with_name("other.key")
    assert f"PITLEDGER_SEAL_KEY_FILE={other}" in teller.expect(0, "key", "new", str(other))
    told = shown(teller)  # by the file: nothing is sealed yet
    assert (told["in_force"]["key"], told["in_force"]["since"]) == (str(own.verifier), None)
    assert f"nothing is sealed as {ORIGIN} yet" in teller.expect(2, *ROTATE)
    teller.expect_no_secret_of(other)


def test_a_file_that_others_read_or_that_is_broken_is_told(
    teller: Teller, house: House, file: Path
) -> None:
    file.chmod(0o640)
    for ask in (("key", "show"), ROTATE):
        assert f"chmod 600 {file}" in teller.expect(2, *ask)
    file.chmod(0o600)
    whole = file.read_text()
    file.write_text(whole[:-9])
    assert "line 1" in teller.expect(2, "key", "show")
    file.write_text(whole)
    told = teller.expect(2, "key", "show", PITLEDGER_ORIGIN="house.example/other")
    assert f"holds keys of {ORIGIN}" in told
    assert house.ledger.head() == 0


def test_the_key_in_force_is_shown(teller: Teller, house: House, file: Path) -> None:
    told = teller.expect(0, "key", "show")
    assert told.startswith(f"{ORIGIN}\nin force\n  {only(file).verifier}\n  fingerprint sha256:")
    assert "signs checkpoints of size 0 on, since 20" in told
    assert told.endswith(f"private keys in {house.file}\n")


def test_a_machine_without_the_file_knows_the_public_key(
    teller: Teller, house: House, file: Path, tmp_path: Path
) -> None:
    own = str(only(file).verifier)
    api = Teller(**teller.environment)
    del api.environment["PITLEDGER_SEAL_KEY_FILE"]
    told = shown(api)
    assert (told["in_force"]["key"], told["in_force"]["private"]) == (own, False)
    assert told["private_keys"] is None
    assert "private keys in no file of this machine" in api.expect(0, "key", "show")
    assert "PITLEDGER_SEAL_KEY_FILE" in api.expect(2, *ROTATE)
    assert "pitledger key new FILE" in api.expect(2, "key", "new")
    other = {"PITLEDGER_ORIGIN": "house.example/other"}
    assert "there is no key of house.example/other yet" in api.expect(1, "key", "show", **other)
    assert list(tmp_path.iterdir()) == [house.file]


def test_where_the_database_is_away_the_file_says_enough(
    teller: Teller, house: House, file: Path
) -> None:
    away = {"PITLEDGER_DATABASE_URL": "postgresql://127.0.0.1:1/none"}
    said = teller.run("key", "show", **away)
    assert (said.code, str(only(house.file).verifier) in said.out) == (0, True)
    assert "what follows is from the file of keys" in said.err
    api = Teller(**{**teller.environment, **away})
    del api.environment["PITLEDGER_SEAL_KEY_FILE"]
    assert "cannot be reached" in api.expect(2, "key", "show")
    assert "cannot be reached" in teller.expect(2, *ROTATE, **away)
    assert len(read_keys(file)) == 1


def test_before_anything_is_sealed_no_key_gives_way(
    teller: Teller, storage: Storage, file: Path
) -> None:
    teller.expect(0, "key", "new")
    assert "nothing is sealed" in teller.expect(2, *ROTATE)
    assert storage.ledger.head() == 0
    assert len(read_keys(file)) == 1


def test_a_key_gives_way_and_both_are_shown(teller: Teller, house: House, file: Path) -> None:
    first = only(file)
    told = teller.expect(0, *ROTATE, *ADA)
    _, second = read_keys(file)
    assert f"verifier key  {second.verifier}\nbefore it     {first.verifier}\n" in told
    (event,) = stored(house.ledger)
    assert (event["old"], event["new"]) == (str(first.verifier), str(second.verifier))
    assert (event["reason"], event["actor"]) == (
        "a disk was sold",
        {"id": "ada", "role": "auditor"},
    )
    house.seal()
    now = shown(teller)
    assert (now["in_force"]["key"], now["in_force"]["since_size"]) == (str(second.verifier), 1)
    (before,) = now["earlier"]
    assert (before["key"], before["since_size"], before["until_size"]) == (
        str(first.verifier),
        0,
        1,
    )
    assert before["private"]
    assert now["in_force"]["since"] == event["recorded"]
    for row in all_rows(house.ledger):
        assert not [secret for secret in secrets_in(file) if secret in row]


def all_rows(ledger: Ledger) -> list[bytes]:
    with ledger.datastore.get_connection() as conn:
        query = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
        tables = [row["table_name"] for row in conn.execute(query)]
        return [
            str(row).encode() for name in tables for row in conn.execute(f'SELECT * FROM "{name}"')
        ]


def test_a_rotation_that_was_cut_short_is_gone_on_with(
    teller: Teller, house: House, file: Path
) -> None:
    waiting = next_key(file, ORIGIN, [str(only(file).verifier)])
    assert shown(teller)["waiting"] == str(waiting.verifier)
    told = teller.expect(0, "key", "show")
    assert f"waiting: `pitledger key rotate` goes on with it\n  {waiting.verifier}" in told
    assert f"verifier key  {waiting.verifier}\n" in teller.expect(0, *ROTATE)
    assert len(read_keys(file)) == 2
    assert shown(teller)["waiting"] is None
    assert [event["new"] for event in stored(house.ledger)] == [str(waiting.verifier)]


def test_under_full_controls_it_is_an_auditors(teller: Teller, house: House, file: Path) -> None:
    full = {"PITLEDGER_CONTROLS": "full"}
    assert "[control:duties]" in teller.expect(3, *ROTATE, **full)
    assert house.ledger.head() == 0
    _, waiting = read_keys(file)
    told = teller.expect(0, *ROTATE, *ADA, **full)
    assert f"verifier key  {waiting.verifier}\n" in told
    assert "--role" in teller.expect(2, *ROTATE, "--actor=ada")


def test_with_auth_on_the_token_says_who(teller: Teller, house: House, tmp_path: Path) -> None:
    tokens = write_tokens(tmp_path / "tokens.toml")
    known = {"PITLEDGER_AUTH": "on", "PITLEDGER_TOKENS": str(tokens)}
    assert "PITLEDGER_TOKEN" in teller.expect(2, *ROTATE, **known)
    assert "leave --actor out" in teller.expect(2, *ROTATE, *ADA, **known, PITLEDGER_TOKEN="ada")
    teller.expect(0, *ROTATE, **known, PITLEDGER_TOKEN="ada")
    (event,) = stored(house.ledger)
    assert event["actor"] == {"id": "ada", "role": "auditor"}


def test_a_key_that_is_not_in_the_file_cannot_give_way(
    teller: Teller, house: House, file: Path
) -> None:
    here = only(file)
    file.unlink()
    teller.expect(0, "key", "new")
    told = teller.expect(2, *ROTATE)
    assert str(here.verifier) in told
    assert "docs/operations.md" in told
    assert shown(teller)["in_force"]["key"] == str(here.verifier)
    assert "not in the file here" in teller.expect(0, "key", "show")
    assert house.ledger.head() == 0


def test_where_a_demo_is_at_work_the_command_is_told_whole(
    teller: Teller, settings: Settings, file: Path, tmp_path: Path
) -> None:
    teller.expect(0, "key", "new")
    elsewhere = settings.model_copy(update={"data": tmp_path / "demo"})
    with open_service(elsewhere) as service:
        assert service.sealer is not None
        service.sealer.catch_up()
        busy = teller.expect(2, "key", "rotate", "--reason=it's time")
        (line,) = [line for line in busy.splitlines() if line.startswith("curl ")]
        command = json.loads(shlex.split(line)[-1])
        first, second = read_keys(file)
        assert command["reason"] == "it's time"
        assert (command["old"], command["new"]) == (str(first.verifier), str(second.verifier))


def test_what_somebody_changed_is_told(teller: Teller, house: House) -> None:
    with house.ledger.datastore.get_connection() as conn:
        conn.execute(
            "INSERT INTO pitledger_seal_keys (vkey, since_size, signature) VALUES (%s, 5, 'x')",
            (str(key(9).verifier),),
        )
    assert "did not sign" in teller.expect(1, "key", "show")
    assert "did not sign" in teller.expect(1, *ROTATE)
