"""The service appends and can do nothing else; the owner is kept from mistakes; nobody gets around."""

import uuid
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from domain.events.table import DiceChanged
from services.runtime.lease import Lease
from services.store.appending import Fenced
from services.store.batch import Batch, Refusal
from services.store.database import Datastore
from services.store.ledger import Ledger
from services.store.migrations.standing import shortcomings
from tests.support.store.databases import GUARDED
from tests.support.store.playing import do, open_table, running
from tests.support.store.two_roles import TwoRoles, do_sql, house_of_two


@pytest.fixture(scope="module")
def house(server: str) -> Iterator[TwoRoles]:
    """With an event, a command and a refusal in it."""
    with house_of_two(server) as two:
        two.migrate()
        store = two.datastore()
        Ledger(store).append(batch(0))
        store.close()
        yield two


@pytest.fixture
def datastore(house: TwoRoles) -> Iterator[Datastore]:
    opened = house.datastore()
    yield opened
    opened.close()


@pytest.fixture
def ledger(datastore: Datastore) -> Ledger:
    return Ledger(datastore)


def batch(head: int, stream: str = "") -> Batch:
    """One event, the claim of its command, and a refusal."""
    key = stream or f"T{uuid.uuid4().hex[:8]}"
    made = Batch()
    made.expect(key, head, 0)
    made.add([DiceChanged(key=key, seq=head + 1)], 0)
    made.claim(uuid.uuid4(), b"body", 0, 1)
    made.refuse(Refusal(uuid.uuid4(), key, "2026-03-01T12:00:00Z", "{}", "r", "w", None), 0)
    return made


def log(house: TwoRoles) -> list[Any]:
    return [do_sql(house.superuser, f"SELECT * FROM {table} ORDER BY 1, 2") for table in GUARDED]


WRITES = (
    "INSERT INTO {t} DEFAULT VALUES",
    "UPDATE {t} SET {c} = {c}",
    "UPDATE {t} SET {c} = {c} WHERE false",
    "DELETE FROM {t}",
    "DELETE FROM {t} WHERE false",
    "TRUNCATE {t}",
    "MERGE INTO {t} USING (SELECT 1) AS o ON true WHEN MATCHED THEN DELETE",
    "DO 'BEGIN LOCK TABLE {t} IN EXCLUSIVE MODE; END'",
    "ALTER TABLE {t} DISABLE TRIGGER append_only",
    "ALTER TABLE {t} DISABLE TRIGGER ALL",
    "DROP TRIGGER append_only ON {t}",
    "CREATE TRIGGER mine BEFORE INSERT ON {t} EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "CREATE RULE mine AS ON INSERT TO {t} DO INSTEAD NOTHING",
    "CREATE TABLE child () INHERITS ({t})",
    "ALTER TABLE {t} ADD COLUMN more text",
    "ALTER TABLE {t} RENAME TO elsewhere",
    "ALTER TABLE {t} OWNER TO CURRENT_USER",
    "CREATE INDEX ON {t} (({c}::text))",
    "DROP TABLE {t}",
)
COLUMNS = {"pitledger_events": "topic", "pitledger_commands": "body", "pitledger_refusals": "rule"}


@pytest.mark.parametrize("statement", WRITES)
@pytest.mark.parametrize("table", GUARDED)
def test_the_service_may_not_touch_a_table_of_the_log(
    house: TwoRoles, table: str, statement: str
) -> None:
    before = log(house)
    told = statement.format(t=table, c=COLUMNS[table])
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        do_sql(house.runtime, told)
    assert log(house) == before


def test_the_service_gives_itself_no_right(house: TwoRoles) -> None:
    for table in GUARDED:
        do_sql(house.runtime, f"GRANT ALL ON {table} TO CURRENT_USER")  # a warning, and nothing
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        do_sql(house.runtime, f"SET ROLE {house.owner_role}")
    assert shortcomings(house.owner, house.runtime_role) == []


OTHERS = (
    "CREATE OR REPLACE FUNCTION pitledger_wait_out_writers() RETURNS void LANGUAGE sql AS ''",
    (
        "CREATE OR REPLACE FUNCTION pitledger_refuse_change() RETURNS trigger LANGUAGE plpgsql"
        " AS 'BEGIN RETURN NULL; END'"
    ),
    "DROP FUNCTION pitledger_append",
    "DROP FUNCTION pitledger_refuse_change() CASCADE",
    "ALTER FUNCTION pitledger_append SECURITY INVOKER",
    "ALTER FUNCTION pitledger_append SET search_path = public",
    "ALTER FUNCTION pitledger_append RENAME TO elsewhere",
    "ALTER TABLE pitledger_leases RENAME TO elsewhere",
    "ALTER TABLE pitledger_leases ENABLE ROW LEVEL SECURITY",
    (
        "CREATE TRIGGER mine BEFORE UPDATE ON pitledger_leases"
        " EXECUTE FUNCTION suppress_redundant_updates_trigger()"
    ),
    "DROP TABLE pitledger_leases",
    "DROP SCHEMA public CASCADE",
    "ALTER SCHEMA public RENAME TO elsewhere",
    "UPDATE pitledger_schema SET version = 1",
    "DELETE FROM pitledger_schema",
    "SELECT setval('pitledger_refusals_id_seq', 1)",
    "SET session_replication_role = replica",
)


@pytest.mark.parametrize("statement", OTHERS)
def test_the_service_may_not_change_what_guards_it(house: TwoRoles, statement: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        do_sql(house.runtime, statement)


def test_nor_replace_the_function_that_writes(house: TwoRoles) -> None:
    ((body,),) = do_sql(house.superuser, "SELECT pg_get_functiondef('pitledger_append'::regproc)")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        do_sql(house.runtime, str(body))


def test_the_service_appends(ledger: Ledger, house: TwoRoles) -> None:
    before = ledger.head()
    ledger.append(batch(0, "PG77"))
    assert ledger.append(batch(0, "PG77")).stale_units == {0}
    assert ledger.append(batch(1, "PG77")).stale_units == frozenset()
    assert ledger.head() == before + 2
    ledger.append(Batch())  # a probe
    ledger.wait_out_writers()
    assert shortcomings(house.owner, house.runtime_role) == []


def test_a_desk_is_fenced_and_plays(ledger: Ledger) -> None:
    lease = Lease(ledger.datastore, "desk")
    assert lease.take()
    with running(ledger, epoch=lease.epoch) as desk:
        do(desk, open_table("PG01"))
    with pytest.raises(Fenced):
        ledger.append(batch(0), epoch=(lease.epoch or 0) - 1)


def test_a_desk_that_begins_waits_for_the_commit_of_another(
    house: TwoRoles, ledger: Ledger
) -> None:
    """With the rights of the service alone, and while others only read it waits for nobody."""
    with psycopg.connect(house.runtime) as reader:
        reader.execute("SELECT count(*) FROM pitledger_events")
        ledger.wait_out_writers()
    with psycopg.connect(house.runtime) as waiting, house.datastore() as other:
        waiting.execute("SET lock_timeout = '200ms'")
        with other.transaction(commit=True) as cursor:
            columns = ", ".join(["'{}'"] * 22)
            cursor.execute(f"SELECT * FROM pitledger_append(NULL, {columns})")
            with pytest.raises(psycopg.errors.LockNotAvailable):
                waiting.execute("SELECT pitledger_wait_out_writers()")
        waiting.rollback()
        waiting.execute("SELECT pitledger_wait_out_writers()")


CHANGES = tuple(one for one in WRITES if one.startswith(("UPDATE", "DELETE", "TRUNCATE", "MERGE")))


@pytest.mark.parametrize("who", ["owner", "superuser"])
@pytest.mark.parametrize("statement", CHANGES)
@pytest.mark.parametrize("table", GUARDED)
def test_a_change_is_refused_to_the_owner_too(
    house: TwoRoles, table: str, statement: str, who: str
) -> None:
    before = log(house)
    told = statement.format(t=table, c=COLUMNS[table])
    refused = rf"{table} is append only: (UPDATE|DELETE|TRUNCATE) is refused"
    with pytest.raises(psycopg.Error, match=refused) as error:
        do_sql(getattr(house, who), told)
    assert error.value.sqlstate == "PL003"
    assert log(house) == before


def test_the_guard_holds_where_ordinary_triggers_are_off(house: TwoRoles) -> None:
    off = "SET session_replication_role = replica"
    with pytest.raises(psycopg.Error, match="append only"):
        do_sql(house.superuser, off, "DELETE FROM pitledger_events")


def test_pruning_is_the_owners_and_deletes_only(house: TwoRoles) -> None:
    """What a function of the owner does that says so; nobody else, and nothing but DELETE."""
    pruning = "SET pitledger.pruning = 'on'"
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        do_sql(house.runtime, pruning, "DELETE FROM pitledger_events")
    for who in (house.owner, house.superuser):
        with pytest.raises(psycopg.Error, match="UPDATE is refused"):
            do_sql(who, pruning, "UPDATE pitledger_events SET topic = topic")
        with pytest.raises(psycopg.Error, match="TRUNCATE is refused"):
            do_sql(who, pruning, "TRUNCATE pitledger_events")
    with pytest.raises(psycopg.Error, match="DELETE is refused"):  # mighty, but not the owner
        do_sql(house.superuser, pruning, "DELETE FROM pitledger_events")
    function = (
        "CREATE FUNCTION take_out() RETURNS void LANGUAGE sql SECURITY DEFINER"
        " SET search_path = pg_catalog, pg_temp AS $$"
        " SELECT set_config('pitledger.pruning', 'on', true);"
        " DELETE FROM public.pitledger_events WHERE originator_id = 'PRUNED';"
        " SELECT set_config('pitledger.pruning', 'off', true) $$"
    )
    count = "SELECT count(*) FROM pitledger_events WHERE originator_id = 'PRUNED'"
    store = house.datastore()
    Ledger(store).append(batch(0, "PRUNED"))
    store.close()
    assert do_sql(house.owner, count) == [(1,)]
    assert do_sql(house.owner, function, "SELECT take_out()", count) == [(0,)]
    with pytest.raises(psycopg.Error, match="DELETE is refused"):  # it was the function's alone
        do_sql(house.owner, "SELECT take_out()", "DELETE FROM pitledger_events")
    do_sql(house.owner, "DROP FUNCTION take_out")
