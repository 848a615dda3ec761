"""One works, another stands by and takes over, and who was passed over cannot write."""

import os
import signal
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from services.http.client import Sender
from services.runtime.roster import Roster
from services.store.ledger import Ledger
from tests.support.processes.service import Process, running_part, served
from tests.support.processes.waiting import wait_for
from tests.support.store.playing import buy_in, open_table


@pytest.fixture
def roster(ledger: Ledger) -> Roster:
    made = Roster(ledger.datastore)
    made.create()
    return made


def new_buy_in(amount: int) -> dict[str, Any]:
    """With an id, so that the sender may try again."""
    return buy_in("PG01", amount, command_id=str(uuid.uuid4()))


def on_duty(roster: Roster, duty: str) -> list[int]:
    """Processes that do it now, by what they say themselves."""
    return [
        int(one.process.rpartition("/")[2])
        for one in roster.signed()
        if duty in one.duties and not one.silent
    ]


def have_signed(ledger: Ledger, times: int) -> None:
    """Everybody has said again what it does, so often that it had time to do too much."""

    def beats() -> dict[str, datetime]:
        with ledger.datastore.get_connection() as conn:
            rows = conn.execute("SELECT process, beat FROM pitledger_roster").fetchall()
        return {row["process"]: row["beat"] for row in rows}

    for _ in range(times):
        before = beats()
        wait_for(lambda before=before: all(beats()[one] > at for one, at in before.items()))  # type: ignore[misc]


@contextmanager
def one_works_the_other_waits(
    ledger: Ledger, duty: str, *arguments: str, **environment: str
) -> Iterator[tuple[Process, Process]]:
    """Two of the same; the one that works first."""
    roster = Roster(ledger.datastore)
    with (
        running_part(*arguments, **environment) as one,
        running_part(*arguments, **environment) as other,
    ):
        mine = {one.process.pid, other.process.pid}
        wait_for(
            lambda: (
                mine <= {int(row.process.rpartition("/")[2]) for row in roster.signed()}
                and len(on_duty(roster, duty)) == 1
            )
        )
        have_signed(ledger, times=3)
        (working,) = on_duty(roster, duty)
        pair = (one, other) if one.process.pid == working else (other, one)
        yield pair


def test_of_two_desks_one_works_and_the_other_takes_over(
    database: str, roster: Roster, ledger: Ledger
) -> None:
    where = {"PITLEDGER_DATABASE_URL": database}
    with running_part("api", "--port=0", **where) as api:
        assert api.process.stdout is not None
        url = api.process.stdout.readline().split()[-1]
        with (
            one_works_the_other_waits(ledger, "desk", "desk", **where) as (first, second),
            Sender(url) as sender,
        ):
            sender.send(open_table("PG01"))
            first.kill()
            (event,) = sender.send(new_buy_in(100))
            assert event["seq"] == 2
            wait_for(lambda: on_duty(roster, "desk") == [second.process.pid])
            assert second.stop() == 0
        assert api.stop() == 0


def test_of_two_projectors_one_works_and_the_other_takes_over(
    database: str, roster: Roster, ledger: Ledger
) -> None:
    where = {"PITLEDGER_DATABASE_URL": database}
    with one_works_the_other_waits(ledger, "floor", "project", **where) as (first, second):
        assert all(len(on_duty(roster, name)) == 1 for name in ("floor", "rounds", "sessions"))
        first.kill()
        for name in ("floor", "rounds", "sessions", "balances"):
            wait_for(lambda name=name: second.process.pid in on_duty(roster, name))  # type: ignore[misc]
        assert second.stop() == 0


def test_projections_are_shared_out_by_name(database: str, roster: Roster) -> None:
    where = {"PITLEDGER_DATABASE_URL": database}
    with running_part("project", "floor", "rounds", **where) as some:
        wait_for(lambda: on_duty(roster, "rounds") == [some.process.pid])
        assert on_duty(roster, "sessions") == []
        with running_part("project", **where) as rest:
            wait_for(lambda: on_duty(roster, "sessions") == [rest.process.pid])
            assert on_duty(roster, "floor") == [some.process.pid]
            assert some.stop() == 0
            wait_for(lambda: on_duty(roster, "floor") == [rest.process.pid])


def test_a_stopped_desk_is_passed_over_and_cannot_write_when_it_wakes(
    database: str, roster: Roster, ledger: Ledger, data: Path
) -> None:
    where = {"PITLEDGER_DATABASE_URL": database}
    with served(data, **where) as old, Sender(old.url) as sender:
        sender.send(open_table("PG01"))
        # The desk of the second stands by, its API goes to the desk of the first.
        with served(data, **where) as new:
            stopped = old.parts()["desk"]
            wait_for(lambda: on_duty(roster, "desk") == [stopped])
            os.kill(stopped, signal.SIGSTOP)
            (event,) = sender.send(new_buy_in(100))  # it lies in the stopped one's hands too
            assert event["seq"] == 2
            wait_for(lambda: on_duty(roster, "desk") == [new.parts()["desk"]])
            os.kill(stopped, signal.SIGCONT)
            wait_for(lambda: old.parts().get("desk", stopped) != stopped)
            (event,) = sender.send(new_buy_in(200))
            assert event["seq"] == 3
            assert httpx.get(f"{new.url}/v1/events").json()["next"] == 3
            assert old.stop() == 0
            assert new.stop() == 0
    assert ledger.head() == 3
