"""The schema in numbered steps: made, upgraded, repeated, interrupted, by several at once."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from services.bootstrap import open_service
from services.settings import read_settings
from services.storage import open_storage
from services.store.database import DatabaseUnusable, NothingHere
from services.store.embedded import SERVING_ROLE, serving_address
from services.store.migrations import migrate, plan_migration, rights, runner, steps, version
from services.store.migrations.embedded import make_ready
from services.store.migrations.runner import TablesInUse
from services.store.migrations.steps import Step, all_steps, latest
from tests.integration.store.test_version_before import log, made
from tests.support.store.databases import empty_database, one_role_database, owner_of
from tests.support.store.playing import do, open_table
from tests.support.store.two_roles import TwoRoles, do_sql, house_of_two

EVERYTHING = [f"apply {step}" for step in all_steps()]
NUMBERS = [step.number for step in all_steps()]
FLOOR = max(step.floor for step in all_steps())
"""What a build must know at the least to work on a database that has all of them."""
COLUMN = Step(latest() + 1, "a_column", 'ALTER TABLE :"schema".pitledger_relays ADD more text', "")
_TWO_TABLES = " ".join(
    f'ALTER TABLE :"schema".{table} ADD more text;'
    for table in ("pitledger_relays", "pitledger_leases")
)
TWO_TABLES = Step(latest() + 1, "two_tables", _TWO_TABLES, "")
WAITS_FOR_LEASES = (
    "SELECT 1 FROM pg_locks WHERE relation = 'pitledger_leases'::regclass AND NOT granted"
)


@pytest.fixture
def two(server: str) -> Iterator[TwoRoles]:
    with house_of_two(server) as house:
        yield house


def know(patch: pytest.MonkeyPatch, *known: Step) -> None:
    """A build that has other steps than this one."""
    for module in (steps, runner, rights, version):
        patch.setattr(module, "all_steps", lambda: known)


def opened(url: str, **more: str) -> None:
    with open_storage(read_settings({}, database_url=url, **more)):
        pass


def versions(url: str) -> list[object]:
    return [
        number for (number,) in do_sql(url, "SELECT version FROM pitledger_schema ORDER BY version")
    ]


def shape(url: str) -> list[tuple[object, ...]]:
    """All that migrations make, with owners and rights, however it came to be."""
    return do_sql(
        url,
        "SELECT c.relname::text, c.relowner::regrole::text, c.relkind::text, c.reloptions::text,"
        " (SELECT array_agg(a::text ORDER BY a::text) FROM unnest(c.relacl) a)::text,"
        " (SELECT string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || a.attnotnull,"
        "   ',' ORDER BY a.attname) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0),"
        " (SELECT string_agg(pg_get_indexdef(i.indexrelid), ',' ORDER BY pg_get_indexdef(i.indexrelid)) FROM pg_index i"
        "   WHERE i.indrelid = c.oid),"
        " (SELECT string_agg(pg_get_triggerdef(t.oid) || t.tgenabled::text, ',') FROM pg_trigger t"
        "   WHERE t.tgrelid = c.oid AND NOT t.tgisinternal)"
        " FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace"
        r" AND c.relname LIKE 'pitledger\_%' AND c.relkind IN ('r', 'S')"
        " UNION ALL SELECT p.oid::regprocedure::text, p.proowner::regrole::text,"
        " p.prosecdef::text, p.proconfig::text, p.proacl::text, p.prosrc, '', ''"
        " FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace"
        r" AND p.proname LIKE 'pitledger\_%' ORDER BY 1",
    )


def test_an_upgraded_database_is_the_same_as_a_new_one(server: str) -> None:
    old, new = made(server).database_url, one_role_database(server)
    before = log(old)
    told = migrate(owner_of(old), SERVING_ROLE)
    assert told[0].startswith("give pitledger_append, pitledger_commands")
    assert told[0].endswith("of pitledger to postgres")
    turned_away = f"turn away builds that know less than version {FLOOR}"
    assert told[1:] == [*EVERYTHING, turned_away, "put the rights of pitledger in order"]
    migrate(owner_of(new), SERVING_ROLE)
    for url in (old, new):
        opened(url)
    assert shape(old) == shape(new)
    assert log(old) == before
    assert len(before) > 1000


def test_doing_it_twice_is_harmless(two: TwoRoles) -> None:
    granted = f"put the rights of {two.runtime_role} in order"
    assert two.migrate() == [*EVERYTHING, granted]
    before = shape(two.superuser)
    assert two.migrate() == []
    assert plan_migration(two.owner, two.runtime_role) == []
    assert shape(two.superuser) == before
    assert versions(two.runtime) == NUMBERS
    with open_service(two.settings()) as house:
        do(house.desk, open_table("PG01"))
    assert two.migrate() == []


def test_two_at_once_take_turns(two: TwoRoles) -> None:
    together = threading.Barrier(4)

    def one() -> list[str]:
        together.wait()
        return two.migrate()

    with ThreadPoolExecutor(4) as pool:
        done = [future.result(60) for future in [pool.submit(one) for _ in range(4)]]
    assert sorted(map(len, done)) == [0, 0, 0, len(EVERYTHING) + 1]
    assert versions(two.runtime) == NUMBERS
    opened(two.runtime)


def test_what_would_be_done_is_told_and_not_done(server: str) -> None:
    url = made(server).database_url
    before = shape(url)
    told = plan_migration(owner_of(url), SERVING_ROLE)
    assert [line for line in told if line.startswith("apply")] == EVERYTHING
    assert shape(url) == before
    assert migrate(owner_of(url), SERVING_ROLE) == told


def test_a_step_that_fails_leaves_nothing_of_itself(
    two: TwoRoles, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = all_steps()
    broken = Step(2, "broken", 'DROP TABLE :"schema".pitledger_relays; SELECT 1/0', "")
    know(monkeypatch, first, broken)
    with pytest.raises(Exception, match="division by zero"):
        two.migrate()
    assert versions(two.owner) == [1]
    monkeypatch.undo()
    assert two.migrate()[0] == EVERYTHING[1]
    opened(two.runtime)


def test_a_later_build_finds_it_too_old_and_this_one_too_new(
    two: TwoRoles, monkeypatch: pytest.MonkeyPatch
) -> None:
    two.migrate()
    opened(two.runtime)
    know(monkeypatch, *all_steps(), COLUMN)
    too_old = (
        rf"of version {latest() - 1}, and this build needs version {latest()} .*a column to come"
    )
    with pytest.raises(DatabaseUnusable, match=too_old):
        opened(two.runtime)
    assert two.migrate() == [
        f"apply {COLUMN}",
        f"turn away builds that know less than version {COLUMN.number}",
        f"put the rights of {two.runtime_role} in order",
    ]
    opened(two.runtime)
    monkeypatch.undo()
    too_new = rf"version {COLUMN.number} at least, and this build knows version {latest()}: use the"
    for attempt in (two.migrate, lambda: opened(two.runtime)):
        with pytest.raises(DatabaseUnusable, match=too_new):
            attempt()


def test_a_step_in_between_that_came_later_is_applied(two: TwoRoles) -> None:
    two.migrate()
    do_sql(two.owner, "DELETE FROM pitledger_schema WHERE version = 1")
    with pytest.raises(DatabaseUnusable, match="0001 tables to come"):
        opened(two.runtime)
    assert two.migrate()[0] == "apply 0001 tables"
    opened(two.runtime)


def test_nothing_there_is_told_with_what_makes_it(server: str) -> None:
    url = serving_address(empty_database(server))
    with pytest.raises(NothingHere, match="run `pitledger migrate`, which makes it"):
        opened(owner_of(url))
    make_ready(owner_of(url))
    opened(url)


def test_which_build_did_it_is_kept(two: TwoRoles) -> None:
    two.migrate()
    kept = do_sql(
        two.runtime, "SELECT build, applied > now() - interval '1 hour' FROM pitledger_schema"
    )
    assert kept
    assert all(build and recent for build, recent in kept)


def test_a_step_has_time_of_its_own_but_not_for_ever(
    two: TwoRoles, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Step(1, "slow", "SELECT pg_sleep(30)", "")
    know(monkeypatch, slow)
    monkeypatch.setattr(runner, "MIGRATION_SECONDS", 0.5)
    with pytest.raises(Exception, match=r"did not answer within 0\.5 s"):
        two.migrate()
    monkeypatch.undo()
    two.migrate()


def test_a_table_in_use_is_not_waited_for_without_end(
    two: TwoRoles, monkeypatch: pytest.MonkeyPatch
) -> None:
    two.migrate()
    know(monkeypatch, *all_steps(), COLUMN)
    monkeypatch.setattr(runner, "_LOCK_SECONDS", 1)
    with psycopg.connect(two.runtime) as reader:
        reader.execute("SELECT * FROM pitledger_relays")
        with pytest.raises(TablesInUse, match="stop the service"):
            two.migrate()
    assert versions(two.owner) == NUMBERS
    assert two.migrate()[0] == f"apply {COLUMN}"


def test_a_step_that_was_undone_for_a_deadlock_is_made_again(
    two: TwoRoles, monkeypatch: pytest.MonkeyPatch
) -> None:
    two.migrate()
    know(monkeypatch, *all_steps(), TWO_TABLES)
    with (
        psycopg.connect(two.superuser) as service,
        psycopg.connect(two.superuser, autocommit=True) as watcher,
        ThreadPoolExecutor(1) as beside,
    ):
        service.execute("SET LOCAL deadlock_timeout = '1min'")  # the other one is undone
        service.execute("LOCK TABLE pitledger_leases IN ACCESS EXCLUSIVE MODE")
        migrating = beside.submit(two.migrate)
        while not watcher.execute(WAITS_FOR_LEASES).fetchall():
            assert not migrating.done(), migrating.result()
        service.execute("LOCK TABLE pitledger_relays IN ACCESS SHARE MODE")
        service.commit()
        assert migrating.result()[0] == f"apply {TWO_TABLES}"
