"""Two machines and a database on a third, while packets between some of them vanish.

Nobody is reset or refused: every wait has to end by itself.
"""

import json
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest

from tests.support.http.staff import write_tokens
from tests.support.processes.books import expect_once
from tests.support.processes.database_host import database_host
from tests.support.processes.machines import Network, OnMachine, network, require_namespaces
from tests.support.processes.waiting import wait_for
from tests.support.shared import new_data_folder
from tests.support.store.playing import buy_in, open_table

ANSWERED_SECONDS: Final = 12.0
"""Longer than a command waits for a desk; nobody waits longer for any answer."""
BUSY_MACHINE: Final = 15.0
"""What a promise may take longer where other tests keep the machine busy."""


class House(NamedTuple):
    """Two machines that serve; what was acknowledged, at either."""

    net: Network
    database: str
    machines: tuple[OnMachine, OnMachine]
    acknowledged: list[dict[str, Any]]

    def desk_and_other(self) -> tuple[OnMachine, OnMachine]:
        """The machine whose desk is at work, and the one that stands by."""
        address, _ = self.lease()
        first, second = self.machines
        return (first, second) if address == self.net.address("first") else (second, first)

    def lease(self) -> tuple[str, int]:
        """Where the desk is, and its epoch."""
        with self.net.inside("store"), psycopg.connect(self.database) as conn:
            row = conn.execute(
                "SELECT address, epoch FROM pitledger_leases WHERE name = 'desk'"
            ).fetchone()
        assert row is not None
        return str(urlsplit(row[0]).hostname), row[1]

    def send(self, at: OnMachine, command: dict[str, Any]) -> httpx.Response:
        """By somebody on that machine; answered in time, whatever is the matter."""
        began = time.monotonic()
        with self.net.inside(at.machine):
            address = f"{at.url}/v1/tables/{command['table']}/commands"
            headers = {"Authorization": "Bearer paula"}
            answer = httpx.post(address, json=command, headers=headers, timeout=60)
        assert time.monotonic() - began < ANSWERED_SECONDS + BUSY_MACHINE
        if answer.status_code == 201:
            self.acknowledged.extend(answer.json()["events"])
        return answer

    def must_send(self, at: OnMachine, command: dict[str, Any], seconds: float = 60) -> None:
        """With the patience of an ordinary client."""
        wait_for(lambda: self.send(at, command).status_code == 201, seconds)

    def get(self, at: OnMachine, path: str) -> httpx.Response:
        with self.net.inside(at.machine):
            headers = {"Authorization": "Bearer ada"}
            return httpx.get(f"{at.url}{path}", headers=headers, timeout=60)

    def checks(self, at: OnMachine, path: str = "/readyz") -> dict[str, str]:
        told: dict[str, str] = self.get(at, path).json()["checks"]
        return told

    def takes_commands(self, at: OnMachine) -> bool:
        return self.get(at, "/readyz/api").status_code == 200

    def expect_whole(self) -> None:
        """All that was acknowledged is stored once, nothing else is, and no number is left out."""
        with self.net.inside("store"), psycopg.connect(self.database) as conn:
            rows = conn.execute("SELECT state FROM pitledger_events ORDER BY notification_id")
            stored = [json.loads(bytes(row[0])) for row in rows]
        expect_once(stored, self.acknowledged)
        told = {event["command_id"] for event in self.acknowledged}
        assert [event["command_id"] for event in stored if event["command_id"] not in told] == []
        entries = [event.get("entries", {}) for event in stored]
        assert all(sum(one.values()) == 0 for one in entries)


@pytest.fixture(scope="module")
def healthy() -> Iterator[House]:
    """Two machines with a name each, that see each other and the database."""
    require_namespaces()
    with (
        new_data_folder() as folder,
        network("first", "second", "store") as net,
        database_host(net, "store", folder) as database,
    ):
        where = {
            "PITLEDGER_DATABASE_URL": database,
            "PITLEDGER_AUTH": "on",
            "PITLEDGER_TOKENS": str(write_tokens(folder / "tokens.toml")),
        }
        machines = tuple(OnMachine(net, one, folder, **where) for one in ("first", "second"))
        with serving_on(machines):
            house = House(net, database, machines, [])  # type: ignore[arg-type]
            assert house.send(machines[0], open_table("PG01")).status_code == 201
            yield house


@contextmanager
def serving_on(machines: tuple[OnMachine, ...]) -> Iterator[None]:
    for one in machines:
        one.launch()
    try:
        for one in machines:
            one.wait_until_open()
        yield
    finally:
        for one in machines:
            if one.process.poll() is None:
                one.stop()


@pytest.fixture
def house(healthy: House) -> Iterator[House]:
    """Whole at the beginning, and whole again at the end: nothing lost, nothing double."""
    yield healthy
    healthy.net.heal()
    for one in healthy.machines:
        healthy.must_send(one, new_buy_in())
        wait_for(lambda one=one: set(healthy.checks(one).values()) == {"ok"})  # type: ignore[misc]
    healthy.expect_whole()


def new_buy_in() -> dict[str, Any]:
    return buy_in("PG01", 100, command_id=str(uuid.uuid4()))


def test_a_desk_that_loses_the_database_is_followed_and_acknowledges_nothing(house: House) -> None:
    old, new = house.desk_and_other()
    _, epoch = house.lease()
    lost = new_buy_in()
    answers: list[httpx.Response] = []
    house.net.part(old.machine, "store")
    sending = threading.Thread(target=lambda: answers.append(house.send(old, lost)))
    sending.start()
    # It waits while the desk moves, and is answered by the new one: nobody is told to come back.
    assert house.send(new, new_buy_in()).status_code == 201
    assert house.lease() == (house.net.address(new.machine), epoch + 1)
    sending.join(60)
    (answer,) = answers
    assert answer.status_code == 503
    assert answer.json()["type"] == "urn:pitledger:problem:store-unavailable"
    wait_for(lambda: not house.takes_commands(old))
    assert "the database does not answer" in house.checks(old)["store"]
    assert house.takes_commands(new)
    house.net.heal()
    house.must_send(old, lost)
    assert house.desk_and_other() == (new, old)


def test_an_api_cut_off_from_the_desk_says_so_and_no_second_desk_opens(house: House) -> None:
    """It takes long: a lost packet is told by nothing but the time that its answer takes."""
    desk, cut_off = house.desk_and_other()
    lease = house.lease()
    house.net.part(desk.machine, cut_off.machine)
    answer = house.send(cut_off, new_buy_in())
    assert answer.status_code == 503
    assert answer.json()["type"] == "urn:pitledger:problem:no-desk"
    assert house.send(desk, new_buy_in()).status_code == 201
    wait_for(lambda: not house.takes_commands(cut_off))
    reason = f"the desk at {house.net.address(desk.machine)} cannot be reached from here"
    assert reason in house.checks(cut_off, "/readyz/api")["api"]
    assert reason in house.checks(cut_off)["desk"]
    refused = house.send(cut_off, new_buy_in()).json()["detail"]
    assert reason in refused
    assert refused.endswith("nothing was done")
    assert house.takes_commands(desk)
    assert house.lease() == lease
    house.net.heal()
    # At once: nothing that was sent into the void is waited for any more.
    house.must_send(cut_off, new_buy_in(), seconds=20)


def test_a_machine_whose_cable_is_pulled_is_followed(house: House) -> None:
    old, new = house.desk_and_other()
    for one in (new.machine, "store"):
        house.net.part(old.machine, one)
    assert house.send(new, new_buy_in()).status_code == 201
    assert house.desk_and_other() == (new, old)


def test_what_was_stored_unheard_is_answered_elsewhere_and_not_done_twice(house: House) -> None:
    desk, other = house.desk_and_other()
    unheard: list[dict[str, Any]] = []

    def send_until_unheard() -> None:
        while not unheard:
            command = new_buy_in()
            if house.send(desk, command).status_code != 201:
                unheard.append(command)

    senders = [threading.Thread(target=send_until_unheard) for _ in range(4)]
    for sender in senders:
        sender.start()
    wait_for(lambda: len(house.acknowledged) > 20)
    # What the desk says arrives; what it is told does not.
    house.net.lose("store", desk.machine)
    for sender in senders:
        sender.join(60)
    assert unheard
    for command in unheard:
        house.must_send(other, command)
    assert house.desk_and_other() == (other, desk)
