"""Metrics of many processes, shown by one: each writes its own, the API puts them together."""

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

import msgspec
from prometheus_client import REGISTRY, CollectorRegistry, Metric, generate_latest
from prometheus_client.registry import Collector

from services.runtime.logs import Told
from services.runtime.metrics import BROKEN_MESSAGES


class Measured(msgspec.Struct, array_like=True):
    """One metric of one process."""

    name: str
    documentation: str
    kind: str
    samples: list[tuple[str, dict[str, str], float | str]]


Source: TypeAlias = tuple[str, str, bytes]
"""A part, its process, and what it measured."""
_Sample: TypeAlias = tuple[str, dict[str, str], float]
_trouble: Final = Told("measuring")
_DECODER: Final = msgspec.json.Decoder(list[Measured])


_OWNERS: Final = {
    "pitledger_desk_": "desk",
    "pitledger_relay_": "relay",
    "pitledger_seal_": "seal",
    "pitledger_ingested": "ingest",
    "pitledger_projection_": "project",
    "pitledger_http_": "api",
    "pitledger_loop_": "api",
}
"""Every process knows every metric; a nought is shown only by the part that would count."""


def _is_its_own(name: str, part: str, *, whole: bool) -> bool:
    owner = next((one for start, one in _OWNERS.items() if name.startswith(start)), None)
    return owner == part or (owner is None and whole)


def measures(part: str, *, whole: bool = True) -> bytes:
    """What this process has measured for a part, or for itself; infinities travel as words."""
    return msgspec.json.encode(
        [
            Measured(
                metric.name,
                metric.documentation,
                metric.type,
                [(one.name, one.labels, _as_json(one.value)) for one in metric.samples],
            )
            for metric in _collected()
            if _is_its_own(metric.name, part, whole=whole)
        ]
    )


def _collected() -> list[Metric]:
    """As far as it can be had: a gauge that cannot be read now hides what came before it."""
    found: list[Metric] = []
    try:
        found.extend(REGISTRY.collect())
    except Exception as error:  # noqa: BLE001  out of file descriptors, for one
        _trouble.wrong("some metrics cannot be read", why=repr(error))
    return found


def _as_json(value: float) -> float | str:
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
        for part, process, encoded in self._sources:
            try:
                samples = list(_samples(part, process, encoded))
            except Exception as error:  # noqa: BLE001  what one wrote hides no other's
                BROKEN_MESSAGES.labels(part).inc()
                _trouble.wrong("a part's metrics cannot be read", why=repr(error), part=part)
                continue
            for metric, sample in samples:
                together.setdefault(metric.name, metric).add_sample(*sample)
        yield from together.values()


def _samples(part: str, process: str, encoded: bytes) -> Iterator[tuple[Metric, _Sample]]:
    for one in _DECODER.decode(encoded):
        for name, labels, value in one.samples:
            metric = Metric(one.name, one.documentation, one.kind)
            yield metric, (name, {**labels, "part": part, "process": process}, float(value))
