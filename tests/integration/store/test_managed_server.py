"""A server of which the house has no superuser: set up by whoever may make roles and databases."""

import uuid
from collections.abc import Iterator

import pytest

from services.settings import read_settings
from services.storage import open_storage
from services.store.migrations import migrate, shortcomings
from services.store.server import OLDEST
from tests.integration.store.test_rights_listed import block
from tests.support.store.databases import as_role, named
from tests.support.store.servers import other_server
from tests.support.store.two_roles import do_sql


@pytest.fixture(params=["the oldest", "the newest"])
def place(request: pytest.FixtureRequest) -> Iterator[str]:
    """Before 16 whoever makes roles may grant any; since then, those alone that they made."""
    if request.param == "the newest":
        yield request.getfixturevalue("server")
        return
    with other_server(OLDEST) as started:
        yield started.address()


def test_an_administrator_who_is_no_superuser_sets_up_a_house(place: str) -> None:
    name = f"m{uuid.uuid4().hex[:8]}"
    admin, owner, runtime = f"{name}_admin", f"{name}_owner", name
    do_sql(place, f"CREATE ROLE {admin} LOGIN CREATEROLE CREATEDB")
    told = block("GRANT pitledger_owner TO CURRENT_USER").replace("pitledger", name)
    try:
        do_sql(as_role(place, admin), *(one for one in told.split(";\n") if one.strip()))
        database = named(place, name)
        address, serving = as_role(database, owner), as_role(database, runtime)
        migrate(address, runtime)
        assert shortcomings(address, runtime) == []
        with open_storage(read_settings({}, database_url=serving)) as storage:
            assert storage.check() is None
    finally:
        do_sql(place, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        do_sql(place, f"DROP ROLE IF EXISTS {runtime}, {owner}, {admin}")
