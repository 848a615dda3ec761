"""One desk a property: a second one stands by, and the first cannot write once passed over."""

import signal
from datetime import UTC, datetime
from pathlib import Path

import pytest

from services.house import open_archive
from services.sending import Refused, Sender, Unreachable
from services.settings import read_settings
from tests.house.service import Service
from tests.store.playing import buy_in, open_table

START = datetime(2026, 3, 1, 18, tzinfo=UTC)


def test_a_stopped_desk_is_passed_over_and_cannot_write_when_it_wakes(data: Path) -> None:
    old, new = Service(data), Service(data)
    old.start()
    with Sender(old.url) as sender:
        sender.send(open_table("PG01"))
    new.launch()  # stands by: the old one holds the lease
    old.signal(signal.SIGSTOP)
    new.wait_until_open()
    with Sender(new.url) as sender:
        sender.send(buy_in("PG01", 100))
    old.signal(signal.SIGCONT)
    with Sender(old.url) as sender, pytest.raises((Refused, Unreachable)):
        sender.send(buy_in("PG01", 999))
    assert old.gone() == 1
    with Sender(new.url) as sender:
        (event,) = sender.send(buy_in("PG01", 200))
    assert event["seq"] == 3
    assert new.stop() == 0
    with open_archive(read_settings({}, data=data)) as archive:
        assert archive.ledger.head() == 3
