"""One schema holds everything; what is split, or may not be used, is refused with a reason."""

import time
import uuid
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from services.runtime.lease import Lease
from services.settings import read_settings
from services.storage import open_storage
from services.store.cluster import SUPERUSER
from services.store.connection import PROMPT
from services.store.database import DatabaseUnusable, NamedOutage, open_datastore
from services.store.embedded import SERVING_ROLE, serving_address
from services.store.ledger import Ledger
from services.store.migrations import migrate
from services.store.migrations.embedded import make_ready
from tests.support.store.databases import as_role, empty_database, owner_of
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


@pytest.fixture
def empty(server: str) -> str:
    """The address of a database with nothing in it."""
    return serving_address(empty_database(server))


def test_everything_lies_in_the_named_schema(empty: str) -> None:
    make_ready(owner_of(empty), "Pit_1")
    archive(empty, database_schema="Pit_1")
    assert tables(empty).keys() == {"Pit_1"}
    assert {"pitledger_events", "pitledger_leases", "read_floor", "projection_positions",
            "pitledger_roster", "pitledger_snapshots"} <= tables(empty)["Pit_1"]  # fmt: skip
    store = open_datastore(empty, schema="Pit_1")
    with running(Ledger(store)) as desk:
        do(desk, open_table("PG01"))
    store.close()


def test_a_role_with_a_path_of_its_own_splits_nothing(empty: str) -> None:
    for role in (SUPERUSER, SERVING_ROLE):  # "$user" comes first by default
        do_sql(owner_of(empty), f"CREATE SCHEMA {role}")
    make_ready(owner_of(empty))
    do_sql(owner_of(empty), f"GRANT ALL ON SCHEMA {SERVING_ROLE} TO {SERVING_ROLE}")
    archive(empty)
    assert tables(empty).keys() == {"public"}


def test_a_path_in_the_url_is_refused(empty: str) -> None:
    do_sql(owner_of(empty), "CREATE SCHEMA elsewhere")
    with pytest.raises(DatabaseUnusable, match="sets search_path to 'elsewhere'"):
        archive(f"{empty}&options=-csearch_path%3Delsewhere")
    make_ready(owner_of(empty), "elsewhere")
    archive(f"{empty}&options=-csearch_path%3Delsewhere", database_schema="elsewhere")
    assert tables(empty).keys() == {"elsewhere"}


@pytest.mark.parametrize("schema", ["public", "app"])
def test_leases_apart_from_their_log_are_refused(database: str, schema: str) -> None:
    """As a search_path app, public made them before everything was kept together."""
    archive(database)
    do_sql(
        owner_of(database),
        "CREATE SCHEMA app",
        "CREATE TABLE app.pitledger_leases (LIKE public.pitledger_leases)",
    )
    split = "pitledger_leases in app, but pitledger_events in"
    with pytest.raises(DatabaseUnusable, match=split):
        archive(database, database_schema=schema)
    with pytest.raises(DatabaseUnusable, match=split):
        make_ready(owner_of(database), schema)


@pytest.fixture
def weak(database: str) -> Iterator[str]:
    """The address of a user who may do nothing yet."""
    name = f"weak{uuid.uuid4().hex[:8]}"
    do_sql(owner_of(database), f"CREATE ROLE {name} LOGIN")
    yield as_role(database, name)
    do_sql(owner_of(database), f"DROP OWNED BY {name}", f"DROP ROLE {name}")


def test_rights_that_are_missing_are_told_with_what_to_do(weak: str) -> None:
    with pytest.raises(DatabaseUnusable, match=r"(?s)rights missing.*grant"):
        archive(weak)


def test_rights_revoked_later_are_an_outage_with_a_name(weak: str, database: str) -> None:
    role, owner = weak.partition("//")[2].partition(":")[0], owner_of(database)
    migrate(owner, role)
    archive(weak)
    store = open_datastore(weak, connections=3, limits=PROMPT)
    ledger = Ledger(store)
    lease = Lease(store, "desk")
    assert lease.take()
    with running(ledger, epoch=lease.epoch) as desk:
        do(desk, open_table("PG01"))
        functions = "FUNCTION pitledger_append, pitledger_wait_out_writers"
        do_sql(owner, f"REVOKE ALL ON {functions} FROM {role}")
        with pytest.raises(Exception, match="rights missing: permission denied"):
            do(desk, buy_in("PG01"))
        assert "rights missing" in (store.trouble() or "")
        with pytest.raises(NamedOutage):
            ledger.wait_out_writers()
        assert migrate(owner, role) == [f"put the rights of {role} in order"]
        assert do(desk, buy_in("PG01"))[0]["seq"] == 2
    store.close()


def test_no_such_database_or_user_is_told_as_such(database: str) -> None:
    with pytest.raises(DatabaseUnusable, match="no such database"):
        archive(database.replace("?", "x?"))
    with pytest.raises(DatabaseUnusable, match="login refused"):
        archive(as_role(database, "nobody_here"))


def test_a_read_only_server_is_told_as_such(database: str) -> None:
    name = database.partition("@/")[2].partition("?")[0]
    do_sql(owner_of(database), f"ALTER DATABASE {name} SET default_transaction_read_only = on")
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
    owner = owner_of(database)
    do_sql(owner, f"CREATE ROLE {role} LOGIN SUPERUSER CONNECTION LIMIT 1")
    do_sql(owner, f"ALTER ROLE {role} NOSUPERUSER", f"GRANT ALL ON DATABASE {name} TO {role}")
    few = as_role(database, role)
    store = open_datastore(few, connections=1, limits=PROMPT)
    with _connected(few), pytest.raises(NamedOutage, match="too many connections"):
        store.get_connection().__enter__()
    store.close()
    do_sql(owner, f"DROP OWNED BY {role}", f"DROP ROLE {role}")


def test_what_may_not_read_a_table_through_is_not_compiled_either(ledger: Ledger) -> None:
    """Servers before 18 take the way that is switched off for so dear that they compile for it, a
    tenth of a second each time."""
    with ledger.datastore.get_connection() as conn:
        found = conn.execute(
            "SELECT proname, 'jit=off' = ANY (proconfig) AS plain FROM pg_proc"
            " WHERE 'enable_seqscan=off' = ANY (proconfig)"
        ).fetchall()
    assert {one["proname"]: one["plain"] for one in found} == {
        "pitledger_append": True,
        "pitledger_last_recorded": True,
        "pitledger_prune": True,
    }
