"""What the settings say of the log: its name, who cosigns it, whether it is sealed at all."""

from pathlib import Path

import pytest

from services.settings import read_settings
from services.settings_sources import SettingsError
from services.transparency.keys import NoKey, load_keys, why_no_key
from services.transparency.notes import SigningKey
from services.transparency.witness_list import read_witnesses

WITNESS = SigningKey("witness.example/w1", b"\1" * 32, cosigner=True).verifier
SECOND = SigningKey("second.example", b"\2" * 32, cosigner=True).verifier
LOG = SigningKey("house.example", b"\3" * 32).verifier


def test_the_log_is_called_after_the_house_unless_it_has_a_name() -> None:
    assert read_settings({"PITLEDGER_PROPERTY": "lisboa"}).log_origin() == "pitledger/lisboa"
    named = read_settings({"PITLEDGER_ORIGIN": "house.example/log"})
    assert named.log_origin() == "house.example/log"


@pytest.mark.parametrize("name", ["with space", "with+plus", "tab\t", "line\n", "é"])
def test_a_name_has_neither_space_nor_plus(name: str) -> None:
    with pytest.raises(SettingsError, match="ORIGIN"):
        read_settings({"PITLEDGER_ORIGIN": name})


def test_witnesses_are_keys_and_addresses() -> None:
    text = f"{WITNESS} https://witness.example/w1/ , {SECOND} http://127.0.0.1:7000,"
    settings = read_settings({"PITLEDGER_WITNESSES": text})
    assert read_witnesses(settings.witnesses) == [
        (WITNESS, "https://witness.example/w1"),
        (SECOND, "http://127.0.0.1:7000"),
    ]
    assert read_witnesses("") == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nonsense", "no witness's key"),
        (f"{WITNESS}", "address"),
        (f"{WITNESS} ftp://witness.example", "address"),
        (f"{WITNESS} https://witness.example?x=1", "address"),
        (f"{LOG} https://house.example", "kind 4"),
        (f"{str(WITNESS)[:-4]}AAA= https://witness.example", "no witness's key"),
        (f"{WITNESS} https://a.example,{WITNESS} https://b.example", "twice"),
    ],
)
def test_what_is_no_witness_is_told_at_the_start(text: str, why: str) -> None:
    with pytest.raises(SettingsError, match=f"WITNESSES: .*{why}"):
        read_settings({"PITLEDGER_WITNESSES": text})


def test_with_a_database_of_its_own_a_house_is_given_its_key(tmp_path: Path) -> None:
    own = read_settings({}, database_url="postgresql://db.example/pit", data=tmp_path)
    assert "SEAL_KEY_FILE" in (why_no_key(own) or "")
    with pytest.raises(NoKey):
        load_keys(own, make=True)
    assert list(tmp_path.iterdir()) == []
    assert why_no_key(read_settings({}, data=tmp_path)) is None
    given = read_settings(
        {}, database_url="postgresql://db.example/pit", seal_key_file=tmp_path / "k"
    )
    assert why_no_key(given) is None
