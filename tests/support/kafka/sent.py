"""Messages as they should not be, and what became of them."""

import json
from typing import Any

from kafka import KafkaAdminClient, KafkaProducer, TopicPartition
from kafka.admin import ConfigResource, ConfigResourceType
from kafka.errors import KafkaError

from services.kafka.topics import Topics, make_topics
from services.settings import Settings
from tests.integration.kafka.test_ingest import rejections
from tests.support.kafka.topics import read_topic

Message = dict[str, Any]
"""Key, value, headers and partition, as a producer takes them."""


def as_bytes(command: dict[str, Any]) -> bytes:
    return json.dumps(command).encode()


def send_raw(settings: Settings, *messages: Message, **options: Any) -> None:
    """In one batch for each partition, all to partition 0 unless told otherwise."""
    topic = make_topics(settings).commands
    producer = KafkaProducer(
        bootstrap_servers=settings.kafka_bootstrap,
        **{"max_request_size": 20_000_000, "linger_ms": 100, **options},
    )
    sent = [producer.send(topic, **{"partition": 0, **message}) for message in messages]
    for future in sent:
        future.get(20)
    producer.close()


def rejected(settings: Settings) -> list[dict[str, Any]]:
    return sorted(rejections(settings), key=lambda told: (told["partition"], told["offset"]))


def sizes(settings: Settings) -> list[int]:
    topic = Topics(settings.topic_prefix).rejections
    return [len(record.value) for record in read_topic(settings, topic)]


def committed(settings: Settings, partition: int = 0) -> int:
    """How far ingest has told the broker that it is."""
    group = f"{settings.topic_prefix}pitledger-ingest"
    admin = KafkaAdminClient(bootstrap_servers=settings.kafka_bootstrap)
    try:
        found = admin.list_group_offsets({group: None})[group]
    except KafkaError:
        found = {}  # a new broker makes its own topics first
    finally:
        admin.close()
    part = TopicPartition(Topics(settings.topic_prefix).commands, partition)
    return found[part].offset if part in found else 0


def configure(settings: Settings, topic: str, **configs: str) -> None:
    told = {name.replace("_", "."): value for name, value in configs.items()}
    admin = KafkaAdminClient(bootstrap_servers=settings.kafka_bootstrap)
    admin.alter_configs([ConfigResource(ConfigResourceType.TOPIC, topic, configs=told)])
    admin.close()
