"""Histories of properties as Spark would hand them to the folds, and what should come of them."""

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache

from domain.events import Event, encode, topic_of
from projections.days import Days
from projections.progressive_days import ProgressiveDays
from projections.projection import folded
from projections.reports import DayBooks
from projections.sessions import SessionRow, Sessions
from projections.slips import Slips
from services.offline.play import play_lines
from services.spark.books import DayReconciled, reconcile_days
from services.spark.streams import FAULT, Found, PropertyEvent, fold_streams
from services.tools.simulator import Floor
from tests.support.projections.real_house import RealHouse
from tests.support.projections.real_steps import step
from tests.support.store.poker import poker_evening


@cache
def lived(seed: int, steps: int = 80) -> tuple[Event, ...]:
    """The log of a house at random: corrections, late ones too, and days that are closed."""
    house = RealHouse(seed, lying=0.2)
    for _ in range(steps):
        step(house)
    return tuple(house.log)


@cache
def simulated() -> tuple[Event, ...]:
    """The log of an evening with tiles, cards and dice, and with a meter."""
    floor = Floor(
        tables=3,
        rounds=4,
        seed=1,
        start=datetime(2026, 3, 1, 18, tzinfo=UTC),
        tables_of={"craps": 1},
    )
    at = "2026-03-02T03:00:00Z"
    commands = [*floor.stream(), *({**told, "at": at} for told in poker_evening("PP01"))]
    played = play_lines(json.dumps(told).encode() for told in commands)
    return tuple(one for one in played if isinstance(one, Event))


def events_of(name: str, log: Sequence[Event]) -> list[PropertyEvent]:
    return [
        PropertyEvent(
            name, event.key, event.seq, position, topic_of(event), encode(event), f"at {position}"
        )
        for position, event in enumerate(log, 1)
    ]


def ordered(events: Iterable[PropertyEvent]) -> list[PropertyEvent]:
    """As Spark's sort hands them over."""
    return sorted(events, key=lambda one: (one.property or "", one.key or "", one.seq or 0))


def reconciled(found: Iterable[Found]) -> list[DayReconciled]:
    """By property, each from its newest day back, as Spark's second sort hands rows over."""
    rows = [one for one in found if one.day is not None]
    rows.sort(key=lambda one: (one.model, one.row))
    rows.sort(key=lambda one: one.day or "", reverse=True)
    rows.sort(key=lambda one: one.property)
    return list(reconcile_days(rows))


def fold_whole(events: Iterable[PropertyEvent]) -> list[Found]:
    found = list(fold_streams(ordered(events)))
    assert [one.doc for one in found if one.model == FAULT] == []
    return found


def faults(events: Iterable[PropertyEvent]) -> list[str]:
    return [one.doc for one in fold_streams(ordered(events)) if one.model == FAULT]


def own_books(log: Sequence[Event], day: str) -> DayBooks:
    """All rows of the house, whatever day they are of: as its own read models have them."""
    return DayBooks(
        day=day,
        sessions=tuple(folded(Sessions(), log).values()),
        meters=tuple(row for row in folded(ProgressiveDays(), log).values() if row.day == day),
        days=tuple(folded(Days(), log).values()),
        slips=tuple(folded(Slips(), log).values()),
    )


def days_of(log: Sequence[Event]) -> set[str]:
    """In whose books anything stands."""
    sessions: Iterable[SessionRow] = folded(Sessions(), log).values()
    found = {late.day for row in sessions for late in row.late}
    for period in (one for row in sessions for one in row.periods):
        found |= {period.day, *period.also}
    return found | set(folded(Days(), log))
