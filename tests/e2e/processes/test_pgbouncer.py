"""A house behind a real pgbouncer: whole where each session is its own, refused where it is not."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.cli.exit_codes import UNUSABLE_DATABASE
from services.store.database import DatabaseAway, DatabaseUnusable, open_datastore
from services.store.ledger import Ledger
from services.store.server import OLDEST
from tests.e2e.processes.test_command_line import pitledger
from tests.integration.store.test_append_only import batch
from tests.support.processes.evening import migrated, played
from tests.support.store.pooler import pooler
from tests.support.store.servers import OtherServer, other_server
from tests.support.store.two_roles import TwoRoles, do_sql, house_of_two

PARTS = re.compile(r"^\| `(?:api|follow|reader)`.*\| (\d+) \|$", re.MULTILINE)


@pytest.fixture(scope="module")
def server() -> Iterator[OtherServer]:
    with other_server(OLDEST) as started:
        yield started


@pytest.fixture
def two(server: OtherServer) -> Iterator[TwoRoles]:
    with house_of_two(server.address()) as house:
        yield house


def test_with_sessions_a_house_plays_an_evening(
    server: OtherServer, two: TwoRoles, data: Path, tmp_path: Path, root: Path
) -> None:
    """And it takes as many connections as docs/database.md says, all of them through it."""
    told = [int(one) for one in PARTS.findall((root / "docs" / "database.md").read_text())]

    def count() -> None:
        ((found,),) = do_sql(
            two.superuser,
            "SELECT count(*) FROM pg_stat_activity WHERE usename ="
            f" '{two.runtime_role}' AND application_name = 'pitledger'",
        )
        assert (found, len(told)) == (sum(told), 3)

    with pooler(server, "session", two) as between:
        behind = two._replace(owner=between.before(two.owner), runtime=between.before(two.runtime))
        house = migrated(behind, tmp_path)
        assert "Balanced to the cent." in played(house, data, count)
        house.call("verify", "--processes=1")
        store = behind.datastore()
        ledger = Ledger(store)
        with ledger.listen() as woken:
            ledger.append(batch(0))
            assert len(list(woken.notifies(timeout=60, stop_after=1))) == 1
        store.close()


@pytest.mark.parametrize("mode", ["transaction", "statement"])
def test_without_sessions_it_is_refused(server: OtherServer, two: TwoRoles, mode: str) -> None:
    two.migrate()
    with pooler(server, mode, two) as between:
        for _ in range(3):
            with pytest.raises(DatabaseUnusable, match="set pool_mode = session"):
                open_datastore(between.before(two.runtime))
    with (
        pooler(server, mode, two, more="server_round_robin = 1") as between,
        pytest.raises(DatabaseUnusable, match="name the server itself by PITLEDGER_OWNER_URL"),
    ):
        open_datastore(between.before(two.owner), access="own")


def test_a_part_ends_with_what_to_do(server: OtherServer, two: TwoRoles) -> None:
    two.migrate()
    with pooler(server, "transaction", two) as between:
        done = pitledger("follow", PITLEDGER_DATABASE_URL=between.before(two.runtime))
    assert done.returncode == UNUSABLE_DATABASE
    assert "a session of its own is needed: set pool_mode = session" in done.stderr


def test_what_a_pooler_refuses_is_named(server: OtherServer, two: TwoRoles) -> None:
    two.migrate()
    with pooler(server, "session", two, size=1, more="query_wait_timeout = 1") as between:
        url = between.before(two.runtime)
        for address, told in {
            f"{url}&options=-cwork_mem%3D64MB": "refused by a pooler: .*options",
            url.replace(two.runtime_role, "nobody_here"): "login refused",
            url.replace("/two_", "/tow_"): "no such database",
        }.items():
            with pytest.raises(DatabaseUnusable, match=told):
                open_datastore(address)
        with pytest.raises(DatabaseAway, match=r"too many connections: .*the pooler's sizes"):
            open_datastore(url)  # which needs two at once here
