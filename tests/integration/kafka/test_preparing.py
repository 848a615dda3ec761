"""Queries that fail are not the sender's fault, and books that are away reject nothing."""

import json
from types import SimpleNamespace
from typing import Any

import pytest

from services.entry.requests import Entry
from services.kafka.delivery import read_delivery
from services.queries import Queries
from services.settings import read_settings
from services.store.database import StoreUnavailable


class BrokenBooks(Queries):
    """Fail whenever they are read."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    @property
    def rows(self) -> Any:
        raise self._error


def delivered(error: Exception) -> Any:
    close = {"command": "close_day", "day": "2020-11-15", "status": "provisional"}
    record = SimpleNamespace(
        topic="c",
        partition=0,
        offset=7,
        key=None,
        value=json.dumps(close).encode(),
        headers=[],
    )
    return read_delivery(record, Entry(read_settings({}), BrokenBooks(error), None))


def test_a_failure_of_the_books_is_told_as_one() -> None:
    one = delivered(ZeroDivisionError("no figures"))
    assert one.request is None
    assert one.rejected.problem == "failed"
    assert "no figures" in one.rejected.reason


def test_books_that_are_away_are_waited_for() -> None:
    with pytest.raises(StoreUnavailable):
        delivered(StoreUnavailable("away"))
