"""The desk with everything on: relay to Kafka, read models from Kafka, in one process."""

from collections.abc import Iterator

from projections import all_projections
from services.kafka.relay import Relay
from services.kafka.topics import make_topics
from services.projector.kafka_feed import KafkaFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.queries import Queries
from services.settings import Settings
from services.store.ledger import Ledger
from services.tools.bench.figures import Figure, stopwatch
from services.tools.bench.material import TABLES, floor_commands, hand_in, new_ledger


def run(server: str, rounds: int, settings: Settings) -> Iterator[Figure]:
    commands = floor_commands(TABLES, rounds)
    with new_ledger(server) as alone:
        baseline = hand_in(alone, commands)
        events = alone.head()
    make_topics(settings)
    with new_ledger(server) as ledger:
        models = ReadModels(ledger.datastore)
        models.create(all_projections())
        relay = Relay(settings, ledger)
        runner = Runner(KafkaFeed(settings), models, all_projections())
        relay.start()
        runner.start()
        with stopwatch() as until_projected:
            seconds = hand_in(ledger, commands)
            relay.catch_up()
            _wait_for_the_read_models(ledger, runner)
        runner.close()
        relay.close()
    yield Figure(
        bench="desk_full", what="relay and read models on", value=events / seconds,
        unit="events/s", baseline=events / baseline, baseline_name="the desk alone",
    )  # fmt: skip
    yield Figure(
        bench="desk_full", what="until all is published and read", unit="events/s",
        value=events / until_projected.seconds,
        baseline=events / baseline, baseline_name="the desk alone",
    )  # fmt: skip


def _wait_for_the_read_models(ledger: Ledger, runner: Runner) -> None:
    """Until every stream has been folded as far as it goes, by every read model."""
    books = Queries(ledger.datastore)
    with ledger.datastore.get_connection() as conn:
        rows = conn.execute(
            "SELECT originator_id, max(originator_version) AS seq FROM pitledger_events GROUP BY 1"
        ).fetchall()
    for row in rows:
        while books.projected(row["originator_id"]) < row["seq"]:
            assert runner.is_alive(), "the read models stopped"
            runner.closing.wait(0.01)
