"""What the pictures are drawn from agrees with the books."""

from typing import Any

import pytest

from tests.support.http.playing import Pit, expect_problem
from tests.support.reports.evening import DAYS, OPENER

DAY = DAYS[0]


def series(chart: dict[str, Any], name: str) -> list[Any]:
    values: list[Any] = next(one["values"] for one in chart["series"] if one["name"] == name)
    return values


def events(pit: Pit, kind: str) -> list[dict[str, Any]]:
    logged = pit.get("/v1/events", limit=5000)["events"]
    return [event for event in logged if event["event"] == kind]


@pytest.mark.parametrize("table", [None, "PG01", "PP01"])
def test_the_hours_of_a_day_sum_to_the_day(pit: Pit, table: str | None) -> None:
    asked = {} if table is None else {"table": table}
    chart = pit.get("/v1/charts/hours", day=DAY, **asked)
    books = pit.get("/v1/reconciliation", day=DAY, **asked)
    assert sum(series(chart, "win")) == books["totals"]["win_events"]
    assert sum(series(chart, "drop")) == books["totals"]["drop_estimated"]
    assert sum(series(chart, "rounds")) == sum(line["rounds"] for line in books["tables"])
    curve = pit.get("/v1/charts/day-curve", day=DAY, **asked)
    assert series(curve, "win")[-1] == sum(series(chart, "win"))
    assert series(curve, "drop")[-1] == sum(series(chart, "drop"))


def test_hours_are_those_of_the_property(pit: Pit) -> None:
    """Chips were bought at 20:10 UTC, which is ten past three in the afternoon there."""
    chart = pit.get("/v1/charts/hours", day=DAY, table="PG01")
    assert chart["zone"] == "America/New_York"
    bought = [
        label
        for label, cents in zip(chart["x"]["labels"], series(chart, "drop"), strict=True)
        if cents
    ]
    assert bought == [f"{DAY} 15:00"]
    assert chart["x"]["labels"][0] == f"{DAY} 06:00"
    assert len(chart["x"]["values"]) == 24


def test_the_tray_goes_from_its_opener_to_what_was_expected_of_it(pit: Pit) -> None:
    chart = pit.get("/v1/charts/tray", day=DAY, table="PG02")
    trays = series(chart, "tray")
    assert trays[0] == 0
    assert OPENER - 20_000 in trays or OPENER in trays
    (closed,) = [one for one in events(pit, "TableClosed") if one["table"] == "PG02"]
    assert trays[-1] == closed["expected"] - closed["counted"]
    assert series(chart, "drop")[-1] == 20_000
    assert len(chart["x"]["values"]) == len(trays)


def test_every_die_that_fell_is_counted_once(pit: Pit) -> None:
    thrown = [event["dice"] for event in events(pit, "DiceRolled")]
    chart = pit.get("/v1/charts/dice", day=DAY)
    assert sum(series(chart, "observed")) == sum(map(len, thrown))
    for face, times in zip(chart["x"]["values"], series(chart, "observed"), strict=True):
        assert times == sum(dice.count(face) for dice in thrown)
    totals = pit.get("/v1/charts/dice", day=DAY, dice=3)
    of_three = [sum(dice) for dice in thrown if len(dice) == 3]
    assert series(totals, "observed") == [of_three.count(total) for total in range(3, 19)]
    assert {fact["name"] for fact in chart["facts"]} >= {"chi-square", "p-value"}
    assert series(pit.get("/v1/charts/dice", day="2020-01-01", days=3), "observed") == [0] * 6


def test_a_meter_ends_where_it_stands_and_shows_its_hits(pit: Pit) -> None:
    (meter,) = pit.get("/v1/progressives")["progressives"]
    chart = pit.get(f"/v1/charts/meters/{meter['meter']}", day=DAY)
    known = [cents for cents in series(chart, "amount") if cents is not None]
    assert known[-1] == meter["amount"]
    paid = sum(cents for cents in series(chart, "hits") if cents is not None)
    assert paid == meter["paid"] > 0


def test_hold_is_that_of_the_statistics(pit: Pit) -> None:
    chart = pit.get("/v1/charts/hold", day=DAY, days=7, table="PG02")
    report = pit.get("/v1/reports/statistics", day=DAY, table="PG02")
    (line,) = report["sections"][0]["rows"]
    assert chart["x"]["labels"] == [DAY]
    assert series(chart, "hold") == [float(line["day_hold"])]
    assert "No limits are drawn" in " ".join(chart["notes"])


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("hours?table=PG99", "not-found"),
        ("hours?day=today", "invalid-request"),
        ("hours?hour=3", "invalid-request"),
        ("tray", "invalid-request"),
        ("tray?table=PG99", "not-found"),
        ("hold?game=baccarat", "invalid-request"),
        ("hold?days=0", "invalid-request"),
        ("dice?dice=4", "invalid-request"),
        ("meters/M99", "not-found"),
    ],
)
def test_what_cannot_be_drawn(pit: Pit, path: str, kind: str) -> None:
    expect_problem(pit.http.get(f"/v1/charts/{path}"), kind)


def test_a_chart_is_described(pit: Pit) -> None:
    described = pit.get("/openapi.json")
    for path in ("hours", "day-curve", "tray", "hold", "dice", "meters/{meter}"):
        answer = described["paths"][f"/v1/charts/{path}"]["get"]["responses"]["200"]
        assert answer["content"]["application/json"]["schema"]["$ref"].endswith("/Chart")
    assert "Series" in described["components"]["schemas"]
