"""A second, empty database for what is built anew."""

import uuid
from collections.abc import Iterator

import psycopg
import pytest

from services.store.database import open_datastore
from services.store.ledger import Ledger


@pytest.fixture
def other_ledger(server: str) -> Iterator[Ledger]:
    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as conn:
        conn.execute(f'CREATE DATABASE "{name}"')
    datastore = open_datastore(server.replace("/postgres?", f"/{name}?"), connections=4)
    made = Ledger(datastore)
    made.create_table()
    yield made
    datastore.close()
