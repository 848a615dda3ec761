"""Everything on, as `serve` runs it: until all is stored, published and read."""

import time
from collections.abc import Iterator
from typing import Any, Final

import uvloop

from domain.commands import Command
from services.kafka.published import Published
from services.kafka.topics import Topics
from services.settings import Settings
from services.tools.bench.figures import Figure, stopwatch
from services.tools.bench.house import House, served, spent_figures
from services.tools.bench.loads import closed_loop
from services.tools.bench.material import TABLES, floor_commands, hand_in, new_ledger

_WITHIN_SECONDS: Final = 600.0


def run(server: str, rounds: int, settings: Settings) -> Iterator[Figure]:
    commands = floor_commands(TABLES, rounds)
    with new_ledger(server) as alone:
        seconds = hand_in(alone, commands)
        events = alone.head()
    beside = {"baseline": events / seconds, "baseline_name": "the desk alone"}
    with served(server, settings) as house, house.spending() as spent, stopwatch() as until_read:
        with stopwatch() as until_stored:
            _hand_in(house, commands)
        _wait_until_published(house, settings)
        house.wait_until_read()
    for what, watch in {
        "all on, until stored": until_stored,
        "all on, until published and read": until_read,
    }.items():
        yield Figure(
            bench="desk_full", what=what, value=events / watch.seconds, unit="events/s",
            **beside,  # type: ignore[arg-type]
        )  # fmt: skip
    yield from spent_figures("desk_full", spent, events)


def _hand_in(house: House, commands: list[Command]) -> None:
    """As clients do it: at each table the next command after the answer to the last."""
    told: dict[str, list[dict[str, Any]]] = {}
    for command in commands:
        content = command.model_dump(mode="json", exclude_unset=True)
        told.setdefault(str(command.table), []).append(content)
    uvloop.run(closed_loop(house.address, told))


def _wait_until_published(house: House, settings: Settings) -> None:
    published = Published(house.ledger.datastore, Topics(settings.topic_prefix).events)
    until = time.monotonic() + _WITHIN_SECONDS
    while published.position() < house.ledger.head():
        assert time.monotonic() < until, "the relay did not catch up"
        time.sleep(0.01)
