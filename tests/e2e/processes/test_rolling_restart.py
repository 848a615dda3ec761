"""One machine after the other is started again under load, and no client has to mend anything."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from services.http.device_client import DeviceClient
from tests.support.processes.balancer import PACE_SECONDS, Balancer, Guests
from tests.support.processes.books import expect_whole
from tests.support.processes.service import Service, served
from tests.support.processes.waiting import wait_for
from tests.support.store.playing import buy_in, open_table

HAND_OVER_SECONDS: Final = 10.0
"""So long a command waits for a desk before it is answered 503."""


class Roaming(DeviceClient):
    """A device behind the balancer: after a loss it is sent to an API that takes commands."""

    def __init__(self, balancer: Balancer) -> None:
        super().__init__("http://nowhere", "table-7")
        self._balancer = balancer

    async def _talk_once(self) -> None:
        self._uri = f"{self._balancer.ready()[0]}/v1/device?line=table-7".replace("http", "ws", 1)
        await super()._talk_once()


class Told:
    """What a device was told, line by line."""

    def __init__(self) -> None:
        self.statuses: list[int] = []
        self.events: list[dict[str, Any]] = []
        self.connected = 0


@contextmanager
def telling(balancer: Balancer) -> Iterator[Told]:
    """A device that buys in all the time, at a table of its own, over a connection that stays."""
    told, closing = Told(), threading.Event()

    async def tell() -> None:
        async with Roaming(balancer) as device:
            line = open_table("DEV1")
            while not closing.is_set():
                answer = await device.send(line)
                told.statuses.append(answer.status)
                told.events += answer.events
                line = buy_in("DEV1", 2500)
                await asyncio.sleep(PACE_SECONDS)
            told.connected = device.connected

    thread = threading.Thread(target=asyncio.run, args=(tell(),))
    thread.start()
    try:
        yield told
    finally:
        closing.set()
        thread.join(60)


def restart(service: Service, balancer: Balancer) -> None:
    """As `systemctl restart` does it."""
    assert service.stop() == 0
    service.start()
    wait_for(lambda: service.url in balancer.ready())


def test_no_command_fails_while_each_machine_is_started_again(database: str, data: Path) -> None:
    where = {"PITLEDGER_DATABASE_URL": database, "PITLEDGER_LEAVE_SECONDS": "2"}
    with (
        served(data, **where) as one,
        served(data, **where) as other,
        Balancer([one.url, other.url]) as balancer,
    ):
        guests = Guests(balancer, tables=4, rounds=10, seed=11)
        with telling(balancer) as device:
            restart(one, balancer)
            restart(other, balancer)
            guests.finish(120)
    assert guests.troubles() == []
    assert max(guests.seconds()) < HAND_OVER_SECONDS
    assert guests.went_to() == {one.url, other.url}
    assert set(device.statuses) == {200}
    assert device.connected > 1
    total = sum(map(len, guests.commands.values())) + len(device.statuses)
    acknowledged = guests.acknowledged + device.events
    expect_whole(database, acknowledged, guests.rounds, commands=total)
