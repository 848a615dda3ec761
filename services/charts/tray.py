"""A table's tray and box over a gaming day."""

from datetime import date
from itertools import accumulate

from domain.gaming_day import GamingDay
from projections.hours import Hours
from services.charts.chart import Chart, Fact, Series, time_axis
from services.charts.hours import begun, ended
from services.reports.predicates import All, Is
from services.reports.rows import Rows


def tray_chart(rows: Rows, gaming_day: GamingDay, zone: str, day: str, table: str) -> Chart:
    """As it stood when play began, and after each quarter of an hour that moved something."""
    brought = rows.sums(day).get(table, {}).get("tray", 0)
    found = rows.find(Hours(), All((Is("day", "=", day), Is("key", "=", table))))
    begins = gaming_day.begins(date.fromisoformat(day))
    quarters = sorted(found[0].quarters.items()) if found else []
    first = [max(begun(name), begins) for name, _ in quarters[:1]]
    at = [*first, *(ended(name) for name, _ in quarters)]
    trays = list(accumulate((one.tray for _, one in quarters), initial=brought))
    boxes = list(accumulate((one.drop for _, one in quarters), initial=0))
    wins = list(accumulate((one.win for _, one in quarters), initial=0))
    known = len(at)
    return Chart(
        chart="tray",
        title=f"Tray and box of {table}, {day}",
        zone=zone,
        x=time_axis(at, zone, "moment"),
        series=[
            Series(
                name="tray",
                label="tray as the events expect it",
                unit="cents",
                style="steps",
                values=[*trays[:known]],
            ),
            Series(
                name="drop",
                label="drop so far",
                unit="cents",
                style="steps",
                values=[*boxes[:known]],
            ),
            Series(
                name="win", label="win so far", unit="cents", style="steps", values=[*wins[:known]]
            ),
        ],
        facts=[Fact(name="quarters of an hour with play", value=str(len(quarters)))],
        notes=["What a quarter of an hour did is told at the end of it."],
    )
