"""The rules alone: microseconds a command, by kind, with no store at all."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from domain.commands import Command
from domain.events.envelope import SALT_BYTES, Stamp
from domain.hosting import Table
from services.offline.play import Rulebook
from services.tools.bench.figures import Figure, stopwatch
from services.tools.bench.material import floor_commands

_SALT: Final = bytes(SALT_BYTES)


def _stamp(command: Command) -> Stamp:
    """Always the same moment; who asks is part of what is decided, and events are salted."""
    actor = None if command.actor is None else command.actor.model_dump()
    return Stamp("2026-01-01T12:00:00Z", "2026-01-01T12:00:00Z", "2026-01-01", actor, salt=_SALT)


def run(rounds: int) -> Iterator[Figure]:
    tables: dict[str, Table] = {}
    rulebook = Rulebook()
    spent: defaultdict[str, float] = defaultdict(float)
    count: defaultdict[str, int] = defaultdict(int)
    for command in floor_commands(10, rounds):
        name, stamp = command.table or "", _stamp(command)
        with stopwatch() as watch:
            tables[name], _ = rulebook.decide(tables.get(name) or Table(name=name), command, stamp)
        spent[command.command] += watch.seconds
        count[command.command] += 1
    commands = sum(count.values())
    mean = sum(spent.values()) / commands * 1e6
    yield Figure(bench="decide", what=f"a command ({commands})", value=mean, unit="µs")
    for kind in sorted(spent, key=lambda kind: -spent[kind]):
        yield Figure(
            bench="decide", what=f"{kind} ({count[kind]})",
            value=spent[kind] / count[kind] * 1e6, unit="µs",
            baseline=mean, baseline_name="a command on average",
        )  # fmt: skip
