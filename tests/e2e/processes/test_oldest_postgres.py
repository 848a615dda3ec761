"""A whole house on the oldest PostgreSQL that is supported, by TLS; one that is older is refused.

`make postgres` runs the same on every version that is supported.
"""

import os
from pathlib import Path

import psycopg
import pytest

from services.cli.exit_codes import UNUSABLE_DATABASE
from services.storage import open_storage
from services.store.database import DatabaseUnusable
from services.store.server import OLDEST
from tests.e2e.processes.test_command_line import pitledger
from tests.support.processes.evening import head, migrated, played
from tests.support.store.databases import GUARDED
from tests.support.store.encrypted import encrypted_house, encrypted_server
from tests.support.store.servers import other_server
from tests.support.store.two_roles import do_sql, house_of_two

VERSION = int(os.environ.get("TEST_POSTGRES", OLDEST))


def test_a_house_plays_an_evening_and_its_history_goes_to_another(
    data: Path, tmp_path: Path
) -> None:
    with (
        encrypted_server(VERSION, tmp_path) as server,
        encrypted_house(server) as two,
        encrypted_house(server) as other,
    ):
        house = migrated(two, tmp_path)
        told = played(house, data)
        assert "Balanced to the cent." in told
        house.call("verify", "--processes=1")
        house.call("rebuild", "--processes=1")
        day = told.partition("Gaming day ")[2][:10]
        assert house.call("reconcile", f"--day={day}") == told
        for table in GUARDED:
            for change in (f"DELETE FROM {table}", f"TRUNCATE {table}"):
                with pytest.raises(psycopg.Error, match="append only"):
                    do_sql(two.owner, change)
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    do_sql(two.runtime, change)
        archive = tmp_path / "archive"
        house.call("archive", f"--to={archive}")
        again = house._replace(
            two=other,
            environment=house.environment
            | {"PITLEDGER_DATABASE_URL": other.runtime, "PITLEDGER_OWNER_URL": other.owner},
        )
        again.call("migrate")
        again.call("restore", f"--from={archive}")
        assert head(again) == head(house) > 50
        assert again.call("reconcile", f"--day={day}") == told


def test_an_older_server_is_refused_with_what_was_found(tmp_path: Path) -> None:
    """At the first step, before anything is made in it."""
    with other_server(OLDEST - 1) as server, house_of_two(server.address()) as two:
        where = {"PITLEDGER_DATABASE_URL": two.runtime, "PITLEDGER_DATA": str(tmp_path)}
        done = pitledger("migrate", **where, PITLEDGER_OWNER_URL=two.owner)
        assert done.returncode == UNUSABLE_DATABASE, done.stderr
        assert f"PostgreSQL {OLDEST - 1}." in done.stderr
        needed = f"was found, and {OLDEST} or newer is needed: upgrade the server"
        assert needed in done.stderr
        assert "Traceback" not in done.stderr
        with pytest.raises(DatabaseUnusable, match=needed), open_storage(two.settings()):
            pass
        assert do_sql(two.superuser, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'") == []
