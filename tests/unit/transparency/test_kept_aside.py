"""The checkpoint kept aside: replaced whole, trusted by its signature alone."""

from pathlib import Path

import pytest

from services.transparency.checkpoints import Checkpoint
from services.transparency.findings import Finding
from services.transparency.kept_aside import KeptAside
from services.transparency.notes import SigningKey

KEY = SigningKey("house.example/log", b"\7" * 32)
OTHER = SigningKey("house.example/log", b"\x08" * 32)
RENAMED = SigningKey("house.example/log2", b"\x09" * 32)


def checkpoint(size: int, key: SigningKey = KEY) -> Checkpoint:
    return Checkpoint(key.verifier.name, size, bytes([size]) * 32)


def test_the_newest_is_read_back(tmp_path: Path) -> None:
    aside = KeptAside(tmp_path / "made")
    assert aside.read([KEY.verifier]) is None
    for size in (1, 2):
        aside.keep(checkpoint(size).signed(KEY))
        assert aside.read([OTHER.verifier, KEY.verifier]) == checkpoint(size)
    assert [path.name for path in aside.path.parent.iterdir()] == ["seal.checkpoint"]


@pytest.mark.parametrize("content", [b"", b"\xff", b"no note", None])
def test_what_cannot_be_trusted_is_a_finding(tmp_path: Path, content: bytes | None) -> None:
    aside = KeptAside(tmp_path)
    aside.keep(checkpoint(3).signed(OTHER))
    if content is not None:
        aside.path.write_bytes(content)
    with pytest.raises(Finding, match="cannot be used"):
        aside.read([KEY.verifier])


def test_one_of_another_log_is_put_away_and_not_lost(tmp_path: Path) -> None:
    aside = KeptAside(tmp_path)
    aside.keep(checkpoint(3).signed(KEY))
    written = aside.path.read_text()
    assert aside.read([RENAMED.verifier]) is None
    [kept] = tmp_path.iterdir()
    assert kept.name.startswith("seal.checkpoint.")
    assert kept.read_text() == written


def test_a_write_that_fails_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    aside = KeptAside(tmp_path)
    aside.keep(checkpoint(1).signed(KEY))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        aside.keep(checkpoint(2).signed(KEY))
    assert aside.read([KEY.verifier]) == checkpoint(1)
    assert [path.name for path in tmp_path.iterdir()] == ["seal.checkpoint"]
