"""A machine with a PostgreSQL server on it, set up for two roles as docs/database.md has it."""

import secrets
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from services.store.cluster import SUPERUSER, Cluster
from services.store.migrations import migrate
from tests.support.processes.machines import Network
from tests.support.store.two_roles import do_sql


class DatabaseHost:
    """The embedded default's programs, but a server that others reach, and that asks for a password."""

    def __init__(self, net: Network, machine: str, folder: Path) -> None:
        self._net = net
        self._machine = machine
        self._folder = folder / "postgres"
        self._folder.mkdir(mode=0o700)
        self._wheel = Cluster(self._folder)._wheel
        self._wheel.ensure_pgdata_inited()
        with (self._folder / "pg_hba.conf").open("a") as rules:
            rules.write("host all all 10.77.0.0/16 scram-sha-256\n")

    def start(self) -> None:
        here = self._net.address(self._machine)
        options = f"-h {here} -k {shlex.quote(str(self._folder))} -c fsync=off"
        with self._net.inside(self._machine):
            self._control("start", "-w", "-o", options, "-l", str(self._folder / "log"))

    def stop(self) -> None:
        self._control("stop", "-w", "-m", "immediate")

    def _control(self, *told: str) -> None:
        subprocess.run(
            [self._wheel.bin_path / "pg_ctl", "-D", self._folder, *told],
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            user=self._wheel.system_user,
            timeout=90,
        )

    def make_house(self) -> str:
        """Roles, a database and its tables; the address for the role that serves."""
        password = secrets.token_hex(8)
        do_sql(
            f"postgresql://{SUPERUSER}@/postgres?host={self._folder}",
            f"CREATE ROLE pitledger_owner LOGIN PASSWORD '{password}'",
            f"CREATE ROLE pitledger LOGIN PASSWORD '{password}'",
            "CREATE DATABASE pitledger OWNER pitledger_owner",
        )
        at = f"{password}@{self._net.address(self._machine)}/pitledger"
        with self._net.inside(self._machine):
            migrate(f"postgresql://pitledger_owner:{at}", "pitledger")
        return f"postgresql://pitledger:{at}"


@contextmanager
def database_host(net: Network, machine: str, folder: Path) -> Iterator[str]:
    host = DatabaseHost(net, machine, folder)
    host.start()
    try:
        yield host.make_house()
    finally:
        host.stop()
