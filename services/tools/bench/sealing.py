"""Sealing: events a second, and what it costs the desk that another process seals the log."""

import multiprocessing
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Final

from services.runtime.logs import set_up_logs
from services.runtime.parts.follow import give_way
from services.settings import Settings
from services.store.database import open_datastore
from services.store.ledger import Ledger
from services.tools.bench.figures import Figure, stopwatch
from services.tools.bench.material import TABLES, floor_commands, grow, hand_in, new_ledger
from services.transparency.sealed_log import SealedLog
from services.transparency.sealer import Sealer

_EVENTS: Final = 200_000
_MUST_KEEP_UP: Final = 20_000.0
_PASSES: Final = 5
_MOST_COST: Final = 5.0


def run(server: str, rounds: int) -> Iterator[Figure]:
    yield from _rate(server, rounds)
    yield from _cost(server, rounds)


def _rate(server: str, rounds: int) -> Iterator[Figure]:
    """A long log that nobody has sealed yet, beside a raw read of it."""
    with new_ledger(server) as ledger, _folder() as data:
        hand_in(ledger, floor_commands(TABLES, rounds))
        grow(ledger, _EVENTS)
        events = ledger.head()
        with stopwatch() as reading:
            position = 0
            while page := ledger.log_after(position, 4096):
                position = page[-1].position
        sealer = Sealer(Settings(data=data), ledger)
        with stopwatch() as watch:
            sealer.start()
            sealer.catch_up(600)
        sealer.close()
    rate = events / watch.seconds
    yield Figure(
        bench="seal", what=f"{events:,} events into the tree", value=rate, unit="events/s",
        baseline=events / reading.seconds, baseline_name="raw read of the log",
        holds=rate >= _MUST_KEEP_UP,
    )  # fmt: skip


def _cost(server: str, rounds: int) -> Iterator[Figure]:
    """Turn by turn with and without, each on a new store; the best of each tells most."""
    alone: list[float] = []
    beside: list[float] = []
    lags: list[float] = []
    for number in range(_PASSES):
        commands = floor_commands(TABLES, rounds, seed=number + 1)
        with new_ledger(server) as ledger:
            seconds = hand_in(ledger, commands)
            alone.append(ledger.head() / seconds)
        with new_ledger(server) as ledger, _sealed_by_another_process(server, ledger):
            seconds = hand_in(ledger, commands)
            beside.append(ledger.head() / seconds)
            with stopwatch() as watch:
                _wait_until_sealed(ledger)
            lags.append(watch.seconds)
    yield Figure(
        bench="seal", what="the desk while it is sealed", value=max(beside), unit="events/s",
        baseline=max(alone), baseline_name="the desk alone",
    )  # fmt: skip
    cost = 100 * (1 - max(beside) / max(alone))
    yield Figure(
        bench="seal", what="what sealing costs the desk", value=max(cost, 0.0), unit="percent",
        baseline=_MOST_COST, baseline_name="what it may cost", holds=cost < _MOST_COST,
    )  # fmt: skip
    yield Figure(
        bench="seal", what="sealed so long after the last", value=sorted(lags)[len(lags) // 2],
        unit="s", baseline=Settings().seal_seconds, baseline_name="a checkpoint every",
    )  # fmt: skip


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="pitledger-seal-") as folder:
        yield Path(folder)


@contextmanager
def _sealed_by_another_process(server: str, ledger: Ledger) -> Iterator[None]:
    """As `pitledger follow seal` does it; it is at work when this begins."""
    spawn = multiprocessing.get_context("spawn")
    ending = spawn.Event()
    name = ledger.datastore.pool.kwargs["dbname"]  # type: ignore[index]
    url = server.replace("/postgres?", f"/{name}?")
    with _folder() as data:
        process = spawn.Process(target=_seal, args=(url, data, ending))
        process.start()
        try:
            while SealedLog(ledger.datastore).newest() is None:
                assert process.is_alive(), "the sealer did not start"
                ending.wait(0.01)
            yield
        finally:
            ending.set()
            process.join()


def _seal(url: str, data: Path, ending: Event) -> None:
    give_way()
    set_up_logs("text")
    datastore = open_datastore(url)
    sealer = Sealer(Settings(data=data), Ledger(datastore))
    sealer.start()
    ending.wait()
    sealer.close()
    datastore.close()


def _wait_until_sealed(ledger: Ledger) -> None:
    head, sealed = ledger.head(), SealedLog(ledger.datastore)
    while (newest := sealed.newest()) is None or newest.size < head:
        time.sleep(0.01)
