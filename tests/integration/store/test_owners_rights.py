"""What runs with the owner's rights comes upon nothing that the service could have put in its way."""

import uuid
from collections.abc import Iterator

import psycopg
import pytest

from services.store.appending import _APPEND
from services.store.batch import Batch
from services.store.ledger import Ledger
from tests.integration.store.test_append_only import batch
from tests.support.store.two_roles import TwoRoles, do_sql, house_of_two

WHO = """
CREATE TABLE {schema}.whoever (who text);
GRANT INSERT ON {schema}.whoever TO PUBLIC;
CREATE FUNCTION {schema}.note() RETURNS text LANGUAGE plpgsql AS
    'BEGIN INSERT INTO {schema}.whoever VALUES (current_user); RETURN current_user; END';
GRANT EXECUTE ON FUNCTION {schema}.note() TO PUBLIC;
"""
"""Whatever runs it leaves the name of the role it ran as."""
TEMPORARY = """
CREATE TEMPORARY TABLE pitledger_leases AS SELECT 'desk' AS name, 7 AS epoch;
CREATE TEMPORARY TABLE pitledger_events (LIKE public.pitledger_events);
CREATE TEMPORARY TABLE pitledger_probe (page text);
CREATE FUNCTION pg_temp.noting() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM public.note(); RETURN NEW; END';
CREATE TRIGGER noting BEFORE INSERT ON pg_temp.pitledger_probe
    FOR EACH ROW EXECUTE FUNCTION pg_temp.noting();
CREATE TRIGGER noting BEFORE INSERT ON pg_temp.pitledger_events
    FOR EACH ROW EXECUTE FUNCTION pg_temp.noting();
"""
SAME_NAMES = """
CREATE FUNCTION public.cardinality(text[]) RETURNS int LANGUAGE sql AS 'SELECT length(public.note())';
CREATE FUNCTION public.max(bigint) RETURNS bigint LANGUAGE sql AS 'SELECT length(public.note())';
CREATE FUNCTION public.pg_advisory_xact_lock(int) RETURNS void LANGUAGE sql
    AS 'SELECT public.note()';
CREATE FUNCTION public.equal(uuid, uuid) RETURNS boolean LANGUAGE sql
    AS 'SELECT public.note() IS NULL';
CREATE FUNCTION public.unequal(uuid[], uuid[]) RETURNS boolean LANGUAGE sql
    AS 'SELECT public.note() IS NULL';
CREATE FUNCTION public.unequal(int[], int[]) RETURNS boolean LANGUAGE sql
    AS 'SELECT public.note() IS NULL';
CREATE OPERATOR public.<> (LEFTARG = uuid[], RIGHTARG = uuid[], FUNCTION = public.unequal);
CREATE OPERATOR public.<> (LEFTARG = int[], RIGHTARG = int[], FUNCTION = public.unequal);
"""


@pytest.fixture
def house(server: str) -> Iterator[TwoRoles]:
    with house_of_two(server) as two:
        two.migrate()
        yield two


def noted(house: TwoRoles) -> set[object]:
    return {who for (who,) in do_sql(house.superuser, "SELECT who FROM public.whoever")}


def append(conn: psycopg.Connection[object], made: Batch) -> None:
    conn.execute(_APPEND, (None, *made.columns()))


def test_temporary_tables_of_the_same_name(house: TwoRoles) -> None:
    do_sql(house.runtime, WHO.format(schema="public"))
    with psycopg.connect(house.runtime, autocommit=True) as conn:
        conn.execute(TEMPORARY.encode())
        conn.execute("SET search_path = pg_temp, public")
        append(conn, batch(0))
        append(conn, Batch())
        conn.execute("SELECT public.pitledger_wait_out_writers()")
        conn.execute("SELECT public.pitledger_last_recorded()")
        conn.execute("SELECT public.pitledger_try_to_write()")
    assert noted(house) <= {house.runtime_role}
    assert do_sql(house.superuser, "SELECT count(*) FROM public.pitledger_events") == [(1,)]


def test_functions_and_operators_that_fit_better(house: TwoRoles) -> None:
    do_sql(house.runtime, WHO.format(schema="public"), SAME_NAMES)
    with psycopg.connect(house.runtime, autocommit=True) as conn:
        append(conn, batch(0, "PG01"))
        append(conn, batch(0, "PG01"))
        append(conn, batch(1, "PG01"))
    assert house.migrate() == []  # the owner itself, who looks and grants
    do_sql(house.superuser, "DELETE FROM pitledger_schema WHERE version = 2")
    assert "apply 0002 append only" in house.migrate()
    assert noted(house) <= {house.runtime_role}


def test_a_path_of_the_callers_choosing(house: TwoRoles) -> None:
    """A whole second schema of the service's, asked for first."""
    do_sql(house.superuser, f"CREATE SCHEMA own AUTHORIZATION {house.runtime_role}")
    do_sql(house.runtime, WHO.format(schema="own"))
    do_sql(
        house.runtime,
        "CREATE VIEW own.pitledger_leases AS SELECT own.note() AS name, 1::bigint AS epoch",
        "CREATE FUNCTION own.pitledger_recorded(text) RETURNS timestamptz LANGUAGE sql"
        " AS 'SELECT own.note(); SELECT now()'",
        "CREATE FUNCTION own.pitledger_last_recorded() RETURNS timestamptz LANGUAGE sql"
        " AS 'SELECT own.note(); SELECT now()'",
    )
    with psycopg.connect(house.runtime, autocommit=True) as conn:
        conn.execute("SET search_path = own, public")
        conn.execute("INSERT INTO public.pitledger_leases VALUES ('desk', 'me', 4, now())")
        conn.execute(_APPEND.replace("pitledger_append", "public.pitledger_append"),
                     (4, *batch(0).columns()))  # fmt: skip
    assert do_sql(house.superuser, "SELECT who FROM own.whoever") == []


def test_strange_tables_are_not_taken_over(server: str) -> None:
    """What the service may have prepared before the owner first came."""
    with house_of_two(server) as two:
        do_sql(two.superuser, f"GRANT ALL ON SCHEMA public TO {two.runtime_role}")
        do_sql(
            two.runtime,
            WHO.format(schema="public"),
            "CREATE VIEW pitledger_relays AS SELECT note() AS topic",
        )
        with pytest.raises(
            Exception, match=r"pitledger_relays belongs to .* and is no plain table"
        ):
            two.migrate()
        do_sql(
            two.runtime,
            "DROP VIEW pitledger_relays",
            "CREATE TABLE pitledger_schema (version int, applied timestamptz, build text)",
            "CREATE FUNCTION noting() RETURNS trigger LANGUAGE plpgsql"
            " AS 'BEGIN PERFORM note(); RETURN NEW; END'",
            "CREATE TRIGGER noting BEFORE INSERT ON pitledger_schema"
            " FOR EACH ROW EXECUTE FUNCTION noting()",
        )
        with pytest.raises(
            Exception, match=r"pitledger_schema belongs to .* and is no plain table"
        ):
            two.migrate()
        do_sql(two.runtime, "DROP TABLE pitledger_schema")
        two.migrate()
        assert noted(two) == set()


def test_everybody_else_may_not_append(house: TwoRoles) -> None:
    stranger = f"stranger_{uuid.uuid4().hex[:8]}"
    do_sql(house.superuser, f"CREATE ROLE {stranger} LOGIN")
    address = house.runtime.replace(f"//{house.runtime_role}:", f"//{stranger}:")
    try:
        for call in ("pitledger_wait_out_writers()",
                     f"pitledger_append(NULL, {', '.join(['NULL'] * 22)})"):  # fmt: skip
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                do_sql(address, f"SELECT {call}")
    finally:
        do_sql(house.superuser, f"DROP ROLE {stranger}")


def test_every_function_of_the_owner_is_pinned(house: TwoRoles) -> None:
    """Also those that come with later steps."""
    found = do_sql(
        house.superuser,
        "SELECT proname, prosecdef, proconfig, proacl::text FROM pg_proc"
        " WHERE pronamespace = 'public'::regnamespace AND prosecdef",
    )
    assert {name for name, *_ in found} >= {"pitledger_append", "pitledger_wait_out_writers"}
    for name, _, config, acl in found:
        assert "search_path=pg_catalog, pg_temp" in (config or []), name  # type: ignore[operator]
        assert acl is not None, f"{name} is everybody's"
        assert "{=" not in str(acl), f"{name} is everybody's"
        assert ",=" not in str(acl), f"{name} is everybody's"
    ledger = Ledger(house.datastore())
    ledger.append(batch(0))
    ledger.datastore.close()
