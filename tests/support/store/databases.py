"""Databases of the tests: migrated once, copied for each; as the service's role, or as the owner."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import psycopg

from services.store.cluster import SUPERUSER
from services.store.embedded import SERVING_ROLE, serving_address
from services.store.ledger import Ledger
from services.store.migrations.embedded import make_ready

TEMPLATE = "pitledger_template"
"""A migrated database with no event, on the server that all tests share."""
GUARDED = ("pitledger_events", "pitledger_commands", "pitledger_refusals")


def empty_database(server: str, template: str = "") -> str:
    """The owner's address of a new database with nothing in it, or what the template has."""
    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as conn:
        conn.execute(f'CREATE DATABASE "{name}"{template and f" TEMPLATE {template}"}'.encode())
    return named(server, name)


def new_database(server: str) -> str:
    """The address of a database with no event yet, for the role that serves."""
    return serving_address(empty_database(server, _template(server)))


def one_role_database(server: str) -> str:
    """Nothing is in it yet, and the role that serves may make what it likes, as it used to."""
    _template(server)  # the role comes with it
    owner = empty_database(server)
    with psycopg.connect(owner) as conn:
        conn.execute(f"GRANT ALL ON SCHEMA public TO {SERVING_ROLE}".encode())
    return serving_address(owner)


@cache
def _template(server: str) -> str:
    with psycopg.connect(server) as conn:
        if conn.execute("SELECT FROM pg_database WHERE datname = %s", (TEMPLATE,)).fetchone():
            return TEMPLATE
    owner = empty_database(server)
    make_ready(owner)
    return owner.partition("@/")[2].partition("?")[0]


def named(server: str, name: str) -> str:
    return server.replace("/postgres?", f"/{name}?")


def owner_of(url: str) -> str:
    """The same database for the server's superuser, to whom its log belongs."""
    return as_role(url, SUPERUSER)


def as_role(url: str, role: str) -> str:
    for known in (SUPERUSER, SERVING_ROLE):
        url = url.replace(f"//{known}:", f"//{role}:")
    return url


def connect_owner(store: str | Ledger) -> psycopg.Connection[Any]:
    """A connection with the owner's rights to the database at this address, or of this ledger."""
    if isinstance(store, str):
        return psycopg.connect(owner_of(store), autocommit=True)
    told: dict[str, Any] = {**store.datastore.pool.kwargs, "user": SUPERUSER}  # type: ignore[dict-item]
    return psycopg.connect(**told, autocommit=True)


@contextmanager
def log_locked(store: str | Ledger) -> Iterator[None]:
    """Nobody commits meanwhile."""
    with connect_owner(store) as conn, conn.transaction():
        conn.execute("LOCK TABLE pitledger_events IN EXCLUSIVE MODE")
        yield


@contextmanager
def tampering(store: str | Ledger) -> Iterator[psycopg.Connection[Any]]:
    """With the owner's rights, and what guards the log switched off: as somebody who means it."""
    with connect_owner(store) as conn:
        for table in GUARDED:
            conn.execute(f"ALTER TABLE {table} DISABLE TRIGGER append_only".encode())
        try:
            yield conn
        finally:
            for table in GUARDED:
                conn.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER append_only".encode())
