"""Connections to the database: how many there are, and whether the server has room for them."""

import threading

from prometheus_client import REGISTRY

from services.runtime.metrics import measure_pool
from services.store.database import connections_of_a_machine
from services.store.ledger import Ledger
from tests.support.processes.waiting import wait_for


def test_a_server_without_room_for_two_machines_is_told(ledger: Ledger) -> None:
    assert ledger.datastore.crowding(6, 2) is None
    told = ledger.datastore.crowding(5000, 2)
    assert told is not None
    assert f"two machines need {2 * connections_of_a_machine(5000, 2)}" in told
    assert "PITLEDGER_POOL" in told


def test_the_pool_is_measured(ledger: Ledger) -> None:
    measure_pool(ledger.datastore.pool_stats)
    with ledger.datastore.get_connection():
        size = REGISTRY.get_sample_value("pitledger_pool_connections")
        free = REGISTRY.get_sample_value("pitledger_pool_free")
        assert size is not None
        assert free is not None
        assert 0 <= free < size
    held, leave = threading.Semaphore(0), threading.Event()

    def hold() -> None:
        with ledger.datastore.get_connection():
            held.release()
            leave.wait(30)

    holders = [threading.Thread(target=hold) for _ in range(int(size) + 1)]
    for one in holders:
        one.start()
    wait_for(lambda: REGISTRY.get_sample_value("pitledger_pool_waiting") == 1, 10)
    leave.set()
    for one in holders:
        one.join()
