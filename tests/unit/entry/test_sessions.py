"""Sessions by themselves: what is signed, for what, and for how long."""

from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from domain.commands.fields import Actor
from services.entry.tokens import Known
from services.sessions.sessions import NoSession, Sessions
from services.sessions.signing import Seal
from services.settings import read_settings
from services.settings_sources import SettingsError

KNOWN = Known(Actor(id="dana", role="dealer"), b"s" * 32, frozenset({"PG01"}))


def key_file(folder: Path, content: bytes = b"k" * 32, mode: int = 0o600) -> Path:
    path = folder / "session.key"
    path.write_bytes(content)
    path.chmod(mode)
    return path


def sessions(folder: Path, now: list[float], content: bytes = b"k" * 32, **more: Any) -> Sessions:
    """With a key of its own: the database is not asked for one."""
    settings = read_settings({}, session_key_file=key_file(folder, content), **more)
    nothing_kept: Any = None
    return Sessions(settings, nothing_kept, None, clock=lambda: now[0])


def test_a_session_lasts_for_its_hours(tmp_path: Path) -> None:
    now = [1000.0]
    house = sessions(tmp_path, now, session_hours=2)
    begun = house.of_token(KNOWN)
    cookie = house.written(begun)
    now[0] += 7199
    assert house.read(cookie) == begun
    now[0] += 1
    with pytest.raises(NoSession) as why:
        house.read(cookie)
    assert why.value.why == "expired_session"


def test_no_two_sessions_have_anything_in_common(tmp_path: Path) -> None:
    house = sessions(tmp_path, [0.0])
    one, other = house.of_token(KNOWN), house.of_token(KNOWN)
    assert one.id != other.id
    assert KNOWN.secret.hex() not in house.written(one)


def test_another_house_reads_nothing_of_it(tmp_path: Path) -> None:
    house = sessions(tmp_path, [0.0])
    begun = house.of_token(KNOWN)
    other = sessions(tmp_path, [0.0], b"another key, of 32 bytes or more")
    with pytest.raises(NoSession, match="not of this house"):
        other.read(house.written(begun))


def test_a_key_for_each_purpose() -> None:
    written = Seal(b"k" * 32, "session").sign(b"{}")
    assert Seal(b"k" * 32, "session").read(written) == b"{}"
    assert Seal(b"k" * 32, "sign-in").read(written) is None


@pytest.mark.parametrize(
    "text", ["", ".", "..", "s1..", "s1.e30", "s1.e30.!!", "s1.\udcff.AAAA", "é.é.é"]
)
def test_what_is_not_written_here_is_read_as_nothing(text: str) -> None:
    assert Seal(b"k" * 32, "session").read(text) is None


def test_the_longest_scope_fits_into_a_cookie(tmp_path: Path) -> None:
    """A browser keeps no more than 4,096 bytes of one, its name and flags included."""
    tables = frozenset(f"{number:032}" for number in range(50))
    known = Known(Actor(id="d" * 64, role="pit_manager"), b"s" * 32, tables)
    house = sessions(tmp_path, [1e10])
    assert len(house.written(house.of_token(known))) < 3900


def test_a_key_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="holds 5 bytes; a key has at least 32"):
        sessions(tmp_path, [0.0], b"short")
    settings = read_settings({}, session_key_file=tmp_path / "none")
    nothing_kept: Any = None
    with pytest.raises(SettingsError, match="SESSION_KEY_FILE cannot be read"):
        Sessions(settings, nothing_kept, None)
    with capture_logs() as logs:
        path = key_file(tmp_path, mode=0o644)
        Sessions(read_settings({}, session_key_file=path), nothing_kept, None)
    assert [line["event"] for line in logs] == [
        "the sessions' key is open to others than its owner"
    ]
