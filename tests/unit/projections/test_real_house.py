"""The books beside a house as it really is: rules, read models and chips agree after every step."""

from collections import Counter

import msgspec
import pytest

from domain.events import Event, encode, topic_of
from domain.events.envelope import Posting
from domain.hosting import Table, evolve
from domain.messages.events import decode
from projections.balances import Balances
from projections.figures import formulas
from projections.figures.reconciliation import TableLine, reconcile
from projections.issues import Issues
from projections.projection import folded
from projections.sessions import SessionRow, Sessions
from projections.sessions.period import Period
from projections.table_days import TableDays
from tests.support.projections.real_house import RealHouse, RealPeriod, RealTable
from tests.support.projections.real_steps import corrected, step

STEPS = 80
AMOUNTS = ("opener", "fills", "credits", "buy_ins", "marker_chips", "marker_cash", "closer")


def _rows(house: RealHouse) -> dict[str, SessionRow]:
    return folded(Sessions(), house.log)


def _days(rows: dict[str, SessionRow]) -> set[str]:
    periods = {period.day for row in rows.values() for period in row.periods}
    return periods | {late.day for row in rows.values() for late in row.late}


def _even(sums: Counter[str]) -> dict[str, int]:
    return {account: cents for account, cents in sums.items() if cents}


def read_models_agree(house: RealHouse, rows: dict[str, SessionRow]) -> None:
    """With what the rules know of each table, with one another, and with what was posted."""
    answers = folded(Issues(), house.log)
    for one in house.tables:
        raised = {
            found.seq: (found.kind, found.amount, found.day)
            for row in rows.values()
            if row.table == one.name
            for found in row.raised
            if f"{one.name}/{found.seq}" not in answers
        }
        kept = one.table.books.exceptions.items()
        assert raised == {seq: (found.kind, found.amount, found.day) for seq, found in kept}
        if one.open:
            running = rows[f"{one.name}-{one.table.session}"].periods[-1]
            assert formulas.expected_closer(running) == one.table.tray
            assert running.variance == one.table.books.variance
    for place, few in folded(TableDays(), house.log).items():
        for short, period in zip(few.periods, rows[place].periods, strict=True):
            assert (short.drop, formulas.win(short)) == (period.drop, formulas.win(period))
            assert (short.win_events, short.vigorish) == (period.win, period.vigorish)


def money_is_kept(house: RealHouse, rows: dict[str, SessionRow]) -> None:
    """What was posted is in the balances of the shifts, and in the days' reconciliations."""
    posted: Counter[str] = Counter()
    for event in house.log:
        if isinstance(event, Posting):
            posted.update(event.entries)
    by_shift: Counter[str] = Counter()
    for balance in folded(Balances(), house.log).values():
        assert sum(balance.accounts.values()) == 0
        by_shift.update(balance.accounts)
    by_day: Counter[str] = Counter()
    for day in _days(rows):
        by_day.update(reconcile(day, rows.values()).trial_balance)
    assert _even(by_shift) == _even(by_day) == _even(posted)


def as_it_is(one: RealTable, rows: dict[str, SessionRow]) -> None:
    """Every period of the table is told as it really was."""
    if one.open:
        assert one.table.tray == one.tray
    for real in one.periods:
        told = rows[f"{one.name}-{real.session}"].periods[real.number - 1]
        _period_as_it_is(told, real)


def _period_as_it_is(told: Period, real: RealPeriod) -> None:
    assert (told.number, told.day, told.win) == (real.number, real.day, real.won)
    for name in AMOUNTS:
        assert getattr(told, name) == getattr(real, name), name
    boxes = [(box.number, box.estimated, box.coupons, box.counted) for box in told.boxes]
    assert boxes == [
        (box.number, box.drop, box.coupons, box.drop if box.counted else None) for box in real.boxes
    ]
    won = formulas.win(told).value
    assert won is None or won == told.win


def replayed(events: list[Event], name: str) -> Table:
    table = Table(name=name)
    for event in events:
        table = evolve(table, decode(topic_of(event), encode(event)))
    return msgspec.json.decode(msgspec.json.encode(table), type=Table)


class Audited:
    """The figures of audited days, which nothing changes afterwards."""

    def __init__(self) -> None:
        self.figures: dict[str, tuple[tuple[TableLine, ...], dict[str, int]]] = {}

    def stay(self, house: RealHouse, rows: dict[str, SessionRow]) -> None:
        for day in _days(rows):
            if day <= house.calendar.audited:
                found = reconcile(day, rows.values())
                figures = (found.tables, found.trial_balance)
                assert self.figures.setdefault(day, figures) == figures


@pytest.mark.parametrize("seed", range(4))
def test_a_house_that_tells_the_truth_finds_no_difference(seed: int) -> None:
    house, audited = RealHouse(seed), Audited()
    for _ in range(STEPS):
        step(house)
        rows = _rows(house)
        read_models_agree(house, rows)
        money_is_kept(house, rows)
        audited.stay(house, rows)
        for one in house.tables:
            # Dice that were corrected are the only thing to be answered for.
            exceptions = one.table.books.exceptions.values()
            assert {found.kind for found in exceptions} <= {"roll_corrected"}
            as_it_is(one, rows)
    for one in house.tables:
        assert replayed(one.events, one.name) == one.table
    assert audited.figures


@pytest.mark.parametrize("seed", range(6))
def test_what_was_told_wrong_and_corrected_is_told_as_it_is(seed: int) -> None:
    """Until a day is audited; from then on its figures stay, and the difference is of its own."""
    house, audited = RealHouse(seed, lying=0.2), Audited()
    for _ in range(STEPS):
        step(house)
        rows = _rows(house)
        read_models_agree(house, rows)
        money_is_kept(house, rows)
        audited.stay(house, rows)
    for one in house.tables:
        for lie in list(one.lies):
            corrected(one, lie)
        assert not one.open or one.table.tray == one.tray
        assert replayed(one.events, one.name) == one.table
    rows = _rows(house)
    read_models_agree(house, rows)
    for day in _days(rows) - audited.figures.keys():
        late = any(one.of_day == day for row in rows.values() for one in row.late)
        assert late or reconcile(day, rows.values()).balanced is not False


@pytest.mark.parametrize("seed", range(100, 104))
def test_without_an_audit_every_period_ends_as_it_was(seed: int) -> None:
    house = RealHouse(seed, lying=0.3, audits=False)
    for _ in range(STEPS):
        step(house)
    for one in house.tables:
        for lie in list(one.lies):
            corrected(one, lie)
        as_it_is(one, _rows(house))
