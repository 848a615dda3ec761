"""What all workers of one test run share: a folder in memory, a PostgreSQL server, a broker.

The process that was started first makes the folder and removes it. The first worker that needs a
server starts it; the first process stops it when the run is over.
"""

import atexit
import fcntl
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import psycopg

from services.kafka.local import LocalKafka
from services.store.cluster import Cluster, ClusterError
from services.store.embedded import stop_embedded
from services.store.migrations.embedded import make_ready
from tests.support.processes.postmaster import kill_servers
from tests.support.store.databases import TEMPLATE, named

FOLDER: Final = "TESTS_FOLDER"
_PREFIX: Final = "pitledger-tests-"
_MEMORY: Final = Path("/dev/shm")
# `synchronous_commit` stays on: tests crash servers and count what was acknowledged.
# Shared memory lies in the folder, so that a server that is killed leaves none behind.
_OWN: Final = "fsync = off\ndynamic_shared_memory_type = mmap\n"
_SERVER: Final = f"{_OWN}wal_keep_size = 256MB\nfull_page_writes = off\nmax_connections = 500\n"


_kept: list[LocalKafka] = []
"""The broker outlives the worker that started it."""


def make_folder() -> Path:
    """Once a run, by the process that was started first."""
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=_place()))
    folder.chmod(0o755)  # the server's user looks into it
    os.environ[FOLDER] = str(folder)
    return folder


def folder() -> Path:
    """A program that is no test run has one of its own."""
    if FOLDER not in os.environ:
        make_folder()
        atexit.register(close)
    return Path(os.environ[FOLDER])


def is_of_another_run(path: Path) -> bool:
    """Two work trees of one machine may be tested at once."""
    return path.name.startswith(_PREFIX) and str(path) != os.environ.get(FOLDER)


def _place() -> Path | None:
    """A memory disk where there is one."""
    return _MEMORY if os.access(_MEMORY, os.W_OK) else None


@contextmanager
def new_data_folder() -> Iterator[Path]:
    """A test's own, gone afterwards."""
    data = Path(tempfile.mkdtemp(prefix="data-", dir=folder()))
    try:
        yield data
    finally:
        _leave_servers(data)
        kill_servers(data)
        shutil.rmtree(data, ignore_errors=True)


def _leave_servers(data: Path) -> None:
    """Those that this process looks after: it would complain of their end in another test."""
    for users in data.rglob("postgres.users"):
        with suppress(ClusterError, OSError):
            stop_embedded(users.parent)


def server_address() -> str:
    """Of the one server, for its superuser; its template has the service's tables."""
    with _alone("server"):
        cluster = Cluster(folder() / "server")
        if not cluster.is_running():
            _copy_template(cluster.folder, _SERVER)
            cluster.start(make=False)
        return cluster.address()


def prepare(data: Path, settings: str = _OWN) -> None:
    """The embedded server's files in a data folder, as after its first start."""
    if not (data / "postgres").exists():
        data.mkdir(parents=True, exist_ok=True)
        _copy_template(data / "postgres", settings)


def _copy_template(to: Path, settings: str) -> None:
    shutil.copytree(_template(), to)
    _own(to)
    with (to / "postgresql.auto.conf").open("a") as file:
        file.write(settings)


def _own(to: Path) -> None:
    """As root the server runs as another user, to whom its files belong."""
    owner = _template().stat()
    if owner.st_uid != os.geteuid():
        for path in (to, *to.rglob("*")):
            os.chown(path, owner.st_uid, owner.st_gid)


def _template() -> Path:
    """A server that was started once, migrated, and stopped."""
    made = folder() / "template"
    with _alone("template"):
        if not made.exists():
            cluster = Cluster(folder() / "making")
            cluster.start(make=True)
            make_ready(cluster.address())
            with psycopg.connect(named(cluster.address(), "template1"), autocommit=True) as conn:
                conn.execute(f"CREATE DATABASE {TEMPLATE} TEMPLATE postgres".encode())
            cluster.stop()
            cluster.folder.rename(made)
    return made


def broker() -> LocalKafka:
    """The one broker, started by whoever asks first."""
    at, known = folder() / "kafka", folder() / "kafka.running"
    with _alone("broker"):
        if known.exists():
            return LocalKafka(at, int(known.read_text().split()[0]))
        kafka = LocalKafka(at)
        kafka.start()
        _kept.append(kafka)
        known.write_text(f"{kafka.port} {kafka.pid}")
        return kafka


def close() -> None:
    """Everything, at the end of the run."""
    cluster = Cluster(folder() / "server")
    if cluster.is_running():
        cluster.stop()
    known = folder() / "kafka.running"
    if known.exists():
        _kill(int(known.read_text().split()[1]))
    shutil.rmtree(folder(), ignore_errors=True)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """One worker at a time."""
    with (folder() / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
