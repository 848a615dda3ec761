"""A broker that a test ends comes back, whatever happened to the test that ended it."""

import ast
import socket
from pathlib import Path

import pytest

from services.kafka.local import LocalKafka
from tests.support.kafka.broker import broker_away, own_broker

broker = own_broker


def answers(broker: LocalKafka) -> bool:
    host, _, port = broker.bootstrap.partition(":")
    with socket.socket() as probe:
        return probe.connect_ex((host, int(port))) == 0


def fail_without(broker: LocalKafka) -> None:
    with broker_away(broker):
        assert answers(broker), "away"


def test_after_a_failure_it_is_up_again(broker: LocalKafka) -> None:
    with pytest.raises(AssertionError, match="away"):
        fail_without(broker)
    assert answers(broker)


def ends_the_broker(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr in ("kill", "stop")
        and isinstance(node.value, ast.Name)
        and node.value.id == "broker"
    )


def test_no_test_ends_it_by_itself(root: Path) -> None:
    sole = root / "tests/support/kafka/broker.py"
    for file in (root / "tests").rglob("*.py"):
        found = [
            node.lineno
            for node in ast.walk(ast.parse(file.read_text()))
            if isinstance(node, ast.Attribute) and ends_the_broker(node)
        ]
        assert file == sole or not found, f"{file}:{found}: use broker_away"
