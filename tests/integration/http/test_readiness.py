"""Readiness is measured: an empty append through the desk and its epoch, and within two seconds."""

import contextlib
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from services.bootstrap import Service, open_service
from services.desk import Answer, Request
from services.desk.probe import Probing
from services.desk.request import make_probe
from services.http.app import make_app
from services.settings import Settings, read_settings
from services.store.embedded import serving_address, start_embedded, stop_embedded
from services.store.migrations.embedded import make_ready
from tests.support.http.playing import Pit
from tests.support.http.serving import Served, served
from tests.support.processes.waiting import promptly, wait_for
from tests.support.store.databases import log_locked

READY_SECONDS = 2.0


@contextmanager
def own_house(database: str) -> Iterator[Pit]:
    """A house that the test may break."""
    settings = read_settings({}, database_url=database, port=0)
    with open_service(settings) as opened, served(opened.app(), settings) as running:
        yield Pit(running.http, opened)


def desk_says(own: Pit) -> str:
    response = promptly(lambda: own.http.get("/readyz"), READY_SECONDS)
    said: str = response.json()["checks"]["desk"]
    assert said == "ok" or response.status_code == 503
    return said


def rows(database: str) -> list[int]:
    tables = ("events", "commands", "refusals", "snapshots")
    with psycopg.connect(database) as conn:
        return [
            row[0]
            for table in tables
            if (row := conn.execute(f"SELECT count(*) FROM pitledger_{table}").fetchone())
        ]


def test_a_probe_stores_nothing_and_wakes_nobody(database: str) -> None:
    with own_house(database) as own:
        table = own.table()
        table.open()
        before = rows(database)
        with own.house.storage.ledger.listen() as listening:
            for _ in range(3):
                own.house.desk.submit(_probe()).result(10)
            assert desk_says(own) == "ok"
            assert [*listening.notifies(timeout=0.5)] == []
            table.plays_on()
            assert [*listening.notifies(timeout=30, stop_after=1)]
        assert rows(database)[0] > before[0]
        own.house.desk.submit(_probe()).result(10)


def _probe() -> Request:
    return Request(commands=(), ids=(), streams=(), body=b"")


def test_what_a_probe_writes_is_gone_with_its_commit(database: str) -> None:
    with own_house(database) as own, psycopg.connect(database) as conn:
        own.house.desk.submit(_probe()).result(10)
        before = rows(database)
        for _ in range(20):
            own.house.desk.submit(_probe()).result(10)
        assert rows(database) == before
        conn.execute("ANALYZE")
        row = conn.execute(
            "SELECT coalesce(sum(pg_relation_size(oid)), 0) FROM pg_class"
            " WHERE relname = 'pitledger_probe'"
        ).fetchone()
        assert row == (0,)


def test_a_desk_that_was_passed_over_is_not_ready(database: str) -> None:
    with own_house(database) as own, psycopg.connect(database, autocommit=True) as conn:
        assert desk_says(own) == "ok"
        conn.execute("UPDATE pitledger_leases SET epoch = epoch + 1")
        wait_for(lambda: desk_says(own) == "another desk has taken over")


def test_a_store_that_takes_no_writes_is_told(database: str, server: str) -> None:
    name = conninfo_to_dict(database)["dbname"]
    with own_house(database) as own, psycopg.connect(server, autocommit=True) as conn:
        assert desk_says(own) == "ok"
        for setting, said in (("on", "read-only transaction"), ("off", "ok")):
            conn.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {setting}')
            conn.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = %s AND backend_type = 'client backend'",
                (name,),
            )
            wait_for(partial(lambda wanted: wanted in desk_says(own), said))


def test_a_desk_that_hangs_is_told_and_is_ready_again(database: str) -> None:
    with own_house(database) as own:
        with log_locked(database):
            wait_for(lambda: "has not answered for" in desk_says(own))
        wait_for(lambda: desk_says(own) == "ok")


@contextmanager
def small_disk() -> Iterator[Path]:
    """A disk of its own for a cluster, where this machine lets one be made."""
    folder = Path(tempfile.mkdtemp(prefix="pitledger-disk-"))
    try:
        made = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=160m", "tmpfs", str(folder)], check=False
        )
        if made.returncode != 0:
            pytest.skip("this machine lets no disk be made")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "-l", str(folder)], check=True)
    finally:
        folder.rmdir()


def test_a_full_disk_is_told_and_ready_once_there_is_room() -> None:
    with small_disk() as disk:
        database = start_embedded(disk)
        try:
            make_ready(database)
            with own_house(serving_address(database)) as own:
                assert desk_says(own) == "ok"
                with contextlib.suppress(OSError), (disk / "filler").open("wb") as filler:
                    while True:
                        filler.write(bytes(4096))
                        filler.flush()
                wait_for(lambda: "No space left on device" in desk_says(own))
                (disk / "filler").unlink()
                wait_for(lambda: desk_says(own) == "ok")
        finally:
            stop_embedded(disk)


def test_checks_that_hang_are_named_within_two_seconds(house: Service, settings: Settings) -> None:
    flood = threading.Event()
    asked = []

    def hang() -> None:
        asked.append(1)
        flood.wait()

    app = make_app(
        settings=settings,
        desk=house.desk,
        ledger=house.storage.ledger,
        books=house.storage.books,
        checks={"cellar": hang, "attic": hang, "roof": lambda: None},
    )
    app.state.notes = hang
    with served(app, settings) as running:
        for _ in range(3):
            told = _checks(running)
            assert told["roof"] == "ok"
            assert all(told[one].startswith("does not answer") for one in ("cellar", "attic"))
        assert len(asked) == 3  # nobody asks again who has not answered yet
        flood.set()
        wait_for(lambda: set(_checks(running).values()) == {"ok"})


def _checks(running: Served) -> dict[str, str]:
    answer = promptly(lambda: running.http.get("/readyz"), READY_SECONDS)
    told: dict[str, str] = answer.json()["checks"]
    return told


class _Counting:
    """A desk that counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[Request] = []

    def submit(self, request: Request) -> "Future[Answer]":
        self.asked.append(request)
        answer = Future[Answer]()
        answer.set_result(Answer(()))
        return answer


def test_whoever_asks_within_a_second_shares_the_probe() -> None:
    desk = _Counting()
    probing = Probing(lambda: desk.submit(make_probe()))
    assert [probing.trouble() for _ in range(50)] == [None] * 50
    assert len(desk.asked) == 1
    assert desk.asked[0].is_probe
    time.sleep(1.1)
    assert probing.trouble() is None
    assert len(desk.asked) == 2
