"""Houses with an archive beside them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

import pytest

from services.store.database import open_datastore
from services.store.ledger import Ledger
from tests.support.archive.house import House
from tests.support.store.databases import new_database

MakeHouse: TypeAlias = Callable[[], House]


@pytest.fixture(scope="module")
def new_house(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MakeHouse]:
    """An empty one, as often as it is asked for."""
    with ExitStack() as stack:

        def make() -> House:
            url = new_database(server)
            datastore = open_datastore(url, connections=4)
            stack.callback(datastore.close)
            return House(Ledger(datastore), tmp_path_factory.mktemp("archive"), url)

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
