"""Metrics of many processes, shown by one: each writes its own, the API puts them together."""

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

import msgspec
from prometheus_client import REGISTRY, CollectorRegistry, Metric, generate_latest
from prometheus_client.registry import Collector


class Measured(msgspec.Struct, array_like=True):
    """One metric of one process."""

    name: str
    documentation: str
    kind: str
    samples: list[tuple[str, dict[str, str], float | str]]


Source: TypeAlias = tuple[str, str, bytes]
"""A part, its process, and what it measured."""
_DECODER: Final = msgspec.json.Decoder(list[Measured])


_OWNERS: Final = {
    "pitledger_desk_": "desk",
    "pitledger_relay_": "relay",
    "pitledger_ingested": "ingest",
    "pitledger_projection_": "project",
    "pitledger_http_": "api",
}
"""Every process knows every metric; a nought is shown only by the part that would count."""


def _is_its_own(name: str, part: str) -> bool:
    return all(owner == part or not name.startswith(start) for start, owner in _OWNERS.items())


def measures(part: str) -> bytes:
    """What this process has measured; infinities travel as words."""
    return msgspec.json.encode(
        [
            Measured(
                metric.name,
                metric.documentation,
                metric.type,
                [(one.name, one.labels, _told(one.value)) for one in metric.samples],
            )
            for metric in REGISTRY.collect()
            if _is_its_own(metric.name, part)
        ]
    )


def _told(value: float) -> float | str:
    return value if value - value == 0 else str(value)


def exposition(sources: Iterable[Source]) -> bytes:
    """For Prometheus: every sample with the part and the process it comes from."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Together(list(sources)))
    return generate_latest(registry)


class _Together(Collector):
    def __init__(self, sources: list[Source]) -> None:
        self._sources = sources

    def collect(self) -> Iterator[Metric]:
        together: dict[str, Metric] = {}
        for part, process, told in self._sources:
            for one in _DECODER.decode(told):
                metric = together.setdefault(
                    one.name, Metric(one.name, one.documentation, one.kind)
                )
                for name, labels, value in one.samples:
                    metric.add_sample(
                        name, {**labels, "part": part, "process": process}, float(value)
                    )
        yield from together.values()
