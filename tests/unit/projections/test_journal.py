"""The day's journal: balanced, the trial balance to the cent, and nothing left that was counted."""

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from domain.chart import LEDGER_ACCOUNTS, OVER_SHORT, ChartLine, ChartOfAccounts
from domain.events import Event, Posting
from domain.events.books import DisputeRuled
from domain.messages.events import EVENT_TYPES
from projections.balances import POSTINGS, Balances
from projections.balances.postings import BY_TYPE
from projections.figures import formulas
from projections.figures.sums import add
from projections.projection import folded
from projections.reports import REPORTS, DayBooks, Report
from projections.reports.day_books import Close
from projections.reports.journal import Posted, posted
from projections.sessions import SessionRow, Sessions
from services.offline.play import play_lines
from services.tools.simulator import Floor
from tests.support.projections.real_house import RealHouse
from tests.support.projections.real_steps import corrected, step
from tests.support.projections.told import DAY, NEXT, Told

JOURNAL: Final = REPORTS["journal"]
TRIAL_BALANCE: Final = REPORTS["trial_balance"]
EXAMPLES: Final = Path(__file__).parents[3] / "examples"
REVENUE: Final = ("win", "vigorish", "promotional", "tray_variance", "drop_variance")
LEFT_ON: Final = {"opener_variance": "cage", "tray_variance": "tray", "drop_variance": "drop_box"}


def books_of(events: Sequence[Event], day: str, **more: Any) -> DayBooks:
    balances = folded(Balances(), events).values()
    return DayBooks(
        day=day,
        posting=tuple(folded(Sessions(), events).values()),
        balances=tuple(row for row in balances if row.day == day),
        **more,
    )


def by_day(events: Sequence[Event]) -> list[DayBooks]:
    """The books of every day on which something was posted, or a count showed something."""
    balances = list(folded(Balances(), events).values())
    sessions = tuple(folded(Sessions(), events).values())
    days = {row.day for row in balances} | {one.day for row in sessions for one in row.over_short}
    return [
        DayBooks(
            day=day,
            posting=sessions,
            balances=tuple(row for row in balances if row.day == day),
        )
        for day in sorted(days)
    ]


def ever_posted(events: Sequence[Event]) -> list[Posted]:
    return [one for books in by_day(events) for one in posted(books)]


def lines_of(report: Report, section: str = "lines") -> list[dict[str, Any]]:
    found = next(one for one in report.sections if one.name == section)
    names = [column.name for column in found.columns]
    return [dict(zip(names, row, strict=True)) for row in found.rows]


def told_lines(told: Told, day: str = DAY, **more: Any) -> list[tuple[Any, ...]]:
    found = lines_of(JOURNAL.build(books_of(told.events, day, **more)))
    return [(one["posting"], one["account"], one["debit"] - one["credit"]) for one in found]


def closed(chart: ChartOfAccounts = ChartOfAccounts()) -> Close:  # noqa: B008  it never changes
    return Close(
        event=f"day:{DAY}/1", position=87, recorded=f"{NEXT}T08:00:00Z", by="ann", chart=chart
    )


HOUSES: Final = (
    *(f"floor-{seed}" for seed in (3, 4)),
    *(file.name for file in sorted(EXAMPLES.glob("*.jsonl"))),
    *(f"house-{seed}" for seed in range(6)),
)
"""Simulated floors, examples, and houses whose counts and slips were keyed in wrong."""


@cache
def played(name: str) -> tuple[Event, ...]:
    kind, _, number = name.partition("-")
    if kind == "house":
        house = RealHouse(int(number), lying=0.2)
        for _ in range(60):
            step(house)
        return tuple(house.log)
    if kind == "floor":
        start = datetime(2026, 3, 1, 18, tzinfo=UTC)
        floor = Floor(tables=12, rounds=12, seed=int(number), start=start)
        lines = [json.dumps(command).encode() for command in floor.stream()]
    else:
        told = (EXAMPLES / name).read_bytes().splitlines()
        lines = [line for line in told if b'"command"' in line]
    return tuple(event for event in play_lines(lines) if isinstance(event, Event))


def summed(parts: Iterable[dict[str, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for part in parts:
        total = add(total, part)
    return {account: cents for account, cents in total.items() if cents}


@pytest.mark.parametrize("name", HOUSES)
def test_every_journal_balances_and_is_the_trial_balance_by_table_and_account(
    name: str,
) -> None:
    for books in by_day(played(name)):
        every = posted(books)
        lines = lines_of(JOURNAL.build(books))
        assert sum(one["debit"] for one in lines) == sum(one["credit"] for one in lines)
        assert all((one["debit"] > 0) != (one["credit"] > 0) for one in lines)
        for stream in {one.stream for one in every}:
            own = [one for one in every if one.stream == stream]
            assert sum(one.cents for one in own) == 0
            by_events = [{one.account: one.cents} for one in own if one.why not in OVER_SHORT]
            rows = [row.accounts for row in books.balances if row.key == stream]
            assert summed(by_events) == summed(rows)
        day_line = lines_of(TRIAL_BALANCE.build(books), "day")
        trial = {one["account"]: one["day_debit"] - one["day_credit"] for one in day_line}
        by_events = [{one.account: one.cents} for one in every if one.why not in OVER_SHORT]
        assert summed(by_events) == summed([trial])


@pytest.mark.parametrize("name", HOUSES)
def test_what_was_closed_and_counted_leaves_nothing_in_tray_or_box(
    name: str,
) -> None:
    events = played(name)
    every = ever_posted(events)
    for table, rows in _by_table(events).items():
        own = [one for one in every if one.stream == table]
        left = summed({one.account: one.cents} for one in own)
        assert "bank" not in left
        assert "patrons" not in left
        periods = [period for row in rows for period in row.periods]
        if all(period.upto is not None for period in periods):
            assert "tray" not in left
            if all(box.counted is not None for period in periods for box in period.boxes):
                assert "drop_box" not in left


@pytest.mark.parametrize("name", HOUSES)
def test_revenue_and_variances_come_to_the_win_by_the_count(name: str) -> None:
    events = played(name)
    every = ever_posted(events)
    for table, rows in _by_table(events).items():
        won = [formulas.win(period).value for row in rows for period in row.periods]
        if None in won or any(one.what != "ruling" for row in rows for one in row.late):
            continue
        by_cage = sum(
            event.entries.get("cage", 0)
            for event in events
            if event.key == table and isinstance(event, DisputeRuled)
        )
        revenue = sum(one.cents for one in every if one.stream == table and one.account in REVENUE)
        assert -revenue == sum(filter(None, won)) + by_cage


def _by_table(events: Sequence[Event]) -> dict[str, list[SessionRow]]:
    found: dict[str, list[SessionRow]] = {}
    for row in folded(Sessions(), events).values():
        found.setdefault(row.table, []).append(row)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_what_was_told_wrong_and_put_right_comes_to_nothing(seed: int) -> None:
    """Whether before the audit or after it, and whichever days it was posted to."""
    house = RealHouse(seed, lying=0.3)
    for _ in range(60):
        step(house)
    assert any(one.why in OVER_SHORT for one in ever_posted(house.log))
    for at in house.tables:
        for lie in list(at.lies):
            corrected(at, lie)
    every = ever_posted(house.log)
    for name, account in LEFT_ON.items():
        for table, rows in _by_table(house.log).items():
            own = [one for one in every if one.stream == table and one.why == name]
            ended = all(one.upto is not None for row in rows for one in row.periods)
            if ended or name != "tray_variance":
                assert summed({one.account: one.cents} for one in own) == {}, (name, account)


def test_every_reason_to_post_has_its_memo_and_every_account_its_meaning() -> None:
    posting = {kind for kind in EVENT_TYPES if issubclass(kind, Posting)}
    assert posting == set(BY_TYPE)
    told = {one.why for seed in range(6) for one in ever_posted(played(f"house-{seed}"))}
    assert told <= POSTINGS.keys() | OVER_SHORT.keys()
    assert set(LEFT_ON) == set(OVER_SHORT) <= set(LEDGER_ACCOUNTS)


def test_each_line_says_what_it_is_and_where_it_was_frozen() -> None:
    told = Told()
    told.open()
    told.fill("F-1", 5000)
    report = JOURNAL.build(
        books_of(told.events, DAY, close=closed(ChartOfAccounts(property="royal")))
    )
    first, *_ = lines_of(report)
    assert first == {
        "line": 1,
        "journal": f"royal-{DAY}",
        "code": "tray",
        "name": "Tray",
        "debit": 100_000,
        "credit": 0,
        "account": "tray",
        "stream": "PG01",
        "game": "nj-pai-gow",
        "shift": 1,
        "memo": "Chips from the cage into the tray, opener; PG01, shift 1",
        "posting": "opener",
        "close": f"day:{DAY}/1",
        "position": 87,
    }
    (close,) = lines_of(report, "close")
    assert (close["debit"], close["credit"], close["by"]) == (105_000, 105_000, "ann")


def test_a_short_tray_and_a_drop_that_is_over_are_posted_when_they_are_found() -> None:
    told = Told()
    told.open()
    told.buy(20_000)
    told.close(off=-500)
    told.day = NEXT
    told.drop(20_100, 20_000)
    assert told_lines(told)[-2:] == [
        ("tray_variance", "tray", -500),
        ("tray_variance", "tray_variance", 500),
    ]
    assert told_lines(told, NEXT) == [
        ("drop", "drop_box", -20_100),
        ("drop", "cage", 20_100),
        ("drop_variance", "drop_box", 100),
        ("drop_variance", "drop_variance", -100),
    ]


def test_a_correction_after_the_close_is_posted_to_the_day_that_was_open() -> None:
    told = Told()
    told.open()
    filled = told.fill("F-1", 5000)
    told.close(off=500)
    before = told_lines(told)
    told.day = NEXT
    told.correct(filled, "fill", 5000, 5500)
    assert told_lines(told) == before
    assert told_lines(told, NEXT) == [
        ("corrected_fill", "tray", 500),
        ("corrected_fill", "cage", -500),
        ("tray_variance", "tray", -500),
        ("tray_variance", "tray_variance", 500),
    ]
    told.correct(filled, "fill", 5500, 5400, late=True)
    assert ("late_fill", "tray", -100) in told_lines(told, NEXT)


def test_the_first_line_of_the_chart_that_fits_is_taken() -> None:
    wide = [ChartLine(account=one, code="9000", name="Rest") for one in LEDGER_ACCOUNTS]
    narrow = ChartLine(account="tray", code="1010", name="Tray, fills", posting="fill")
    of_table = ChartLine(account="tray", code="1020", name="Tray of pai gow", table="PG*")
    of_game = ChartLine(account="cage", code="1030", name="Cage, craps", game="nj-craps")
    chart = ChartOfAccounts(property="royal", lines=(narrow, of_table, of_game, *wide))
    told = Told()
    told.open()
    told.fill("F-1", 5000)
    report = JOURNAL.build(books_of(told.events, DAY, close=closed(chart)))
    assert [(one["posting"], one["account"], one["code"]) for one in lines_of(report)] == [
        ("opener", "tray", "1020"),
        ("opener", "cage", "9000"),
        ("fill", "tray", "1010"),
        ("fill", "cage", "9000"),
    ]
    assert [(one["code"], one["debit"], one["credit"]) for one in lines_of(report, "accounts")] == [
        ("1010", 5000, 0),
        ("1020", 100_000, 0),
        ("9000", 0, 105_000),
    ]


@pytest.mark.parametrize("more", [{}, {"close": closed(), "table": "PG01"}])
def test_what_is_no_whole_closed_day_has_no_number(more: dict[str, Any]) -> None:
    told = Told()
    told.open()
    report = JOURNAL.build(books_of(told.events, DAY, **more))
    assert {one["journal"] for one in lines_of(report)} == {None}
    assert report.notes[0].startswith("Not to be posted")


def test_there_is_none_of_a_day_that_is_open() -> None:
    why = JOURNAL.unclosed(DAY, "open")
    assert why is not None
    assert "close it first" in why
    assert JOURNAL.unclosed(DAY, "provisional") is None
    assert TRIAL_BALANCE.unclosed(DAY, "open") is None
