"""Settings come from the command line, the environment or a file, and none is silently ignored."""

import subprocess
import sys
from pathlib import Path

import pytest

from services.settings import Settings, read_settings
from services.settings_sources import SettingsError


def write(folder: Path, text: str | bytes) -> dict[str, str]:
    """A file of settings, and the environment that names it."""
    file = folder / "pitledger.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return {"PITLEDGER_CONFIG": str(file)}


def refusal(environment: dict[str, str], **overrides: object) -> str:
    with pytest.raises(SettingsError) as error:
        read_settings(environment, **overrides)
    return str(error.value)


def test_a_file_settles_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    named = write(tmp_path, 'port = 9000\ntimezone = "America/New_York"\nhead_seconds = 2.5\n')
    found = read_settings(named)
    assert (found.port, found.timezone, found.head_seconds) == (9000, "America/New_York", 2.5)
    assert found.model_fields_set == {"port", "timezone", "head_seconds"}


def test_the_environment_is_before_the_file_and_an_option_before_both(tmp_path: Path) -> None:
    named = write(tmp_path, 'port = 1\nlog = "json"\nqueue = 7\n')
    found = read_settings({**named, "PITLEDGER_PORT": "2", "PITLEDGER_QUEUE": "8"}, port=3)
    assert (found.port, found.queue, found.log) == (3, 8, "json")


def test_what_the_environment_overrides_need_not_be_right_in_the_file(tmp_path: Path) -> None:
    named = write(tmp_path, 'port = "none"\n')
    assert read_settings({**named, "PITLEDGER_PORT": "2"}).port == 2


def test_no_file_is_read_where_none_is_named() -> None:
    assert read_settings({"PITLEDGER_CONFIG": ""}) == read_settings({}) == Settings()


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("PITLEDGER_PRT", "PITLEDGER_PORT"),
        ("PITLEDGER_port", "PITLEDGER_PORT"),
        ("PITLEDGER_SCHEMA", "PITLEDGER_DATABASE_SCHEMA"),
        ("PITLEDGER_KAFKA_BOOTSTRAP_SERVERS", "PITLEDGER_KAFKA_BOOTSTRAP"),
        ("PITLEDGER_CONFIG_FILE", "PITLEDGER_CONFIG"),
        ("PITLEDGER_TEST_PORT", "PITLEDGER_PORT"),
    ],
)
def test_an_unknown_variable_names_the_nearest(name: str, nearest: str) -> None:
    told = refusal({name: "s3cret"})
    assert told == f"there is no setting {name} in the environment; the nearest is {nearest}"


def test_variables_of_others_are_ignored() -> None:
    read_settings({"PITLEDGERS": "2", "PORT": "3", "pitledger_x": "4"})


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("prt = 1", "there is no setting prt in {file}; the nearest is port"),
        ("PORT = 1", "there is no setting PORT in {file}; the nearest is port"),
        ('[database]\nurl = "x"', "no setting database in {file}; the nearest is database_url"),
        ('config = "other.toml"', "there is no setting config in {file}"),
    ],
)
def test_an_unknown_key_of_the_file_names_the_nearest(
    tmp_path: Path, text: str, nearest: str
) -> None:
    named = write(tmp_path, text)
    assert nearest.format(file=named["PITLEDGER_CONFIG"]) in refusal(named)


def test_a_wrong_value_names_where_it_stands_and_all_are_told(tmp_path: Path) -> None:
    named = write(tmp_path, 'port = "s3cret"\nqueue = 0\nhost = 5\n')
    told = refusal({**named, "PITLEDGER_BATCH": "s3cret"})
    file = named["PITLEDGER_CONFIG"]
    for part in (f"port in {file}: ", f"queue in {file}: ", f"host in {file}: ", "PITLEDGER_BATCH"):
        assert part in told
    assert "s3cret" not in told


def test_a_secret_is_not_told_again(tmp_path: Path) -> None:
    named = write(tmp_path, 'token = ["s3cret"]\ndatabase_url = 5\n')
    told = refusal({**named, "PITLEDGER_PORT": "s3cret", "PITLEDGER_AUTH": "s3cret"})
    assert "token in" in told
    assert "s3cret" not in told


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"port = \xff", "it is not UTF-8"),
        ("port 9", "Expected '=' after a key"),
        ('token = "s3cret', "cannot be read"),
        ("port = 1\nport = 2", "Cannot overwrite a value"),
    ],
)
def test_a_file_that_is_no_toml_is_told(tmp_path: Path, text: str | bytes, why: str) -> None:
    named = write(tmp_path, text)
    told = refusal(named)
    assert f"PITLEDGER_CONFIG: {named['PITLEDGER_CONFIG']} cannot be read: " in told
    assert why in told
    assert "s3cret" not in told


def test_a_file_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    nowhere, loop = tmp_path / "none.toml", tmp_path / "loop.toml"
    loop.symlink_to(loop)
    assert refusal({"PITLEDGER_CONFIG": str(nowhere)}).endswith(
        f"{nowhere} cannot be read: No such file or directory"
    )
    assert "it is not a file" in refusal({"PITLEDGER_CONFIG": str(tmp_path)})
    assert "cannot be read" in refusal({"PITLEDGER_CONFIG": str(loop)})
    assert "cannot be read" in refusal({"PITLEDGER_CONFIG": "a\0b"})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PITLEDGER_PORT", "tcp://10.0.0.7:80"),
        ("PITLEDGER_SERVICE_HOST", "10.0.0.7"),
        ("PITLEDGER_SERVICE_PORT_HTTP", "80"),
        ("PITLEDGER_PORT_80_TCP_ADDR", "10.0.0.7"),
    ],
)
def test_a_link_of_kubernetes_is_told_as_such(name: str, value: str) -> None:
    told = refusal({name: value, "PITLEDGER_HOST": "127.0.0.1"})
    assert told.startswith(f"{name} is no setting but a link of Kubernetes to a Service")
    assert "enableServiceLinks: false" in told


def test_settings_made_by_hand_look_at_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITLEDGER_PORT", "9")
    assert Settings().port == 8080
    assert read_settings().port == 9


def test_the_command_line_ends_with_2_and_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "services.cli.main", "reconcile", "--data", str(tmp_path)]
    ended = subprocess.run(
        command, env={"PITLEDGER_PRT": "9"}, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == (
        "pitledger: there is no setting PITLEDGER_PRT in the environment;"
        " the nearest is PITLEDGER_PORT\n"
    )


def test_a_log_is_called_as_the_house_says() -> None:
    assert read_settings({}).log_origin() == "pitledger/house"
    assert read_settings({"PITLEDGER_PROPERTY": "macau"}).log_origin() == "pitledger/macau"
    named = {"PITLEDGER_PROPERTY": "macau", "PITLEDGER_ORIGIN": "house.example/pit"}
    assert read_settings(named).log_origin() == "house.example/pit"
    assert read_settings({"PITLEDGER_ORIGIN": "x" * 128}).log_origin() == "x" * 128


@pytest.mark.parametrize("origin", ["a b", "a+b", " a", "a\n", "a\tb", "é", "x" * 129, "\u2028"])
def test_a_name_that_no_checkpoint_could_have_is_refused(origin: str) -> None:
    told = refusal({"PITLEDGER_ORIGIN": origin})
    assert told.startswith("PITLEDGER_ORIGIN: ")
    assert "neither space nor +" in told
