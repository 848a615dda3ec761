"""Servers that tests start are gone afterwards, however they were left."""

from pathlib import Path

import psycopg

from services.store.cluster import Cluster
from tests.support.processes.database import OwnDatabase
from tests.support.processes.postmaster import family, postmaster
from tests.support.processes.waiting import is_gone
from tests.support.shared import new_data_folder


def test_a_halted_server_is_killed_with_all_its_processes(data: Path) -> None:
    database = OwnDatabase(data)
    with psycopg.connect(database.url):
        everybody = family(postmaster(data))
        database.freeze()
        database.kill()
    assert len(everybody) > 2
    assert all(map(is_gone, everybody))


def test_a_server_ends_with_its_folder() -> None:
    with new_data_folder() as data:
        Cluster(data / "postgres").start(make=True)
        everybody = family(postmaster(data))
    assert len(everybody) > 2
    assert all(map(is_gone, everybody))
