"""Logs of growing length: replay of a round, the cost of a command, the read models anew."""

import os
from collections.abc import Iterator
from typing import Final

from domain.messages.events import decode
from projections import all_projections
from services.explain import Narrator
from services.projector.read_models import ReadModels
from services.projector.rebuild import Rebuild
from services.runtime.by_stream import Store
from services.store.ledger import Ledger
from services.tools.bench.figures import Figure, own_cpu_seconds, stopwatch
from services.tools.bench.material import (
    TABLES,
    address_of,
    floor_commands,
    grow,
    hand_in,
    new_ledger,
)

_GOAL: Final = 3_000_000
_PASSES: Final = 3


def run(server: str, sizes: list[int], chosen: frozenset[str]) -> Iterator[Figure]:
    """Time and cost must not grow with the log; memory must not either."""
    shortest: dict[str, float] = {}
    with new_ledger(server) as ledger:
        store = Store(address_of(server, ledger), "public")
        hand_in(ledger, floor_commands(20, 20))
        for size in sizes:
            grow(ledger, size)
            for figure in _at(ledger, store, chosen):
                first = shortest.setdefault(figure.bench, figure.value or 0.0)
                if figure.baseline is None and first != figure.value:
                    told = {"baseline": first, "baseline_name": "the shortest log"}
                    yield Figure(
                        bench=figure.bench, what=figure.what, value=figure.value,
                        unit=figure.unit, **told,  # type: ignore[arg-type]
                    )  # fmt: skip
                else:
                    yield figure


def _at(ledger: Ledger, store: Store, chosen: frozenset[str]) -> Iterator[Figure]:
    events = ledger.head()
    if "replay" in chosen:
        what = f"one round, log of {events:,}"
        yield Figure(bench="replay", what=what, value=_replay_ms(ledger), unit="ms")
    if "cost" in chosen:
        what = f"a command, log of {events:,}"
        yield Figure(bench="cost", what=what, value=_command_us(ledger), unit="µs")
    if "rebuild" in chosen:
        yield from _rebuild(ledger, store)


def _replay_ms(ledger: Ledger) -> float:
    """The median of ten rounds."""
    times = []
    for number in range(1, 11):
        with stopwatch() as watch:
            narrator = Narrator()
            for entry in ledger.log_of_round(f"PG05-1-{number}"):
                narrator.tell(decode(entry.topic, entry.state))
        times.append(watch.seconds * 1000)
    return sorted(times)[len(times) // 2]


def _command_us(ledger: Ledger) -> float:
    """Through a desk that has just begun, tables loaded and all; the best of some floors."""
    costs = []
    for number in range(_PASSES):
        name = f"L{ledger.head()}_"
        commands = floor_commands(TABLES, 4, seed=ledger.head() + number, names=name)
        costs.append(hand_in(ledger, commands) / len(commands) * 1e6)
    return min(costs)


def _rebuild(ledger: Ledger, store: Store) -> Iterator[Figure]:
    models = ReadModels(ledger.datastore)
    models.create(all_projections())
    begun = own_cpu_seconds()
    with stopwatch() as reading:
        position = 0
        while page := ledger.log_after(position, 5000):
            position = page[-1].position
    processes, read = len(os.sched_getaffinity(0)), own_cpu_seconds()
    with stopwatch() as building:
        work = Rebuild(ledger, models, *all_projections(), store=store, processes=processes)
        events = work.run()
    built = own_cpu_seconds()
    rate = events / building.seconds
    yield Figure(
        bench="rebuild", what=f"all read models, log of {events:,}", value=rate, unit="events/s",
        baseline=events / reading.seconds, baseline_name="raw read of the log",
    )  # fmt: skip
    yield Figure(
        bench="rebuild", what="processor time, PostgreSQL apart", unit="µs/event",
        value=(built - read) / events * 1e6, baseline=(read - begun) / events * 1e6,
        baseline_name="raw read of the log",
    )  # fmt: skip
    how = "measured" if events >= _GOAL else "at this rate"
    yield Figure(
        bench="rebuild", what=f"3 million events, {how}", value=_GOAL / rate, unit="s",
        baseline=60.0, baseline_name="what it may take",
    )  # fmt: skip
