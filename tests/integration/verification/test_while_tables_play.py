"""Verifying reads alone, and neither waits for the tables nor is misled by what they add."""

import threading

from services.store.ledger import Ledger
from tests.support.store.playing import buy_in, do, open_table, running
from tests.support.transparency.at_once import seal
from tests.support.verifying import House


def test_what_is_played_and_sealed_meanwhile_is_no_fault(ledger: Ledger, database: str) -> None:
    house, over = House(database), threading.Event()
    with running(ledger) as desk:
        do(desk, open_table("PG01"))
        seal(ledger)

        def play() -> None:
            while not over.is_set():
                do(desk, buy_in("PG01"))
                seal(ledger)

        playing = threading.Thread(target=play)
        playing.start()
        try:
            only = ("--only", "tree,streams,money,settlements")
            verdicts = [house.verify(*only) for _ in range(5)]
        finally:
            over.set()
            playing.join()
    assert [(one.code, one.said["first_bad"]) for one in verdicts] == [(0, None)] * 5
    assert verdicts[-1].said["head"] > verdicts[0].said["head"]
    assert house.verify(*only).said["unsealed"] == 0


def test_nothing_is_written(house: House) -> None:
    """The server itself would refuse it."""
    before = house.found(
        "SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) AS n FROM pg_stat_user_tables"
    )
    assert house.verify().code == 0
    house.tamper("SELECT pg_stat_force_next_flush()")
    after = house.found(
        "SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) AS n FROM pg_stat_user_tables"
    )
    assert after == before
