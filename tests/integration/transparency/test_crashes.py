"""kill -9 at any moment, two at once, one that wakes up late: nothing is ever signed twice."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random
from typing import Final

import pytest
from psycopg.errors import LockNotAvailable

from services.runtime.lease import Lease
from services.settings import Settings
from services.store.ledger import Ledger
from services.transparency.checkpoints import Checkpoint
from services.transparency.findings import Findings
from services.transparency.keys import load_keys
from services.transparency.notes import read_note
from services.transparency.seal_writer import LEASE, PassedOver, SealWriter
from services.transparency.sealed_log import SealedLog
from services.transparency.tenure import Tenure
from tests.support.store.databases import connect_owner
from tests.support.transparency.sealing import (
    expect_sealed,
    fill,
    newest,
    quick,
    seal_all,
    sealing,
    tiles,
    wait_for,
)

KILLS: Final = 30
SEED: Final = 16


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return quick(tmp_path)


class Observer(threading.Thread):
    """Somebody who keeps every checkpoint that was ever to be seen, here or beside the database."""

    def __init__(self, settings: Settings, ledger: Ledger) -> None:
        super().__init__(daemon=True)
        self._file = settings.data / "seal.checkpoint"
        self._sealed = SealedLog(ledger.datastore)
        self.seen: dict[int, set[str]] = {}
        self.stopping = threading.Event()

    def run(self) -> None:
        while not self.stopping.wait(0.002):
            found = self._sealed.newest()
            notes = [] if found is None else [found.note]
            if self._file.exists():
                notes.append(self._file.read_text())
            for note in notes:
                size = int(read_note(note).text.split("\n")[1])
                self.seen.setdefault(size, set()).add(note)


def test_killed_at_any_moment_it_loses_nothing_and_signs_nothing_twice(
    settings: Settings, ledger: Ledger, database: str
) -> None:
    luck = Random(SEED)
    load_keys(settings, make=True)
    observer = Observer(settings, ledger)
    observer.start()
    command = [sys.executable, "-m", "tests.support.transparency.seal_process"]
    nursery = subprocess.Popen(
        [*command, database, str(settings.data)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with nursery as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(KILLS):
            print(file=process.stdin, flush=True)
            child = int(process.stdout.readline())
            for _ in range(luck.randint(1, 20)):
                fill(ledger, luck.randint(1, 300))
                threading.Event().wait(luck.uniform(0, 0.02))
            os.kill(child, signal.SIGKILL)
        process.stdin.close()
    observer.stopping.set()
    observer.join()
    seal_all(settings, ledger)
    found = {sealed.size: sealed.note for sealed in expect_sealed(settings, ledger)}
    assert max(found) == ledger.head()
    assert len(found) > 2
    assert observer.seen
    for size, notes in observer.seen.items():
        assert notes == {found[size]}
    assert Findings(ledger.datastore).open() == []


def test_a_second_one_stands_by_and_takes_over(settings: Settings, ledger: Ledger) -> None:
    fill(ledger, 300)
    with sealing(settings, ledger) as first:
        first.catch_up()
        with sealing(settings, ledger) as second:
            wait_for(lambda: second.trouble() is None)
            assert (first.duties(), second.duties()) == (["seal"], [])
            first.close()
            wait_for(lambda: second.duties() == ["seal"])
            fill(ledger, 300)
            second.catch_up()
    assert expect_sealed(settings, ledger)[-1].size == 600


def take_lease(ledger: Ledger) -> int:
    """As another machine does when the term is over."""
    with ledger.datastore.get_connection() as conn:
        conn.execute("UPDATE pitledger_leases SET until = now() - interval '1 second'")
    lease = Lease(ledger.datastore, LEASE)
    assert lease.take()
    assert lease.epoch is not None
    return lease.epoch


def test_one_that_wakes_up_late_writes_nothing(settings: Settings, ledger: Ledger) -> None:
    fill(ledger, 300)
    early = Tenure(settings, ledger, take_lease(ledger))
    early.turn()
    fill(ledger, 300)
    epoch = take_lease(ledger)
    time.sleep(2 * settings.seal_seconds)  # the next checkpoint is due
    with pytest.raises(PassedOver, match="lease has passed"):
        early.turn()
    with pytest.raises(PassedOver, match="lease has passed"):
        early.finish()
    assert newest(ledger).size == 300
    late = Tenure(settings, ledger, epoch)
    late.turn()
    with pytest.raises(PassedOver, match="another process has signed"):
        early.turn()
    assert expect_sealed(settings, ledger)[-1].size == 600
    assert Findings(ledger.datastore).open() == []


def test_nobody_takes_the_lease_while_a_checkpoint_is_written(ledger: Ledger) -> None:
    writer = SealWriter(ledger.datastore, take_lease(ledger))
    query = "SELECT FROM pitledger_leases WHERE name = %s FOR NO KEY UPDATE NOWAIT"
    with connect_owner(ledger) as other:
        with writer._fenced(), pytest.raises(LockNotAvailable):
            other.execute(query, (LEASE,))
        assert other.execute(query, (LEASE,)).fetchone() is not None


def test_nobody_signs_onto_another_checkpoint_than_the_newest(
    settings: Settings, ledger: Ledger
) -> None:
    fill(ledger, 10)
    epoch = take_lease(ledger)
    Tenure(settings, ledger, epoch).turn()
    [key] = load_keys(settings)
    other = Checkpoint(settings.log_origin(), 11, b"\1" * 32)
    writer = SealWriter(ledger.datastore, epoch)
    for previous in (-1, 9, 11):
        with pytest.raises(PassedOver):
            writer.seal({(0, 7): b"\2" * 32}, other, other.signed(key), previous)
    assert SealedLog(ledger.datastore).tiles(0, 7, 1) == {}
    assert newest(ledger).size == 10


def test_what_stands_beyond_the_signed_tree_is_cut_off(settings: Settings, ledger: Ledger) -> None:
    """However it came there: nobody has signed it."""
    fill(ledger, 600)
    before = seal_all(settings, ledger)
    kept = tiles(ledger)
    with ledger.datastore.get_connection() as conn:
        conn.execute(
            "UPDATE pitledger_tiles SET hashes = hashes || hashes WHERE octet_length(hashes) < 4096"
        )
        conn.execute("INSERT INTO pitledger_tiles VALUES (0, 3, 'x'), (1, 1, 'x'), (2, 0, 'x')")
    with sealing(settings, ledger) as sealer:
        wait_for(lambda: tiles(ledger) == kept)
        fill(ledger, 1)
        sealer.catch_up()
    assert before.size == 600
    expect_sealed(settings, ledger)
    assert Findings(ledger.datastore).open() == []


def test_it_waits_for_a_store_that_is_away(settings: Settings, ledger: Ledger) -> None:
    """A broken connection costs a try, no more."""
    with sealing(settings, ledger) as sealer:
        sealer.catch_up()
        for _ in range(3):
            with ledger.datastore.get_connection() as conn:
                conn.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                    " AND backend_type = 'client backend'"
                )
            fill(ledger, 100)
            sealer.catch_up()
        wait_for(lambda: sealer.trouble() is None)
    assert expect_sealed(settings, ledger)[-1].size == 300
