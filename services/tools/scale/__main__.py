"""`make scale`: what one event costs here, and what houses need, as the tables of docs/scale.md."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from services.kafka.local import KafkaMissing, LocalKafka
from services.runtime.logs import set_up_logs
from services.store.embedded import start_embedded, stop_embedded
from services.tools.bench.material import new_ledger
from services.tools.scale import stages
from services.tools.scale.counters import Counters, postmaster_of
from services.tools.scale.needs import HOUSES, needs

_ROUNDS: Final = 40


def main() -> None:
    set_up_logs("text")
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else _ROUNDS
    with tempfile.TemporaryDirectory(prefix="pitledger-scale-") as folder:
        floor, costs = measured(Path(folder), rounds)
    _print("| stage | what | of one event | |", "| --- | --- | ---: | --- |")
    for cost in costs:
        _print(f"| {cost.stage} | {cost.what} | {cost.value:,.0f} | {cost.unit} |")
    _print(
        f"\n{floor.events:,} events of {floor.commands:,} commands;"
        f" a table tells {floor.events_an_hour:,.0f} in an hour.\n"
    )
    _print(f"| | {' | '.join(house.name for house in HOUSES)} |")
    _print("| --- |" + " ---: |" * len(HOUSES))
    for what, values in needs(floor, costs):
        _print(f"| {what} | {' | '.join(values)} |")


def measured(folder: Path, rounds: int) -> tuple[stages.Floor, list[stages.Cost]]:
    """Stage after stage, on a store of its own; without Java, without Kafka."""
    server = start_embedded(folder)
    try:
        with new_ledger(server) as ledger:
            counters = Counters(ledger, postmaster_of(folder))
            floor, costs = stages.play(ledger, counters, rounds)
            with _broker(folder / "kafka") as broker:
                if broker is not None:
                    data = folder / "kafka" / "data"
                    costs += stages.publish(ledger, counters, broker, data)
            costs += stages.project(ledger, counters)
            costs += stages.on_disk(ledger)
            costs += stages.export(ledger, folder / "exported")
            costs += stages.fold_group(ledger, counters)
    finally:
        stop_embedded(folder)
    return floor, costs


@contextmanager
def _broker(folder: Path) -> Iterator[LocalKafka | None]:
    try:
        broker = LocalKafka(folder)
        broker.start()
    except KafkaMissing as missing:
        _print(f"Kafka is left out: {missing}\n")
        yield None
        return
    try:
        yield broker
    finally:
        broker.stop()


def _print(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
