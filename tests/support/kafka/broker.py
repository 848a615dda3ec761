"""A broker that goes away for a while: up again afterwards, also where the test failed."""

from collections.abc import Iterator
from contextlib import contextmanager

from services.kafka.local import LocalKafka


@contextmanager
def broker_away(broker: LocalKafka, *, cleanly: bool = False) -> Iterator[None]:
    """All tests of a worker share one broker: one left down would fail every later test."""
    if cleanly:
        broker.stop()
    else:
        broker.kill()
    try:
        yield
    finally:
        broker.start()
