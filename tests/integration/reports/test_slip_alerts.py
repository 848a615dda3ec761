"""A slip's number that was passed over keeps the day from its audit until somebody answers."""

from typing import Any

import pytest

from domain.messages.commands import parse_command
from projections import all_projections
from services.desk import CommandRefused, DeskInterface
from services.entry.requests import Entry
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.queries import Queries
from services.settings import read_settings
from services.store.ledger import Ledger
from tests.support.domain import asked
from tests.support.reports.evening import DAYS, OPENER, Floor
from tests.support.store.playing import do, read, running

DAY = DAYS[0]


def close_day(desk: DeskInterface, ledger: Ledger, status: str) -> list[dict[str, Any]]:
    """As the ways in do it: what the read models know is filled in first."""
    models = ReadModels(ledger.datastore)
    models.create(all_projections())
    Runner(LogFeed(ledger), models, all_projections()).catch_up()
    told = parse_command({"command": "close_day", "day": DAY, "status": status})
    settings = read_settings({})
    request = Entry(settings, Queries(ledger.datastore), None).prepare([told])
    return read(desk.submit(request).result(10))


def test_it_is_raised_and_answered_for_before_the_audit(ledger: Ledger) -> None:
    with running(ledger) as desk:
        floor = Floor(desk)
        floor.open("PG01", DAY)
        late = f"{DAY}T23:00:00Z"
        floor.tell("PG01", late, asked.fill("F-1", 5000), asked.fill("F-3", 7000))
        floor.tell("PG01", late, asked.close_table(OPENER + 12_000))
        floor.tell("PG01", late, {"command": "count_drop", "cash": 0})
        raised = close_day(desk, ledger, "provisional")
        assert [event["event"] for event in raised] == ["AlertRaised", "DayClosed"]
        assert (raised[0]["alert"], raised[0]["of_table"]) == ("slip:missing:F-2", "PG01")
        assert [event["event"] for event in close_day(desk, ledger, "counted")] == ["DayClosed"]
        with pytest.raises(CommandRefused, match=r"slip:missing:F-2.*control:day-open-exception"):
            close_day(desk, ledger, "audited")
        answer = {"command": "acknowledge_alert", "day": DAY, "alert": "slip:missing:F-2"}
        do(desk, {**answer, "reason": "found in the cage, never written on"})
        assert [event["event"] for event in close_day(desk, ledger, "audited")] == ["DayClosed"]
