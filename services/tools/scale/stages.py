"""A simulated floor through every stage; what each took, and what is on disk afterwards."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from domain.gaming_day import stored_moment
from domain.messages.events import decode
from projections import all_projections
from services.kafka.local import LocalKafka
from services.kafka.relay import Relay
from services.kafka.topics import Topics, make_topics
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.settings import Settings
from services.spark.streams import PropertyEvent, fold_streams
from services.store.ledger import Ledger
from services.tools.bench.material import TABLES, floor_commands, hand_in
from services.tools.scale.counters import Counters, Taken, asked

_RELATIONS: Final = (
    "SELECT pg_table_size('pitledger_events')",
    "SELECT pg_indexes_size('pitledger_events')",
    "SELECT pg_total_relation_size('pitledger_commands')",
    "SELECT sum(pg_table_size(c.oid)) FROM pg_class c WHERE relname LIKE 'read\\_%' AND relkind = 'r'",  # noqa: E501
    "SELECT sum(pg_indexes_size(c.oid)) FROM pg_class c WHERE relname LIKE 'read\\_%' AND relkind = 'r'",  # noqa: E501
)
_PROPERTY: Final = "house"


class Cost(NamedTuple):
    """A figure of one event."""

    stage: str
    what: str
    value: float
    unit: str


class Floor(NamedTuple):
    """What was played, and how much of it a table tells in an hour."""

    commands: int
    events: int
    events_an_hour: float


def play(ledger: Ledger, counters: Counters, rounds: int) -> tuple[Floor, list[Cost]]:
    """Through the desk into the store."""
    commands = floor_commands(TABLES, rounds)
    with counters.taken() as taken:
        hand_in(ledger, commands)
    events = ledger.head()
    costs = [*_processors("desk", taken, events), Cost("desk", "WAL", taken.wal / events, "bytes")]
    return Floor(len(commands), events, _pace(ledger)), costs


def _pace(ledger: Ledger) -> float:
    """Events an hour of a table, from its first round's beginning to its last one's end."""
    hours, counted = 0.0, 0
    for key in ledger.stream_keys():
        events = [decode(one.topic, one.state) for one in ledger.events_of([key])]
        of_rounds = [at for at, event in enumerate(events) if event.OF_ROUND]
        if of_rounds:
            first, last = of_rounds[0], of_rounds[-1]
            spent = stored_moment(events[last].at) - stored_moment(events[first].at)
            hours += spent.total_seconds() / 3600
            counted += last - first
    return counted / hours


def publish(ledger: Ledger, counters: Counters, broker: LocalKafka, data: Path) -> Iterator[Cost]:
    """By the relay onto a real topic."""
    settings = Settings(kafka_bootstrap=broker.bootstrap, property=_PROPERTY)
    make_topics(settings)
    relay = Relay(settings, ledger)
    with counters.taken() as taken:
        relay.start()
        relay.catch_up()
    relay.close()
    events = ledger.head()
    yield from _processors("relay", taken, events)
    yield Cost("relay", "Kafka, processor", taken.broker / events * 1e6, "µs")
    partitions = data.glob(f"{Topics().events}-*/*.log")
    on_topic = sum(file.stat().st_size for file in partitions)
    yield Cost("relay", "topic, one replica", on_topic / events, "bytes")


def project(ledger: Ledger, counters: Counters) -> Iterator[Cost]:
    """All read models, from nothing, in long pages; live ones are shorter and cost more."""
    models = ReadModels(ledger.datastore)
    models.create(all_projections())
    runner = Runner(LogFeed(ledger), models, all_projections())
    with counters.taken() as taken:
        runner.catch_up()
    runner.close()
    events = ledger.head()
    yield from _processors("project", taken, events)
    yield Cost("project", "WAL", taken.wal / events, "bytes")


def fold_group(ledger: Ledger, counters: Counters) -> Iterator[Cost]:
    """What a worker of Spark does: the streams of a property folded for its reconciliations."""
    events = sorted(
        (
            PropertyEvent(_PROPERTY, event.key, event.seq, one.position, one.topic, one.state, "")
            for one in ledger.log_after(0, ledger.head())
            if (event := decode(one.topic, one.state))
        ),
        key=lambda one: (one.key or "", one.seq or 0),
    )
    with counters.taken() as taken:
        rows = sum(len(found.doc) for found in fold_streams(events))
    yield Cost("group", "folding, processor", taken.own / len(events) * 1e6, "µs")
    yield Cost("group", "rows of days", rows / len(events), "bytes")


def export(ledger: Ledger, folder: Path) -> Iterator[Cost]:
    """The events as Parquet, as Spark reads them; nothing where pyarrow is not installed."""
    if find_spec("pyarrow") is None:
        return
    from services.export.exporting import FIRST_DAY, LAST_DAY, Export  # noqa: PLC0415  an extra

    done = Export(ledger, folder, _PROPERTY, FIRST_DAY, LAST_DAY).run()
    size = sum(file.stat().st_size for file in (folder / "events").rglob("*.parquet"))
    yield Cost("export", "Parquet, zstd", size / done.events, "bytes")


def on_disk(ledger: Ledger) -> Iterator[Cost]:
    """What stays in the database, once everything was projected."""
    events = ledger.head()
    text = asked(ledger, "SELECT sum(length(state)) FROM pitledger_events")
    table, indexes, commands, rows, row_indexes = (asked(ledger, one) for one in _RELATIONS)
    yield Cost("store", "JSON text", text / events, "bytes")
    yield Cost("store", "log, table", table / events, "bytes")
    yield Cost("store", "log, indexes", indexes / events, "bytes")
    yield Cost("store", "command ids", commands / events, "bytes")
    yield Cost("store", "read models, tables", rows / events, "bytes")
    yield Cost("store", "read models, indexes", row_indexes / events, "bytes")


def _processors(stage: str, taken: Taken, events: int) -> Iterator[Cost]:
    yield Cost(stage, "its process, processor", taken.own / events * 1e6, "µs")
    yield Cost(stage, "PostgreSQL, processor", taken.postgres / events * 1e6, "µs")
