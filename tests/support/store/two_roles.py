"""A house as it is set up on a server: one role owns the log, another serves, neither is mighty."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import psycopg

from services.settings import Settings, read_settings
from services.store.database import Datastore, open_datastore
from services.store.migrations import migrate
from tests.support.store.databases import as_role, named


class TwoRoles(NamedTuple):
    """Addresses of one database: as its owner, as the service, and as the server's superuser."""

    owner: str
    runtime: str
    superuser: str

    @property
    def owner_role(self) -> str:
        return role_of(self.owner)

    @property
    def runtime_role(self) -> str:
        return role_of(self.runtime)

    def migrate(self) -> list[str]:
        return migrate(self.owner, self.runtime_role)

    def settings(self) -> Settings:
        return read_settings({}, database_url=self.runtime, port=0)

    def datastore(self) -> Datastore:
        return open_datastore(self.runtime, connections=4)


def role_of(url: str) -> str:
    return url.partition("//")[2].partition(":")[0]


def do_sql(url: str, *statements: str) -> list[tuple[object, ...]]:
    """One after the other, each by itself; the last one's rows."""
    with psycopg.connect(url, autocommit=True) as conn:
        for statement in statements:
            done = conn.execute(statement.encode())
        return done.fetchall() if done.description else []


@contextmanager
def house_of_two(server: str) -> Iterator[TwoRoles]:
    """As docs/database.md has it made; nothing is migrated yet."""
    name = uuid.uuid4().hex[:12]
    owner, runtime, database = f"owner_{name}", f"runtime_{name}", f"two_{name}"
    do_sql(
        server,
        f"CREATE ROLE {owner} LOGIN",
        f"CREATE ROLE {runtime} LOGIN",
        f"CREATE DATABASE {database} OWNER {owner}",
    )
    superuser = named(server, database)
    try:
        yield TwoRoles(as_role(superuser, owner), as_role(superuser, runtime), superuser)
    finally:
        do_sql(server, f"DROP DATABASE {database} WITH (FORCE)")
        for role in (runtime, owner):
            do_sql(server, f"DROP OWNED BY {role}", f"DROP ROLE {role}")
