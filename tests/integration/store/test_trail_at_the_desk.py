"""What goes wrong with one request is logged under its ids."""

import dataclasses
from typing import Any

import pytest
from structlog.testing import capture_logs

from services.desk import Request
from services.desk.batch import DecisionBatch
from services.desk.request import Context
from services.runtime.trail import take_trail
from services.store.ledger import Ledger
from tests.support.store.playing import open_table, request, running

TRAIL = take_trail("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "device-7.42")


def followed() -> Request:
    return dataclasses.replace(request(open_table("PG01")), context=Context(trail=TRAIL))


def broken(*_: object) -> Any:
    raise RuntimeError("the pen broke")


def line_of(logged: list[Any], event: str) -> Any:
    (line,) = [one for one in logged if one["event"] == event]
    return line


@pytest.mark.parametrize(
    ("what", "event"), [("decide", "deciding failed"), ("to_store", "a batch failed")]
)
def test_the_desks_line_names_the_request(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, what: str, event: str
) -> None:
    with running(ledger) as desk, capture_logs() as logged:
        monkeypatch.setattr(DecisionBatch, what, broken)
        with pytest.raises(RuntimeError, match="the pen broke"):
            desk.submit(followed()).result(10)
        monkeypatch.undo()
    line = line_of(logged, event)
    assert {name: line[name] for name in TRAIL.marks()} == TRAIL.marks()
