"""What a benchmark finds."""

import os
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One measurement, and what it is held against."""

    bench: str
    what: str
    value: float | None = None
    """None where it could not be measured; the note says why."""
    unit: str = ""
    baseline: float | None = None
    baseline_name: str = ""
    note: str = ""
    holds: bool = True
    """False where it is not what it must be."""

    @property
    def ratio(self) -> float | None:
        return self.value / self.baseline if self.value and self.baseline else None


@dataclass(slots=True)
class Watch:
    """How long something took."""

    seconds: float = 0.0


@contextmanager
def stopwatch() -> Iterator[Watch]:
    watch = Watch()
    began = time.perf_counter()
    yield watch
    watch.seconds = time.perf_counter() - began


def own_cpu_seconds() -> float:
    """Processor time of this process and of those that it started and waited for."""
    own, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def own_peak_mib() -> float:
    """The most memory this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def peak_mib(pid: int) -> float:
    """The most memory another process has held so far."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0


def cpu_seconds(pid: int) -> float:
    """Processor time that a process and all it started have taken so far."""
    ticks = sum(int(one[11]) + int(one[12]) for one in _stat_of_all(pid).values())
    return ticks / os.sysconf("SC_CLK_TCK")


def descendants(pid: int) -> list[int]:
    """A process and all it started."""
    return list(_stat_of_all(pid))


def _stat_of_all(pid: int) -> dict[int, list[str]]:
    """What the system tells of each of them, from the process's state on."""
    found, parents = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        found[int(folder.name)], parents[int(folder.name)] = fields, int(fields[1])
    return {one: fields for one, fields in found.items() if _is_of(one, pid, parents)}


def _is_of(one: int, pid: int, parents: dict[int, int]) -> bool:
    while one in parents and one != pid:
        one = parents[one]
    return one == pid
