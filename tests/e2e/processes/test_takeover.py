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
from services.transparency.key_file import make_key_file
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


def test_of_two_apis_one_has_the_desk_and_the_other_takes_over(
    database: str, roster: Roster, ledger: Ledger
) -> None:
    where = {"PITLEDGER_DATABASE_URL": database}
    with one_works_the_other_waits(ledger, "desk", "api", "--port=0", **where) as (first, second):
        with Sender(address_of(first)) as to_first, Sender(address_of(second)) as to_second:
            to_first.send(open_table("PG01"))
            (event,) = to_second.send(new_buy_in(100))  # it is passed on
            assert event["seq"] == 2
            first.kill()
            (event,) = to_second.send(new_buy_in(200))
            assert event["seq"] == 3
        wait_for(lambda: on_duty(roster, "desk") == [second.process.pid])
        assert second.stop() == 0


def address_of(api: Process) -> str:
    assert api.process.stdout is not None
    return api.process.stdout.readline().split()[-1]


def test_on_sigterm_the_desk_is_handed_over_first(
    database: str, roster: Roster, ledger: Ledger
) -> None:
    """What comes to the one that leaves is passed on to the one that has it now."""
    where = {"PITLEDGER_DATABASE_URL": database, "PITLEDGER_LEAVE_SECONDS": "2"}
    with one_works_the_other_waits(ledger, "desk", "api", "--port=0", **where) as (first, second):
        with Sender(address_of(first)) as sender:
            sender.send(open_table("PG01"))
            first.signal(signal.SIGTERM)
            wait_for(lambda: on_duty(roster, "desk") == [second.process.pid])
            (event,) = sender.send(new_buy_in(100))
            assert event["seq"] == 2
            assert first.process.poll() is None
        assert first.gone() == 0
        assert second.stop() == 0


def test_of_two_projectors_one_works_and_the_other_takes_over(
    database: str, roster: Roster, ledger: Ledger
) -> None:
    where = {"PITLEDGER_DATABASE_URL": database}
    with one_works_the_other_waits(ledger, "floor", "follow", "project", **where) as (
        first,
        second,
    ):
        assert all(len(on_duty(roster, name)) == 1 for name in ("floor", "rounds", "sessions"))
        first.kill()
        for name in ("floor", "rounds", "sessions", "balances"):
            wait_for(lambda name=name: second.process.pid in on_duty(roster, name))  # type: ignore[misc]
        assert second.stop() == 0


def test_followers_are_shared_out_by_name(database: str, roster: Roster, data: Path) -> None:
    key = data / "seal.key"
    make_key_file(key, "pitledger/house")
    where = {"PITLEDGER_DATABASE_URL": database, "PITLEDGER_SEAL_KEY_FILE": str(key)}
    with running_part("follow", "project", **where) as some:
        wait_for(lambda: on_duty(roster, "rounds") == [some.process.pid])
        assert on_duty(roster, "seal") == []
        with running_part("follow", **where) as rest:
            wait_for(lambda: on_duty(roster, "seal") == [rest.process.pid])
            assert on_duty(roster, "floor") == [some.process.pid]
            assert some.stop() == 0
            wait_for(lambda: on_duty(roster, "floor") == [rest.process.pid])


def test_a_stopped_desk_is_passed_over_and_cannot_write_when_it_wakes(
    database: str, roster: Roster, ledger: Ledger, data: Path
) -> None:
    where = {"PITLEDGER_DATABASE_URL": database}
    with served(data, **where) as old, Sender(old.url) as sender:
        sender.send(open_table("PG01"))
        # The API of the second stands by, and passes on to the desk of the first.
        with served(data, **where) as new, Sender(new.url) as to_new:
            stopped = old.parts()["api"]
            wait_for(lambda: on_duty(roster, "desk") == [stopped])
            os.kill(stopped, signal.SIGSTOP)
            (event,) = to_new.send(new_buy_in(100))  # it lies in the stopped one's hands too
            assert event["seq"] == 2
            wait_for(lambda: on_duty(roster, "desk") == [new.parts()["api"]])
            os.kill(stopped, signal.SIGCONT)
            (event,) = sender.send(new_buy_in(200))  # the one that was stopped passes it on
            assert event["seq"] == 3
            assert old.parts()["api"] == stopped
            assert httpx.get(f"{new.url}/v1/events").json()["next"] == 3
            assert old.stop() == 0
            assert new.stop() == 0
    assert ledger.head() == 3
