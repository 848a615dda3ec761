"""The rejections topic on a real broker tells no hand: not in its copies, reasons, hashes or log."""

import hashlib
import json
import re
import uuid
from typing import Any, Final

import pytest
from structlog.testing import capture_logs

from services.kafka.topics import Topics
from services.settings import Settings
from services.store.ledger import Ledger
from tests.integration.kafka.test_ingest import ingesting, rejections, send
from tests.integration.kafka.test_relay import wait_for
from tests.support.domain import asked
from tests.support.http.playing import DEALER, WINS
from tests.support.kafka.topics import read_topic
from tests.support.store.playing import running

PIECE: Final = re.compile(r"(?<![\w-])[1-6]-[1-6](?![\w-])")
ONE, TWO, THREE, FOUR = DEALER.split()
WRONGLY_SET: Final = asked.set_house(f"{ONE} {TWO}", f"{THREE} {FOUR}")
NOT_DEALT: Final = asked.set_house("6-6 1-1", "4-4 2-2")


def up_to_the_hand() -> list[tuple[str | None, bytes | dict[str, Any]]]:
    opening = {**asked.open_table(), "table": "PG01"}
    commands = [opening, *asked.up_to_the_deal(DEALER, {1: WINS}), asked.set_hand(1)]
    return [("PG01", dict(one)) for one in commands]


def told_of(
    settings: Settings, ledger: Ledger, *messages: bytes | dict[str, Any]
) -> tuple[list[dict[str, Any]], str]:
    """The rejections of these, after a deal; and all that the service logged meanwhile."""
    send(settings, *up_to_the_hand(), *(("PG01", one) for one in messages))
    with capture_logs() as logged, running(ledger) as desk, ingesting(settings, ledger, desk):
        wait_for(lambda: len(rejections(settings)) == len(messages))
    found = read_topic(settings, Topics(settings.topic_prefix).rejections)
    for record in found:
        carried = [record.value, record.key, *(value for _, value in record.headers)]
        assert not any(PIECE.search(one.decode()) for one in carried if one), carried
    return [json.loads(record.value) for record in found], json.dumps(logged, default=str)


def test_a_rejected_setting_tells_no_hand(settings: Settings, ledger: Ledger) -> None:
    """Tiles of this hand that are set wrongly, and tiles of another, are answered alike."""
    told, logged = told_of(settings, ledger, WRONGLY_SET, NOT_DEALT)
    for one in told:
        copy = json.loads(one["command"])
        assert (copy["high"], copy["low"]) == (["??"] * 2, ["??"] * 2)
        assert one["rejected"]["rule"] == "control:hands-in-play"
        # The hash of a message as short as this one would tell its pieces.
        assert one["sha256"] == hashlib.sha256(one["command"].encode()).hexdigest()
    assert told[0]["rejected"] == told[1]["rejected"]
    assert "rejected" in logged
    assert not PIECE.search(logged)


@pytest.mark.parametrize("steps", [[WRONGLY_SET], [WRONGLY_SET, asked.settle()]])
def test_nor_does_a_list(settings: Settings, ledger: Ledger, steps: list[dict[str, Any]]) -> None:
    """The topic takes no lists: none is decided, and its copy shows no pieces."""
    (told,), logged = told_of(settings, ledger, json.dumps(steps).encode())
    assert told["rejected"]["problem"] == "invalid-command"
    assert json.loads(told["command"])[0]["high"] == ["??"] * 2
    assert not PIECE.search(logged)


def test_nor_does_what_cannot_be_read(settings: Settings, ledger: Ledger) -> None:
    """A message cut short, pieces that are none of a kind, pieces where none belong."""
    cut = json.dumps(WRONGLY_SET).encode()[:-1]
    odd = {**WRONGLY_SET, "high": [ONE, "9-9"]}
    elsewhere = {**asked.settle(), "supervisor": [ONE, TWO]}
    told, logged = told_of(settings, ledger, cut, odd, elsewhere)
    assert {one["rejected"]["problem"] for one in told} == {"invalid-command"}
    assert not PIECE.search(logged)


def test_nor_does_the_acknowledgement_of_a_repeat(settings: Settings, ledger: Ledger) -> None:
    """Nor the rejection of another command under the same id."""
    name = {"command_id": str(uuid.uuid4())}
    way = {**asked.set_house(), **name}
    other = {**WRONGLY_SET, **name}
    send(settings, *up_to_the_hand(), ("PG01", way))
    with running(ledger) as desk, ingesting(settings, ledger, desk):
        head = len(up_to_the_hand())
        wait_for(lambda: ledger.head() > head)
        send(settings, ("PG01", way), ("PG01", other))
        wait_for(lambda: len(rejections(settings)) == 2)
    told = rejections(settings)
    assert [one["rejected"]["problem"] for one in told] == ["repeated", "other-body"]
    assert not PIECE.search(json.dumps(told))
