"""The read models: events a second, beside a raw read of the source and a raw write of the rows."""

from collections.abc import Iterator
from typing import Final

from kafka import KafkaConsumer, TopicPartition

from projections import all_projections
from projections.rounds import Rounds
from services.kafka.relay import Relay
from services.kafka.security import security
from services.kafka.topics import Topics, make_topics
from services.projector.feed import Feed, LogFeed
from services.projector.kafka_feed import KafkaFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.projector.search_index import create_index, drop_index, make_search_indexes
from services.settings import Settings
from services.store.ledger import Ledger
from services.tools.bench.figures import Figure, stopwatch
from services.tools.bench.material import TABLES, floor_commands, grow, hand_in, new_ledger

_EVENTS: Final = 60_000


def run(server: str, rounds: int, settings: Settings | str) -> Iterator[Figure]:
    """With a broker's settings also from Kafka; else what is missing is told."""
    with new_ledger(server) as ledger:
        hand_in(ledger, floor_commands(TABLES, rounds))
        grow(ledger, _EVENTS)
        events = ledger.head()
        models = ReadModels(ledger.datastore)
        rate = _projected(models, LogFeed(ledger), events)
        beside = {
            "raw read of the log": _read(ledger),
            "raw write of the final rows": _written(ledger, models),
        }
        for name, baseline in beside.items():
            yield Figure(
                bench="project", what=f"from the log, {events:,} events", value=rate,
                unit="events/s", baseline=baseline, baseline_name=name,
            )  # fmt: skip
        if isinstance(settings, str):
            yield Figure(bench="project", what="from Kafka", note=settings)
            return
        _relay(ledger, settings)
        yield Figure(
            bench="project", what=f"from Kafka, {events:,} events", unit="events/s",
            value=_projected(models, KafkaFeed(settings), events),
            baseline=_consumed(settings), baseline_name="raw consumer",
        )  # fmt: skip


def _projected(models: ReadModels, feed: Feed, events: int) -> float:
    """All read models from nothing, once the feed has given its first page."""
    with models.datastore.get_connection() as conn:
        for projection in all_projections():
            conn.execute(f"DROP TABLE IF EXISTS read_{projection.name}")
            drop_index(conn, projection.name)
        conn.execute("DROP TABLE IF EXISTS projection_positions, projection_heads")
    models.create(all_projections())
    runner = Runner(feed, models, all_projections())
    while not runner.step():
        feed.wait()
    first = _folded(models)
    with stopwatch() as watch:
        while _folded(models) < events * len(runner.followers):
            if not runner.step():
                feed.wait()
    runner.close()
    return (events - first / len(runner.followers)) / watch.seconds


def _folded(models: ReadModels) -> int:
    with models.datastore.get_connection() as conn:
        row = conn.execute(
            "SELECT coalesce(sum(seq), 0) AS folded FROM projection_heads"
        ).fetchone()
    assert row is not None
    return int(row["folded"])


def _read(ledger: Ledger) -> float:
    with stopwatch() as watch:
        position = 0
        while page := ledger.log_after(position, 8000):
            position = page[-1].position
    return ledger.head() / watch.seconds


def _written(ledger: Ledger, models: ReadModels) -> float:
    """What the read models end as, written once, without any fold."""
    rows = {
        projection.name: models.load(projection, _ids(ledger, projection.name))
        for projection in all_projections()
    }
    with stopwatch() as watch, models.datastore.transaction(commit=True) as cursor:
        for name, found in rows.items():
            cursor.execute(f"CREATE TABLE read_{name}_raw (LIKE read_{name} INCLUDING ALL)")
            if name == Rounds.name:
                create_index(cursor.connection, f"{name}_raw")
                make_search_indexes(cursor.connection, f"{name}_raw")
            models.save(cursor, f"{name}_raw", found)
    return ledger.head() / watch.seconds


def _ids(ledger: Ledger, name: str) -> list[str]:
    with ledger.datastore.get_connection() as conn:
        return [row["id"] for row in conn.execute(f"SELECT id FROM read_{name}").fetchall()]  # noqa: S608


def _relay(ledger: Ledger, settings: Settings) -> None:
    make_topics(settings)
    relay = Relay(settings, ledger)
    relay.start()
    relay.catch_up()
    relay.close()


def _consumed(settings: Settings) -> float:
    """A bare consumer through the whole topic."""
    topic = Topics(settings.topic_prefix).events
    consumer = KafkaConsumer(
        bootstrap_servers=settings.kafka_bootstrap.split(","),
        enable_auto_commit=False,
        max_poll_records=2000,
        **security(settings),
    )
    parts = [TopicPartition(topic, number) for number in range(settings.partitions)]
    consumer.assign(parts)
    consumer.seek_to_beginning(*parts)
    total = sum(consumer.end_offsets(parts).values())
    seen = 0
    while not seen:
        seen = sum(map(len, consumer.poll(timeout_ms=500).values()))
    first = seen
    with stopwatch() as watch:
        while seen < total:
            seen += sum(map(len, consumer.poll(timeout_ms=500).values()))
    consumer.close()
    return float((total - first) / watch.seconds)
