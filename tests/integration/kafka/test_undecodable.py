"""What no client can decode is named with its place and stepped over; all around it is booked."""

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kafka.record.util import calc_crc32c

from services.kafka import decompressing
from services.kafka.local import LocalKafka
from services.kafka.topics import Topics
from services.settings import Settings
from services.store.ledger import Ledger
from tests.integration.kafka.test_ingest import ingesting
from tests.integration.kafka.test_relay import wait_for
from tests.support.kafka.broker import broker_away, own_broker
from tests.support.kafka.sent import as_bytes, committed, rejected, send_raw
from tests.support.store.playing import buy_in, open_table, running

broker = own_broker

OPEN = {"key": b"PG01", "value": as_bytes(open_table("PG01"))}
GOOD = {"key": b"PG01", "value": as_bytes(buy_in("PG01", 300))}
LENGTH, CRC, ATTRIBUTES, LAST_DELTA = 8, 17, 21, 23
"""Where they stand in a batch."""


class NotUtf8(str):
    """A header's name as only other clients write it."""

    __slots__ = ()

    def encode(self, *_: Any, **__: Any) -> bytes:
        return b"\xff\xfe"


@pytest.mark.parametrize("codec", [None, "zstd"])
def test_a_name_that_is_not_utf8_hides_no_other_message(
    settings: Settings, ledger: Ledger, codec: str | None
) -> None:
    odd = {**GOOD, "headers": [(NotUtf8("x"), b"1")]}
    send_raw(settings, OPEN, odd, GOOD, odd, GOOD, compression_type=codec)
    with running(ledger) as desk, ingesting(settings, ledger, desk):
        wait_for(lambda: ledger.head() == 3 and committed(settings) == 5, 30)
    first, second = rejected(settings)
    assert (first["offset"], second["offset"]) == (1, 3)
    assert "offset 1 cannot be decoded" in first["rejected"]["reason"]
    assert first["command"].encode() == GOOD["value"]
    assert first["key"] == "PG01"


@pytest.mark.parametrize("codec", ["gzip", "lz4", "zstd"])
def test_a_batch_that_comes_to_too_much_is_stepped_over(
    settings: Settings, ledger: Ledger, codec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decompressing, "MOST_BYTES", 1_000_000)
    send_raw(settings, OPEN)
    send_raw(settings, {"key": b"PG01", "value": b"0" * 9_000_000}, compression_type=codec)
    send_raw(settings, GOOD, compression_type=codec)
    with running(ledger) as desk, ingesting(settings, ledger, desk):
        wait_for(lambda: ledger.head() == 2 and committed(settings) == 3, 30)
    (told,) = rejected(settings)
    assert "more than 1000000 bytes when it is decompressed" in told["rejected"]["reason"]


def spoil_content(batch: bytearray) -> None:
    batch[-40] ^= 0xFF


def spoil_compression(batch: bytearray) -> None:
    """A compression that nobody knows, under a checksum that is right."""
    batch[ATTRIBUTES + 1] |= 7
    struct.pack_into(">I", batch, CRC, calc_crc32c(batch[ATTRIBUTES:]))


def spoil_header(batch: bytearray) -> None:
    """The batch claims to reach far beyond the end of the topic."""
    struct.pack_into(">i", batch, LAST_DELTA, 5_000_000)


def spoil_stored(folder: Path, topic: str, part: int, spoil: Callable[[bytearray], None]) -> None:
    """Change a partition's second batch where the stopped broker keeps it."""
    file = folder / "data" / f"{topic}-{part}" / "00000000000000000000.log"
    content = bytearray(file.read_bytes())
    start = 12 + struct.unpack_from(">i", content, LENGTH)[0]
    stop = start + 12 + struct.unpack_from(">i", content, start + LENGTH)[0]
    batch = content[start:stop]
    spoil(batch)
    content[start:stop] = batch
    file.write_bytes(content)


SPOILED = (
    (spoil_content, ("1 to 3 cannot be decoded", "its checksum is wrong"), 3),
    (spoil_compression, ("1 to 3 cannot be decoded", "Unrecognized compression"), 3),
    (spoil_header, ("offset 1 cannot be decoded", "its checksum is wrong"), 1),
)


def test_batches_that_cannot_be_decoded_are_stepped_over(
    settings: Settings, ledger: Ledger, broker: LocalKafka
) -> None:
    """One table and one partition for each way to spoil a batch."""
    tables = [f"PG0{number}" for number in range(1, 1 + len(SPOILED))]
    opened, bought = at_table(open_table, tables), at_table(buy_in, tables)
    for batch in (opened, [*bought, *bought, *bought], bought):
        send_raw(settings, *batch)
    with broker_away(broker, cleanly=True):
        for number, (spoil, _, _) in enumerate(SPOILED):
            spoil_stored(broker._folder, Topics(settings.topic_prefix).commands, number, spoil)
    with running(ledger) as desk, ingesting(settings, ledger, desk):
        wait_for(lambda: all_committed(settings, 5), 60)
        assert ledger.head() == 2 * len(SPOILED)
        send_raw(settings, *bought)
        wait_for(lambda: all_committed(settings, 6), 30)
        assert ledger.head() == 3 * len(SPOILED)
    told = rejected(settings)
    for number, (_, why, offset) in enumerate(SPOILED):
        first = next(one for one in told if one["partition"] == number)
        assert first["offset"] == offset
        assert first["rejected"]["problem"] == "invalid-command"
        assert all(word in first["rejected"]["reason"] for word in why)


def at_table(command: Callable[[str], dict[str, Any]], tables: list[str]) -> list[dict[str, Any]]:
    return [
        {"key": table.encode(), "value": as_bytes(command(table)), "partition": number}
        for number, table in enumerate(tables)
    ]


def all_committed(settings: Settings, offset: int) -> bool:
    return all(committed(settings, number) == offset for number in range(len(SPOILED)))
