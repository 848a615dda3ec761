"""Whatever a message holds, it leads to an answer or a rejection, and the messages after it go on."""

import hashlib
import uuid
from concurrent.futures import Future
from typing import Any

import pytest

from projections import all_projections
from services.desk import Answer, Desk, Request
from services.kafka.topics import Topics, make_topics
from services.projector.read_models import ReadModels
from services.settings import Settings
from services.store.database import StoreUnavailable
from services.store.ledger import Ledger
from tests.integration.kafka.test_ingest import forget_offsets, ingesting
from tests.integration.kafka.test_relay import wait_for
from tests.support.kafka.sent import as_bytes, committed, configure, rejected, send_raw, sizes
from tests.support.kafka.topics import read_topic
from tests.support.store.playing import buy_in, open_table, running

OPEN = {"key": b"PG01", "value": as_bytes(open_table("PG01"))}
GOOD = {"key": b"PG01", "value": as_bytes(buy_in("PG01", 300))}
DAY = {"command": "close_day", "status": "provisional"}
POISON: dict[str, dict[str, Any]] = {
    "a moment beyond all days": {
        "key": b"PG01",
        "value": as_bytes(buy_in("PG01", at="9000-12-31T23:59:59-23:59")),
    },
    "a moment before all days": {
        "key": b"PG01",
        "value": as_bytes(buy_in("PG01", at="0001-01-01T00:00:00+14:00")),
    },
    "a moment after the last": {
        "key": b"PG01",
        "value": as_bytes(buy_in("PG01", at="9999-12-31T23:59:59-14:00")),
    },
    "a nought in a text": {
        "key": None,
        "value": as_bytes(
            {"command": "acknowledge_alert", "day": "2020-01-01", "alert": "a\0b", "note": "x"}
        ),
    },
    "the first of all days": {"key": None, "value": as_bytes({**DAY, "day": "0001-01-01"})},
    "the last of all days": {"key": None, "value": as_bytes({**DAY, "day": "9999-12-31"})},
    "quotes": {"key": b"PG01", "value": b'"' * 900_000},
    "noughts": {"key": b"PG01", "value": b"\0" * 900_000},
    "not UTF-8": {"key": b"PG01", "value": b"\xff" * 600_000},
    "half a character": {"key": b"PG01", "value": "…".encode() * 300_000},
    "half a surrogate": {"key": b"PG01", "value": b'{"command": "buy_in", "note": "\\ud800"}'},
    "deep": {"key": b"PG01", "value": b"[" * 900_000},
    "a huge number": {
        "key": b"PG01",
        "value": b'{"command": "buy_in", "seat": 1, "amount": 1' + b"0" * 9000 + b"}",
    },
    "a command that is a list": {"key": b"PG01", "value": b'{"command": ["buy_in"]}'},
    "a command that is an object": {"key": None, "value": b'{"command": {"a": 1}}'},
    "no value": {"key": b"PG01", "value": None},
    "an empty value": {"key": b"PG01", "value": b""},
    "an empty key": {"key": b"", "value": as_bytes(buy_in("PG01"))},
    "no key, no table": {"key": None, "value": as_bytes({"command": "open_round"})},
    "a key that is not UTF-8": {"key": b"\xff\xfe\0", "value": as_bytes(buy_in("PG01"))},
    "a long key": {"key": b"\xff" * 500_000, "value": as_bytes(buy_in("PG01"))},
    "a long key of another table": {"key": b"k" * 500_000, "value": as_bytes(buy_in("PG01"))},
    "a long name of no command": {"key": None, "value": as_bytes({"command": "x" * 900_000})},
}


@pytest.fixture(autouse=True)
def read_models(ledger: Ledger) -> None:
    ReadModels(ledger.datastore).create(all_projections())


def test_each_is_rejected_and_what_follows_it_is_booked(settings: Settings, ledger: Ledger) -> None:
    messages = list(POISON.values())
    send_raw(settings, OPEN, *(one for message in messages for one in (message, GOOD)))
    with running(ledger) as desk, ingesting(settings, ledger, desk):
        wait_for(lambda: committed(settings) == 1 + 2 * len(messages), 60)
    assert ledger.head() == 1 + len(messages)
    told = rejected(settings)
    assert [one["offset"] for one in told] == list(range(1, 1 + 2 * len(messages), 2))
    for one, message in zip(told, messages, strict=True):
        value = message["value"] or b""
        assert one["rejected"]["problem"] in ("invalid-command", "refused", "failed")
        assert (one["bytes"], one["sha256"]) == (len(value), hashlib.sha256(value).hexdigest())
        assert one["cut"] == (len(one["command"].encode()) < len(value))
    assert max(sizes(settings)) <= 65_536


NAMED = "0f9d6e2c-6b1f-4d1e-9a53-0c4f2d8f7a11"
UNREADABLE: dict[str, dict[str, Any]] = {
    "an unknown command": {"command": "shuffle"},
    "an extra field": buy_in("PG01") | {"colour": "red"},
    "a wrong type": buy_in("PG01") | {"amount": "300"},
    "another table than its key's": buy_in("PG02"),
    "a number beyond any": buy_in("PG01") | {"amount": 10**30},
    "of no table": {"command": "close_day", "day": "today", "status": "provisional"},
}


def test_a_rejection_carries_the_id_of_what_cannot_be_read(
    settings: Settings, ledger: Ledger
) -> None:
    ids = {name: str(uuid.uuid4()) for name in UNREADABLE}
    wrong = [as_bytes({**UNREADABLE[name], "command_id": ids[name].upper()}) for name in ids]
    good = [as_bytes(buy_in("PG01", 300) | {"command_id": ids[name]}) for name in ids]
    each = [value for pair in zip(wrong, good, strict=True) for value in pair]
    send_raw(settings, OPEN, *({"key": b"PG01", "value": value} for value in each))
    with running(ledger) as desk, ingesting(settings, ledger, desk):
        wait_for(lambda: committed(settings) == 1 + len(each), 30)
    assert ledger.head() == 1 + len(good)
    told = [(one["rejected"]["problem"], one["command_id"]) for one in rejected(settings)]
    assert told == [("invalid-command", one) for one in ids.values()]
    records = read_topic(settings, Topics(settings.topic_prefix).rejections)
    named = {dict(record.headers)["pl_command_id"].decode() for record in records}
    assert named == set(ids.values())


def test_what_could_not_be_read_has_not_brought_the_command(
    settings: Settings, ledger: Ledger
) -> None:
    """Mended and sent with its id, it is the first to bring it, however often it comes."""
    wrong = {"key": b"PG01", "value": as_bytes({"command": "shuffle", "command_id": NAMED})}
    good = {**GOOD, "value": as_bytes(buy_in("PG01", 300) | {"command_id": NAMED})}
    send_raw(settings, OPEN, wrong, good)
    with running(ledger) as desk:
        for _ in range(2):
            with ingesting(settings, ledger, desk):
                wait_for(lambda: ledger.head() == 2 and committed(settings) == 3, 30)
            forget_offsets(settings)
    assert {told["offset"] for told in rejected(settings)} == {1}


def test_headers_of_any_kind_do_no_harm(settings: Settings, ledger: Ledger) -> None:
    odd = [
        ("", b""),
        ("x", b"1"),
        ("x", b"2"),
        ("pl-sender", b"\xff\0"),
        ("y" * 9000, b"\xff" * 9000),
    ]
    send_raw(settings, {**OPEN, "headers": odd}, {**GOOD, "headers": odd})
    with running(ledger) as desk, ingesting(settings, ledger, desk):
        wait_for(lambda: ledger.head() == 2 and committed(settings) == 2, 30)
    assert rejected(settings) == []


def test_a_batch_in_any_compression_is_read(settings: Settings, ledger: Ledger) -> None:
    codecs = ("gzip", "snappy", "lz4", "zstd")
    for codec in codecs:
        send_raw(settings, OPEN, GOOD, {**GOOD, "value": b"{"}, GOOD, compression_type=codec)
    with running(ledger) as desk, ingesting(settings, ledger, desk):
        wait_for(lambda: committed(settings) == 4 * len(codecs), 30)
    assert ledger.head() == 1 + 2 * len(codecs)
    assert [told["offset"] for told in rejected(settings)] == [2, 4, 6, 8, 10, 12, 14]


def test_a_message_larger_than_a_fetch_is_stepped_over(settings: Settings, ledger: Ledger) -> None:
    """The topic's owner lets in more than a client fetches at once."""
    configure(settings, make_topics(settings).commands, max_message_bytes="9000000")
    huge = b'{"command": "buy_in", "note": "' + b"x" * 7_000_000 + b'"}'
    send_raw(settings, OPEN, {"key": b"PG01", "value": huge}, GOOD)
    with running(ledger) as desk, ingesting(settings, ledger, desk):
        wait_for(lambda: ledger.head() == 2 and committed(settings) == 3, 30)
    (told,) = rejected(settings)
    assert told["cut"] is True
    assert told["bytes"] == len(huge)
    assert told["command"].startswith('{"command": "buy_in", "note": "xxx')
    assert "at most 1000000 bytes" in told["rejected"]["reason"]


def test_a_topic_that_takes_little_gets_a_brief_rejection(
    settings: Settings, ledger: Ledger
) -> None:
    configure(settings, make_topics(settings).rejections, max_message_bytes="3000")
    send_raw(settings, OPEN, POISON["quotes"], GOOD)
    with running(ledger) as desk, ingesting(settings, ledger, desk):
        wait_for(lambda: ledger.head() == 2 and committed(settings) == 3, 30)
    (told,) = rejected(settings)
    assert told["rejected"]["problem"] == "invalid-command"
    assert (told["cut"], told["bytes"]) == (True, 900_000)


class FailingDesk:
    """A desk that fails as no rule would have it, where it is told to."""

    def __init__(self, desk: Desk, failures: list[Exception | None]) -> None:
        self._desk = desk
        self._failures = failures
        self.asked = 0

    def submit(self, request: Request) -> Any:
        self.asked += 1
        failure = self._failures.pop(0) if self._failures else None
        if failure is None:
            return self._desk.submit(request)
        answer = Future[Answer]()
        answer.set_exception(failure)
        return answer


def test_what_the_desk_fails_at_twice_is_rejected(settings: Settings, ledger: Ledger) -> None:
    send_raw(settings, OPEN, GOOD, GOOD)
    broken = ZeroDivisionError("a rule that nobody thought of")
    with running(ledger) as desk:
        failing = FailingDesk(desk, [None, broken, None, broken])
        with ingesting(settings, ledger, failing):
            wait_for(lambda: ledger.head() == 2 and committed(settings) == 3, 30)
    (told,) = rejected(settings)
    assert (told["offset"], told["rejected"]["problem"]) == (1, "failed")
    assert "a rule that nobody thought of" in told["rejected"]["reason"]
    assert failing.asked == 4


def test_what_the_desk_fails_at_once_is_booked(settings: Settings, ledger: Ledger) -> None:
    send_raw(settings, OPEN, GOOD)
    with running(ledger) as desk:
        failing = FailingDesk(desk, [None, ZeroDivisionError()])
        with ingesting(settings, ledger, failing):
            wait_for(lambda: ledger.head() == 2 and committed(settings) == 2, 30)
    assert rejected(settings) == []


def test_an_outage_rejects_nothing(settings: Settings, ledger: Ledger) -> None:
    send_raw(settings, OPEN, GOOD)
    away: list[Exception | None] = [StoreUnavailable("away") for _ in range(6)]
    with running(ledger) as desk:
        failing = FailingDesk(desk, away)
        with ingesting(settings, ledger, failing) as ingest:
            wait_for(lambda: ingest.trouble() == "away", 30)
            wait_for(lambda: ledger.head() == 2 and committed(settings) == 2, 30)
    assert rejected(settings) == []


def test_a_null_id_is_no_id(settings: Settings, ledger: Ledger) -> None:
    """Else a message that is delivered again would be booked again."""
    send_raw(settings, OPEN, {**GOOD, "value": as_bytes(buy_in("PG01", command_id=None))})
    with running(ledger) as desk:
        for _ in range(2):
            with ingesting(settings, ledger, desk):
                wait_for(lambda: ledger.head() >= 2 and committed(settings) == 2, 30)
            forget_offsets(settings)
    assert ledger.head() == 2
