"""Where a machine's keys come from: by setting, beside an embedded database, or not at all."""

import stat
from pathlib import Path
from typing import Any

import pytest

from services.settings import Settings, read_settings
from services.settings_sources import SettingsError
from services.transparency.key_file import BadKeyFile, make_key_file, next_key
from services.transparency.key_history import KeyHistory, chained
from services.transparency.keys import (
    KeyNotHere,
    NoKey,
    in_force_here,
    key_file,
    load_keys,
    trusted_keys,
    why_no_key,
)
from tests.support.transparency.keys import ORIGIN, key
from tests.unit.transparency.test_key_history import first

SERVER = "postgresql://db.example/pit"


def settings(data: Path, **more: Any) -> Settings:
    return read_settings({}, data=data, origin=ORIGIN, **more)


def test_the_embedded_default_makes_its_key_on_first_use(tmp_path: Path) -> None:
    house = settings(tmp_path / "data")
    assert load_keys(house) == []
    assert not house.data.exists()
    (made,) = load_keys(house, make=True)
    assert made.verifier.name == ORIGIN
    assert stat.S_IMODE((house.data / "seal.key").stat().st_mode) == 0o600
    for make in (True, False):
        assert [one.verifier for one in load_keys(house, make=make)] == [made.verifier]
    assert why_no_key(house) is None


def test_with_a_server_a_key_is_given_and_never_made(tmp_path: Path) -> None:
    house = settings(tmp_path, database_url=SERVER)
    assert key_file(house) is None
    assert load_keys(house) == []
    with pytest.raises(NoKey) as caught:
        load_keys(house, make=True)
    told = str(caught.value)
    assert "pitledger key new FILE" in told
    assert "PITLEDGER_SEAL_KEY_FILE" in told
    assert why_no_key(house) == told
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("server", ["", SERVER])
@pytest.mark.parametrize("make", [True, False])
def test_a_file_that_is_named_is_there(tmp_path: Path, server: str, make: bool) -> None:
    file = tmp_path / "house.key"
    house = settings(tmp_path, database_url=server, seal_key_file=file)
    with pytest.raises(NoKey, match=f"pitledger key new {file}"):
        load_keys(house, make=make)
    made = make_key_file(file, ORIGIN)
    following = next_key(file, ORIGIN, [str(made.verifier)])
    assert [one.verifier for one in load_keys(house, make=make)] == [
        made.verifier,
        following.verifier,
    ]
    assert why_no_key(house) is None


def test_a_key_of_another_name_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "seal.key"
    make_key_file(file, "house.example/other")
    with pytest.raises(KeyNotHere) as caught:
        load_keys(settings(tmp_path))
    told = str(caught.value)
    assert "keys of house.example/other" in told
    assert f"the log is called {ORIGIN}" in told
    assert "PITLEDGER_ORIGIN" in told
    make_key_file(file.with_name("own.key"), ORIGIN)
    file.write_text(file.read_text() + file.with_name("own.key").read_text())
    with pytest.raises(KeyNotHere, match=r"keys of house\.example/other,"):
        load_keys(settings(tmp_path))


def test_what_is_trusted_is_what_the_file_names(tmp_path: Path) -> None:
    house = settings(tmp_path)
    assert trusted_keys(house) == []
    assert trusted_keys(settings(tmp_path, database_url=SERVER)) == []
    (made,) = load_keys(house, make=True)
    gone = key(1, "house.example/before").verifier
    with (tmp_path / "seal.key").open("a") as file:
        file.write(f"{gone}\n")
    assert trusted_keys(house) == [gone, made.verifier]
    assert [one.verifier for one in load_keys(house)] == [made.verifier]


def test_the_name_is_the_propertys_where_no_origin_is_said(tmp_path: Path) -> None:
    (made,) = load_keys(read_settings({}, data=tmp_path, property="macau"), make=True)
    assert made.verifier.name == "pitledger/macau"


def test_a_file_that_others_read_stops_who_seals(tmp_path: Path) -> None:
    house = settings(tmp_path)
    load_keys(house, make=True)
    (tmp_path / "seal.key").chmod(0o644)
    for make in (True, False):
        with pytest.raises(BadKeyFile, match="chmod 600"):
            load_keys(house, make=make)


def test_a_data_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="cannot be"):
        load_keys(settings(tmp_path / "file" / "data"), make=True)


def test_the_key_in_force_is_found_among_ones_own() -> None:
    own = [key(1), key(2)]
    assert in_force_here(own, chained([first()]), ORIGIN) is own[0]
    with pytest.raises(KeyNotHere, match="nothing is sealed"):
        in_force_here(own, KeyHistory(()), ORIGIN)
    with pytest.raises(KeyNotHere, match=r"has to sign.*docs/operations.md"):
        in_force_here(own[1:], chained([first()]), ORIGIN)
