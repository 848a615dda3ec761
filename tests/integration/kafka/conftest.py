"""Topics for a test of its own."""

import uuid

import pytest

from services.kafka.local import LocalKafka
from services.settings import Settings, read_settings


@pytest.fixture
def settings(broker: LocalKafka) -> Settings:
    """Topics of the test's own, on the shared broker."""
    return read_settings(
        {},
        kafka_bootstrap=broker.bootstrap,
        topic_prefix=f"t{uuid.uuid4().hex[:8]}.",
        partitions=3,
    )
