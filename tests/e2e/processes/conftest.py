"""Settings of a service that runs as processes, in both forms: for it and for the test."""

import uuid

import pytest

from services.kafka.local import LocalKafka
from services.settings import Settings, read_settings
from services.settings_sources import PREFIX


@pytest.fixture
def settings(broker: LocalKafka, database: str) -> Settings:
    """A database and topics of the test's own."""
    return read_settings(
        {},
        database_url=database,
        kafka_bootstrap=broker.bootstrap,
        topic_prefix=f"h{uuid.uuid4().hex[:8]}.",
        partitions=3,
    )


@pytest.fixture
def environment(settings: Settings) -> dict[str, str]:
    """The same for a process."""
    told = settings.model_dump(include=settings.model_fields_set)
    return {PREFIX + name.upper(): str(value) for name, value in told.items()}
