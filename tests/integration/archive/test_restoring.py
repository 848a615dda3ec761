"""A database made again from its archive: the same to the byte, and proved to be."""

import shutil
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from typer.testing import CliRunner, Result

from projections import all_projections
from services.archive.object_store import ObjectStore
from services.archive.proving import NotProved
from services.archive.restore import Restore, Restored, Sources
from services.archive.restoring import CannotRestore
from services.archive.walking import WholeArchive
from services.cli.main import app
from services.desk import OtherBody
from services.queries import Queries
from services.runtime.lease import Lease
from services.storage import open_storage, open_storage_to_read
from services.store.database import DatabaseUnusable
from services.store.ledger import Ledger
from services.store.streams import load_tables, snapshot_heads
from services.transparency.notes import SigningKey
from services.transparency.sealed_log import SealedLog
from tests.integration.archive.conftest import MakeHouse
from tests.support.archive.house import House
from tests.support.store.databases import new_database, owner_of
from tests.support.store.playing import buy_in, do, open_table, request, running
from tests.support.transparency.at_once import KEY, seal


def log_of(ledger: Ledger) -> list[tuple[Any, ...]]:
    """Every column of every event."""
    query = (
        "SELECT notification_id, originator_id, originator_version, topic, state, round"
        " FROM pitledger_events ORDER BY notification_id"
    )
    return rows(ledger, query)


def rows(ledger: Ledger, query: str) -> list[tuple[Any, ...]]:
    with ledger.datastore.get_connection() as conn:
        return [tuple(row.values()) for row in conn.execute(query.encode()).fetchall()]


COMMANDS = "SELECT command_id, first_id, last_id FROM pitledger_commands ORDER BY 1"
CHECKPOINTS = "SELECT size, root, note, cosignatures, signed FROM pitledger_checkpoints ORDER BY 1"
TILES = "SELECT level, tile, hashes FROM pitledger_tiles ORDER BY 1, 2"


def restored(house: House, sources: Sources, **more: Any) -> Restored:
    with house.owner() as owner:
        restoring = Restore(house.ledger, owner, sources)
        restoring.load()
        return restoring.prove(**more)


def from_archive(store: ObjectStore, **more: Any) -> Sources:
    return Sources(archive=WholeArchive(store), url=store.url, **more)


@pytest.fixture
def empty(new_house: MakeHouse) -> House:
    return new_house()


def test_it_is_the_same_in_every_column(played: House, empty: House) -> None:
    done = restored(empty, from_archive(played.store, keys=(KEY.verifier,)))
    assert (done.events, done.checkpoints, done.missing) == (played.ledger.head(), 1, 0)
    assert log_of(empty.ledger) == log_of(played.ledger)
    for table in (COMMANDS, CHECKPOINTS, TILES):
        assert rows(empty.ledger, table) == rows(played.ledger, table)
    assert done.commands == len(rows(played.ledger, COMMANDS))
    assert load_tables(empty.ledger) == load_tables(played.ledger)
    assert snapshot_heads(empty.ledger) == empty.ledger.stream_heads()


def test_read_models_fold_themselves_anew(played: House, empty: House) -> None:
    restored(empty, from_archive(played.store))
    empty.project()
    books, before = Queries(empty.ledger.datastore), Queries(played.ledger.datastore)
    for model in all_projections():
        assert books.rows.find(model) == before.rows.find(model)


def test_what_was_taken_out_of_the_database_comes_back(new_house: MakeHouse, empty: House) -> None:
    house = new_house()
    house.play(2)
    house.project()
    house.archive()
    log = log_of(house.ledger)
    house.prune("2026-03-03")
    assert len(log_of(house.ledger)) < len(log)
    restored(empty, from_archive(house.store))
    assert log_of(empty.ledger) == log


def test_play_goes_on_and_a_repeated_command_is_answered_as_the_first_time(
    new_house: MakeHouse, empty: House
) -> None:
    house, mine = new_house(), "6f1f0d5e-0000-4000-8000-000000000002"
    with running(house.ledger) as desk:
        do(desk, open_table("PG01"), buy_in("PG01"))
        (first,) = do(desk, buy_in("PG01", command_id=mine))
    house.archive()
    restored(empty, from_archive(house.store))
    (claim,) = empty.ledger.claims([UUID(mine)])
    assert (claim.first, claim.last) == (3, 3)
    with running(empty.ledger) as desk:
        assert do(desk, buy_in("PG01", command_id=mine)) == [first]
        # What was asked is not in the log: whatever comes under the id is taken for it.
        assert do(desk, buy_in("PG01", 500, command_id=mine)) == [first]
        (following,) = do(desk, buy_in("PG01", command_id=str(UUID(int=7))))
        assert following["seq"] == 4
        with pytest.raises(OtherBody):
            do(desk, buy_in("PG01", 500, command_id=str(UUID(int=7))))
    assert seal(empty.ledger).size == 4


def test_a_list_that_is_repeated_is_answered_whole(new_house: MakeHouse, empty: House) -> None:
    house = new_house()
    told = [open_table("PG01"), *(buy_in("PG01", command_id=str(UUID(int=n))) for n in range(1, 4))]
    told[0]["command_id"] = str(UUID(int=9))
    with running(house.ledger) as desk:
        first = do(desk, *told)
    house.archive()
    restored(empty, from_archive(house.store))
    with running(empty.ledger) as desk:
        assert do(desk, *told) == first
        assert len(desk.submit(request(*told)).result(10).events) == 4


def test_only_an_empty_database_is_restored_into(played: House, new_house: MakeHouse) -> None:
    house = new_house()
    with running(house.ledger) as desk:
        do(desk, open_table("PG01"))
    with pytest.raises(CannotRestore, match="has a log of 1 events: restore into an empty one"):
        restored(house, from_archive(played.store))
    assert house.ledger.head() == 1


class Ended(Exception):
    """In the middle of it."""


def ending_after(times: int) -> Any:
    left = iter(range(times))

    def count(_: int) -> None:
        if next(left, None) is None:
            raise Ended

    return count


def test_one_that_was_ended_goes_on_and_serves_nobody_before(played: House, empty: House) -> None:
    sources = from_archive(played.store)
    with empty.owner() as owner:
        restoring = Restore(empty.ledger, owner, sources)
        with pytest.raises(Ended):
            restoring.load(ending_after(1))
        assert 0 < empty.ledger.head() < played.ledger.head()
        for opening in (open_storage, open_storage_to_read):
            with (
                pytest.raises(DatabaseUnusable, match=f"a restore from {played.store.url} was beg"),
                opening(empty.settings),
            ):
                pass
        with pytest.raises(CannotRestore, match="go on with that one"):
            Restore(empty.ledger, owner, Sources(url="elsewhere", archive=sources.archive)).load()
        restoring.load()
        with pytest.raises(Ended):
            restoring.prove(ending_after(0))
        Restore(empty.ledger, owner, sources).load()
        assert Restore(empty.ledger, owner, sources).prove().events == played.ledger.head()
    assert log_of(empty.ledger) == log_of(played.ledger)
    assert rows(empty.ledger, COMMANDS) == rows(played.ledger, COMMANDS)
    with open_storage(empty.settings):
        pass


def test_a_checkpoint_kept_aside_must_hold(
    played: House, new_house: MakeHouse, tmp_path: Path
) -> None:
    sealed = SealedLog(played.ledger.datastore).newest()
    assert sealed is not None
    house = new_house()
    assert restored(house, from_archive(played.store, checkpoints=(sealed,))).checkpoints == 1
    other = sealed._replace(root=bytes(32))
    with pytest.raises(NotProved, match="says something else in its note"):
        restored(new_house(), from_archive(played.store, checkpoints=(other,)))
    stranger = SigningKey("pitledger/house", bytes(32)).verifier
    with pytest.raises(NotProved, match="is not signed by"):
        restored(new_house(), from_archive(played.store, keys=(stranger,)))


def test_what_was_signed_and_is_not_there_is_told(new_house: MakeHouse, folder: Path) -> None:
    house = new_house()
    with running(house.ledger) as desk:
        do(desk, open_table("PG01"))
        house.archive()
        shutil.copytree(house.folder, folder)
        do(desk, buy_in("PG01"), buy_in("PG01"))
        house.archive()
    sealed = SealedLog(house.ledger.datastore).newest()
    assert sealed is not None
    short, again = from_archive(ObjectStore(str(folder)), checkpoints=(sealed,)), new_house()
    with pytest.raises(CannotRestore, match="ends with event 1, and 2 more were signed"):
        restored(again, short)
    with pytest.raises(DatabaseUnusable), open_storage(again.settings):
        pass
    assert restored(again, short, accept_loss=True).missing == 2
    assert [size for size, *_ in rows(again.ledger, CHECKPOINTS)] == [1]


class TestCommandLine:
    """As typed."""

    @pytest.fixture
    def url(self, server: str) -> str:
        return new_database(server)

    def call(self, url: str, *arguments: str) -> Result:
        environment = {"PITLEDGER_DATABASE_URL": url, "PITLEDGER_OWNER_URL": owner_of(url)}
        return CliRunner().invoke(app, ["restore", *arguments], env=environment)

    def test_it_says_what_it_made(self, played: House, url: str, tmp_path: Path) -> None:
        sealed = SealedLog(played.ledger.datastore).newest()
        assert sealed is not None
        kept = tmp_path / "checkpoint"
        kept.write_text(sealed.published())
        told = ["--from", played.store.url, "--checkpoint", str(kept)]
        done = self.call(url, *told, "--key", str(KEY.verifier))
        assert done.exit_code == 0, done.output
        assert f"restored {played.ledger.head()} events" in done.stdout
        assert "1 checkpoints hold (signatures checked)" in done.stdout
        again = self.call(url, *told)
        assert again.exit_code == 1
        assert "restore into an empty one" in again.stderr

    def test_what_cannot_be_is_one_line(self, played: House, url: str, tmp_path: Path) -> None:
        (tmp_path / "wrong").write_text("no note")
        for arguments, said in (
            ((), "say where from"),
            (("--from", str(tmp_path / "nothing")), "there is no archive in"),
            (("--from-topic",), "PITLEDGER_KAFKA_BOOTSTRAP is not set"),
            (("--from", played.store.url, "--checkpoint", str(tmp_path / "wrong")), "no checkpoi"),
            (("--from", played.store.url, "--key", "x"), "--key"),
        ):
            done = self.call(url, *arguments)
            assert done.exit_code != 0
            assert said in (done.stderr or str(done.exception)) + str(done.exception)

    def test_not_beside_a_desk(self, played: House, url: str) -> None:
        with (
            open_storage(played.settings.model_copy(update={"database_url": url})) as storage,
            Lease(storage.ledger.datastore, "desk").held(),
        ):
            done = self.call(url, "--from", played.store.url)
        assert done.exit_code == 1
        assert "a desk is at work" in done.stderr
        with psycopg.connect(url) as conn:
            assert conn.execute("SELECT count(*) FROM pitledger_events").fetchone() == (0,)
