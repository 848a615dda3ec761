"""A meter's growth, and what was paid off it."""

from datetime import datetime

from domain.gaming_day import stored_moment
from domain.meter.state import meter_key
from projections.progressive_days import MeterDayRow, ProgressiveDays
from services.charts.chart import Chart, Fact, Series, time_axis
from services.charts.hours import begun, ended
from services.reports.predicates import All, Is, between
from services.reports.rows import Rows


def meter_chart(rows: Rows, zone: str, meter: str, span: tuple[str, str]) -> Chart:
    """What stood on it after each quarter of an hour that moved it, with its hits."""
    found = rows.find(ProgressiveDays(), All((Is("key", "=", meter_key(meter)), between(*span))))
    days = sorted(found, key=_day)
    amounts: dict[datetime, int] = {}
    for row in days:
        if row.opening and row.curve:
            amounts[begun(min(row.curve))] = row.opening
        amounts |= {ended(name): cents for name, cents in row.curve.items()}
    hits: dict[datetime, int] = {}
    for row in days:
        for hit in row.hits:
            at = stored_moment(hit.at)
            hits[at] = hits.get(at, 0) + hit.amount
    moments = sorted({*amounts, *hits})
    return Chart(
        chart="meter",
        title=f"Meter {meter}, {span[0]} to {span[1]}",
        zone=zone,
        x=time_axis(moments, zone, "moment"),
        series=[
            Series(
                name="amount",
                label="on the meter",
                unit="cents",
                style="steps",
                values=[amounts.get(at) for at in moments],
            ),
            Series(
                name="hits",
                label="paid off it",
                unit="cents",
                style="dots",
                gaps="nothing",
                values=[hits.get(at) for at in moments],
            ),
        ],
        facts=[
            Fact(name="hits", value=str(sum(len(row.hits) for row in days))),
            Fact(name="days with play", value=str(len(days))),
        ],
        notes=["What stood on it is told at the end of each quarter of an hour that moved it."],
    )


def _day(row: MeterDayRow) -> str:
    return row.day
