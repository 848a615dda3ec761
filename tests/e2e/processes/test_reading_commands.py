"""A command that looks makes nothing, replaces nothing and needs no more than SELECT."""

import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from projections import all_projections
from services.bootstrap import open_service
from services.cli.exit_codes import UNUSABLE_DATABASE
from services.settings import Settings, read_settings
from services.storage import open_storage, open_storage_to_read
from services.store.database import NotPermitted
from tests.e2e.processes.test_command_line import pitledger
from tests.support.domain import asked
from tests.support.http.playing import DEALER, LOSES, WINS
from tests.support.store.databases import as_role, empty_database, owner_of
from tests.support.store.playing import do, open_table

DAY = "2020-11-13"
EVENING = f"{DAY}T20:00:00Z"
READING = (
    ("reconcile", "--day", DAY, "--json"),
    ("report", "master_game", "--day", DAY),
    ("report", "slips", "--day", DAY, "--as-of", "2026-01-01T00:00:00Z"),
    ("replay", "PG01-1-1", "--json"),
    ("day", "show", DAY),
    ("step-over",),
)
ASIDE = (("rebuild",), ("day", "close", DAY, "--status=provisional"), ("step-over", "floor", "--actor=a", "--reason=b"))  # fmt: skip
"""They write, but beside a service that is there."""


def sql(url: str, *statements: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as conn:
        for statement in statements:
            done = conn.execute(statement.encode())
        return done.fetchall() if done.description else []


def objects(url: str) -> list[tuple[object, ...]]:
    """Everything of ours that DDL could touch: each version of a row of the catalogue."""
    return sql(
        url,
        "SELECT 'function', proname::text, xmin::text, prosrc FROM pg_proc"
        " WHERE proname LIKE 'pitledger%' UNION ALL"
        " SELECT 'relation', relname::text, oid::text, relfilenode::text FROM pg_class"
        " WHERE relnamespace = 'public'::regnamespace ORDER BY 1, 2",
    )


@pytest.fixture
def settings(database: str) -> Settings:
    """A round at a table, all of it folded."""
    settings = read_settings({}, database_url=database, port=0)
    with open_service(settings) as house:
        do(house.desk, open_table("PG01", at=EVENING))
        for command in (*asked.up_to_the_house(DEALER, {1: WINS, 2: LOSES}), asked.settle()):
            do(house.desk, {**command, "table": "PG01", "at": EVENING})
        do(house.desk, {**asked.close_table(1_000_125), "table": "PG01", "at": EVENING})
        house.runner.catch_up()
    return settings


@pytest.fixture
def reader(database: str) -> Iterator[str]:
    """The address for a user with the right to read, and no other."""
    name = f"reader{uuid.uuid4().hex[:8]}"
    sql(owner_of(database), f"CREATE ROLE {name} LOGIN")
    yield as_role(database, name)
    sql(owner_of(database), f"DROP OWNED BY {name}", f"DROP ROLE {name}")


def let_read(database: str, reader: str) -> None:
    name = reader.partition("//")[2].partition(":")[0]
    sql(owner_of(database), f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {name}")


def test_who_may_only_read_sees_the_same(settings: Settings, database: str, reader: str) -> None:
    let_read(database, reader)
    for command in READING:
        full = pitledger(*command, PITLEDGER_DATABASE_URL=database)
        seen = pitledger(*command, PITLEDGER_DATABASE_URL=reader)
        assert (seen.returncode, seen.stdout) == (full.returncode, full.stdout), seen.stderr
        assert seen.returncode in (0, 4), seen.stderr
        assert seen.stderr == ""


def test_the_functions_and_tables_of_a_newer_service_stay(
    settings: Settings, database: str
) -> None:
    """As if its append function did more than the one of this command line."""
    ((body,),) = sql(database, "SELECT pg_get_functiondef('pitledger_append'::regproc)")
    newer = str(body).replace("DECLARE", "-- of a newer version\nDECLARE", 1)
    sql(owner_of(database), newer, "COMMENT ON FUNCTION pitledger_append IS 'newer'")
    before = objects(database)
    assert "of a newer version" in str(before)
    for command in READING:
        done = pitledger(*command, PITLEDGER_DATABASE_URL=database)
        assert done.returncode in (0, 4), done.stderr
        assert objects(database) == before, command
    for command in ASIDE[::2]:
        pitledger(*command, PITLEDGER_DATABASE_URL=database)
        ((source,),) = sql(
            database, "SELECT prosrc FROM pg_proc WHERE proname = 'pitledger_append'"
        )
        assert "of a newer version" in str(source), command


@pytest.mark.parametrize("command", [*READING, *ASIDE])
def test_nothing_is_made_where_nothing_is(
    command: tuple[str, ...], server: str, tmp_path: Path
) -> None:
    database = empty_database(server)
    nowhere = tmp_path / "wrong"
    told = pitledger(*command, "--data", str(nowhere))
    assert (told.returncode, told.stdout) == (UNUSABLE_DATABASE, "")
    assert f"there is no database of Pitledger in {nowhere}, and none was made" in told.stderr
    assert not nowhere.exists()
    told = pitledger(*command, PITLEDGER_DATABASE_URL=database)
    assert told.returncode == UNUSABLE_DATABASE
    assert "no database of Pitledger in the schema 'public'" in told.stderr
    assert objects(database) == []


def test_another_schema_is_named_where_there_is_one(settings: Settings, database: str) -> None:
    told = pitledger(
        "day", "show", DAY, PITLEDGER_DATABASE_URL=database, PITLEDGER_DATABASE_SCHEMA="pit"
    )
    assert told.returncode == UNUSABLE_DATABASE
    assert "in the schema 'pit' of this database (there is one in public)" in told.stderr


def fall_behind(database: str) -> None:
    """As where a service ended between an event and its projection."""
    sql(
        database,
        "TRUNCATE projection_positions, projection_heads",
        *(f"TRUNCATE read_{one.name}" for one in all_projections()),
    )


def test_what_was_not_folded_yet_is_seen_all_the_same(settings: Settings, database: str) -> None:
    command = READING[0]
    before = pitledger(*command, PITLEDGER_DATABASE_URL=database).stdout
    fall_behind(database)
    assert pitledger(*command, PITLEDGER_DATABASE_URL=database).stdout == before


def test_who_may_not_fold_waits_for_the_service_or_is_told(
    settings: Settings, database: str, reader: str
) -> None:
    let_read(database, reader)
    before = pitledger(*READING[0], PITLEDGER_DATABASE_URL=database).stdout
    fall_behind(database)
    told = pitledger(*READING[0], PITLEDGER_DATABASE_URL=reader)
    assert (told.returncode, told.stdout) == (UNUSABLE_DATABASE, "")
    assert "are behind the log, no service brings them up to it" in told.stderr
    assert "Traceback" not in told.stderr
    with open_service(settings):
        seen = pitledger(*READING[0], PITLEDGER_DATABASE_URL=reader)
    assert seen.stdout == before


def test_read_models_of_another_version_are_left_alone(settings: Settings, database: str) -> None:
    sql(database, "UPDATE projection_positions SET version = 999 WHERE projection = 'sessions'")
    told = pitledger(*READING[0], PITLEDGER_DATABASE_URL=database)
    assert (told.returncode, told.stdout) == (UNUSABLE_DATABASE, "")
    assert "of another version of Pitledger: read models sessions 999, here " in told.stderr
    assert sql(database, "SELECT count(*) FROM read_sessions") == [(1,)]
    sql(database, "ALTER TABLE projection_heads RENAME TO elsewhere")
    told = pitledger(*READING[0], PITLEDGER_DATABASE_URL=database)
    assert told.returncode == UNUSABLE_DATABASE
    assert "of another version" in told.stderr


def test_a_day_is_closed_by_the_version_that_closes_it(settings: Settings, database: str) -> None:
    """With no service at work its own desk writes, by the function that it knows."""
    owner = owner_of(database)
    sql(owner, "DELETE FROM pitledger_schema WHERE version = 2")
    told = pitledger(*ASIDE[1], PITLEDGER_DATABASE_URL=database)
    assert (told.returncode, told.stdout) == (UNUSABLE_DATABASE, "")
    assert "run `pitledger migrate`" in told.stderr
    sql(owner, "INSERT INTO pitledger_schema (version, build) VALUES (2, 'this one')")
    done = pitledger(*ASIDE[1], PITLEDGER_DATABASE_URL=database)
    assert (done.returncode, done.stdout) == (0, f"{DAY} is closed: provisional\n"), done.stderr


def test_what_a_newer_build_has_changed_is_not_read(settings: Settings, database: str) -> None:
    sql(owner_of(database), "INSERT INTO pitledger_schema (version, build) VALUES (9001, 'later')")
    for command in (*READING, *ASIDE):
        told = pitledger(*command, PITLEDGER_DATABASE_URL=database)
        assert (told.returncode, told.stdout) == (UNUSABLE_DATABASE, ""), command
        assert "for builds that know version 9001 at least, and this build" in told.stderr


def test_the_server_refuses_what_a_reader_would_write(settings: Settings) -> None:
    with (
        pytest.raises(NotPermitted, match="read-only"),
        open_storage_to_read(settings) as storage,
        storage.ledger.datastore.get_connection() as conn,
    ):
        conn.execute("DELETE FROM pitledger_events")
    with open_storage(settings) as storage:
        assert storage.ledger.head() > 0
