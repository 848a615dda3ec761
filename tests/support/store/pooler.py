"""A real pgbouncer between a house and its server."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from services.kafka.local import free_port
from tests.support.processes.service import end_process
from tests.support.processes.waiting import wait_for
from tests.support.store.servers import FETCHED, OtherServer, program
from tests.support.store.two_roles import TwoRoles

_CONFIG = """
[databases]
* = host=127.0.0.1 port={server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {users}
pool_mode = {mode}
default_pool_size = {size}
{more}
"""


class Pooler:
    """What it is reached by."""

    def __init__(self, server: OtherServer) -> None:
        self._server = server.port
        self.port = free_port()

    def before(self, url: str) -> str:
        """The same address, through it."""
        return url.replace(f"port={self._server}", f"port={self.port}")

    def answers(self) -> bool:
        """Nobody of that name is known to it: that it says so is enough."""
        try:
            psycopg.connect(f"host=127.0.0.1 port={self.port} user=x dbname=pgbouncer").close()
        except psycopg.OperationalError as error:
            return "FATAL" in str(error)
        return True


@contextmanager
def pooler(
    server: OtherServer, mode: str, two: TwoRoles, *, size: int = 60, more: str = ""
) -> Iterator[Pooler]:
    """In this mode, for this house; as the system user that runs the server, never as root."""
    found = Pooler(server)
    users = server.put("users.txt", f'"{two.owner_role}" ""\n"{two.runtime_role}" ""\n')
    told = {"server": server.port, "port": found.port, "mode": mode, "size": size, "more": more}
    config = server.put("pgbouncer.ini", _CONFIG.format(users=users, **told))
    libraries = FETCHED / "pgbouncer" / "usr" / "lib"
    environment = {
        **os.environ,
        "LD_LIBRARY_PATH": ":".join(str(one) for one in libraries.glob("*-linux-gnu")),
    }
    with (server.folder / "pgbouncer.log").open("wb") as log:
        process = subprocess.Popen(
            [program("pgbouncer", "pgbouncer"), str(config)],
            env=environment,
            stderr=log,
            user=config.stat().st_uid,
        )
        try:
            wait_for(found.answers)
            yield found
        finally:
            end_process(process)
