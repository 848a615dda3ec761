"""Reading a topic from its beginning to where it ends now."""

from typing import Any

from kafka import KafkaConsumer, TopicPartition

from services.settings import Settings


def read_topic(settings: Settings, topic: str) -> list[Any]:
    """Its records, partition by partition in order."""
    consumer = KafkaConsumer(bootstrap_servers=settings.kafka_bootstrap, enable_auto_commit=False)
    parts = [TopicPartition(topic, number) for number in range(settings.partitions)]
    consumer.assign(parts)
    consumer.seek_to_beginning(*parts)
    ends = consumer.end_offsets(parts)
    found: list[Any] = []
    while any(consumer.position(part) < ends[part] for part in parts):
        for records in consumer.poll(timeout_ms=300).values():
            found += records
    consumer.close()
    return found
