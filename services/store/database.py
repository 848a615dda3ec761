"""The way to PostgreSQL: every parameter of the URL honoured, one schema, no endless wait."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, Literal, TypeAlias

import psycopg
from eventsourcing.persistence import OperationalError, PersistenceError
from eventsourcing.postgres import PostgresDatastore
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow, dict_row
from psycopg.sql import SQL, Composed, Identifier

from services.settings_sources import SettingsError
from services.store.address_masking import without_password
from services.store.archived import Segments
from services.store.connection import PATIENT, Limits, Pool, TimedConnection
from services.store.faults import Fault, fault_of
from services.store.server import why_unfit

DATABASE_SETTING: Final = "PITLEDGER_DATABASE_URL"
OWNER_SETTING: Final = "PITLEDGER_OWNER_URL"
Access: TypeAlias = Literal["serve", "read", "own"]
_REMEMBERED_SECONDS: Final = 10.0
_CONNECTING: Final = {
    "connect_timeout": 3,
    "application_name": "pitledger",
    # A network that swallows everything is noticed on an idle connection too.
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Unless the URL says otherwise."""
_SESSION: Final = {
    # What nobody waits for any more is not worked on, and does not hold its locks.
    "client_connection_check_interval": "1s",
    "idle_in_transaction_session_timeout": "10min",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10s",
}
_ROOM: Final = (
    "SELECT current_setting('max_connections')::int"
    " - current_setting('superuser_reserved_connections')::int AS connections"
)
_READING: Final = {"default_transaction_read_only": "on"}


class StoreUnavailable(Exception):
    """The database does not answer now; the same call may succeed later."""


class DatabaseAway(SettingsError):
    """The database cannot be reached now."""


class DatabaseUnusable(SettingsError):
    """The database answers, but cannot be used as it is: somebody has to change something."""


class NotPermitted(DatabaseUnusable):
    """The database does not let this user do it, or does not let anybody write."""


class NothingHere(DatabaseUnusable):
    """Nothing of Pitledger's is where it was looked for."""


class NamedOutage(OperationalError):
    """A fault of the database that has a name; the same call may succeed once it is mended."""

    def __init__(self, fault: Fault, why: str) -> None:
        super().__init__(why if why.startswith(fault.name) else f"{fault.name}: {why}")
        self.fault = fault


class Datastore(PostgresDatastore):
    """The library's, with limits to every wait and names for what goes wrong."""

    def __init__(
        self,
        kwargs: dict[str, Any],
        *,
        connections: int,
        limits: Limits,
        schema: str,
        session: dict[str, str],
    ) -> None:
        # Told once connected: what is told while connecting, poolers refuse or leave out.
        self.session = _setting(session)
        super().__init__(
            dbname="",
            host="",
            port="",
            user="",
            password="",
            originator_id_type="text",
            schema=schema,
        )
        # The library's own pool knows five parameters; a URL may carry more (TLS, sockets).
        self.pool = Pool(
            {**kwargs, "row_factory": dict_row}, connections, limits, self.after_connect_func()
        )
        self._seen: tuple[str, float] | None = None
        self.archive: Segments | None = None
        """Where events lie that were taken out of the log, where that is known."""

    def after_connect_func(self) -> Any:
        def after_connect(conn: Connection[DictRow]) -> None:
            conn.autocommit = True
            conn.execute(self.session)

        return after_connect

    @contextmanager
    def get_connection(self) -> Iterator[Connection[DictRow]]:
        try:
            with super().get_connection() as conn:
                yield conn
        except NamedOutage:
            raise
        except PersistenceError as error:
            named = self.named(error)
            if named is error:
                raise
            raise named from error

    def named(self, error: Exception) -> Exception:
        """By the fault behind it, where that has a name; it is remembered for a moment."""
        fault = fault_of(error)
        if fault is None:
            return error
        named = NamedOutage(fault, str(error))
        named.__cause__ = error
        self._seen = str(named), time.monotonic()
        return named

    def connecting(self) -> dict[str, Any]:
        """How a connection beside the pool is made."""
        told: dict[str, Any] = self.pool._resolve_kwargs()  # noqa: SLF001
        return told

    def trouble(self) -> str | None:
        """The last fault with a name, while it is recent: also of statements nobody asks about."""
        if self._seen is None or time.monotonic() - self._seen[1] > _REMEMBERED_SECONDS:
            return None
        return self._seen[0]

    def crowding(self, pool: int, readers: int) -> str | None:
        """What is to be done where the server has not room for two machines, if so."""
        with self.get_connection() as conn:
            room = conn.execute(_ROOM).fetchone()
        wanted = 2 * connections_of_a_machine(pool, readers)
        if room is None or room["connections"] >= wanted:
            return None
        return (
            f"max_connections of the database leaves {room['connections']} connections, and two"
            f" machines need {wanted}, as when one takes over from the other: raise it, or lower"
            " PITLEDGER_POOL or PITLEDGER_READERS"
        )

    def pool_stats(self) -> dict[str, int]:
        """Connections of the pool, those that are free, and how many wait for one."""
        stats = self.pool.get_stats()
        names = ("pool_size", "pool_available", "requests_waiting")
        return {name: int(stats.get(name, 0)) for name in names}

    def connect(self) -> TimedConnection:
        """A connection of its own, beside the pool."""
        conn = TimedConnection.connect(**self.connecting(), autocommit=True)
        assert isinstance(conn, TimedConnection)
        assert isinstance(self.pool, Pool)
        conn.statement_seconds = self.pool.limits.statement
        conn.execute(self.session)
        return conn


def connections_of_a_machine(pool: int, readers: int) -> int:
    """An api with its own to append with and those that read for it, and a follow with its own to
    be woken by."""
    return 2 * (pool + 1) + readers


def open_datastore(
    url: str,
    connections: int = 8,
    *,
    limits: Limits = PATIENT,
    schema: str = "public",
    access: Access = "serve",
) -> Datastore:
    """A pool of connections to an address that was tried once, so that errors come early.

    The log's owner finds nothing by a search_path: in the schema the service may have made what
    it would come upon there.
    """
    setting = OWNER_SETTING if access == "own" else DATABASE_SETTING
    try:
        given = conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise SettingsError(
            f"{setting} cannot be read: {without_password(str(error), url)}"
        ) from None
    parameters: dict[str, Any] = {**_CONNECTING, **given}
    with usable(url, setting):
        _try(parameters, setting, schema)
    path = "pg_catalog, pg_temp" if access == "own" else Identifier(schema).as_string()
    session = {**_SESSION, "search_path": path, **(_READING if access == "read" else {})}
    return Datastore(
        parameters, connections=connections, limits=limits, schema=schema, session=session
    )


@contextmanager
def connected_as_owner(url: str, schema: str) -> Iterator[TimedConnection]:
    """One connection of the log's owner, who names everything in full."""
    store = open_datastore(url, connections=1, schema=schema, access="own")
    with usable(url, OWNER_SETTING), store.connect() as conn:
        yield conn


@contextmanager
def usable(url: str = "", setting: str = DATABASE_SETTING) -> Iterator[None]:
    """At the start: a fault that only a person can mend is raised as such, with what to do."""
    try:
        yield
    except (psycopg.Error, PersistenceError) as error:
        fault = fault_of(error)
        why = without_password(str(error).strip(), url)
        if fault is not None:
            named = why if why.startswith(fault.name) else f"{fault.name}: {why}"
            remedy = fault.remedy.replace(DATABASE_SETTING, setting)
            why = f"{named}; {remedy}" if remedy else named
            if fault.lasting:
                raise DatabaseUnusable(f"the database cannot be used as it is: {why}") from None
        if isinstance(error, psycopg.OperationalError | OperationalError):
            raise DatabaseAway(f"the database cannot be reached: {why}") from None
        raise


@contextmanager
def permitted() -> Iterator[None]:
    """Later than at the start: the same of a fault that no waiting mends."""
    try:
        yield
    except NamedOutage as outage:
        if not outage.fault.lasting:
            raise
        raise NotPermitted(
            f"the database cannot be used as it is: {outage}; {outage.fault.remedy}"
        ) from None


def _setting(session: dict[str, str]) -> Composed:
    told = (SQL("set_config({}, {}, false)").format(*one) for one in session.items())
    return SQL("SELECT {}").format(SQL(", ").join(told))


def _try(parameters: dict[str, Any], setting: str, schema: str) -> None:
    """Once, before there is a pool: what cannot serve is refused with what is wrong with it."""

    def connect() -> Connection[Any]:
        return psycopg.connect(**{**parameters, "connect_timeout": 5}, autocommit=True)

    with connect() as conn:
        if (unfit := why_unfit(conn, connect)) is not None:
            raise DatabaseUnusable(f"the database cannot be used as it is: {unfit} by {setting}")
        _refuse_other_path(conn, setting, schema)


def _refuse_other_path(conn: Connection[Any], setting: str, schema: str) -> None:
    """Tables of one service in two schemas would be two halves of two services."""
    row = conn.execute(
        "SELECT setting, current_schema() FROM pg_settings"
        " WHERE name = 'search_path' AND source = 'client'"
    ).fetchone()
    if row is not None and row[1] != schema:
        raise DatabaseUnusable(
            f"{setting} sets search_path to {row[0]!r}, but everything is kept in the"
            f" schema {schema!r}: leave search_path out of the URL, or name its schema by"
            " PITLEDGER_DATABASE_SCHEMA"
        )
