"""Meters at the real desk: a table and its meter change together, whoever else plays."""

import threading
import uuid
from collections.abc import Callable
from concurrent.futures import Future
from itertools import pairwise
from typing import Any, Final

import pytest

from domain.events import Event
from domain.events.meter import MeterEvent
from domain.gaming_day import GamingDay
from domain.messages.events import decode
from domain.meter.state import Meter
from services.desk import Answer, CommandRefused, Desk
from services.store.batch import Batch, Outcome
from services.store.database import Datastore, StoreUnavailable
from services.store.ledger import Ledger
from services.store.streams import SNAPSHOT_EVERY, load_stream, load_table
from tests.support.domain.given import account_totals
from tests.support.store.appending import Disturbed
from tests.support.store.playing import do, read, request, running
from tests.support.store.poker import PAYS_ALL, PAYS_NOTHING, close, open_poker, settle, to_settle

TABLES: Final = ("PP01", "PP02", "PP03", "PP04")
METER: Final = "meter:M1"
KINDS: Final = ("MeterOpened", "MeterContributed", "MeterReset", "MeterPaid")


def meter_of(ledger: Ledger) -> Meter:
    meter = load_stream(ledger, METER)
    assert isinstance(meter, Meter)
    return meter


def logged(ledger: Ledger) -> list[Event]:
    return [decode(entry.topic, entry.state) for entry in ledger.log_after(0, 10**6)]


def expect_sound(ledger: Ledger) -> None:
    """Every stream gapless; the meter what was put onto it; all accounts even."""
    events = logged(ledger)
    for key in {event.key for event in events}:
        seqs = [event.seq for event in events if event.key == key]
        assert seqs == list(range(1, len(seqs) + 1)), key
    moved = [event for event in events if isinstance(event, MeterEvent)]
    for before, event in pairwise(moved):
        assert event.before == before.after
    totals = account_totals(tuple(events))
    assert sum(totals.values()) == 0
    assert totals["progressive_liability"] == -moved[-1].after == -meter_of(ledger).amount


def paid_of(events: list[dict[str, Any]]) -> int:
    amounts = [event["paid"] for event in events if event["event"] == "ProgressivePaid"]
    return int(sum(amounts))


def names(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]


def test_an_answer_carries_the_meters_events_in_their_order(ledger: Ledger) -> None:
    with running(ledger) as desk:
        assert names(do(desk, open_poker("PP01"))) == ["TableOpened", "MeterOpened"]
        do(desk, *to_settle("PP01"))
        events = do(desk, settle("PP01"))
    assert names(events) == [
        *("WagerSettled", "VigorishTaken", "MeterPaid", "MeterReset", "ProgressivePaid"),
        "RoundClosed",
    ]
    keys = [event["key"] for event in events]
    assert keys == ["PP01", "PP01", METER, METER, "PP01", "PP01"]
    expect_sound(ledger)


def test_a_repeated_command_is_answered_with_both_streams_events(ledger: Ledger) -> None:
    once = settle("PP01", command_id=str(uuid.uuid4()))
    with running(ledger) as desk:
        do(desk, open_poker("PP01"), *to_settle("PP01"))
        first = desk.submit(request(once)).result(10)
        do(desk, *to_settle("PP01", PAYS_NOTHING))
        assert desk.submit(request(once)).result(10) == first
    with running(ledger) as desk:
        assert desk.submit(request(once)).result(10) == first
    assert len(first.events) == 6
    expect_sound(ledger)


def test_a_refused_settlement_leaves_table_and_meter_alone(ledger: Ledger) -> None:
    with running(ledger) as desk:
        do(desk, open_poker("PP01"), *to_settle("PP01"))
        head = ledger.head()
        with pytest.raises(CommandRefused) as refused:
            do(desk, {"command": "settle", "table": "PP01"})
        assert refused.value.refusal.rule == "19:47-11.14(c)3"
        assert ledger.head() == head
        assert do(desk, settle("PP01"))[-1]["event"] == "RoundClosed"


def test_a_list_that_fails_later_moves_no_meter(ledger: Ledger) -> None:
    with running(ledger) as desk:
        do(desk, open_poker("PP01"))
        with pytest.raises(CommandRefused):
            do(desk, *to_settle("PP01"), settle("PP01"), settle("PP01"))
        assert meter_of(ledger).amount == 1_000_000
        do(desk, *to_settle("PP01"), settle("PP01"))
    expect_sound(ledger)


def test_a_table_on_other_terms_is_refused_also_after_a_restart(ledger: Ledger) -> None:
    with running(ledger) as desk:
        do(desk, open_poker("PP01"))
    for _ in range(2):
        with running(ledger) as desk:
            with pytest.raises(CommandRefused) as refused:
                do(desk, open_poker("PP02", rate_bp=2200))
            assert refused.value.refusal.rule == "control:meter-terms"
            do(desk, open_poker("PP03"), close("PP03"))


def test_two_first_tables_in_one_batch_open_the_meter_once(ledger: Ledger) -> None:
    desk = Desk(ledger, day=GamingDay())
    answers = [
        desk.submit(request(open_poker("PP01"))),
        desk.submit(request(open_poker("PP02", reset=1_000_000))),
        desk.submit(request(open_poker("PP03"))),
    ]
    desk.start()  # all of them wait, so all of them are one batch
    told = [answer.exception(10) for answer in answers]
    desk.close()
    assert [error is None for error in told] == [True, False, True]
    assert names(read(answers[2].result())) == ["TableOpened"]
    expect_sound(ledger)


def test_of_two_tables_that_pay_at_once_one_takes_the_meter_the_other_its_reset(
    ledger: Ledger,
) -> None:
    with running(ledger) as desk:
        for table in TABLES:
            do(desk, open_poker(table), *to_settle(table))
    full = meter_of(ledger).amount
    desk = Desk(ledger, day=GamingDay())
    answers = [desk.submit(request(settle(table))) for table in TABLES]
    desk.start()
    paid = [paid_of(read(answer.result(10))) for answer in answers]
    desk.close()
    assert paid == [full, 1_500_000, 1_500_000, 1_500_000]
    expect_sound(ledger)


@pytest.mark.parametrize("desks", [1, 2])
def test_many_callers_at_four_tables_leave_one_meter_sound(ledger: Ledger, desks: int) -> None:
    """With two desks, which a property should not have, each decides again on what is stored."""
    writers = [Desk(ledger, day=GamingDay(), batch_size=8) for _ in range(desks)]
    for writer in writers:
        writer.start()
    done: dict[str, int] = dict.fromkeys(TABLES, 0)
    failures: list[BaseException] = []

    def play(at: int, table: str) -> None:
        writer = writers[at % desks]
        try:
            until_taken(writer, open_poker(table))
            for number in range(8):
                hand = PAYS_ALL if (number + at) % 3 == 0 else PAYS_NOTHING
                events = until_taken(writer, *to_settle(table, hand), settle(table))
                done[table] += paid_of(events)
        except BaseException as error:  # noqa: BLE001  told to the test's own thread
            failures.append(error)

    players = [threading.Thread(target=play, args=one) for one in enumerate(TABLES)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    for writer in writers:
        writer.close()
    assert not failures
    expect_sound(ledger)
    moved = [event for event in logged(ledger) if isinstance(event, MeterEvent)]
    by_kind = {kind: [one for one in moved if type(one).__name__ == kind] for kind in KINDS}
    assert len(by_kind["MeterOpened"]) == 1
    assert len(by_kind["MeterContributed"]) == 8 * len(TABLES)
    assert len(by_kind["MeterReset"]) == len(by_kind["MeterPaid"]) > 8
    assert sum(one.amount for one in by_kind["MeterPaid"]) == sum(done.values())
    assert all(load_table(ledger, table).rounds == 8 for table in TABLES)


def until_taken(desk: Desk, *commands: dict[str, Any]) -> list[dict[str, Any]]:
    """Asked again where the streams kept moving under another desk: nothing was done then."""
    for _ in range(50):
        try:
            return read(desk.submit(request(*commands)).result(30))
        except StoreUnavailable:
            continue
    raise AssertionError("never taken")


def test_a_stale_meter_makes_the_table_decide_again(ledger: Ledger) -> None:
    """The table is where the desk thinks it is; the meter has been paid out by another desk."""
    with running(ledger) as one, running(ledger) as other:
        do(one, open_poker("PP01"), *to_settle("PP01"))
        do(other, open_poker("PP02"), *to_settle("PP02"))
        assert paid_of(do(one, settle("PP01"))) == 1_000_042
        assert paid_of(do(other, settle("PP02"))) == 1_500_000
    expect_sound(ledger)


def test_a_conflict_at_the_meter_undoes_all_its_tables_and_no_neighbour(ledger: Ledger) -> None:
    with running(ledger) as other:
        do(other, open_poker("PP01"), *to_settle("PP01"))
        do(other, open_poker("PP02"), *to_settle("PP02"))
        do(other, open_poker("PP09", meter="M9"), *to_settle("PP09"))
        seen = Sly(ledger.datastore, lambda: do(other, settle("PP01")))
        desk = Desk(seen, day=GamingDay())
        answers = [desk.submit(request(settle(table))) for table in ("PP02", "PP09")]
        desk.start()
        paid = [paid_of(read(answer.result(10))) for answer in answers]
        desk.close()
    assert paid == [1_500_000, 1_000_021]
    assert seen.stale == [1]
    expect_sound_meter(ledger)


def expect_sound_meter(ledger: Ledger) -> None:
    moved = [event for event in logged(ledger) if event.key == METER]
    assert [event.seq for event in moved] == list(range(1, len(moved) + 1))


class Sly(Disturbed):
    """Just before the first commit somebody else writes."""

    def __init__(self, datastore: Datastore, write: Callable[[], object]) -> None:
        super().__init__(datastore)
        self._write: Callable[[], object] | None = write
        self.stale: list[int] = []

    def append(self, batch: Batch, epoch: int | None = None) -> Outcome:
        write, self._write = self._write, None
        if write is not None:
            write()
        outcome = super().append(batch, epoch)
        if outcome.stale_units:
            self.stale.append(len(outcome.stale_units))
        return outcome


class Flaky(Disturbed):
    """A store whose connection breaks after the commit, before the answer."""

    broken = 3

    def append(self, batch: Batch, epoch: int | None = None) -> Outcome:
        outcome = super().append(batch, epoch)
        self.broken -= 1
        if self.broken >= 0:
            raise StoreUnavailable("the answer was lost on its way")
        return outcome


def test_what_was_committed_unanswered_is_not_paid_twice(ledger: Ledger) -> None:
    with running(ledger) as desk:
        for table in TABLES:
            do(desk, open_poker(table), *to_settle(table))
    flaky = Flaky(ledger.datastore)
    desk = Desk(flaky, day=GamingDay(), batch_size=2)
    answers: list[Future[Answer]] = [desk.submit(request(settle(table))) for table in TABLES]
    desk.start()
    paid = [paid_of(read(answer.result(30))) for answer in answers]
    desk.close()
    assert sorted(paid) == [1_000_084, 1_500_000, 1_500_000, 1_500_000]
    moved = [event for event in logged(ledger) if type(event).__name__ == "MeterPaid"]
    assert len(moved) == len(TABLES)
    expect_sound(ledger)


def test_a_meter_is_loaded_from_its_snapshot_as_from_all_its_events(ledger: Ledger) -> None:
    rounds = SNAPSHOT_EVERY // 6 + 2
    seats = [1, 2, 3, 4, 5, 6]
    with running(ledger) as desk:
        do(desk, open_poker("PP01"))
        for _ in range(rounds):
            do(desk, *locked_and_void("PP01", seats))
    (snapshot,) = ledger.snapshots.select_events(METER, desc=True, limit=1)
    assert snapshot.originator_version >= SNAPSHOT_EVERY
    with_snapshot = meter_of(ledger)
    with ledger.datastore.get_connection() as conn:
        conn.execute("DELETE FROM pitledger_snapshots")
    assert meter_of(ledger) == with_snapshot
    assert with_snapshot.amount == 1_000_000 + 21 * 6 * rounds
    with running(ledger) as desk:
        do(desk, *to_settle("PP01"))
        assert paid_of(do(desk, settle("PP01"))) == with_snapshot.amount + 21


def locked_and_void(table: str, seats: list[int]) -> list[dict[str, Any]]:
    """The shortest round that puts something onto the meter."""
    wagers = [
        {"command": "place_wager", "table": table, "seat": seat, "wager": name, "amount": amount}
        for seat in seats
        for name, amount in (("pai_gow", 2500), ("progressive", 100))
    ]
    return [
        {"command": "open_round", "table": table},
        *wagers,
        {"command": "no_more_bets", "table": table},
        {"command": "void_round", "table": table, "reason": "cards fell", "supervisor": "fp1"},
    ]
