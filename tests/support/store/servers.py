"""Real servers of other versions than the embedded one, as `make servers` has fetched them."""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest

from services.kafka.local import free_port
from services.store.cluster import SUPERUSER, Cluster
from tests.support.shared import new_data_folder

FETCHED: Final = Path(__file__).parents[3] / ".venv"


def programs(version: int) -> Path:
    """The folder of its programs."""
    found = FETCHED / "postgres" / str(version) / "bin"
    if not (found / "postgres").exists():
        pytest.skip(
            f"no PostgreSQL {version}: `make servers` fetches 14 and 15, `make postgres` all"
        )
    return found


class OtherServer(Cluster):
    """On a port of 127.0.0.1; it does not wait for the disk, its folder goes with it."""

    def __init__(self, version: int, folder: Path, settings: str = "") -> None:
        super().__init__(folder)
        self._wheel.bin_path = programs(version)
        self.port = free_port()
        self._settings = settings
        folder.mkdir()
        self._wheel.ensure_pgdata_inited()

    def _listening(self) -> str:
        return f"-h 127.0.0.1 -p {self.port} -c fsync=off {self._settings}"

    def address(self) -> str:
        return f"postgresql://{SUPERUSER}:@/postgres?host=127.0.0.1&port={self.port}"

    def by_socket(self) -> str:
        """The same, past whatever it demands of who comes by the network."""
        return self.address().replace("host=127.0.0.1", f"host={quote(str(self.folder))}")

    def put(self, name: str, text: str) -> Path:
        """A file in its folder, which its user alone may read."""
        file = self.folder / name
        file.write_text(text)
        file.chmod(0o600)
        owner = self.folder.stat()
        os.chown(file, owner.st_uid, owner.st_gid)
        return file


@contextmanager
def other_server(
    version: int, settings: str = "", files: Mapping[str, str] | None = None
) -> Iterator[OtherServer]:
    """`files` are put beside its own before it starts, by their names."""
    with new_data_folder() as folder:
        server = OtherServer(version, folder / "postgres", settings)
        for name, text in (files or {}).items():
            server.put(name, text)
        server.start(make=False)
        try:
            yield server
        finally:
            server.stop()


def program(name: str, package: str) -> str:
    """One of the path, or one that was unpacked."""
    found = shutil.which(name) or shutil.which(name, path=FETCHED / package / "usr" / "sbin")
    if found is None:
        pytest.skip(f"no {package}: `make servers` fetches it")
    return found
