"""Folding streams of many properties: each as its own house folds it, or a fault by name."""

from typing import Any

import msgspec
import pytest

from domain.events.table import ChipsBought
from projections.days import Days
from projections.figures.group import TOTALS, game_days
from projections.figures.reconciliation import Reconciliation
from projections.figures.sums import total
from projections.reports import RECONCILIATION
from projections.sessions import SessionRow, Sessions
from services.reports.gathering import PARTS
from services.spark.streams import MODELS, STREAM, PropertyEvent, StreamHead, fold_streams
from tests.support.spark.history import (
    days_of,
    events_of,
    faults,
    fold_whole,
    lived,
    ordered,
    own_books,
    reconciled,
    simulated,
)


def reports(found: list[Any]) -> dict[tuple[str, str], Reconciliation]:
    return {
        (one.property, one.day): msgspec.json.decode(one.report, type=Reconciliation)
        for one in reconciled(found)
    }


def test_what_is_folded_is_what_a_reconciliation_is_made_of() -> None:
    needed = {PARTS[name].model for name in RECONCILIATION.needs} | {Days.name}
    assert {model.name for model in MODELS} == needed


@pytest.mark.parametrize("seed", range(6))
def test_every_day_of_every_property_is_reconciled_as_the_house_does_it(seed: int) -> None:
    """Tables of the same name in two houses; days with late adjustments and closes among them."""
    logs = {"north": lived(seed), "south": lived(seed + 50)}
    found = fold_whole(one for name, log in logs.items() for one in events_of(name, log))
    days = reports(found)
    for name, log in logs.items():
        for day in days_of(log):
            assert days.pop((name, day)) == own_books(log, day).reconciliation(), (name, day)
    assert all(not report.tables for report in days.values())


def test_an_evening_of_every_game_with_a_meter_is_reconciled_as_the_house_does_it() -> None:
    days = reports(fold_whole(events_of("north", simulated())))
    for day in days_of(simulated()):
        report = days["north", day]
        assert report == own_books(simulated(), day).reconciliation()
    assert "progressive_liability" in days["north", "2026-03-01"].trial_balance
    games = {one.game for one in game_days("north", days["north", "2026-03-01"])}
    assert {"nj-pai-gow", "nj-pai-gow-poker", "nj-craps"} <= games


def test_the_houses_lived_through_everything() -> None:
    """Else the test above would show little."""
    rows: list[SessionRow] = []
    statuses: set[str] = set()
    for seed in (*range(6), *range(50, 56)):
        for day in days_of(log := lived(seed)):
            books = own_books(log, day)
            statuses.add(books.status)
        rows += books.sessions
    assert {"open", "provisional", "audited"} <= statuses
    assert any(row.late for row in rows)
    assert any(period.also for row in rows for period in row.periods)
    assert any(len(row.periods) > 2 for row in rows)


def test_a_broken_fold_is_seen() -> None:
    class Forgetful(Sessions):
        """Leaves out what was bought."""

        kinds = Sessions.kinds - {ChipsBought}

    log = lived(1)
    rest = [model for model in MODELS if model is not Sessions]
    found = list(fold_streams(ordered(events_of("north", log)), [Forgetful, *rest]))
    days = reports(found)
    assert any(own_books(log, day).reconciliation() != days["north", day] for day in days_of(log))


def test_what_came_again_is_folded_once() -> None:
    events = events_of("north", lived(2))
    once, again = fold_whole(events), fold_whole(events + events[10:40])
    assert [one for one in again if one.day] == [one for one in once if one.day]
    heads = [msgspec.json.decode(one.doc, type=StreamHead) for one in again if one.model == STREAM]
    assert sum(head.repeated for head in heads) == 30
    assert sum(head.events for head in heads) == len(events) == max(one.position for one in heads)


@pytest.mark.parametrize(("lost", "told"), [(1, "PG01/7 "), (3, "PG01/7 to 9 ")])
def test_a_gap_names_property_stream_and_what_is_missing(lost: int, told: str) -> None:
    events = events_of("north", lived(3)) + events_of("south", lived(4))
    gone = {("north", "PG01", 7 + number) for number in range(lost)}
    left = [one for one in events if (one.property, one.key, one.seq) not in gone]
    [fault] = faults(left)
    assert fault.startswith(f"a gap: north: {told}did not come before {7 + lost} (at ")
    rest = {one.property for one in fold_streams(ordered(left)) if one.model == Sessions.name}
    assert rest == {"north", "south"}


def test_a_stream_that_does_not_begin_at_its_beginning_has_a_gap() -> None:
    events = [one for one in events_of("north", lived(3)) if (one.key, one.seq) != ("PG02", 1)]
    [fault] = faults(events)
    assert fault.startswith("a gap: north: PG02/1 did not come before 2")


def test_two_houses_of_one_name_are_not_mixed() -> None:
    [fault, *_] = faults(events_of("house", lived(3)) + events_of("house", lived(4)))
    assert fault.startswith("house: PG01/1 is told twice, and not alike")
    assert "PITLEDGER_PROPERTY" in fault


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"event": b"{}"}, "north: PG01/5 cannot be read"),
        ({"event": b"\xff"}, "north: PG01/5 cannot be read"),
        ({"kind": "pitledger.Nothing.v1"}, "no event is known as pitledger.Nothing.v1"),
        ({"event": None}, "names no property, stream and seq"),
    ],
)
def test_an_event_that_cannot_be_read_is_named(change: dict[str, Any], told: str) -> None:
    events = events_of("north", lived(3))
    [fault] = faults(spoiled(events, **change))
    assert told in fault


def test_an_event_in_anothers_place_is_named() -> None:
    events = events_of("north", lived(3))
    [other] = [one for one in events if (one.key, one.seq) == ("PG02", 5)]
    [fault] = faults(spoiled(events, event=other.event, kind=other.kind))
    assert "what came as PG01/5 is PG02/5" in fault


def test_an_event_that_a_fold_cannot_take_is_named() -> None:
    """A table whose first event is not its opening, in a stream without a gap."""
    [first, second, *_] = [one for one in events_of("north", lived(3)) if one.key == "PG01"]
    assert second.event is not None
    moved = second._replace(seq=1, event=second.event.replace(b'"seq":2,', b'"seq":1,'))
    [fault] = faults([moved])
    assert fault.startswith("north: sessions cannot take ")
    assert first.event != moved.event


def test_a_text_says_by_itself_what_it_is() -> None:
    events = events_of("north", lived(3))
    told = fold_whole(events)
    assert fold_whole(one._replace(kind=None) for one in events) == told
    assert faults(spoiled(events, kind=None, event=b'{"event":"Nothing","version":3}'))


def test_games_together_are_the_days_totals() -> None:
    log = lived(5)
    for day in days_of(log):
        report = own_books(log, day).reconciliation()
        games = game_days("north", report)
        assert {one.property for one in games} <= {"north"}
        assert sum(one.periods for one in games) == sum(
            line.of_day == day for line in report.tables
        )
        for name in TOTALS:
            assert total(one.totals[name] for one in games) == report.totals[name]


def spoiled(events: list[PropertyEvent], **change: Any) -> list[PropertyEvent]:
    """With the fifth event of a table changed."""
    return [one._replace(**change) if (one.key, one.seq) == ("PG01", 5) else one for one in events]
