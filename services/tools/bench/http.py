"""Through the API, one command a request: how many can be done, and how long one waits."""

from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final

import uvloop

from domain.messages.commands import parse_command
from services.tools.bench.constant import constant_server
from services.tools.bench.figures import Figure, peak_mib, stopwatch
from services.tools.bench.house import served, spent_figures
from services.tools.bench.loads import (
    Answered,
    Told,
    closed_loop,
    open_loop,
    percentile_ms,
    staying_loop,
)
from services.tools.bench.material import START, hand_in, new_ledger
from services.tools.simulator import Floor

_CLIENTS: Final = 50
_ONE_AFTER_THE_OTHER: Final = 200
RATES: Final = (250.0, 1000.0)
"""Commands a second that come when they are due."""
_SECONDS: Final = 6.0
_OPENING: Final = 10
"""Commands of each table before."""


def run(server: str, rounds: int, address: str = "") -> Iterator[Figure]:
    """Against the service at an address, or one of its own on a new database."""
    if address:
        yield from _throughput(_loaded(address, told := _told(rounds)), told, None)
        return
    desk_alone = _desk_alone(server, rounds)
    with served(server) as house:
        with house.spending() as spent:
            loaded = _loaded(house.address, told := _told(rounds))
        yield from _throughput(loaded, told, desk_alone)
        yield from spent_figures("http", spent, house.ledger.head())
        memory = peak_mib(house.parts()["api"])
        yield Figure(bench="memory", what="the API under http", value=memory, unit="MiB")
    with served(server) as house:
        yield from _staying(house.address, _told(rounds), desk_alone)
    for rate in RATES:
        with served(server) as house:
            yield from _open(house.address, rate)
    with served(server) as house:
        yield from _alone(house.address)


def _told(rounds: int, tables: int = _CLIENTS) -> Told:
    floor = Floor(tables=tables, rounds=rounds, seed=1, start=START)
    return {table: list(floor.commands(table)) for table in floor.names()}


def _desk_alone(server: str, rounds: int) -> float:
    """The same commands handed in past everything, events a second."""
    floor = Floor(tables=_CLIENTS, rounds=rounds, seed=1, start=START)
    with new_ledger(server) as ledger:
        seconds = hand_in(ledger, [parse_command(told) for told in floor.stream()])
        return ledger.head() / seconds


def _throughput(
    loaded: tuple[list[Answered], float], told: Told, desk_alone: float | None
) -> Iterator[Figure]:
    answers, requests = loaded
    events = sum(one.events for one in answers) * requests / len(answers)
    yield Figure(
        bench="http", what=f"{_CLIENTS} clients", value=events, unit="events/s",
        baseline=desk_alone, baseline_name="the desk alone",
    )  # fmt: skip
    with constant_server() as constant:
        _, most = _loaded(constant, told)
    yield Figure(
        bench="http", what=f"{_CLIENTS} clients", value=requests, unit="req/s",
        baseline=most, baseline_name="the same server, a constant answer",
    )  # fmt: skip
    for percent in (50, 99):
        latency = percentile_ms(answers, percent)
        yield Figure(bench="http", what=f"p{percent}, {_CLIENTS} clients", value=latency, unit="ms")


def _staying(address: str, told: Told, desk_alone: float) -> Iterator[Figure]:
    answers, lines = _loaded(address, told, staying_loop)
    events = sum(one.events for one in answers) * lines / len(answers)
    yield Figure(
        bench="http", what=f"{_CLIENTS} devices that stay", value=events, unit="events/s",
        baseline=desk_alone, baseline_name="the desk alone",
    )  # fmt: skip


def _loaded(
    address: str,
    told: Told,
    loop: Callable[[str, Told], Coroutine[Any, Any, list[Answered]]] = closed_loop,
) -> tuple[list[Answered], float]:
    """The answers, and how many came a second."""
    with stopwatch() as watch:
        answers = uvloop.run(loop(address, told))
    return answers, len(answers) / watch.seconds


def _open(address: str, rate: float) -> Iterator[Figure]:
    """On a floor that is open: fifty tables that open at once are not what one waits for."""
    told = _told(int(rate * _SECONDS / _CLIENTS / 12) + 3)
    opening = {table: commands[:_OPENING] for table, commands in told.items()}
    uvloop.run(closed_loop(address, opening))
    due = {table: commands[_OPENING:] for table, commands in told.items()}
    answers = uvloop.run(open_loop(address, due, rate, _SECONDS))
    for percent in (50, 99):
        yield Figure(
            bench="http", what=f"p{percent}, {rate:,.0f} commands/s due",
            value=percentile_ms(answers, percent), unit="ms",
        )  # fmt: skip


def _alone(address: str) -> Iterator[Figure]:
    """One table, nobody else: what a dealer waits for."""
    ((table, commands),) = _told(20, tables=1).items()
    told = {table: commands[:_ONE_AFTER_THE_OTHER]}
    answers = uvloop.run(closed_loop(address, told))
    yield Figure(
        bench="http", what="p50, one table alone", value=percentile_ms(answers, 50), unit="ms"
    )
