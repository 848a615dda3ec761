"""What houses of some sizes need, out of what one event costs."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from services.kafka.topics import Topics
from services.settings import Settings
from services.tools.scale.stages import Cost, Floor

HOURS_A_DAY: Final = 20
"""That a table plays, at most."""
LOAD: Final = 0.5
"""How much of a processor is meant to be busy at the peak."""
REPLICAS: Final = 3
_YEAR: Final = 365
_TERABYTE: Final = 1e12


class House(NamedTuple):
    """Tables in all, and among how many properties."""

    name: str
    properties: int
    tables: int


HOUSES: Final = (
    House("one property", 1, 100),
    House("a casino city", 30, 6_000),
    House("a group of a hundred", 100, 10_000),
)


def needs(floor: Floor, costs: list[Cost]) -> Iterator[tuple[str, list[str]]]:
    """Line by line: what, and how much of it for each house."""
    found = {(one.stage, one.what): one.value for one in costs}
    on_disk = sum(value for (stage, what), value in found.items() if _is_kept(stage, what))
    on_topic = found.get(("relay", "topic, one replica"), 0.0) * REPLICAS
    peak = {house: house.tables * floor.events_an_hour / 3600 for house in HOUSES}
    yearly = {house: house.tables * floor.events_an_hour * HOURS_A_DAY * _YEAR for house in HOUSES}
    yield "properties", [f"{house.properties:,}" for house in HOUSES]
    yield "tables", [f"{house.tables:,}" for house in HOUSES]
    yield "events a second, every table in play", [f"{peak[house]:,.0f}" for house in HOUSES]
    yield "events a year, million", [f"{yearly[house] / 1e6:,.0f}" for house in HOUSES]
    for name, stages in _PROCESSORS.items():
        spent = sum(found.get(one, 0.0) for one in stages) / 1e6 / LOAD
        yield f"cores: {name}", [f"{spent * peak[house]:,.2f}" for house in HOUSES]
    yield (
        "PostgreSQL's disks, TB a year",
        [f"{yearly[house] * on_disk / _TERABYTE:,.2f}" for house in HOUSES],
    )
    yield (
        f"Kafka's disks, {REPLICAS} replicas, TB a year",
        [f"{yearly[house] * on_topic / _TERABYTE:,.2f}" for house in HOUSES],
    )
    if ("export", "Parquet, zstd") in found:
        archived = found["export", "Parquet, zstd"]
        told = [f"{yearly[house] * archived / _TERABYTE:,.2f}" for house in HOUSES]
        yield "the same as Parquet, TB a year", told
    partitions = len(Topics().used(Settings())) * Settings().partitions * REPLICAS
    yield (
        "partitions with their replicas, as set by default",
        [f"{house.properties * partitions:,}" for house in HOUSES],
    )
    folding = found["group", "folding, processor"] / 1e6 / 3600
    yield (
        "folding a year on Spark, core hours",
        [f"{yearly[house] * folding:,.1f}" for house in HOUSES],
    )


def _is_kept(stage: str, what: str) -> bool:
    return stage == "store" and what != "JSON text"


_OWN: Final = "its process, processor"
_SERVER: Final = "PostgreSQL, processor"
_PROCESSORS: Final = {
    "desk": (("desk", _OWN),),
    "relay": (("relay", _OWN),),
    "read models": (("project", _OWN),),
    "PostgreSQL": (("desk", _SERVER), ("relay", _SERVER), ("project", _SERVER)),
    "Kafka": (("relay", "Kafka, processor"),),
}
