"""The way to PostgreSQL: the library's pool, with every parameter of the URL honoured."""

import re
from typing import Final
from urllib.parse import unquote

import psycopg
from eventsourcing.postgres import PostgresDatastore
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row

from services.settings import Settings, SettingsError
from services.store.embedded import start_embedded

_SECRET: Final = re.compile(
    r"(?:^|/)[^:/@\s]*:(?!//)(?P<url>.+)@|password\s*=\s*(?P<pair>'[^']*'|\S+)"
)
"""Up to the last @: one that was not escaped is still the password's."""


class StoreUnavailable(Exception):
    """The database does not answer now; the same call may succeed later."""


def database_url(settings: Settings) -> str:
    """The configured server, or the embedded one, started if need be."""
    return settings.database_url or start_embedded(settings.data)


def open_datastore(url: str, connections: int = 8) -> PostgresDatastore:
    """A pool of connections to an address that was tried once, so that errors come early."""
    try:
        parameters = conninfo_to_dict(url, connect_timeout=5)
        psycopg.connect(**parameters).close()  # type: ignore[arg-type]
    except psycopg.ProgrammingError as error:
        raise SettingsError(
            f"PITLEDGER_DATABASE_URL cannot be read: {without_password(str(error), url)}"
        ) from None
    except psycopg.OperationalError as error:
        raise SettingsError(
            f"the database cannot be reached: {without_password(str(error), url)}"
        ) from None
    datastore = PostgresDatastore(
        dbname="",
        host="",
        port="",
        user="",
        password="",
        pool_size=connections,
        originator_id_type="text",
        pre_ping=True,
    )
    # The library's constructor knows five parameters; a URL may carry more (TLS, sockets).
    datastore.pool.kwargs = {**parameters, "row_factory": dict_row}
    return datastore


def without_password(text: str, url: str) -> str:
    """An error of the database's, which may repeat the address it was given, or a part of it."""
    found = _SECRET.search(url)
    secret = (found["url"] or found["pair"]).strip("'") if found else ""
    parts = {secret, unquote(secret), *re.split(r"[@/:?#]", secret)}
    for part in sorted(parts - {""}, key=len, reverse=True):
        text = text.replace(part, "***")
    return text
