"""A real broker for the tests, started once."""

import uuid
from collections.abc import Iterator

import pytest

from services.kafka.local import KafkaMissing, LocalKafka
from services.settings import Settings, read_settings
from tests.conftest import new_data_folder


@pytest.fixture(scope="session")
def broker() -> Iterator[LocalKafka]:
    with new_data_folder() as folder:
        try:
            kafka = LocalKafka(folder / "kafka")
            kafka.start()
        except KafkaMissing as missing:
            pytest.skip(str(missing))
        yield kafka
        kafka.stop()


@pytest.fixture
def settings(broker: LocalKafka) -> Settings:
    """Topics of the test's own, on the shared broker."""
    return read_settings(
        {},
        kafka_bootstrap=broker.bootstrap,
        topic_prefix=f"t{uuid.uuid4().hex[:8]}.",
        partitions=3,
    )
