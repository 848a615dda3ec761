"""Kafka clients that leave nothing behind where no broker answers."""

from typing import Any, Final

from kafka import KafkaAdminClient
from kafka.net.compat import KafkaNetClient

from services.kafka.security import security
from services.settings import Settings
from services.tempo import milliseconds

BOOTSTRAP_MS: Final = milliseconds(5_000)
"""How long a client looks for a broker before it says that none answers."""
RECONNECT_MS: Final = milliseconds(1_000)
"""How long a client waits at most before it tries a broker again that went away."""

LOOK_MS: Final = milliseconds(5_000)
"""A topic that was just made may have no partitions yet for whoever shares them out. The library
looks again every five minutes, and until then nobody would have any."""


def connect(kind: Any, settings: Settings, *arguments: str, **options: Any) -> Any:
    """An admin client or a consumer at the settings' broker.

    The library leaves a thread and its sockets running for every client whose first connection
    fails; in a long outage that would be one more with every attempt.
    """
    begun: list[Any] = []

    def begin(**configs: Any) -> Any:
        begun.append(KafkaNetClient(**configs))
        return begun[-1]

    defaults = {
        "bootstrap_servers": settings.kafka_bootstrap.split(","),
        **security(settings),
        "bootstrap_timeout_ms": BOOTSTRAP_MS,
        "reconnect_backoff_max_ms": RECONNECT_MS,
        "metadata_max_age_ms": LOOK_MS,
    }
    try:
        return kind(*arguments, **{**defaults, **options}, kafka_client=begin)
    except BaseException:
        for client in begun:
            client.close()
        raise


def new_admin(settings: Settings, **options: Any) -> Any:
    return connect(KafkaAdminClient, settings, **options)
