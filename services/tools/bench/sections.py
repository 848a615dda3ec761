"""The benchmarks by name, each measured in a process of its own."""

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from services.settings import Settings
from services.tools.bench import (
    archiving,
    deciding,
    desk,
    following,
    footprint,
    full,
    http,
    reading,
    relay,
    sealing,
    searching,
    sizes,
    storms,
    verifying,
    viewers,
)
from services.tools.bench.figures import Figure, own_peak_mib
from services.tools.bench.soak import run as soak
from services.tools.bench.storms import Storms
from services.tools.bench.viewers import Watched

BENCHES: Final = (
    "decide",
    "desk",
    "http",
    "viewers",
    "reading",
    "replay",
    "cost",
    "rebuild",
    "seal",
    "project",
    "relay",
    "desk_full",
    "footprint",
)
"""In the order they are run: those beside which a broker would run come last."""
ASKED_FOR: Final = ("archive", "search", "verify", "storm", "soak")
"""Only where it is named: they fill a database, or take ten minutes and kill what they run."""
_ON_GROWING_LOGS: Final = frozenset({"replay", "cost", "rebuild"})
WITH_KAFKA: Final = frozenset({"project", "relay", "desk_full", "footprint"})


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be measured, and on what."""

    server: str
    """PostgreSQL to make databases in."""
    rounds: int
    sizes: list[int]
    chosen: frozenset[str]
    address: str = ""
    """A running service for `http`; empty: one of its own."""
    bootstrap: str = ""
    no_kafka: str = ""
    """Why there is no broker, where there is none."""
    viewers: Watched = Watched()
    storms: Storms = Storms()
    reading_seconds: float = 10.0
    """How long commands come beside those who read, and as long without them."""
    searched: int = 600_000
    """Rounds that are searched: about as many as ten million events are of."""
    soak_seconds: float = 600.0
    seed: int = 1

    def sections(self) -> list[str]:
        """What shares a log is one section, named for the first of it."""
        growing = [name for name in BENCHES if name in self.chosen & _ON_GROWING_LOGS]
        every = (*BENCHES, *ASKED_FOR)
        return [name for name in every if name in self.chosen and name not in growing[1:]]

    def settings(self, prefix: str) -> Settings:
        """Topics of a benchmark's own."""
        return Settings(kafka_bootstrap=self.bootstrap, topic_prefix=f"{prefix}.")


def measure(section: str, plan: Plan) -> list[Figure]:
    """All figures of a section, and what it took of memory."""
    figures = list(_figures(section, plan))
    memory = Figure(bench="memory", what=f"measuring {section}", value=own_peak_mib(), unit="MiB")
    return [*figures, memory]


def _figures(section: str, plan: Plan) -> Iterator[Figure]:
    if section in _ON_GROWING_LOGS:
        return sizes.run(plan.server, plan.sizes, plan.chosen)
    if section in _ALONE:
        return _ALONE[section](plan)
    settings = plan.no_kafka or plan.settings(section)
    if section == "project":
        return following.run(plan.server, plan.rounds, settings)
    if section == "footprint":
        return footprint.run(plan.server, settings, plan.rounds, plan.reading_seconds)
    if isinstance(settings, str):
        return iter([Figure(bench=section, what="left out", note=settings)])
    run = relay.run if section == "relay" else full.run
    return run(plan.server, plan.rounds, settings)


_ALONE: Final[dict[str, Callable[[Plan], Iterator[Figure]]]] = {
    "decide": lambda plan: deciding.run(plan.rounds),
    "desk": lambda plan: desk.run(plan.server, plan.rounds),
    "http": lambda plan: http.run(plan.server, plan.rounds, plan.address),
    "seal": lambda plan: sealing.run(plan.server, plan.rounds),
    "viewers": lambda plan: viewers.run(plan.server, plan.viewers),
    "storm": lambda plan: storms.run(plan.server, plan.storms),
    "reading": lambda plan: reading.run(plan.server, plan.rounds, plan.reading_seconds),
    "archive": lambda plan: archiving.run(plan.server, plan.rounds),
    "search": lambda plan: searching.run(plan.server, plan.searched, plan.seed),
    "verify": lambda plan: verifying.run(plan.server, plan.rounds, plan.sizes[-1]),
    "soak": lambda plan: soak.run(plan.soak_seconds, plan.seed),
}
"""Those that need no broker."""
