"""A simulated table's commands, decided by somebody else than who told them."""

from collections.abc import Iterable
from copy import deepcopy
from datetime import UTC, datetime
from functools import cache
from itertools import takewhile
from typing import Final, NamedTuple

from domain.events import Event
from domain.events.envelope import Stamp
from domain.gaming_day import GamingDay, parse_moment
from domain.hosting import Table
from domain.messages.commands import parse_command
from domain.table.books import Exceptional
from services.offline.play import Rulebook
from services.tools.simulator import Floor, Told
from services.tools.simulator.mistakes import Done

EVENING: Final = Floor(
    tables=9, rounds=130, seed=7, start=datetime(2026, 11, 15, 18, 0, tzinfo=UTC)
)
OVERNIGHT: Final = Floor(tables=8, rounds=130, seed=3, start=datetime(2026, 11, 16, 5, tzinfo=UTC))


APART: Final = 50
"""Commands from one place that is kept to the next."""


class Place(NamedTuple):
    """Where a life stood before one of its commands."""

    table: Table
    rulebook: Rulebook
    events: int


class Life:
    """One table's commands with what came of them.

    Told what another life began with, it goes on from there: the same commands, from the same
    table, are decided alike.
    """

    def __init__(
        self,
        commands: Iterable[Told],
        table: Table | None = None,
        like: "Life | None" = None,
    ) -> None:
        self.told = list(commands)
        self.table = table or Table(name=self.told[0]["table"])
        self.events: list[Event] = []
        self.done: list[Done] = []
        self.places: list[Place] = []
        rulebook, same = Rulebook(), 0
        if like is not None:
            same = self._begin_as(like)
            rulebook = deepcopy(like.places[same // APART].rulebook)
        for at, told in enumerate(self.told[same:], same):
            if at % APART == 0:
                self.places.append(Place(self.table, deepcopy(rulebook), len(self.events)))
            day = GamingDay().of(parse_moment(told["at"])).isoformat()
            stamp = Stamp(told["at"], told["at"], day, told["actor"], told["command_id"])
            before = self.table
            self.table, events = rulebook.decide(before, parse_command(told), stamp)
            self.events += events
            self.done.append(Done(told, before, tuple(_of_table(events))))

    @property
    def miscounts(self) -> dict[int, Exceptional]:
        """What is to be answered for, but for corrections: what was keyed in wrong was put right."""
        found = self.table.books.exceptions
        return {seq: one for seq, one in found.items() if not one.kind.endswith("_corrected")}

    def _begin_as(self, like: "Life") -> int:
        """From which command on they are decided here: a place of the other's, all alike before."""
        pairs = zip(self.told, like.told, strict=False)
        alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        number = min(alike // APART, len(like.places) - 1)
        place = like.places[number]
        self.table, self.events = place.table, like.events[: place.events]
        self.places, self.done = like.places[:number], like.done[: number * APART]
        return number * APART

    def commands(self, *names: str) -> list[Told]:
        return [told for told in self.told if told["command"] in names]


def _of_table(events: list[Event]) -> list[Event]:
    return [one for one in events if one.STREAM == "table"]


@cache
def evening(table: str) -> Life:
    return Life(EVENING.commands(table))


@cache
def overnight(table: str) -> Life:
    return Life(OVERNIGHT.commands(table))
