"""A broker of a test's own, that goes away for a while and comes back."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from services.kafka.local import KafkaMissing, LocalKafka
from tests.support.shared import new_data_folder

Broker = TypeVar("Broker", bound=LocalKafka)


@contextmanager
def started(kind: type[Broker]) -> Iterator[Broker]:
    with new_data_folder() as folder:
        try:
            kafka = kind(folder / "kafka")
            kafka.start()
        except KafkaMissing as missing:
            pytest.skip(str(missing))
        yield kafka
        kafka.kill()  # its folder goes with it: there is nothing to sign off for


@pytest.fixture(scope="module")
def own_broker() -> Iterator[LocalKafka]:
    """A module that ends its broker says `broker = own_broker`."""
    with started(LocalKafka) as kafka:
        yield kafka


@contextmanager
def broker_away(broker: LocalKafka, *, cleanly: bool = False) -> Iterator[None]:
    """Up again afterwards, also where the test failed: the module's other tests need it."""
    if cleanly:
        broker.stop()
    else:
        broker.kill()
    try:
        yield
    finally:
        broker.start()
