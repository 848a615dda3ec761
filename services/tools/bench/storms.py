"""Crowds of viewers that come at once, and what the tables wait for their answers meanwhile.

First all viewers of the floor lose their streams and come again together; then many streams of the
log begin at its first event. The tables tell their commands when they are due, without the crowd
and beside it.
"""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
import uvloop

from services.store.ledger import Ledger
from services.tools.bench.crowd import Crowd, Outcome, waiting_crowd
from services.tools.bench.crowd import Storm as Begun
from services.tools.bench.figures import Figure
from services.tools.bench.house import House, served
from services.tools.bench.loads import Answered, Told, open_loop, percentile_ms
from services.tools.bench.material import START, TABLES, floor_commands, grow, hand_in
from services.tools.simulator import Floor

_COMMANDS_OF_A_ROUND: Final = 10
_ROUNDS_OF_A_LONG_LOG: Final = 10
_CALM_SECONDS: Final = 1.0
"""Commands come for so long before the crowd does."""
MOST_MS: Final = 250.0
"""What the slowest command in a hundred may take, whoever comes."""


class Storms(msgspec.Struct, frozen=True, kw_only=True):
    """How many come, how long the log is, how fast the tables play meanwhile."""

    viewers: int = 1000
    streams: int = 300
    events: int = 50_000
    commands_per_second: float = 250.0
    seconds: float = 15.0


def run(server: str, storms: Storms) -> Iterator[Figure]:
    with served(server, more=_room_for(storms.viewers)) as house:
        floor = Crowd(
            address=house.address,
            path="/v1/stream?view=floor",
            many=storms.viewers,
            watches_before=True,
        )
        yield from _beside(house, storms, floor, f"{storms.viewers:,} viewers reconnect")

    def fill(ledger: Ledger) -> None:
        hand_in(ledger, floor_commands(TABLES, _ROUNDS_OF_A_LONG_LOG, seed=2, names="OLD_"))
        grow(ledger, storms.events)

    with served(server, fill=fill, more=_room_for(storms.streams)) as house:
        house.wait_until_read()
        log = Crowd(
            address=house.address,
            path="/v1/stream?after=0",
            many=storms.streams,
            watches_before=False,
        )
        yield from _beside(house, storms, log, f"{storms.streams:,} streams from the start")


def _room_for(many: int) -> Mapping[str, str]:
    """Also while those who have hung up are still counted: all come from one address."""
    room = str(2 * many + 2 * TABLES)
    limits = ("CONNECTIONS", "CONNECTIONS_PER_CLIENT", "VIEWERS", "VIEWERS_PER_CLIENT")
    return {f"PITLEDGER_{limit}": room for limit in limits}


def _beside(house: House, storms: Storms, crowd: Crowd, what: str) -> Iterator[Figure]:
    told = _told(storms)
    alone = uvloop.run(_play(house, told, storms, None))
    with waiting_crowd(crowd) as begun, house.spending() as spent:
        meanwhile = uvloop.run(_play(house, told, storms, begun))
        outcome = begun.end()
    for percent in (50, 99):
        took = percentile_ms(meanwhile, percent)
        yield Figure(
            bench="storm", what=f"p{percent}, {what}", value=took, unit="ms",
            baseline=percentile_ms(alone, percent), baseline_name="nobody watches",
            holds=percent < 99 or took < MOST_MS,
        )  # fmt: skip
    yield from _crowd_figures(crowd, outcome)
    seconds = storms.seconds + _CALM_SECONDS
    shares = {"the API": spent["api"] / seconds, "the crowd": outcome.cpu_seconds / outcome.seconds}
    for who, share in shares.items():
        yield Figure(bench="storm", what=f"{who} meanwhile", value=100 * share, unit="% CPU")


def _told(storms: Storms) -> Told:
    """Enough for both stretches."""
    commands = 2 * (storms.seconds + _CALM_SECONDS) * storms.commands_per_second
    rounds = int(commands / TABLES / _COMMANDS_OF_A_ROUND) + 2
    floor = Floor(tables=TABLES, rounds=rounds, seed=1, start=START)
    return {table: list(floor.commands(table)) for table in floor.names()}


async def _play(house: House, told: Told, storms: Storms, crowd: Begun | None) -> list[Answered]:
    if crowd is not None:
        asyncio.get_running_loop().call_later(_CALM_SECONDS, crowd.begin)
    return await open_loop(house.address, told, storms.commands_per_second, storms.seconds)


def _crowd_figures(crowd: Crowd, outcome: Outcome) -> Iterator[Figure]:
    yield Figure(
        bench="storm", what="until all are served", value=outcome.begun_seconds, unit="s",
        note=f"{outcome.begun} of {crowd.many} were, the others still wait",
        holds=outcome.begun_seconds is not None,
    )  # fmt: skip
    pace = outcome.messages / outcome.seconds
    yield Figure(bench="storm", what="sent to all together", value=pace, unit="messages/s")
    away = outcome.refused + outcome.dropped
    yield Figure(
        bench="storm", what="refused or cut off", value=away, unit="streams", holds=away == 0
    )
