"""The file of the private keys: whose it is, what stands in it, and that it is never lost."""

import os
import stat
import threading
from pathlib import Path
from typing import Final

import pytest

from services.transparency import key_file
from services.transparency.encoding import encode64
from services.transparency.key_file import (
    BadKeyFile,
    KeyFileThere,
    make_key_file,
    next_key,
    read_key_file,
    read_keys,
)
from services.transparency.notes import SigningKey
from tests.support.transparency.keys import ORIGIN

# A pair that the notes of others are documented with.
PRIVATE: Final = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
PUBLIC: Final = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
SECRET: Final = PRIVATE.rpartition("+c74f20a3+")[2]


def written(path: Path, text: str, mode: int = 0o600) -> Path:
    path.write_text(text)
    path.chmod(mode)
    return path


def beside(path: Path) -> set[str]:
    return {one.name for one in path.parent.iterdir()}


def refused(path: Path) -> str:
    with pytest.raises(BadKeyFile) as caught:
        read_keys(path)
    told = str(caught.value)
    assert str(path) in told
    assert SECRET not in told
    return told


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "seal.key"


def test_a_key_of_others_is_read(file: Path) -> None:
    (key,) = read_keys(written(file, f"{PRIVATE}\n"))
    assert str(key.verifier) == PUBLIC
    key.verifier.check("If you think", key.sign("If you think"))


def test_a_key_that_is_gone_may_stand_there_as_the_public_one(file: Path) -> None:
    made = make_key_file(file, ORIGIN)
    own = file.read_text()
    for text in (f"{PUBLIC}\n{own}", f"{own}{PUBLIC}"):
        found = read_key_file(written(file, text))
        assert [one.verifier for one in found.keys] == [made.verifier]
        assert [str(one) for one in found.gone] == [PUBLIC]
        following = next_key(file, ORIGIN, [str(made.verifier)])
        assert [str(one) for one in read_key_file(file).gone] == [PUBLIC]
        assert read_keys(file)[-1].verifier == following.verifier


def test_a_key_that_is_made_is_its_owners_alone(file: Path) -> None:
    made = make_key_file(file, ORIGIN)
    found = file.stat()
    assert (stat.S_IMODE(found.st_mode), found.st_uid) == (0o600, os.geteuid())
    (read,) = read_keys(file)
    assert read.verifier == made.verifier
    assert read.verifier.name == ORIGIN
    assert beside(file) == {file.name}


def test_whatever_the_umask_says(file: Path) -> None:
    before = os.umask(0)
    try:
        make_key_file(file, ORIGIN)
        next_key(file, ORIGIN, [str(read_keys(file)[0].verifier)])
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_no_key_is_overwritten(file: Path) -> None:
    make_key_file(file, ORIGIN)
    before = file.read_bytes()
    with pytest.raises(KeyFileThere, match="never overwritten"):
        make_key_file(file, ORIGIN)
    assert file.read_bytes() == before
    other = file.with_name("link.key")
    other.symlink_to("nowhere")
    with pytest.raises(KeyFileThere):
        make_key_file(other, ORIGIN)
    assert beside(file) == {"link.key", "seal.key"}


def test_every_key_is_another() -> None:
    made = {key_file._new_line(ORIGIN)[0] for _ in range(20)}
    assert len(made) == 20


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660, 0o610, 0o700 | 0o004, 0o602])
def test_a_file_that_others_can_use_is_refused_with_what_to_do(file: Path, mode: int) -> None:
    told = refused(written(file, f"{PRIVATE}\n", mode))
    assert f"mode {mode:04o}" in told
    assert f"chmod 600 {file}" in told
    assert "pitledger key rotate" in told
    with pytest.raises(BadKeyFile):
        next_key(file, ORIGIN, [])


def test_a_file_that_only_its_owner_reads_will_do(file: Path) -> None:
    assert read_keys(written(file, f"{PRIVATE}\n", 0o400))


def test_a_file_of_another_user_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(file, f"{PRIVATE}\n")
    if os.geteuid() == 0:
        os.chown(file, 4321, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 4321)
    told = refused(file)
    assert f"belongs to user {file.stat().st_uid}" in told
    assert f"chown {os.geteuid()}" in told


WRONG: Final = {
    "nothing": ("", "holds no private key"),
    "blank lines": ("\n \n", "holds no private key"),
    "something else": ("hello\n", "line 1"),
    "another form": (f"-----BEGIN PRIVATE KEY-----\n{SECRET}\n", "line 1"),
    "the key alone": (SECRET, "line 1"),
    "the public one alone": (PUBLIC, "holds no private key"),
    "a public one that was changed": (f"{PRIVATE}\n{PUBLIC[:-1]}X", "line 2"),
    "both of a pair": (f"{PUBLIC}\n{PRIVATE}", "twice"),
    "a witness": (
        f"{PRIVATE}\n{SigningKey('w', bytes(32), cosigner=True).verifier}",
        "line 2",
    ),
    "a second line": (f"{PRIVATE}\n{SECRET}\n", "line 2"),
    "cut short": (PRIVATE[:-4], "line 1: it is no Ed25519 key"),
    "a letter more": (f"{PRIVATE}A", "line 1: it is no Ed25519 key"),
    "another kind": (
        f"PRIVATE+KEY+PeterNeumann+c74f20a3+{encode64(bytes([4]) + bytes(32))}",
        "line 1: it is no Ed25519 key",
    ),
    "another id": (PRIVATE.replace("c74f20a3", "c74f20a4"), "line 1: its id"),
    "another name": (PRIVATE.replace("Peter", "Petra"), "line 1: its id"),
    "a name with a space": (PRIVATE.replace("rN", "r N"), "line 1"),
    "a key twice": (f"{PRIVATE}\n{PRIVATE}\n", "twice"),
    "letters of others": (f"{PRIVATE}\n# schlüssel", "plain letters"),
}


@pytest.mark.parametrize(("text", "why"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_read_is_told_without_its_content(file: Path, text: str, why: str) -> None:
    assert why in refused(written(file, text))


def test_what_is_no_file_is_refused(file: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_keys(file)
    file.mkdir()
    assert "something else than a file" in refused(file)
    pipe = file.with_name("pipe")
    os.mkfifo(pipe, 0o600)
    assert "something else than a file" in refused(pipe)
    assert "larger" in refused(written(file.with_name("large"), "x" * 1_000_001))


def test_a_next_key_comes_behind_the_others(file: Path) -> None:
    first = make_key_file(file, ORIGIN)
    second = next_key(file, ORIGIN, [str(first.verifier)])
    assert [one.verifier for one in read_keys(file)] == [first.verifier, second.verifier]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    third = next_key(file, ORIGIN, [str(one.verifier) for one in (first, second)])
    assert [one.verifier for one in read_keys(file)][-1] == third.verifier
    assert beside(file) == {file.name}


def test_a_next_key_that_was_never_used_is_gone_on_with(file: Path) -> None:
    first = make_key_file(file, ORIGIN)
    once, again = (next_key(file, ORIGIN, [str(first.verifier)]) for _ in range(2))
    assert once.verifier == again.verifier
    assert len(read_keys(file)) == 2


def test_a_link_stays_one(file: Path) -> None:
    first = make_key_file(file, ORIGIN)
    link = file.with_name("link.key")
    link.symlink_to(file.name)
    next_key(link, ORIGIN, [str(first.verifier)])
    assert link.is_symlink()
    assert len(read_keys(file)) == 2


def test_a_disk_that_fails_leaves_the_file_as_it_was(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make_key_file(file, ORIGIN)
    before = file.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadKeyFile, match="No space left"):
        next_key(file, ORIGIN, [str(first.verifier)])
    with pytest.raises(BadKeyFile, match="No space left"):
        make_key_file(file.with_name("other.key"), ORIGIN)
    assert file.read_bytes() == before
    assert beside(file) == {file.name}


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadKeyFile, match="No such file"):
        make_key_file(tmp_path / "none" / "seal.key", ORIGIN)


def test_many_at_once_make_one_key_and_one_next(file: Path) -> None:
    made: list[str] = []
    refused: list[Exception] = []
    together = threading.Barrier(8)

    def make() -> None:
        together.wait()
        try:
            make_key_file(file, ORIGIN)
        except KeyFileThere as error:
            refused.append(error)
        first = str(read_keys(file)[0].verifier)
        made.append(str(next_key(file, ORIGIN, [first]).verifier))

    threads = [threading.Thread(target=make) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(refused) == 7
    assert len(set(made)) == 1
    assert len(made) == 8
    assert len(read_keys(file)) == 2
