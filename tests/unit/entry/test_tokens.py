"""The tokens' file: what cannot be used is told before the door opens."""

import hashlib
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from domain.proofs import Person
from domain.roles import ROLES
from services.entry.tokens import Tokens, own_token
from services.settings import read_settings
from services.settings_sources import SettingsError


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def entry(who: str = "dana", role: str = "dealer", sha256: str = digest("dana")) -> str:
    return f'[[token]]\nid = "{who}"\nrole = "{role}"\nsha256 = "{sha256}"\n'


def written(folder: Path, content: str, mode: int = 0o600) -> Path:
    path = folder / "tokens.toml"
    path.write_text(content)
    path.chmod(mode)
    return path


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (entry(role="boss"), "token 1: there is no role 'boss'; there are dealer, floorperson"),
        (entry(role="Dealer"), "no role 'Dealer'"),
        (entry() + entry(who="frank"), "token 2: dana has the same sha256"),
        (entry() + entry(who="frank", sha256=digest("dana").upper()), "same sha256"),
        (entry(sha256="ab"), "sha256 is 64 hexadecimal digits"),
        (entry(sha256="g" * 64), "sha256 is 64 hexadecimal digits"),
        (entry(sha256="dana"), "sha256 is 64 hexadecimal digits"),
        (entry(who=" "), "blank"),
        (entry(who="dana "), "padded"),
        (entry(who="da\u202ena"), "not printable"),
        (entry(who="da\u200bna"), "not printable"),
        (entry(who=""), "token 1: id"),
        (entry().replace('"dana"', "7"), "token 1: id"),
        ("[[token]]\nid = 'x'", "an entry has id, role and sha256"),
        (entry() + "token = 'secret'", "nothing else"),
        ("token = 7", "no token in it"),
        ("", "no token in it"),
        ("token = []", "no token in it"),
        ("[", "Invalid"),
    ],
)
def test_what_cannot_be_used_is_told(tmp_path: Path, content: str, why: str) -> None:
    with pytest.raises(SettingsError) as error:
        Tokens.read(written(tmp_path, content))
    assert why in str(error.value)
    assert "[[token]]" in str(error.value)


def test_every_role_is_known(tmp_path: Path) -> None:
    content = "".join(entry(f"p-{role}", role, digest(role)) for role in ROLES)
    tokens = Tokens.read(written(tmp_path, content))
    for role in ROLES:
        actor = tokens.actor(role)
        assert actor is not None
        assert (actor.id, actor.role) == (f"p-{role}", role)
    assert tokens.actor("nobody") is None


def test_a_person_may_have_several_tokens_and_roles(tmp_path: Path) -> None:
    content = "".join(
        entry("dana", role, digest(token))
        for token, role in (("a", "dealer"), ("b", "dealer"), ("c", "floorperson"))
    )
    tokens = Tokens.read(written(tmp_path, content))
    assert len(tokens.of_person(Person("dana", "dealer"))) == 2
    assert len(tokens.of_person(Person("dana", "floorperson"))) == 1
    assert tokens.of_person(Person("dana", "cage")) == []


@pytest.mark.parametrize(("mode", "warned"), [(0o600, 0), (0o400, 0), (0o640, 1), (0o604, 1)])
def test_a_file_that_others_read_is_warned_of(tmp_path: Path, mode: int, warned: int) -> None:
    with capture_logs() as logs:
        Tokens.read(written(tmp_path, entry(), mode))
    assert len([line for line in logs if line["log_level"] == "warning"]) == warned


def test_ones_own_token_comes_from_the_environment_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("s3cret\n")
    assert own_token(read_settings({})) is None
    assert own_token(read_settings({"PITLEDGER_TOKEN": "s3cret"})) == "s3cret"
    assert own_token(read_settings({"PITLEDGER_TOKEN_FILE": str(file)})) == "s3cret"
    both = {"PITLEDGER_TOKEN": "s3cret", "PITLEDGER_TOKEN_FILE": str(file)}
    with pytest.raises(SettingsError, match="not both"):
        own_token(read_settings(both))
    with pytest.raises(SettingsError, match="cannot be read"):
        own_token(read_settings({"PITLEDGER_TOKEN_FILE": str(tmp_path / "none")}))
    assert "s3cret" not in repr(read_settings({"PITLEDGER_TOKEN": "s3cret"}))


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    now = [0.0]
    path = written(tmp_path, entry())
    tokens = Tokens(path, clock=lambda: now[0])
    assert tokens.known("dana") is not None

    def told(content: str, mode: int = 0o600) -> None:
        written(tmp_path, content, mode)
        now[0] += 2

    with capture_logs() as logs:
        told("[[token]]")
        assert tokens.known("dana") is not None, "what cannot be used changes nothing"
        assert tokens.known("dana") is not None
        told(entry("frank", "floorperson", digest("frank")))
        assert tokens.known("dana") is None
        assert tokens.keys_of("dana") == []
        assert tokens.of_person(Person("frank", "floorperson")) != []
        path.unlink()
        now[0] += 2
        assert tokens.known("frank") is not None
    assert [line["event"] for line in logs] == [
        "the tokens' file has changed and is not used",
        "the tokens' file is used again",
        "the tokens' file was read again",
        "the tokens' file has changed and is not used",
    ]
