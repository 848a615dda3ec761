"""Load on the service: clients that wait for each answer, and commands that come when due."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from services.tools.bench.connection import Connection

Told: TypeAlias = dict[str, list[dict[str, Any]]]
"""Each table's commands, in their order."""


class Answered(NamedTuple):
    """A request: how long it took, and how many events came back."""

    seconds: float
    events: int


async def closed_loop(address: str, told: Told) -> list[Answered]:
    """A client for each table sends the next command after the answer to the last.

    It tells how many can be done; where the service is slow, the clients just ask less.
    """
    answers = await asyncio.gather(*(_device(address, *one) for one in told.items()))
    return [answer for several in answers for answer in several]


async def _device(address: str, table: str, commands: list[dict[str, Any]]) -> list[Answered]:
    answers = []
    async with Connection(address) as connection:
        for command in commands:
            began = time.perf_counter()
            body = await connection.post(table, command)
            answers.append(Answered(time.perf_counter() - began, _events_in(body)))
    return answers


async def staying_loop(address: str, told: Told) -> list[Answered]:
    """As the closed loop, over connections that stay."""
    answers = await asyncio.gather(*(_staying_device(address, *one) for one in told.items()))
    return [answer for several in answers for answer in several]


async def _staying_device(
    address: str, table: str, commands: list[dict[str, Any]]
) -> list[Answered]:
    answers = []
    async with Connection(address) as connection:
        await connection.stay(table)
        for number, command in enumerate(commands, 1):
            began = time.perf_counter()
            line = await connection.tell(number, command)
            answers.append(Answered(time.perf_counter() - began, _events_in(line)))
    return answers


async def open_loop(address: str, told: Told, rate: float, seconds: float) -> list[Answered]:
    """Commands at a steady rate, whether or not the service keeps up.

    A command that has to wait for the one before it at its table waits from the moment it was due:
    a stall counts for everybody who came meanwhile, not once.
    """
    waiting: dict[str, asyncio.Queue[tuple[float, dict[str, Any]] | None]] = {
        table: asyncio.Queue() for table in told
    }
    senders = [
        asyncio.create_task(_sender(address, table, queue)) for table, queue in waiting.items()
    ]
    began = time.perf_counter() + 0.5
    for number, (table, command) in enumerate(_in_turn(told, int(rate * seconds))):
        due = began + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        waiting[table].put_nowait((due, command))
    for queue in waiting.values():
        queue.put_nowait(None)
    return [answer for several in await asyncio.gather(*senders) for answer in several]


async def _sender(
    address: str, table: str, queue: "asyncio.Queue[tuple[float, dict[str, Any]] | None]"
) -> list[Answered]:
    answers = []
    async with Connection(address) as connection:
        while (one := await queue.get()) is not None:
            due, command = one
            body = await connection.post(table, command)
            answers.append(Answered(time.perf_counter() - due, _events_in(body)))
    return answers


def _in_turn(told: Told, many: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """One table after the other, each with its next command; `told` keeps what is left."""
    while many > 0 and any(told.values()):
        for table, commands in told.items():
            if many > 0 and commands:
                many -= 1
                yield table, commands.pop(0)


def _events_in(body: bytes) -> int:
    return body.count(b'{"event":"')


def percentile_ms(answers: list[Answered], percent: int) -> float:
    latencies = sorted(one.seconds for one in answers)
    return latencies[len(latencies) * percent // 100] * 1000
