"""`pitledger migrate`, and a whole service that may append and nothing else."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from services.cli.exit_codes import UNUSABLE_DATABASE, WRONG_SETTINGS
from services.store.embedded import SERVING_ROLE, start_embedded, stop_embedded
from services.store.migrations.steps import all_steps, latest
from tests.e2e.processes.test_command_line import pitledger
from tests.integration.store.test_version_before import log, restore
from tests.support.processes.service import served
from tests.support.processes.waiting import wait_for
from tests.support.store.playing import buy_in, open_table
from tests.support.store.two_roles import TwoRoles, do_sql, house_of_two

TO_DO = 3


@pytest.fixture
def two(server: str) -> Iterator[TwoRoles]:
    with house_of_two(server) as house:
        yield house


def addresses(two: TwoRoles) -> dict[str, str]:
    return {"PITLEDGER_DATABASE_URL": two.runtime, "PITLEDGER_OWNER_URL": two.owner}


def test_it_is_made_upgraded_and_told(two: TwoRoles) -> None:
    where = addresses(two)
    early = pitledger("serve", "--port=0", PITLEDGER_DATABASE_URL=two.runtime)
    assert (early.returncode, early.stdout) == (UNUSABLE_DATABASE, "")
    assert "run `pitledger migrate`" in early.stderr
    planned = pitledger("migrate", "--check", **where)
    done = pitledger("migrate", **where)
    assert (planned.returncode, done.returncode) == (TO_DO, 0), done.stderr
    for step in all_steps():
        assert f"to do: apply {step}\n" in planned.stdout
        assert f"done: apply {step}\n" in done.stdout
    assert f"is of version {latest()}\n" in done.stdout
    assert f"{two.runtime_role} serves it and may append to the log" in done.stdout
    assert (done.stderr, planned.stderr) == ("", "")
    for again in (pitledger("migrate", **where), pitledger("migrate", "--check", **where)):
        assert (again.returncode, "do" in again.stdout.splitlines()[0].split()) == (0, False)
    do_sql(two.owner, "INSERT INTO pitledger_schema (version, build) VALUES (9001, 'later')")
    for command in ("migrate", "api", "serve"):
        newer = pitledger(command, **where, PITLEDGER_PORT="0")
        assert newer.returncode == UNUSABLE_DATABASE
        assert f"this build knows version {latest()}: use the newer build" in newer.stderr
        assert "restores a backup from before the upgrade" in newer.stderr


def test_what_is_missing_is_told(two: TwoRoles) -> None:
    told = pitledger("migrate", PITLEDGER_DATABASE_URL=two.runtime)
    assert told.returncode == WRONG_SETTINGS
    assert "PITLEDGER_OWNER_URL is not set: name the same database" in told.stderr
    alone = {"PITLEDGER_DATABASE_URL": two.owner, "PITLEDGER_OWNER_URL": two.owner}
    one = pitledger("migrate", **alone)
    assert one.returncode == 0
    assert "the database cannot hold the service to appending" in one.stderr


def test_the_owners_address_is_never_printed(two: TwoRoles) -> None:
    """Not where it cannot be read, not where it does not answer, not where it is refused."""
    for address in (
        "postgresql://ann:hunter2secret@127.0.0.1:1/x",
        "postgres//ann:hunter2secret@h/db",
        two.owner.replace(f"//{two.owner_role}:", "//ann:hunter2secret"),
    ):
        told = pitledger("migrate", PITLEDGER_DATABASE_URL=two.runtime, PITLEDGER_OWNER_URL=address)
        assert told.returncode in (WRONG_SETTINGS, UNUSABLE_DATABASE)
        assert "hunter2" not in told.stderr
        assert "Traceback" not in told.stderr


def test_a_whole_service_appends_and_can_do_nothing_else(two: TwoRoles, data: Path) -> None:
    assert pitledger("migrate", **addresses(two)).returncode == 0
    with served(data, PITLEDGER_DATABASE_URL=two.runtime) as service:
        for command in (open_table("PG01"), buy_in("PG01")):
            address = f"{service.url}/v1/tables/PG01/commands"
            assert httpx.post(address, json=command, timeout=60).status_code == 201
        wait_for(lambda: httpx.get(f"{service.url}/readyz", timeout=30).status_code == 200)
        table = httpx.get(f"{service.url}/v1/tables/PG01?seq=2", timeout=30)
        assert table.json()["seq"] == 2
        using = do_sql(
            two.superuser,
            "SELECT DISTINCT usename::text FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        assert using == [(two.runtime_role,)]
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            do_sql(two.runtime, "DELETE FROM pitledger_events")
        # An upgrade that changes nothing disturbs nobody.
        assert pitledger("migrate", **addresses(two)).returncode == 0
        assert httpx.post(address, json=buy_in("PG01"), timeout=60).status_code == 201
        assert service.stop() == 0
    rebuilt = pitledger("rebuild", PITLEDGER_DATABASE_URL=two.runtime)
    assert rebuilt.returncode == 0, rebuilt.stderr
    assert do_sql(two.owner, "SELECT count(*) FROM pitledger_events") == [(3,)]


def test_an_embedded_database_of_an_earlier_release_upgrades_itself(data: Path) -> None:
    """Who only looks leaves it as it is; who serves brings it up, and serves as another role."""
    where = f"--data={data}"
    restore(start_embedded(data))
    before = log(start_embedded(data))
    read = pitledger("replay", "PG01-1-1", "--json", where)
    assert (read.returncode, read.stderr) == (0, "")
    assert do_sql(start_embedded(data), "SELECT to_regclass('pitledger_schema')") == [(None,)]
    stop_embedded(data)
    planned = pitledger("migrate", "--check", where)
    assert planned.returncode == TO_DO
    with served(data) as service:
        wait_for(lambda: httpx.get(f"{service.url}/readyz", timeout=30).status_code == 200)
        owner = start_embedded(data)
        assert log(owner) == before
        using = do_sql(
            owner,
            "SELECT DISTINCT usename::text FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
        )
        assert using == [(SERVING_ROLE,)]
        stop_embedded(data)
        assert service.stop() == 0
    assert pitledger("migrate", "--check", where).returncode == 0
    again = pitledger("replay", "PG01-1-1", "--json", where)
    assert again.stdout == read.stdout
