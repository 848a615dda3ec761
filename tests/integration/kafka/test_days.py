"""Days over the topics: told by a key of their own, or by none."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from domain.commands.day import CloseDay
from projections import all_projections
from services.entry.requests import Entry
from services.kafka.delivery import read_delivery
from services.projector.read_models import ReadModels
from services.queries import Queries
from services.settings import Settings, read_settings
from services.store.ledger import Ledger
from tests.integration.kafka.test_ingest import ingesting, rejections, send
from tests.integration.kafka.test_relay import position, published, relaying, wait_for
from tests.support.store.playing import open_table, running

DAY = "2020-11-15"
CLOSE = {"command": "close_day", "day": DAY, "status": "provisional"}
LATE = "2020-11-15T20:00:00Z"


class NoBooks(Queries):
    """Of a house that has not played yet."""

    def __init__(self) -> None:
        """Without a database."""

    @property
    def rows(self) -> Any:
        return SimpleNamespace(find=lambda *_, **__: [])


def delivered(key: str | None, **content: Any) -> Any:
    value = msgspec.json.encode({**CLOSE, **content})
    told = None if key is None else key.encode()
    record = SimpleNamespace(topic="c", partition=0, offset=7, key=told, value=value, headers=[])
    return read_delivery(record, Entry(read_settings({}), NoBooks(), None))


@pytest.mark.parametrize("key", [None, f"day:{DAY}"])
def test_a_day_is_told_by_its_key_or_by_none(key: str | None) -> None:
    one = delivered(key)
    assert one.rejected is None
    assert isinstance(one.request.commands[0], CloseDay)
    assert one.request.streams == (f"day:{DAY}",)


@pytest.mark.parametrize(
    ("key", "content", "why"),
    [
        ("PG01", {}, f"the message's key is 'PG01', the command's day is 'day:{DAY}'"),
        ("day:2020-11-16", {}, "the message's key is 'day:2020-11-16'"),
        (None, {"table": "PG01"}, "leave `table` out"),
        (f"day:{DAY}", {"table": "PG01"}, "leave `table` out"),
        ("day:None", {"day": None}, "day"),
    ],
)
def test_another_key_or_a_table_is_invalid(
    key: str | None, content: dict[str, Any], why: str
) -> None:
    one = delivered(key, **content)
    assert one.request is None
    assert one.rejected.problem == "invalid-command"
    assert why in one.rejected.reason


def test_a_day_is_closed_from_the_topic_and_published_under_its_key(
    settings: Settings, ledger: Ledger
) -> None:
    ReadModels(ledger.datastore).create(all_projections())
    send(settings, (f"day:{DAY}", CLOSE), (f"day:{DAY}", CLOSE))
    with running(ledger) as desk, ingesting(settings, ledger, desk), relaying(settings, ledger):
        wait_for(lambda: ledger.head() == 1 and len(rejections(settings)) == 1)
        send(settings, ("PG01", open_table("PG01", at=LATE)))
        wait_for(lambda: position(ledger) == 2)
    (told,) = rejections(settings)
    assert told["rejected"]["rule"] == "control:day-order"
    events = {key: (headers, event) for key, headers, event in published(settings)}
    headers, _ = events[f"day:{DAY}"]
    assert headers["ce_id"] == f"day:{DAY}/1"
    assert headers["ce_type"] == "pitledger.DayClosed.v1"
    assert set(events) == {f"day:{DAY}", "PG01"}
