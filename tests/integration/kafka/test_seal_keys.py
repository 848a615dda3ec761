"""A rotation over the topics: under a key of its own, and no read model minds it."""

from pathlib import Path

from projections import all_projections
from services.projector.kafka_feed import KafkaFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.settings import Settings
from services.store.ledger import Ledger
from services.transparency.key_file import read_keys
from tests.integration.kafka.test_ingest import ingesting, rejections, send
from tests.integration.kafka.test_kafka_feed import all_folded
from tests.integration.kafka.test_relay import position, published, relaying, wait_for
from tests.support.store.playing import open_table, running
from tests.support.transparency.house import House
from tests.support.transparency.keys import ORIGIN, key, rotation


def test_a_rotation_from_the_topic_is_published_under_its_own_key(
    settings: Settings, ledger: Ledger, tmp_path: Path
) -> None:
    settings = settings.model_copy(update={"origin": ORIGIN})
    models = ReadModels(ledger.datastore)
    models.create(all_projections())
    house = House(ledger, tmp_path / "house.key")
    house.seal(0)
    (first,) = read_keys(house.file)
    told = rotation(first, key(1))
    send(settings, ("seal:keys", told), ("seal:keys", rotation(first, key(2))))
    with running(ledger) as desk, ingesting(settings, ledger, desk), relaying(settings, ledger):
        wait_for(lambda: ledger.head() == 1 and len(rejections(settings)) == 1)
        send(settings, ("PG01", open_table("PG01")))
        wait_for(lambda: position(ledger) == 2)
        runner = Runner(KafkaFeed(settings), models, all_projections())
        runner.start()
        wait_for(lambda: all_folded(ledger))
        runner.close()
    assert not any(follower.stopped for follower in runner.followers)
    (refused,) = rejections(settings)
    assert refused["rejected"]["rule"] == "control:seal-key"
    events = {message_key: (headers, event) for message_key, headers, event in published(settings)}
    headers, event = events["seal:keys"]
    assert headers["ce_type"] == "pitledger.SealKeyRotated.v1"
    assert headers["ce_id"] == "seal:keys/1"
    assert event == ledger.log_after(0, 1)[0].state
    assert set(events) == {"seal:keys", "PG01"}
