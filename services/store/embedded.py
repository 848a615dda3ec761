"""The embedded default: a real PostgreSQL from a wheel, started on first use, kept running."""

import atexit
import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import structlog

from services.settings_sources import SettingsError
from services.store.cluster import SUPERUSER, Cluster, ClusterError
from services.tempo import seconds

_log = structlog.get_logger("embedded")
SERVING_ROLE: Final = "pitledger"
"""The service's own. The log belongs to the cluster's superuser, by whose name it is started."""
_FOLDER: Final = "postgres"
_LOOK_SECONDS: Final = 0.5
_PAUSES_SECONDS: Final = tuple(map(seconds, (0.5, 1.0, 2.0, 5.0)))


class _Embedded:
    """This process's share in a server: it is used, looked after, and left.

    Every user holds a shared lock on a file, so that the last one to leave is known, also where
    others were killed. Starting and stopping is one process's at a time.
    """

    def __init__(self, data: Path) -> None:
        self._cluster = Cluster(data / _FOLDER)
        self._turn = data / "postgres.turn"
        self._users = os.open(data / "postgres.users", os.O_RDWR | os.O_CREAT, 0o600)
        self._leaving = threading.Event()
        self._watcher = threading.Thread(target=self._watch, name="embedded", daemon=True)
        self.trouble: str | None = None

    def join(self) -> str:
        with self._in_turn():
            fcntl.flock(self._users, fcntl.LOCK_SH)
            if not self._cluster.is_running():
                self._cluster.start(make=True)
            address = self._cluster.address()
        if not self._watcher.is_alive():
            self._watcher.start()
        return address

    def leave(self) -> None:
        """The last one out stops it."""
        self._leaving.set()
        if self._watcher.is_alive():
            self._watcher.join()
        with self._in_turn():
            try:
                fcntl.flock(self._users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return
            finally:
                os.close(self._users)
            if self._cluster.is_running():
                self._cluster.stop()

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        turn = os.open(self._turn, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(turn, fcntl.LOCK_EX)
            yield
        finally:
            os.close(turn)

    def _watch(self) -> None:
        """Whoever notices first starts it again; the others then find it running."""
        failures = 0
        while not self._leaving.wait(_pause(failures)):
            try:
                failures = 0 if self._is_well() else failures + 1
            except Exception as error:  # noqa: BLE001  the watch goes on whatever happens
                failures += 1
                self._tell(f"the embedded PostgreSQL cannot be watched: {error!r}")

    def _is_well(self) -> bool:
        if self._cluster.is_running():
            self._tell(None)
            return True
        with self._in_turn():
            if self._leaving.is_set() or self._cluster.is_running():
                return True
            if self.trouble is None:
                self._tell("the embedded PostgreSQL has died; it is started again")
            try:
                # Never a new one in place of one that has vanished: it would be empty.
                self._cluster.start(make=False)
            except ClusterError as error:
                first, _, log = str(error).partition("\n")
                self._tell(f"the embedded PostgreSQL does not start: {first}", log)
                return False
        self._tell(None)
        return True

    def _tell(self, trouble: str | None, log: str = "") -> None:
        """Once for each change."""
        if trouble == self.trouble:
            return
        self.trouble = trouble
        if trouble is None:
            _log.info("the embedded PostgreSQL runs again")
        else:
            _log.error(trouble, **({"log": log} if log else {}))


_here: Final[dict[Path, _Embedded]] = {}
_lock: Final = threading.Lock()


def _pause(failures: int) -> float:
    if failures == 0:
        return _LOOK_SECONDS
    return _PAUSES_SECONDS[min(failures, len(_PAUSES_SECONDS)) - 1]


def is_there(data: Path) -> bool:
    """Whether a server was ever made in this folder."""
    try:
        return (data.expanduser() / _FOLDER / "PG_VERSION").exists()
    except OSError as error:
        raise SettingsError(f"the data folder {data} cannot be used: {error}") from error


def serving_address(address: str) -> str:
    """The same server for the role that serves."""
    return address.replace(f"//{SUPERUSER}:", f"//{SERVING_ROLE}:")


def start_embedded(data: Path) -> str:
    """Start, or join, the server whose cluster lies in `data`; its address, for its superuser.

    It is started again when it dies, and stops with the last process that uses it.
    """
    folder = data.expanduser().resolve()
    with _lock:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if folder not in _here:
                _here[folder] = _Embedded(folder)
        except OSError as error:
            raise SettingsError(f"the data folder {data} cannot be used: {error}") from error
        try:
            return _here[folder].join()
        except (ClusterError, OSError) as error:
            raise SettingsError(
                f"the embedded PostgreSQL in {folder / _FOLDER} did not start: {error}"
            ) from error


def stop_embedded(data: Path) -> None:
    """Leave the server; the last one to leave stops it."""
    with _lock:
        left = _here.pop(data.expanduser().resolve(), None)
    if left is not None:
        left.leave()


def embedded_trouble(data: Path) -> str | None:
    """What is wrong with the server of this folder, where this process uses one."""
    known = _here.get(data.expanduser().resolve())
    return None if known is None else known.trouble


@atexit.register
def _leave_all() -> None:
    for data in list(_here):
        try:
            stop_embedded(data)
        except FileNotFoundError:
            continue  # its folder was removed; the server notices and ends
        except (ClusterError, OSError) as error:
            _log.warning("the embedded PostgreSQL did not stop", data=str(data), why=str(error))
