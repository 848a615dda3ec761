"""One writer a property: a second one waits, and one that was passed over cannot write."""

import threading

import pytest

from domain.gaming_day import GamingDay
from services.desk import Desk, DeskClosed
from services.runtime.lease import Lease
from services.store.ledger import Ledger
from tests.support.store.leases import hold_elsewhere
from tests.support.store.playing import buy_in, do, open_table, request


def test_a_free_lease_is_taken_and_given_back(ledger: Ledger) -> None:
    first, second = Lease(ledger.datastore, "desk"), Lease(ledger.datastore, "desk")
    with first.held() as mine:
        assert mine
        assert not second.take()
        assert first.renew()
    assert second.take()
    assert (first.epoch, second.epoch) == (1, 2)
    assert not first.renew()


def test_a_standby_takes_over_when_the_term_is_over(ledger: Ledger) -> None:
    hold_elsewhere(ledger.datastore, "desk", 0.6)
    lease = Lease(ledger.datastore, "desk")
    assert not lease.take()
    with lease.held() as mine:
        assert mine
        assert lease.epoch == 8


def test_the_lease_of_a_process_that_died_here_is_taken_at_once(ledger: Ledger) -> None:
    first, second = Lease(ledger.datastore, "desk"), Lease(ledger.datastore, "desk")
    assert first.take()
    with ledger.datastore.get_connection() as conn:
        conn.execute(
            "UPDATE pitledger_leases SET holder = regexp_replace(holder, '/.*', '/4194305')"
        )
    assert second.take()


def test_standing_by_ends_when_told_to(ledger: Ledger) -> None:
    hold_elsewhere(ledger.datastore, "desk", 60)
    closing = threading.Event()
    threading.Timer(0.3, closing.set).start()
    with Lease(ledger.datastore, "desk").held(closing) as mine:
        assert not mine


def test_a_desk_that_was_passed_over_cannot_write(ledger: Ledger) -> None:
    lease = Lease(ledger.datastore, "desk")
    assert lease.take()
    desk = Desk(ledger, day=GamingDay(), epoch=lease.epoch)
    desk.start()
    do(desk, open_table("PG01"))
    with ledger.datastore.get_connection() as conn:
        conn.execute("UPDATE pitledger_leases SET epoch = epoch + 1")
    with pytest.raises(DeskClosed):
        do(desk, buy_in("PG01"))
    with pytest.raises(DeskClosed):
        desk.submit(request(buy_in("PG01")))
    desk.close()
    assert ledger.head() == 1
