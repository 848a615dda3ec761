"""Clients that find no broker leave no threads behind, however often they try."""

import threading

import pytest
from kafka import KafkaConsumer
from kafka.errors import KafkaError

from services.kafka.clients import connect, new_admin
from services.kafka.watch import BrokerWatch
from services.settings import read_settings


def test_a_failed_attempt_leaves_no_thread() -> None:
    nowhere = read_settings({}, kafka_bootstrap="127.0.0.1:1")
    before = set(threading.enumerate())
    with pytest.raises(KafkaError):
        new_admin(nowhere, bootstrap_timeout_ms=300)
    with pytest.raises(KafkaError):
        connect(KafkaConsumer, nowhere, bootstrap_timeout_ms=300)
    watch = BrokerWatch(nowhere, "test", "t")
    watch._look()
    assert "no Kafka broker answers at '127.0.0.1:1'" in (watch.trouble() or "")
    assert set(threading.enumerate()) <= before
