"""A broker that a test ends comes back, whatever happened to the test that ended it."""

import ast
from pathlib import Path

import pytest

from services.kafka.local import LocalKafka
from tests.support.kafka.broker import broker_away


class Switched(LocalKafka):
    """Without Java: only whether it is up."""

    def __init__(self) -> None:
        self.up = True

    def start(self) -> None:
        self.up = True

    def stop(self) -> None:
        self.up = False

    kill = stop


def fail_without(broker: Switched, *, cleanly: bool) -> None:
    with broker_away(broker, cleanly=cleanly):
        assert broker.up, "away"


@pytest.mark.parametrize("cleanly", [True, False])
def test_after_a_failure_it_is_up_again(*, cleanly: bool) -> None:
    broker = Switched()
    with pytest.raises(AssertionError, match="away"):
        fail_without(broker, cleanly=cleanly)
    assert broker.up


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
        text = file.read_text()
        if "broker" not in text:
            continue
        found = [
            node.lineno
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Attribute) and ends_the_broker(node)
        ]
        assert file == sole or not found, f"{file}:{found}: use broker_away"
