"""The embedded server: private to its user, wherever its files lie, and shared in order."""

import os
import pwd
import signal
import stat
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from services.store.embedded import embedded_trouble, start_embedded, stop_embedded
from tests.support.processes.postmaster import family, postmaster, signal_all
from tests.support.processes.waiting import wait_for


@pytest.fixture
def long_path(data: Path) -> Path:
    """Too long for any socket."""
    return data / ("deep" * 20) / ("deeper" * 12)


def sockets(url: str) -> Path:
    return Path(str(conninfo_to_dict(url)["host"]))


def test_however_long_the_path_the_socket_is_its_users_own(long_path: Path) -> None:
    url = start_embedded(long_path)
    try:
        folder = sockets(url)
        assert long_path not in folder.parents
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE((folder / ".s.PGSQL.5432").stat().st_mode) == 0o700
        with psycopg.connect(url) as conn:
            assert conn.execute("SHOW listen_addresses").fetchone() == ("",)
        if os.geteuid() == 0:
            assert not connects_as("nobody", url)
    finally:
        stop_embedded(long_path)
    assert start_embedded(long_path) == url  # others know it by this address
    stop_embedded(long_path)


def test_beside_the_data_it_is_its_users_own_too(data: Path) -> None:
    url = start_embedded(data)
    try:
        assert sockets(url) == data / "postgres"
        assert stat.S_IMODE(sockets(url).stat().st_mode) == 0o700
        if os.geteuid() == 0:
            assert not connects_as("nobody", url)
    finally:
        stop_embedded(data)


def connects_as(user: str, url: str) -> bool:
    """Whether somebody else of this machine gets in."""
    known = pwd.getpwnam(user)
    parts = conninfo_to_dict(url)
    talk = (
        "import socket, sys; s = socket.socket(socket.AF_UNIX);"
        f" s.connect({str(parts['host'])!r} + '/.s.PGSQL.5432'); print('in')"
    )
    done = subprocess.run(
        ["/usr/bin/env", "python3", "-c", talk],
        user=known.pw_uid, group=known.pw_gid, capture_output=True, text=True, check=False,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin"}, cwd="/",
    )  # fmt: skip
    assert "in" in done.stdout or "PermissionError" in done.stderr, done.stderr
    return "in" in done.stdout


def test_a_folder_of_somebody_else_is_not_used(long_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("no other user: it takes root to make a folder of theirs")
    url = start_embedded(long_path)
    stop_embedded(long_path)
    folder = sockets(url)
    os.chown(folder, pwd.getpwnam("nobody").pw_uid, -1)
    try:
        with pytest.raises(Exception, match="belongs to another user"):
            start_embedded(long_path)
    finally:
        folder.rmdir()
        stop_embedded(long_path)


def test_it_stays_while_anybody_uses_it_and_stops_with_the_last(data: Path) -> None:
    url = start_embedded(data)
    script = (
        "import sys; from pathlib import Path; from services.store.embedded import start_embedded;"
        f" print(start_embedded(Path({str(data)!r})), flush=True); sys.stdin.read()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    assert other.stdout.readline().strip() == url
    stop_embedded(data)
    with psycopg.connect(url) as conn:
        assert conn.execute("SELECT 1").fetchone() == (1,)
    pid = postmaster(data)
    other.kill()  # it never signs off, and is not missed
    other.wait()
    other.stdout.close()
    assert other.stdin is not None
    other.stdin.close()
    assert start_embedded(data) == url
    assert postmaster(data) == pid
    stop_embedded(data)
    assert not (data / "postgres" / "postmaster.pid").exists()


def test_the_trouble_of_one_server_is_not_anothers(data: Path) -> None:
    start_embedded(data)
    (data / "postgres" / "PG_VERSION").rename(data / "PG_VERSION")
    signal_all(family(postmaster(data)), signal.SIGKILL)
    wait_for(lambda: embedded_trouble(data) is not None)
    assert embedded_trouble(data / "another") is None
    (data / "PG_VERSION").rename(data / "postgres" / "PG_VERSION")
    wait_for(lambda: embedded_trouble(data) is None)
    stop_embedded(data)


def test_a_server_whose_files_are_gone_is_not_made_anew(data: Path) -> None:
    """An empty one in its place would be taken for the books."""
    start_embedded(data)
    (data / "postgres").rename(data / "moved")
    os.kill(postmaster_at(data / "moved"), signal.SIGQUIT)
    wait_for(lambda: "are gone" in (embedded_trouble(data) or ""))
    assert not (data / "postgres").exists()
    (data / "moved").rename(data / "postgres")
    wait_for(lambda: embedded_trouble(data) is None)
    stop_embedded(data)


def postmaster_at(folder: Path) -> int:
    return int((folder / "postmaster.pid").read_text().splitlines()[0])
