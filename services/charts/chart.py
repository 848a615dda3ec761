"""A chart's figures: one axis, series over it, and what is to be said beside them."""

from datetime import UTC, datetime
from typing import Literal, TypeAlias
from zoneinfo import ZoneInfo

import msgspec

Unit: TypeAlias = Literal["cents", "percent", "count"]
Style: TypeAlias = Literal["line", "steps", "bars", "dots", "limit"]


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the chart: a value for each place on the axis; null is unknown, or nothing."""

    name: str
    label: str
    unit: Unit
    style: Style = "line"
    gaps: Literal["unknown", "nothing"] = "unknown"
    """What null means."""
    values: list[int | float | None]


class Axis(msgspec.Struct, frozen=True, kw_only=True):
    """What runs along the bottom."""

    kind: Literal["time", "day", "face"]
    """`time`: seconds since 1970; `day`: likewise, the noon of each; `face`: the number itself."""
    label: str
    values: list[int]
    labels: list[str]
    """Each as people read it; moments in the property's time zone."""


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the chart shows, in a figure."""

    name: str
    value: str


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a picture is drawn from, and the table beside it is made of."""

    chart: str
    title: str
    zone: str
    """The property's time zone, which labels are in."""
    x: Axis
    series: list[Series]
    facts: list[Fact] = []
    notes: list[str] = []


def time_axis(moments: list[datetime], zone: str, label: str) -> Axis:
    """With the date where the moments are of more than one."""
    there = [moment.astimezone(ZoneInfo(zone)) for moment in moments]
    shape = "%H:%M" if len({one.date() for one in there}) == 1 else "%Y-%m-%d %H:%M"
    return Axis(
        kind="time",
        label=f"{label}, {zone}",
        values=[int(moment.timestamp()) for moment in moments],
        labels=[one.strftime(shape) for one in there],
    )


def day_axis(days: list[str]) -> Axis:
    noons = [datetime.fromisoformat(f"{day}T12:00:00+00:00") for day in days]
    return Axis(
        kind="day",
        label="gaming day",
        values=[int(noon.astimezone(UTC).timestamp()) for noon in noons],
        labels=days,
    )
