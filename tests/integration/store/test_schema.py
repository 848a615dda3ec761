"""One schema holds everything; what is split, or may not be used, is refused with a reason."""

import time
import uuid
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from services.bootstrap import open_storage
from services.runtime.lease import Lease
from services.settings import read_settings
from services.store.connection import PROMPT
from services.store.database import DatabaseUnusable, NamedOutage, open_datastore
from services.store.ledger import Ledger
from tests.support.store.playing import buy_in, do, open_table, running


def tables(url: str) -> dict[str, set[str]]:
    with psycopg.connect(url) as conn:
        rows = conn.execute(
            "SELECT schemaname, tablename FROM pg_tables"
            " WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
        ).fetchall()
    found: dict[str, set[str]] = {}
    for schema, table in rows:
        found.setdefault(schema, set()).add(table)
    return found


def do_sql(url: str, *statements: str) -> None:
    with psycopg.connect(url, autocommit=True) as conn:
        for statement in statements:
            conn.execute(statement.encode())


def archive(url: str, **more: str) -> None:
    with open_storage(read_settings({}, database_url=url, **more)):
        pass


def test_everything_lies_in_the_named_schema(database: str) -> None:
    archive(database, database_schema="Pit_1")
    assert tables(database).keys() == {"Pit_1"}
    assert {"pitledger_events", "pitledger_leases", "read_floor", "projection_positions",
            "pitledger_roster", "pitledger_snapshots"} <= tables(database)["Pit_1"]  # fmt: skip
    store = open_datastore(database, schema="Pit_1")
    with running(Ledger(store)) as desk:
        do(desk, open_table("PG01"))
    store.close()


def test_a_role_with_a_path_of_its_own_splits_nothing(database: str) -> None:
    do_sql(database, "CREATE SCHEMA postgres")  # "$user" comes first by default
    archive(database)
    assert tables(database).keys() == {"public"}


def test_a_path_in_the_url_is_refused(database: str) -> None:
    do_sql(database, "CREATE SCHEMA elsewhere")
    with pytest.raises(DatabaseUnusable, match="sets search_path to 'elsewhere'"):
        archive(f"{database}&options=-csearch_path%3Delsewhere")
    archive(f"{database}&options=-csearch_path%3Delsewhere", database_schema="elsewhere")
    assert tables(database).keys() == {"elsewhere"}


@pytest.mark.parametrize("schema", ["public", "app"])
def test_leases_apart_from_their_log_are_refused(database: str, schema: str) -> None:
    """As a search_path app, public made them before everything was kept together."""
    archive(database)
    do_sql(
        database,
        "CREATE SCHEMA app",
        "CREATE TABLE app.pitledger_leases (LIKE public.pitledger_leases)",
    )
    with pytest.raises(DatabaseUnusable, match="pitledger_leases in app, but pitledger_events in"):
        archive(database, database_schema=schema)


def test_the_function_that_writes_keeps_to_its_schema(database: str) -> None:
    archive(database)
    with psycopg.connect(database) as conn:
        row = conn.execute(
            "SELECT proconfig FROM pg_proc WHERE proname = 'pitledger_append'"
        ).fetchone()
    assert row is not None
    assert "search_path=public" in str(row[0]).replace('"', "")


@pytest.fixture
def weak(database: str) -> Iterator[str]:
    """The address of a user who may do nothing yet."""
    name = f"weak{uuid.uuid4().hex[:8]}"
    do_sql(database, f"CREATE ROLE {name} LOGIN")
    yield database.replace("//postgres:", f"//{name}:")
    do_sql(database, f"DROP OWNED BY {name}", f"DROP ROLE {name}")


def test_rights_that_are_missing_are_told_with_what_to_do(weak: str) -> None:
    with pytest.raises(DatabaseUnusable, match=r"rights missing.*grant"):
        archive(weak)


def test_rights_revoked_later_are_an_outage_with_a_name(weak: str, database: str) -> None:
    role = weak.partition("//")[2].partition(":")[0]
    do_sql(database, f"GRANT ALL ON SCHEMA public TO {role}")
    archive(weak)
    store = open_datastore(weak, connections=3, limits=PROMPT)
    ledger = Ledger(store)
    lease = Lease(store, "desk")
    assert lease.take()
    with running(ledger, epoch=lease.epoch) as desk:
        do(desk, open_table("PG01"))
        do_sql(
            database,
            f"ALTER TABLE pitledger_events OWNER TO postgres; REVOKE ALL ON pitledger_events"
            f" FROM {role}; GRANT SELECT ON pitledger_events TO {role}",
        )
        with pytest.raises(Exception, match="rights missing: permission denied"):
            do(desk, buy_in("PG01"))
        assert "rights missing" in (store.trouble() or "")
        do_sql(database, f"ALTER TABLE pitledger_events OWNER TO {role}")
        assert do(desk, buy_in("PG01"))[0]["seq"] == 2
    store.close()


def test_no_such_database_or_user_is_told_as_such(database: str) -> None:
    with pytest.raises(DatabaseUnusable, match="no such database"):
        archive(database.replace("?", "x?"))
    with pytest.raises(DatabaseUnusable, match="login refused"):
        archive(database.replace("//postgres:", "//nobody_here:"))


def test_a_read_only_server_is_told_as_such(database: str) -> None:
    name = database.partition("@/")[2].partition("?")[0]
    do_sql(database, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    with pytest.raises(DatabaseUnusable, match="read-only"):
        archive(database)


def _connected(url: str) -> psycopg.Connection[Any]:
    """Once the server has noticed that the connection before has ended."""
    while True:
        try:
            return psycopg.connect(url)
        except psycopg.OperationalError:
            time.sleep(0.05)


def test_too_many_connections_are_named(database: str) -> None:
    archive(database)
    name = database.partition("@/")[2].partition("?")[0]
    role = f"few{uuid.uuid4().hex[:8]}"
    do_sql(database, f"CREATE ROLE {role} LOGIN SUPERUSER CONNECTION LIMIT 1")
    do_sql(database, f"ALTER ROLE {role} NOSUPERUSER", f"GRANT ALL ON DATABASE {name} TO {role}")
    few = database.replace("//postgres:", f"//{role}:")
    store = open_datastore(few, connections=1, limits=PROMPT)
    with _connected(few), pytest.raises(NamedOutage, match="too many connections"):
        store.get_connection().__enter__()
    store.close()
    do_sql(database, f"DROP OWNED BY {role}", f"DROP ROLE {role}")
