"""`recorded` never goes back: within a desk's life, across desks, whatever their clocks do."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from domain.events.table import ChipsBought
from domain.gaming_day import parse_moment, write_moment
from services.desk import CommandRefused, Desk
from services.runtime.lease import Lease
from services.store.appending import ClockBehind
from services.store.batch import Batch, Refusal
from services.store.ledger import Ledger
from tests.support.store.playing import buy_in, do, open_table, running

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Clock:
    """Shows what it is set to."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


@contextmanager
def holding(ledger: Ledger, clock: Callable[[], datetime]) -> Iterator[Desk]:
    """A desk in charge."""
    lease = Lease(ledger.datastore, "desk")
    with lease.held(), running(ledger, epoch=lease.epoch, clock=clock) as desk:
        yield desk


def recorded(ledger: Ledger) -> list[datetime]:
    return [
        parse_moment(msgspec.json.decode(entry.state)["recorded"])
        for entry in ledger.log_after(0, 1000)
    ]


def refusals(ledger: Ledger) -> list[datetime]:
    with ledger.datastore.get_connection() as conn:
        rows = conn.execute("SELECT recorded FROM pitledger_refusals ORDER BY id").fetchall()
    return [parse_moment(row["recorded"]) for row in rows]


def test_a_clock_that_jumps_stands_still_until_it_has_caught_up(ledger: Ledger) -> None:
    clock = Clock(NOON)
    with holding(ledger, clock) as desk:
        do(desk, open_table("PG01"))
        for jump in (HOUR, -2 * HOUR, timedelta(microseconds=1), -HOUR, 3 * HOUR):
            clock.now += jump
            do(desk, buy_in("PG01"))
            with pytest.raises(CommandRefused):
                do(desk, open_table("PG01"))
    ahead = NOON + HOUR
    assert recorded(ledger) == [NOON, *[ahead] * 4, clock.now] == sorted(recorded(ledger))
    assert refusals(ledger) == recorded(ledger)[1:]


def test_the_next_desk_goes_on_from_what_the_last_one_recorded(ledger: Ledger) -> None:
    with holding(ledger, Clock(NOON)) as desk:
        do(desk, open_table("PG01"))
    with holding(ledger, Clock(NOON - HOUR)) as desk:
        event = do(desk, buy_in("PG01"))[0]
        assert (event["recorded"], event["at"]) == (write_moment(NOON),) * 2
    with holding(ledger, Clock(NOON + HOUR)) as desk, pytest.raises(CommandRefused):
        do(desk, open_table("PG01"))
    with holding(ledger, Clock(NOON)) as desk:
        do(desk, buy_in("PG01"))
    assert recorded(ledger) == [NOON, NOON, NOON + HOUR]
    assert refusals(ledger) == [NOON + HOUR]


def batch_at(seq: int, moment: datetime) -> Batch:
    event = ChipsBought(
        key="PG01", seq=seq, table="PG01", seat=1, amount=100, kind="cash",
        entries={"drop_box": 100, "tray": -100}, recorded=write_moment(moment),
    )  # fmt: skip
    batch = Batch()
    batch.expect("PG01", seq - 1, 0)
    batch.add([event], 0)
    return batch


def refused_at(moment: datetime, seq: int) -> Batch:
    batch = Batch()
    batch.expect("PG01", seq, 0)
    batch.refuse(
        Refusal(uuid.uuid4(), "PG01", write_moment(moment), "{}", "rule", "reason", None), 0
    )
    return batch


def test_the_store_turns_away_what_goes_back(ledger: Ledger) -> None:
    """Whole seconds are written shorter: they are compared as times, not as texts."""
    lease = Lease(ledger.datastore, "desk")
    assert lease.take()
    part = timedelta(microseconds=1)
    ledger.append(batch_at(1, NOON), lease.epoch)
    ledger.append(batch_at(2, NOON), lease.epoch)
    for earlier in (batch_at(3, NOON - part), refused_at(NOON - part, 2)):
        with pytest.raises(ClockBehind):
            ledger.append(earlier, lease.epoch)
    ledger.append(batch_at(3, NOON + part), lease.epoch)
    with pytest.raises(ClockBehind):
        ledger.append(batch_at(4, NOON), lease.epoch)
    ledger.append(refused_at(NOON + HOUR, 3), lease.epoch)
    with pytest.raises(ClockBehind):
        ledger.append(batch_at(4, NOON + part), lease.epoch)
    assert ledger.last_recorded() == NOON + HOUR
    assert ledger.head() == 3


def test_a_desk_that_was_turned_away_reads_the_time_again(ledger: Ledger) -> None:
    with holding(ledger, Clock(NOON)) as desk:
        do(desk, open_table("PG01"))
        ledger.append(batch_at(2, NOON + HOUR))  # by one that has no lease
        do(desk, open_table("PG02"))
        do(desk, buy_in("PG01"))
    assert recorded(ledger) == [NOON, *[NOON + HOUR] * 3]


def test_a_text_that_looks_like_it_is_not_taken_for_the_time(ledger: Ledger) -> None:
    tricky = '"recorded":"2199-01-01T00:00:00Z"'
    with holding(ledger, Clock(NOON)) as desk:
        do(desk, open_table("PG01"), buy_in("PG01", actor={"id": tricky, "role": tricky}))
    assert ledger.last_recorded() == NOON


def test_an_empty_store_has_no_time(ledger: Ledger) -> None:
    assert ledger.last_recorded() is None
