"""Two builds on one schema: a step says which older builds may go on, and the others are ended."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from typer.testing import CliRunner

from services.bootstrap import open_service
from services.cli.exit_codes import UNUSABLE_DATABASE
from services.cli.main import _code, app
from services.runtime.lease import Lease
from services.runtime.parts.schema_watch import SchemaWatch
from services.store.appending import Fenced
from services.store.batch import Batch
from services.store.ledger import Ledger
from services.store.migrations.steps import Step, all_steps, latest, read_step
from services.store.migrations.version import TooNew
from tests.integration.store.test_migrations import COLUMN, FLOOR, know, opened, versions
from tests.support.processes.waiting import wait_for
from tests.support.store.playing import buy_in, do, open_table
from tests.support.store.two_roles import TwoRoles, do_sql, house_of_two

NEXT = latest() + 1
COMPATIBLE = read_step(
    str(NEXT),
    "a_note",
    "-- A column that older builds leave as it is.\n"
    f"-- Builds that know version {FLOOR} serve on.\n"
    'ALTER TABLE :"schema".pitledger_relays ADD COLUMN note text;',
)


@pytest.fixture
def two(server: str) -> Iterator[TwoRoles]:
    with house_of_two(server) as house:
        house.migrate()
        yield house


@contextmanager
def newer_build(*more: Step) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        know(patch, *all_steps(), *more)
        yield


def call(two: TwoRoles, *arguments: str) -> BaseException | None:
    told = {"PITLEDGER_DATABASE_URL": two.runtime, "PITLEDGER_OWNER_URL": two.owner}
    return CliRunner().invoke(app, list(arguments), env={**os.environ, **told}).exception


def test_a_step_says_in_its_file_who_may_go_on() -> None:
    assert (COMPATIBLE.serves, COMPATIBLE.floor) == (FLOOR, FLOOR)
    assert (COLUMN.serves, COLUMN.floor) == (None, NEXT)
    assert read_step("7", "x", "-- Rights of others\n").serves is None


def test_older_builds_serve_on_where_the_step_allows_it(two: TwoRoles) -> None:
    with open_service(two.settings()) as old:
        do(old.desk, open_table("PG01"))
        with newer_build(COMPATIBLE):
            done = two.migrate()
            assert done[0] == f"apply {COMPATIBLE}"
            assert not any(line.startswith("turn away") for line in done)
            opened(two.runtime)
        # What was at work goes on with its lease, and what starts anew may.
        do(old.desk, buy_in("PG01"))
        assert not old.desk.lost.is_set()
    opened(two.runtime)
    assert call(two, "verify") is None
    kept = do_sql(two.runtime, "SELECT version, serves FROM pitledger_schema ORDER BY version")
    assert kept[-2:] == [(latest(), all_steps()[-1].serves), (NEXT, FLOOR)]
    refused = call(two, "migrate")
    assert isinstance(refused, TooNew)
    assert "may serve them, but only the newer build's `pitledger migrate` may change" in str(
        refused
    )


def test_a_database_that_no_such_build_has_migrated_is_read_as_before(two: TwoRoles) -> None:
    do_sql(two.owner, "ALTER TABLE pitledger_schema DROP COLUMN serves")
    opened(two.runtime)
    with newer_build(COMPATIBLE):
        two.migrate()
    opened(two.runtime)


def test_a_step_that_allows_it_does_not_undo_one_before_that_did_not(two: TwoRoles) -> None:
    later = Step(NEXT + 1, "a_note", "SELECT 1", "", NEXT)
    with newer_build(COLUMN, later):
        assert f"turn away builds that know less than version {NEXT}" in two.migrate()
    with pytest.raises(
        TooNew, match=f"of version {NEXT + 1}, for builds that know version {NEXT} at"
    ):
        opened(two.runtime)
    assert versions(two.runtime)[-1] == NEXT + 1


def test_who_was_at_work_is_fenced_and_asked_to_end(two: TwoRoles) -> None:
    datastore = two.datastore()
    ledger, lease = Ledger(datastore), Lease(datastore, "desk")
    ending = threading.Event()
    watch = SchemaWatch(datastore, ending)
    assert lease.take()
    ledger.append(Batch(), lease.epoch)
    with newer_build(COLUMN):
        two.migrate()
    with pytest.raises(Fenced):
        ledger.append(Batch(), lease.epoch)
    assert not lease.renew()
    watch.start()
    wait_for(ending.is_set)
    assert watch.outgrown
    watch.close()
    datastore.close()


READERS = (
    ("verify",), ("replay", "PG01-1-1"), ("reconcile", "--day", "2026-03-01"),
    ("report", "master_game", "--day", "2026-03-01"), ("day", "show", "2026-03-01"),
    ("key", "show"), ("step-over",), ("rebuild",), ("archive", "--to", "/tmp/none"),
)  # fmt: skip


def test_a_downgrade_is_refused_with_what_to_do(two: TwoRoles) -> None:
    with newer_build(COLUMN):
        two.migrate()
    for command in (*READERS, ("migrate",), ("migrate", "--check")):
        error = call(two, *command)
        assert isinstance(error, TooNew), command
        assert _code(error) == UNUSABLE_DATABASE
        assert f"this build knows version {latest()}: use the newer build" in str(error)
        assert "restores a backup from before the upgrade (docs/backup.md)" in str(error)
