"""Upgraded while tables play: old and new processes beside each other on one database."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from services.cli.exit_codes import UNUSABLE_DATABASE
from services.store.ledger import Ledger
from services.store.migrations.steps import latest
from tests.e2e.processes.test_command_line import pitledger
from tests.integration.store.test_migrations import FLOOR
from tests.support.processes.books import expect_once
from tests.support.processes.builds import add_step, first_build, next_build
from tests.support.processes.guest import Guest, playing
from tests.support.processes.service import Process, running_part
from tests.support.processes.waiting import wait_for
from tests.support.store.two_roles import TwoRoles, do_sql, house_of_two

HELD_BY_NOBODY = {(503, "no-desk"), (503, "store-unavailable"), (503, "desk-busy")}
COMPATIBLE = f"""-- A column that older builds leave as it is.
-- Builds that know version {FLOOR} serve on.
ALTER TABLE :"schema".pitledger_relays ADD COLUMN note text;
"""
INCOMPATIBLE = 'ALTER TABLE :"schema".pitledger_relays DROP COLUMN note;\n'


@pytest.fixture
def two(server: str) -> Iterator[TwoRoles]:
    with house_of_two(server) as house:
        yield house


def where(two: TwoRoles, build: Path | None) -> dict[str, str]:
    """The house, and the build that is to serve it; none: this one."""
    packages = {} if build is None else {"PYTHONPATH": str(build)}
    return {"PITLEDGER_DATABASE_URL": two.runtime, **packages}


@contextmanager
def api(two: TwoRoles, build: Path | None = None) -> Iterator[tuple[Process, str]]:
    with running_part("api", "--port=0", **where(two, build)) as part:
        assert part.process.stdout is not None
        yield part, part.process.stdout.readline().split()[-1]


def holder(two: TwoRoles) -> int:
    """The process that has the desk."""
    rows = do_sql(
        two.superuser, "SELECT holder FROM pitledger_leases WHERE name = 'desk' AND until > now()"
    )
    return int(str(rows[0][0]).rpartition("/")[2]) if rows else 0


def works(two: TwoRoles, part: Process) -> None:
    wait_for(lambda: holder(two) == part.process.pid, 180)


def migrate(two: TwoRoles, build: Path) -> str:
    """By another build's command line."""
    done = subprocess.run(
        [sys.executable, "-m", "services.cli.main", "migrate"],
        env={
            **os.environ,
            **where(two, build),
            "PITLEDGER_OWNER_URL": two.owner,
        },
        cwd=build,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def expect_whole(two: TwoRoles, *guests: Guest) -> None:
    """What was answered is there once, and nothing else; every command made its own events."""
    datastore = two.datastore()
    stored = [entry.state for entry in Ledger(datastore).log_after(0, 10**6)]
    datastore.close()
    told = [event for guest in guests for event in guest.acknowledged]
    expect_once([json.loads(one) for one in stored], told)
    assert len(stored) == len(told)
    ((commands, events),) = do_sql(
        two.superuser, "SELECT count(*), sum(last_id - first_id + 1)::int FROM pitledger_commands"
    )
    assert (commands, events) == (len(told), len(told))


def test_the_first_release_is_upgraded_while_tables_play(two: TwoRoles, tmp_path: Path) -> None:
    """Its desk cannot go on under two roles and ends; its API cannot reach the new desk.

    It takes long: processes of another build are started for real, one after another.
    """
    first = first_build(tmp_path)
    do_sql(
        two.superuser,  # as docs/database.md has it for a house of one role that becomes two
        f"GRANT ALL ON SCHEMA public TO {two.runtime_role}",
        f"GRANT USAGE, CREATE ON SCHEMA public TO {two.owner_role} WITH GRANT OPTION",
        f"GRANT {two.runtime_role} TO {two.owner_role}",
    )
    with (
        running_part("desk", **where(two, first)) as old,
        api(two, first) as (old_api, url),
    ):
        guest = Guest("PG01", url)
        with playing(guest):
            guest.plays_on()
            assert f"turn away builds that know less than version {FLOOR}" in two.migrate()
            with api(two) as (new, new_url):
                guest.turn_to(new_url)
                guest.plays_on()
                works(two, new)
                assert old.gone() != 0
                with running_part("desk", **where(two, first)) as again:
                    # It would make the function of its own again.
                    assert again.gone() == UNUSABLE_DATABASE
                assert old_api.stop() == 0
                guest.plays_on()
                guest.leave()
                assert new.stop() == 0
    assert guest.turned_away <= HELD_BY_NOBODY
    expect_whole(two, guest)
    done = pitledger(
        "verify", "--only=streams,money,settlements", PITLEDGER_DATABASE_URL=two.runtime
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_two_builds_serve_one_house_and_hand_it_to_each_other(
    two: TwoRoles, tmp_path: Path
) -> None:
    """It takes long: each build is started for real, and hands over to the other and back."""
    two.migrate()
    number = latest() + 1
    later = next_build(tmp_path, **{f"{number:04}_a_note": COMPATIBLE})
    with ExitStack() as running:
        old, old_url = running.enter_context(api(two))
        works(two, old)
        new, new_url = running.enter_context(api_of_later(two, later))
        guests = Guest("PG01", old_url), Guest("PG02", new_url)
        with playing(*guests):
            for guest in guests:
                guest.plays_on()  # the new one passes on to the old
            guests[0].turn_to(new_url)
            assert old.stop() == 0
            works(two, new)
            back, back_url = running.enter_context(api(two))
            for guest in guests:
                guest.turn_to(back_url)
                guest.plays_on()
            assert new.stop() == 0
            works(two, back)  # the old build may take over again
            for guest in guests:
                guest.plays_on()
            # Now a step that older builds must not work on: all of them end by themselves.
            add_step(later, f"{number + 1:04}_no_note", INCOMPATIBLE)
            assert f"turn away builds that know less than version {number + 1}" in migrate(
                two, later
            )
            with api(two, later) as (last, url):
                for guest in guests:
                    guest.turn_to(url)
                assert back.gone() == UNUSABLE_DATABASE
                for guest in guests:
                    guest.plays_on()
                    guest.leave()
                works(two, last)
                assert last.stop() == 0
    expect_whole(two, *guests)


@contextmanager
def api_of_later(two: TwoRoles, later: Path) -> Iterator[tuple[Process, str]]:
    """Once its step is applied, while the others serve."""
    done = migrate(two, later)
    assert "turn away" not in done
    with api(two, later) as served:
        yield served
