"""Houses with an archive beside them."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

import psycopg
import pytest

from services.store.database import open_datastore
from services.store.ledger import Ledger
from tests.support.archive.house import House

MakeHouse: TypeAlias = Callable[[], House]


def new_database(server: str) -> str:
    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as conn:
        conn.execute(f'CREATE DATABASE "{name}"')
    return server.replace("/postgres?", f"/{name}?")


@pytest.fixture(scope="module")
def new_house(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MakeHouse]:
    """An empty one, as often as it is asked for."""
    with ExitStack() as stack:

        def make() -> House:
            url = new_database(server)
            datastore = open_datastore(url, connections=4)
            stack.callback(datastore.close)
            ledger = Ledger(datastore)
            ledger.create_table()
            return House(ledger, tmp_path_factory.mktemp("archive"), url)

        yield make


@pytest.fixture(scope="module")
def played(new_house: MakeHouse) -> House:
    """Four audited evenings in the archive, all of them still in the database."""
    house = new_house()
    house.play(4)
    house.project()
    house.archive()
    return house


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "elsewhere"
