"""A log that two keys have sealed: each published one is enough, a stranger's is told as such."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from services.cli.main import app
from services.transparency.notes import SigningKey
from tests.integration.archive.conftest import MakeHouse
from tests.support.archive.house import House
from tests.support.store.databases import new_database, owner_of
from tests.support.store.playing import buy_in, do, open_table, running
from tests.support.transparency.at_once import KEY, ORIGIN, OTHER_HOUSE, rotate, seal
from tests.support.transparency.keys import key

NEW, STRANGER = key(2, ORIGIN), key(3, ORIGIN)


def play(house: House, *, again: bool = True) -> None:
    with running(house.ledger) as desk:
        do(desk, *([] if again else [open_table("PG01")]), *(buy_in("PG01") for _ in range(300)))


def begun(house: House, key: SigningKey) -> House:
    play(house, again=False)
    seal(house.ledger, key, sizes=[100])
    house.archive_what_is_sealed()
    return house


@pytest.fixture(scope="module")
def rotated(new_house: MakeHouse) -> House:
    """Archived under the old key, with the rotation, and under the new key alone."""
    house = begun(new_house(), KEY)
    rotate(house.ledger, KEY, NEW)
    seal(house.ledger, NEW, before=KEY)
    house.archive_what_is_sealed()
    play(house)
    seal(house.ledger, NEW)
    house.archive_what_is_sealed()
    return house


@pytest.fixture(scope="module")
def forged(new_house: MakeHouse) -> House:
    """A stranger's log, whose last event says that he gave way to the house's key.

    Anybody can sign for a key that was published; the house has signed nothing of it.
    """
    house = begun(new_house(), STRANGER)
    rotate(house.ledger, STRANGER, NEW)
    seal(house.ledger, STRANGER)
    house.archive_what_is_sealed()
    return house


def call(*arguments: str, url: str, keys: tuple[SigningKey, ...] = ()) -> Result:
    told = [word for one in keys for word in ("--key", str(one.verifier))]
    environment = {"PITLEDGER_DATABASE_URL": url, "PITLEDGER_OWNER_URL": owner_of(url)}
    return CliRunner().invoke(app, [*arguments, *told], env=environment)


@pytest.fixture(params=["verify", "archive", "restore"])
def command(request: pytest.FixtureRequest, server: str) -> str:
    return str(request.param)


def checked(command: str, house: House, server: str, *keys: SigningKey) -> Result:
    match command:
        case "verify":
            return call("verify", "--only", "tree", url=house.url, keys=keys)
        case "archive":
            return call("archive", "--check", "--to", house.store.url, url=house.url, keys=keys)
        case _:
            return call("restore", "--from", house.store.url, url=new_database(server), keys=keys)


@pytest.mark.parametrize("keys", [(KEY,), (NEW,), (KEY, NEW), (STRANGER, NEW)])
def test_either_published_key_is_enough(
    rotated: House, server: str, command: str, keys: tuple[SigningKey, ...]
) -> None:
    done = checked(command, rotated, server, *keys)
    assert done.exit_code == 0, done.output
    assert "4 checkpoints" in done.stdout


@pytest.mark.parametrize(
    ("key", "code", "said"),
    [(STRANGER, 3, "is signed by another key"), (OTHER_HOUSE, 4, "not of pitledger/elsewhere")],
)
def test_another_key_is_told_as_such(
    rotated: House, server: str, command: str, key: SigningKey, code: int, said: str
) -> None:
    done = checked(command, rotated, server, key)
    assert done.exit_code == code, done.output
    assert said in done.output
    assert "not good" not in done.output


@pytest.mark.parametrize("key", [NEW, KEY])
def test_a_stranger_s_log_is_not_the_house_s_because_it_names_its_key(
    forged: House, server: str, command: str, key: SigningKey
) -> None:
    done = checked(command, forged, server, key)
    assert done.exit_code == 3, done.output
    assert "is signed by another key" in done.output
    assert checked(command, forged, server, STRANGER).exit_code == 3


def test_before_the_rotation_is_sealed_the_stranger_s_log_is_his_alone(
    new_house: MakeHouse, server: str, command: str
) -> None:
    house = begun(new_house(), STRANGER)
    rotate(house.ledger, STRANGER, NEW)
    assert checked(command, house, server, STRANGER).exit_code == 0
    done = checked(command, house, server, NEW)
    assert done.exit_code == 3, done.output
    assert "is signed by another key" in done.output


def test_a_checkpoint_kept_aside_is_followed_too(
    rotated: House, server: str, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    with rotated.ledger.datastore.get_connection() as conn:
        notes = conn.execute("SELECT note FROM pitledger_checkpoints ORDER BY size").fetchall()
    first, *_, last = (row["note"] for row in notes)
    for note, told in ((first, NEW), (last, KEY)):
        kept.write_text(note)
        more = ("--checkpoint", str(kept))
        assert call("verify", *more, "--only", "tree", url=rotated.url, keys=(told,)).exit_code == 0
        restore = ("restore", "--from", rotated.store.url, *more)
        assert call(*restore, url=new_database(server), keys=(told,)).exit_code == 0
        again = call("verify", *more, "--only", "tree", url=rotated.url, keys=(STRANGER,))
        assert again.exit_code == 3
        assert "is signed by another key" in again.stderr
