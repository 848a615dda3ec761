"""The day's reconciliation: what the events say beside what was counted."""

import json
from typing import Any, Final

import pytest

from tests.support.domain import asked
from tests.support.http.playing import LOSES, WINS, Pit, Table, Told

CONTRACT: Final = json.loads(
    """{"day":"…","status":"provisional","balanced":null,"tables":[{"table":"PG01","session":3,
    "opener":0,"fills":0,"credits":0,"buy_ins":0,"marker_payments":0,"coupons":0,"vigorish":0,
    "rounds":20,"drop":{"estimated":0,"counted":null},"closer":{"expected":0,"counted":null},
    "win":{"events":0,"count":null},"variance":{"drop":null,"tray":null},
    "missing":["count_drop"]}],"totals":{},"trial_balance":{"tray":0}}"""
)
"""The contract's own example."""


def keys(value: Any) -> Any:
    """An object's fields in their order, and those of the objects in it."""
    if not isinstance(value, dict):
        return None
    return [(name, keys(part)) for name, part in value.items()]


@pytest.fixture
def table(pit: Pit, day: str) -> Table:
    """A table that has played one round in a day of its own; the tray holds 1,010,125."""
    opened = pit.table(at=f"{day}T20:00:00Z")
    opened.open()
    opened.buy_in(1, 20_000)
    opened.do(asked.fill("F-1", 50_000), asked.credit("C-1", 20_000))
    opened.play_round({1: WINS, 2: LOSES})
    return opened


EXPECTED_CLOSER: Final = 1_000_000 - 20_000 + 50_000 - 20_000 + 125


def line_of(report: Told) -> Told:
    assert len(report["tables"]) == 1
    line: Told = report["tables"][0]
    return line


def test_a_closed_and_counted_table_balances(pit: Pit, table: Table, day: str) -> None:
    table.close(EXPECTED_CLOSER)
    table.do(asked.count_drop(amount=20_000))
    report = pit.read("/v1/reconciliation", day=day)
    assert (report["day"], report["status"], report["balanced"]) == (day, "open", True)
    assert line_of(report) == {
        "table": table.name,
        "session": 1,
        "opener": 1_000_000,
        "fills": 50_000,
        "credits": 20_000,
        "buy_ins": 20_000,
        "marker_payments": 0,
        "coupons": 0,
        "vigorish": 125,
        "rounds": 1,
        "drop": {"estimated": 20_000, "counted": 20_000},
        "closer": {"expected": EXPECTED_CLOSER, "counted": EXPECTED_CLOSER},
        "win": {"events": 125, "count": 125},
        "variance": {"drop": 0, "tray": 0},
        "of_day": day,
        "missing": [],
        "period": 1,
        "shift": 1,
        "game": "nj-pai-gow",
        "discrepancy": None,
        "findings": [],
    }


def test_it_has_the_shape_of_the_contracts_example(pit: Pit, table: Table, day: str) -> None:
    for finish in ([], [asked.close_table(EXPECTED_CLOSER), asked.count_drop(amount=20_000)]):
        table.do(*finish)
        report = pit.read("/v1/reconciliation", day=day)
        assert list(report) == list(CONTRACT)
        line = keys(line_of(report))
        assert line[: len(CONTRACT["tables"][0])] == keys(CONTRACT["tables"][0])
        assert set(report["trial_balance"]) >= set(CONTRACT["trial_balance"])
        assert all(isinstance(cents, int) for cents in report["trial_balance"].values())


def test_an_open_table_misses_both_counts(pit: Pit, table: Table, day: str) -> None:
    report = pit.read("/v1/reconciliation", day=day)
    assert (report["status"], report["balanced"]) == ("open", None)
    line = line_of(report)
    assert line["missing"] == ["close_table", "count_drop"]
    assert line["closer"] == {"expected": EXPECTED_CLOSER, "counted": None}
    assert line["win"] == {"events": 125, "count": None}
    assert line["variance"] == {"drop": None, "tray": None}


def test_a_closed_table_misses_its_drop(pit: Pit, table: Table, day: str) -> None:
    table.close(EXPECTED_CLOSER)
    report = pit.read("/v1/reconciliation", day=day)
    assert (report["status"], report["balanced"]) == ("open", None)
    line = line_of(report)
    assert line["missing"] == ["count_drop"]
    assert line["variance"] == {"drop": None, "tray": 0}


@pytest.mark.parametrize(("tray", "drop"), [(-2500, 0), (0, -100), (500, 100)])
def test_a_variance_is_told_to_the_cent(
    pit: Pit, table: Table, day: str, tray: int, drop: int
) -> None:
    table.close(EXPECTED_CLOSER + tray)
    table.do(asked.count_drop(cash=20_000 + drop))
    report = pit.read("/v1/reconciliation", day=day)
    assert (report["status"], report["balanced"]) == ("open", False)
    line = line_of(report)
    assert line["variance"] == {"drop": drop, "tray": tray}
    assert line["win"] == {"events": 125, "count": 125 + tray + drop}
    assert report["totals"]["variance_tray"] == tray
    assert report["totals"]["variance_drop"] == drop


def test_the_trial_balance_sums_to_zero(pit: Pit, table: Table, day: str) -> None:
    report = pit.read("/v1/reconciliation", day=day)
    assert report["trial_balance"] == {
        "cage": -1_030_000,
        "drop_box": 20_000,
        "tray": EXPECTED_CLOSER,
        "vigorish": -125,
        "win": 0,
    }
    assert sum(report["trial_balance"].values()) == 0


def test_tables_of_a_day_are_summed(pit: Pit, table: Table, day: str) -> None:
    other = pit.table(at=f"{day}T21:00:00Z")
    other.open(300_000)
    report = pit.read("/v1/reconciliation", day=day)
    assert [line["table"] for line in report["tables"]] == sorted([table.name, other.name])
    assert report["totals"]["opener"] == 1_300_000
    assert report["totals"]["closer_counted"] is None
    alone = pit.read("/v1/reconciliation", day=day, table=other.name)
    assert [line["table"] for line in alone["tables"]] == [other.name]


def test_the_small_hours_belong_to_the_day_before(pit: Pit, table: Table, day: str) -> None:
    late = pit.table(at=f"{day}T05:59:59Z")
    late.open()
    report = pit.read("/v1/reconciliation", day=day)
    assert [line["table"] for line in report["tables"]] == [table.name]


def test_a_day_without_tables_is_not_called_balanced(pit: Pit, day: str) -> None:
    report = pit.read("/v1/reconciliation", day=day)
    assert (report["status"], report["balanced"], report["tables"]) == ("open", None, [])


def test_without_a_day_it_is_todays(pit: Pit) -> None:
    table = pit.table()
    opened = table.open()[0]
    report = pit.read("/v1/reconciliation", table=table.name)
    assert report["day"] == opened["day"]
    assert line_of(report)["table"] == table.name
