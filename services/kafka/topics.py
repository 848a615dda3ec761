"""The topics: made once, with a fixed number of partitions, and never compacted."""

import contextlib
from typing import Final

from kafka import KafkaAdminClient
from kafka.admin import ConfigResource, ConfigResourceType, NewTopic
from kafka.errors import (
    ClusterAuthorizationFailedError,
    KafkaError,
    TopicAlreadyExistsError,
    TopicAuthorizationFailedError,
)

from services.kafka.clients import new_admin
from services.settings import Settings
from services.settings_sources import SettingsError

_MILLISECONDS_AN_HOUR: Final = 3_600_000
_REPLICAS: Final = -1
"""As many as the cluster's own default says."""


class Topics:
    """Names of a property's topics."""

    def __init__(self, prefix: str = "") -> None:
        self.commands = f"{prefix}pitledger.commands.v1"
        self.events = f"{prefix}pitledger.events.v1"
        self.masked = f"{prefix}pitledger.events.masked.v1"
        self.rejections = f"{prefix}pitledger.rejections.v1"
        self.seals = f"{prefix}pitledger.seals.v1"

    def all(self) -> tuple[str, ...]:
        return self.commands, self.events, self.masked, self.rejections, self.seals

    def used(self, settings: Settings) -> tuple[str, ...]:
        """Those that a house with these settings has."""
        unused = () if settings.masked_topic == "on" else (self.masked,)
        return tuple(topic for topic in self.all() if topic not in unused)

    def of_the_log(self, settings: Settings) -> tuple[str, ...]:
        """Those of them that every event goes to."""
        return tuple(one for one in (self.events, self.masked) if one in self.used(settings))


def require_kafka(settings: Settings, what_for: str) -> None:
    if not settings.kafka_bootstrap:
        raise SettingsError(
            f"PITLEDGER_KAFKA_BOOTSTRAP is not set: without Kafka there is nothing to {what_for}"
        )


def make_topics(settings: Settings) -> Topics:
    """Make what is missing; what exists with other settings is named, never changed."""
    topics = Topics(settings.topic_prefix)
    try:
        admin = new_admin(settings)
    except (KafkaError, ValueError, OSError) as error:
        raise SettingsError(
            f"no Kafka broker answers at {settings.kafka_bootstrap!r}: {error!r};"
            " check PITLEDGER_KAFKA_BOOTSTRAP and the other settings of Kafka"
        ) from None
    try:
        for name in topics.used(settings):
            _make(admin, name, settings)
        _check(admin, topics, settings)
    except (TopicAuthorizationFailedError, ClusterAuthorizationFailedError):
        raise SettingsError(
            f"this service is not allowed to make and describe the topics {topics.events} and its"
            " like; docs/kafka.md lists the rights that it needs"
        ) from None
    except KafkaError as error:
        raise SettingsError(
            f"the topics could not be made ready at {settings.kafka_bootstrap!r}: {error!r};"
            " start again when the brokers are well"
        ) from None
    finally:
        admin.close()
    return topics


def _retention_ms(settings: Settings) -> int:
    hours = settings.retention_hours
    return -1 if hours < 0 else hours * _MILLISECONDS_AN_HOUR


def _make(admin: KafkaAdminClient, name: str, settings: Settings) -> None:
    configs = {"cleanup.policy": "delete", "retention.ms": str(_retention_ms(settings))}
    topic = NewTopic(
        name,
        num_partitions=settings.partitions,
        replication_factor=_REPLICAS,
        topic_configs=configs,
    )
    with contextlib.suppress(TopicAlreadyExistsError):
        admin.create_topics([topic], wait_for_metadata=True)


def _check(admin: KafkaAdminClient, topics: Topics, settings: Settings) -> None:
    wrong = []
    for described in admin.describe_topics(list(topics.used(settings))):
        name, found = described["name"], len(described["partitions"])
        if found != settings.partitions:
            wrong.append(f"{name} has {found} partitions, not {settings.partitions}")
    resources = [ConfigResource(ConfigResourceType.TOPIC, name) for name in topics.used(settings)]
    wanted = {"cleanup.policy": "delete", "retention.ms": str(_retention_ms(settings))}
    for name, configs in _configs(admin, resources).items():
        for setting, value in wanted.items():
            if configs.get(setting) != value:
                wrong.append(f"{name} has {setting}={configs.get(setting)}, not {value}")
    if wrong:
        raise SettingsError(
            "topics exist with other settings: "
            + "; ".join(wrong)
            + ". Adding partitions would reorder keys: set PITLEDGER_PARTITIONS and"
            " PITLEDGER_RETENTION_HOURS as they are, or choose another PITLEDGER_TOPIC_PREFIX"
        )


def _configs(admin: KafkaAdminClient, resources: list[ConfigResource]) -> dict[str, dict[str, str]]:
    found = admin.describe_configs(resources, config_filter="all")["topic"]
    return {
        name: {setting: data["value"] for setting, data in configs.items()}
        for name, configs in found.items()
    }
