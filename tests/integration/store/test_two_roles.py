"""Who owns what and may what: taken over, handed over, told where the database cannot hold it."""

from collections.abc import Iterator

import pytest

from services.bootstrap import open_service
from services.settings import read_settings
from services.settings_sources import SettingsError
from services.storage import open_storage
from services.store.addresses import owner_url, serving_role
from services.store.database import DatabaseUnusable
from services.store.migrations import migrate
from services.store.migrations.standing import shortcomings
from tests.integration.store.test_version_before import log, restore
from tests.support.store.databases import GUARDED, as_role
from tests.support.store.playing import buy_in, do, open_table
from tests.support.store.two_roles import TwoRoles, do_sql, house_of_two


@pytest.fixture
def two(server: str) -> Iterator[TwoRoles]:
    with house_of_two(server) as house:
        yield house


@pytest.fixture
def before(two: TwoRoles) -> TwoRoles:
    """As an earlier release left it: all of it belongs to the role that serves."""
    do_sql(two.superuser, f"GRANT ALL ON SCHEMA public TO {two.runtime_role}")
    restore(two.runtime)
    return two


def owners(url: str) -> dict[object, set[str]]:
    found: dict[object, set[str]] = {}
    query = (
        "SELECT relowner::regrole::text, relname::text FROM pg_class WHERE relkind = 'r'"
        " AND relnamespace = 'public'::regnamespace"
    )
    for owner, name in do_sql(url, query):
        found.setdefault(owner, set()).add(str(name))
    return found


def play(two: TwoRoles, table: str = "PG77") -> None:
    with open_service(two.settings()) as house:
        do(house.desk, open_table(table))
        do(house.desk, buy_in(table))
        house.runner.catch_up()
        assert house.storage.check() is None


def test_what_belongs_to_whom(two: TwoRoles) -> None:
    two.migrate()
    play(two)
    found = owners(two.superuser)
    assert found.keys() == {two.owner_role, two.runtime_role}
    assert found[two.owner_role] >= {*GUARDED, "pitledger_schema", "pitledger_leases"}
    assert {"pitledger_roster", "read_floor", "projection_positions"} <= found[two.runtime_role]
    assert not {name for name in found[two.owner_role] if name.startswith(("read", "projection"))}


def test_an_earlier_release_is_taken_over_by_who_may(before: TwoRoles) -> None:
    stored = log(before.superuser)
    with pytest.raises(DatabaseUnusable) as told:
        before.migrate()
    owner, runtime = before.owner_role, before.runtime_role
    assert f"as a superuser, run: GRANT {quoted(runtime)} TO {quoted(owner)}" in str(told.value)
    assert log(before.runtime) == stored  # nothing was changed, the release before serves on
    do_sql(before.superuser, f"GRANT {runtime} TO {owner}")
    assert before.migrate()[0].startswith("give pitledger_append, pitledger_commands")
    do_sql(before.superuser, f"REVOKE {runtime} FROM {owner}")
    assert log(before.superuser) == stored
    assert shortcomings(before.owner, runtime) == []
    assert owners(before.superuser)[owner] >= set(GUARDED)
    play(before)
    assert before.migrate() == []


def quoted(name: str) -> str:
    return f'"{name}"'


def test_the_role_before_may_become_the_owner(before: TwoRoles) -> None:
    """Then it is the read models that change hands."""
    owner, runtime = before.runtime, before.owner_role
    do_sql(
        before.superuser,
        f"ALTER DATABASE {before.superuser.partition('@/')[2].partition('?')[0]}"
        f" OWNER TO {before.runtime_role}",
        f"GRANT {runtime} TO {before.runtime_role}",
    )
    told = migrate(owner, runtime)
    assert told[-1].startswith("give pitledger_balanced, pitledger_roster")
    assert shortcomings(owner, runtime) == []
    settings = read_settings({}, database_url=before.owner)
    with open_storage(settings) as storage:
        assert storage.ledger.head() == 586


def test_another_role_may_serve_from_now_on(two: TwoRoles) -> None:
    two.migrate()
    play(two)
    other = f"{two.runtime_role}_b"
    do_sql(two.superuser, f"CREATE ROLE {other} LOGIN")
    do_sql(two.superuser, f"GRANT {two.runtime_role}, {other} TO {two.owner_role}")
    try:
        told = migrate(two.owner, other)
        assert told[0] == f"put the rights of {other} in order"
        assert told[1].endswith(f"of {two.runtime_role} to {other}")
        play(two._replace(runtime=as_role(two.superuser, other)), "PG78")
        assert shortcomings(two.owner, other) == []
    finally:
        do_sql(two.superuser, f"DROP OWNED BY {other}", f"DROP ROLE {other}")


def test_a_house_of_one_role_works_and_is_told(two: TwoRoles) -> None:
    migrate(two.owner, two.owner_role)
    (told,) = shortcomings(two.owner, two.owner_role)
    assert "are one role" in told
    assert "the database cannot hold the service to appending" in told
    play(two._replace(runtime=two.owner))
    assert migrate(two.owner, two.owner_role) == []
    with pytest.raises(Exception, match="append only"):
        do_sql(two.owner, "DELETE FROM pitledger_events")
    # and goes over to two
    do_sql(two.superuser, f"GRANT {two.runtime_role} TO {two.owner_role}")
    two.migrate()
    assert shortcomings(two.owner, two.runtime_role) == []
    play(two, "PG78")


WEAKENED = {
    "is a superuser": "ALTER ROLE {runtime} SUPERUSER",
    "is a member of the log's owner": "GRANT {owner} TO {runtime}",
    "owns the database": "ALTER DATABASE {database} OWNER TO {runtime}",
    "owns the schema": "ALTER SCHEMA public OWNER TO {runtime}",
    "has UPDATE on pitledger_commands": "GRANT UPDATE (body) ON pitledger_commands TO {runtime}",
    "has INSERT, TRIGGER on pitledger_events": "GRANT INSERT, TRIGGER ON pitledger_events TO {runtime}",
    "has INSERT, UPDATE, DELETE on pitledger_events": "GRANT pg_write_all_data TO {runtime}",
    "that refuses changes of pitledger_refusals is off":
        "ALTER TABLE pitledger_refusals DISABLE TRIGGER append_only",
    "cannot make its read models": "REVOKE CREATE ON SCHEMA public FROM {runtime}",
}  # fmt: skip


@pytest.mark.parametrize("told", WEAKENED)
def test_whatever_lets_the_service_do_more_is_named(two: TwoRoles, told: str) -> None:
    two.migrate()
    assert shortcomings(two.owner, two.runtime_role) == []
    database = two.superuser.partition("@/")[2].partition("?")[0]
    names = {"owner": two.owner_role, "runtime": two.runtime_role, "database": database}
    do_sql(two.superuser, WEAKENED[told].format(**names))
    found = shortcomings(two.owner, two.runtime_role)
    assert told in " ".join(found)
    assert two.runtime_role in found[0] or "ENABLE ALWAYS TRIGGER" in found[0]


def test_a_schema_of_the_services_own_is_taken_over(two: TwoRoles) -> None:
    do_sql(
        two.superuser,
        f"CREATE SCHEMA pit AUTHORIZATION {two.runtime_role}",
        f"GRANT {two.runtime_role} TO {two.owner_role}",
    )
    told = migrate(two.owner, two.runtime_role, "pit")
    assert told[0] == f"give pit of {two.runtime_role} to {two.owner_role}"
    assert shortcomings(two.owner, two.runtime_role, "pit") == []


def test_an_owner_that_may_not_make_tables_is_told_what_to_run(two: TwoRoles) -> None:
    do_sql(
        two.superuser,
        f"ALTER DATABASE {two.superuser.partition('@/')[2].partition('?')[0]} OWNER TO postgres",
    )
    with pytest.raises(DatabaseUnusable, match="GRANT USAGE, CREATE ON SCHEMA") as told:
        two.migrate()
    do_sql(two.superuser, str(told.value).partition("as a superuser, run: ")[2])
    two.migrate()
    play(two)
    with pytest.raises(DatabaseUnusable, match="GRANT CREATE ON DATABASE") as told:
        migrate(two.owner, two.runtime_role, "pit")
    do_sql(two.superuser, str(told.value).partition("as a superuser, run: ")[2])
    migrate(two.owner, two.runtime_role, "pit")


def test_addresses_that_do_not_belong_together(two: TwoRoles, database: str) -> None:
    def role(**told: str) -> str:
        settings = read_settings({}, **told)
        return serving_role(settings, owner_url(settings))

    def told(**settings: str) -> str:
        with pytest.raises(SettingsError) as error:
            role(**settings)
        return str(error.value)

    assert "PITLEDGER_OWNER_URL is not set" in told(database_url=two.runtime)
    assert "PITLEDGER_DATABASE_URL is not" in told(owner_url=two.owner)
    assert "both must name the same one" in told(database_url=database, owner_url=two.owner)
    assert "PITLEDGER_OWNER_URL cannot be read" in told(database_url=two.runtime, owner_url="x y")
    assert role(database_url=two.runtime, owner_url=two.owner) == two.runtime_role
    assert two.owner not in repr(read_settings({}, owner_url=two.owner))
