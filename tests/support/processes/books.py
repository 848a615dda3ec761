"""What must hold of the books after whatever has happened."""

import json
from typing import Any

from projections import all_projections
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.queries import Queries
from services.store.database import open_datastore
from services.store.ledger import Ledger
from tests.integration.projector.test_runner import expect_equal_to_fresh

DAY = "2026-03-01"


def expect_whole(
    url: str, acknowledged: list[dict[str, Any]], rounds: dict[str, int], commands: int = 0
) -> list[dict[str, Any]]:
    """Everything acknowledged once, streams gapless, money conserved; the log's events."""
    datastore = open_datastore(url, connections=4)
    try:
        ledger = Ledger(datastore)
        stored = [json.loads(entry.state) for entry in ledger.log_after(0, 1_000_000)]
        expect_once(stored, acknowledged)
        _expect_claimed(ledger, len(stored), commands)
        models = ReadModels(datastore)
        Runner(LogFeed(ledger), models, all_projections()).catch_up()
        expect_equal_to_fresh(ledger, models)
        report = Queries(datastore).reconciliation(DAY)
        assert report.balanced is True
        assert sum(report.trial_balance.values()) == 0
        assert {line.table: line.rounds for line in report.tables} == rounds
    finally:
        datastore.close()
    return stored


def expect_once(stored: list[dict[str, Any]], acknowledged: list[dict[str, Any]]) -> None:
    by_place = {(event["key"], event["seq"]): event for event in stored}
    assert len(by_place) == len(stored)
    for event in acknowledged:
        # An answer hides from its sender what they may not see; its place and moment it does not.
        kept = by_place[event["key"], event["seq"]]
        assert all(kept[name] == event[name] for name in ("event", "recorded", "command_id"))
    heads: dict[str, int] = {}
    for event in stored:
        assert event["seq"] == heads.get(event["key"], 0) + 1
        heads[event["key"]] = event["seq"]


def _expect_claimed(ledger: Ledger, events: int, commands: int) -> None:
    """Every event belongs to one accepted command: none was applied twice."""
    with ledger.datastore.get_connection() as conn:
        row = conn.execute(
            "SELECT count(*) AS commands, coalesce(sum(last_id - first_id + 1), 0) AS events,"
            " count(DISTINCT first_id) AS firsts FROM pitledger_commands"
        ).fetchone()
    assert row is not None
    assert (row["events"], row["firsts"]) == (events, row["commands"])
    assert commands in (0, row["commands"])
