"""Every kind of bad message on one partition of a house of processes: all that is good is booked."""

from pathlib import Path

from services.kafka.topics import Topics
from services.settings import Settings
from services.store.ledger import Ledger
from tests.e2e.processes.test_kafka_outage import checks
from tests.integration.kafka.test_poison import GOOD, OPEN, POISON
from tests.support.kafka.sent import as_bytes, committed, rejected, send_raw
from tests.support.processes.service import served
from tests.support.processes.waiting import wait_for
from tests.support.store.playing import buy_in


def test_no_message_stops_the_house(
    settings: Settings, environment: dict[str, str], ledger: Ledger, data: Path
) -> None:
    messages = [OPEN]
    for message in POISON.values():
        messages += [message, {**GOOD, "value": as_bytes(buy_in("PG01", 500))}]
    with served(data, **environment) as service:
        for message in messages:
            send_raw(settings, message)
        wait_for(lambda: committed(settings) == len(messages), 120)
        wait_for(lambda: set(checks(service.url).values()) == {"ok"})
        assert service.stop() == 0
    assert ledger.head() == 1 + len(POISON)
    told = rejected(settings)
    assert [one["offset"] for one in told] == list(range(1, len(messages), 2))
    assert {one["topic"] for one in told} == {Topics(settings.topic_prefix).commands}
