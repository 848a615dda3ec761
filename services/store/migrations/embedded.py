"""The embedded default sees to its own schema: its superuser owns the log, another role serves."""

from contextlib import suppress
from typing import Any

import structlog
from psycopg import Connection
from psycopg.errors import DuplicateObject, UniqueViolation
from psycopg.sql import SQL, Identifier

from services.settings import Settings
from services.store.database import connected_as_owner
from services.store.embedded import SERVING_ROLE, start_embedded
from services.store.migrations.runner import migrate
from services.store.migrations.steps import all_steps, latest
from services.store.migrations.version import recorded_steps

_log = structlog.get_logger("embedded")


def migrate_embedded(settings: Settings) -> list[str]:
    """Before anything serves; what was done, which is nothing at all but the first times."""
    owner, schema = start_embedded(settings.data), settings.database_schema
    with connected_as_owner(owner, schema) as conn:
        known = {step.number for step in all_steps()}
        if _has_role(conn) and recorded_steps(conn, schema) == known:
            return []
    done = make_ready(owner, schema)
    _log.info("the embedded database was brought up to this version", version=latest())
    return done


def make_ready(owner: str, schema: str = "public") -> list[str]:
    """A database of this server, by its superuser's address, for the role that serves."""
    with connected_as_owner(owner, schema) as conn:
        if not _has_role(conn):
            with suppress(DuplicateObject, UniqueViolation):  # another process was faster
                conn.execute(SQL("CREATE ROLE {} LOGIN").format(Identifier(SERVING_ROLE)))
    return migrate(owner, SERVING_ROLE, schema)


def _has_role(conn: Connection[Any]) -> bool:
    query = "SELECT 1 FROM pg_roles WHERE rolname = %s"
    return conn.execute(query, (SERVING_ROLE,)).fetchone() is not None
