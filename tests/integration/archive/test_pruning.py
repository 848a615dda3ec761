"""What stands against taking events out of the log, and that nobody waits for it."""

import shutil
import threading
from pathlib import Path
from typing import Any

import psycopg
import pytest

from domain.messages.events import decode
from services.archive import pruning
from services.archive.manifests import newest_manifest
from services.archive.object_store import PROMPT, ObjectStore
from services.archive.prune_checks import CannotPrune
from services.archive.pruning import Pruner
from services.archive.same_history import OtherHistory
from services.kafka.topics import Topics
from services.settings import read_settings
from services.store.archived import ArchiveAway
from tests.integration.archive.conftest import MakeHouse
from tests.support.archive.house import FIRST_DAY, House
from tests.support.store.databases import tampering
from tests.support.store.playing import buy_in, do, hand_in, open_table, running
from tests.support.transparency.at_once import seal


def sql(house: House, query: str, *values: object) -> None:
    with tampering(house.ledger) as conn:
        conn.execute(query.encode(), values)


def prune_from(house: House, store: ObjectStore, day: str = "2026-03-03") -> None:
    with house.owner() as owner:
        Pruner(house.settings, house.ledger, house.models, store, owner).run(day)


def expect_untouched(house: House) -> None:
    assert house.ledger.pruned.position() == 0
    assert house.in_database() == house.ledger.head()


class TestRefusals:
    """Each leaves everything as it was."""

    @pytest.fixture
    def house(self, played: House) -> House:
        expect_untouched(played)
        return played

    def test_a_day_that_is_not_audited(self, house: House) -> None:
        with pytest.raises(CannotPrune, match=r"2026-03-05 is open, not audited; .*--before 2026-"):
            house.prune("2026-03-07")
        expect_untouched(house)

    def test_nothing_archived(self, house: House, folder: Path) -> None:
        with pytest.raises(CannotPrune, match=r"nothing is archived .* run `pitledger archive`"):
            prune_from(house, ObjectStore(str(folder)))
        expect_untouched(house)

    def test_an_archive_of_another_log(self, house: House, new_house: MakeHouse) -> None:
        other = new_house()
        with running(other.ledger) as desk:
            do(desk, open_table("PG01"), *(buy_in("PG01") for _ in range(300)))
        other.archive()
        with pytest.raises(OtherHistory, match="are not those of this log"):
            prune_from(house, other.store)
        expect_untouched(house)

    def test_an_archive_that_does_not_answer(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name, value in {
            "AWS_ACCESS_KEY_ID": "key",
            "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_REGION": "us-east-1",
            "AWS_ENDPOINT_URL": "http://127.0.0.1:9",
            "AWS_ALLOW_HTTP": "true",
        }.items():
            monkeypatch.setenv(name, value)
        with pytest.raises(ArchiveAway, match="s3://books/house cannot be used"):
            prune_from(house, ObjectStore("s3://books/house", PROMPT))
        expect_untouched(house)

    def test_a_segment_that_is_lost_or_changed(self, house: House, folder: Path) -> None:
        shutil.copytree(house.folder, folder)
        store = ObjectStore(str(folder))
        newest = newest_manifest(store)
        assert newest is not None
        segment = folder / newest.manifest.segments[0].path
        data = segment.read_bytes()
        segment.write_bytes(data[:100])
        with pytest.raises(ArchiveAway, match="is not what its name says"):
            prune_from(house, store)
        segment.unlink()
        with pytest.raises(ArchiveAway, match="is missing"):
            prune_from(house, store)
        expect_untouched(house)

    @pytest.mark.parametrize(
        ("column", "value"),
        [
            ("state", b'{"event":"X"}'),
            ("topic", "pitledger.X.v1"),
            ("round", "PG01-7-7"),
            ("originator_version", 10**6),
        ],
    )
    def test_a_row_that_is_not_as_it_was_archived(
        self, house: House, column: str, value: object
    ) -> None:
        with psycopg.connect(house.settings.database_url, autocommit=True) as conn:
            one = f"SELECT {column} FROM pitledger_events WHERE notification_id = 100"
            (good,) = conn.execute(one.encode()).fetchone() or (None,)
        change = f"UPDATE pitledger_events SET {column} = %s WHERE notification_id = 100"
        sql(house, change, value)
        try:
            with pytest.raises(OtherHistory, match="event 100 is not the same in the database"):
                house.prune("2026-03-03")
        finally:
            sql(house, change, good)
        expect_untouched(house)

    def test_a_row_that_is_missing(self, house: House) -> None:
        sql(house, "CREATE TABLE aside AS SELECT * FROM pitledger_events WHERE notification_id = 9")
        sql(house, "DELETE FROM pitledger_events WHERE notification_id = 9")
        try:
            with pytest.raises(OtherHistory, match="event 9 is not the same in the database"):
                house.prune("2026-03-03")
        finally:
            sql(house, "INSERT INTO pitledger_events SELECT * FROM aside")
            sql(house, "DROP TABLE aside")
        expect_untouched(house)

    def test_a_read_model_that_is_behind_or_stopped(self, house: House) -> None:
        sql(house, "UPDATE projection_heads SET seq = 1 WHERE projection = 'floor'")
        with pytest.raises(CannotPrune, match="the read models floor have not folded"):
            house.prune("2026-03-03")
        heads = house.ledger.stream_heads()
        for key, seq in heads.items():
            sql(
                house,
                "UPDATE projection_heads SET seq = %s WHERE projection = 'floor' AND key = %s",
                seq,
                key,
            )
        stop = "UPDATE projection_positions SET stopped_by = %s WHERE projection = 'rounds'"
        sql(house, stop, "an event")
        with pytest.raises(CannotPrune, match="the read models rounds are stopped"):
            house.prune("2026-03-03")
        sql(house, stop, None)
        expect_untouched(house)

    def test_a_topic_that_is_behind(self, house: House) -> None:
        settings = read_settings({}, kafka_bootstrap="127.0.0.1:1", topic_prefix="x.")
        topic = Topics("x.").events
        for position in (None, 255):
            if position is not None:
                sql(house, "INSERT INTO pitledger_relays VALUES (%s, %s)", topic, position)
            with house.owner() as owner:
                pruner = Pruner(settings, house.ledger, house.models, house.store, owner)
                told = f"has the log up to event {position or 0}, not yet up to"
                with pytest.raises(CannotPrune, match=told):
                    pruner.run("2026-03-03")
        expect_untouched(house)

    def test_the_masked_topic_that_is_behind(self, house: House) -> None:
        told = {"kafka_bootstrap": "127.0.0.1:1", "topic_prefix": "y.", "masked_topic": "on"}
        settings, topics = read_settings({}, **told), Topics("y.")
        sql(house, "INSERT INTO pitledger_relays VALUES (%s, %s)", topics.events, 10**6)
        with house.owner() as owner:
            pruner = Pruner(settings, house.ledger, house.models, house.store, owner)
            with pytest.raises(CannotPrune, match=f"{topics.masked} has the log up to event 0,"):
                pruner.run("2026-03-03")
        expect_untouched(house)

    def test_the_database_itself_keeps_what_no_segment_covers(self, house: House) -> None:
        with house.owner() as owner, pytest.raises(psycopg.Error, match="not archived and sealed"):
            owner.execute("SELECT public.pitledger_prune(256)")
        expect_untouched(house)


def test_nothing_audited_at_all(new_house: MakeHouse) -> None:
    house = new_house()
    with running(house.ledger) as desk:
        do(desk, open_table("PG01"))
    with pytest.raises(CannotPrune, match="no gaming day is audited yet"):
        house.prune("2026-03-01")


def test_what_is_not_archived_yet_stays(new_house: MakeHouse) -> None:
    house = new_house()
    house.play(2)
    house.project()
    seal(house.ledger, upto=300)
    house.archive_what_is_sealed()
    assert house.prune("2026-03-03").last == 256
    assert house.ledger.pruned.position() == 256


@pytest.mark.parametrize(("of_the_day", "taken_out"), [(255, 0), (256, 256)])
def test_a_bundle_goes_once_its_last_event_is_of_a_day_before(
    new_house: MakeHouse, of_the_day: int, taken_out: int
) -> None:
    house = new_house()
    bought = of_the_day - 3
    with running(house.ledger) as desk:
        first, second = {"at": f"{FIRST_DAY}T20:00:00Z"}, {"at": "2026-03-02T12:00:00Z"}
        do(desk, open_table("PG01", inventory=bought * 100, **first))
        hand_in(desk, [buy_in("PG01", 100, **first)] * bought)
        do(desk, {"command": "close_table", "table": "PG01", "inventory": 0, **first})
        do(desk, {"command": "count_drop", "table": "PG01", "amount": bought * 100, **first})
        do(desk, open_table("PG02", **second))
        for status in ("provisional", "counted", "audited"):
            do(desk, {"command": "close_day", "day": FIRST_DAY, "status": status, **second})
    house.project()
    house.archive()
    assert house.prune("2026-03-02").last == taken_out


def test_tables_play_while_events_are_taken_out(
    new_house: MakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readers and the desk go on all the time; nobody sees a gap, and nobody waits for the end."""
    monkeypatch.setattr(pruning, "_CHUNK", 8)
    house = new_house()
    house.play(3)
    house.project()
    house.archive()
    ledger, stop, failures = house.ledger, threading.Event(), list[BaseException]()
    log, begun = ledger.log_after(0, 10**6), threading.Barrier(4)
    goal = {event.round for event in (decode(one.topic, one.state) for one in log) if event.round}

    def over_and_over(what: Any) -> None:
        begun.wait()
        try:
            while not stop.is_set():
                what()
        except BaseException as error:  # noqa: BLE001  told by the test
            failures.append(error)

    def whole() -> None:
        assert ledger.log_after(0, len(log)) == log

    def rounds() -> None:
        found = [one for name in sorted(goal) for one in ledger.log_of_round(name)]
        assert len(found) == len({one.position for one in found})
        assert {one.position for one in found} == {
            one.position for one in log if decode(one.topic, one.state).round
        }
        assert [one.originator_version for one in ledger.select_events("PG01", lte=200)] == [
            *range(1, 201)
        ]

    with running(ledger) as desk:
        do(desk, open_table("PG90"))
        answered: list[int] = []

        def play() -> None:
            answered.append(do(desk, buy_in("PG90"))[0]["seq"])

        threads = [
            threading.Thread(target=over_and_over, args=(one,)) for one in (whole, rounds, play)
        ]
        for thread in threads:
            thread.start()
        begun.wait()
        done = house.prune("2026-03-03")
        played = len(answered)
        stop.set()
        for thread in threads:
            thread.join(60)
    assert failures == []
    assert done.last > 0
    assert played > 10
    assert answered == [*range(2, len(answered) + 2)]


def test_sweeping_up_waits_for_no_commit(new_house: MakeHouse) -> None:
    """A vacuum goes through while a commit is under way, and a commit while a vacuum is."""
    house = new_house()
    with running(house.ledger) as desk:
        do(desk, open_table("PG01"))
    with house.owner() as owner, house.owner() as other:
        owner.execute("BEGIN")
        owner.execute(
            "SELECT pg_advisory_xact_lock('public.pitledger_events'::regclass::oid::bigint)"
        )
        owner.execute("LOCK TABLE public.pitledger_events IN ROW EXCLUSIVE MODE")
        other.execute("VACUUM (TRUNCATE off) public.pitledger_events")
        owner.execute("ROLLBACK")
        owner.execute("BEGIN")
        owner.execute("LOCK TABLE public.pitledger_events IN SHARE UPDATE EXCLUSIVE MODE")
        with running(house.ledger) as desk:
            assert do(desk, buy_in("PG01"))
        owner.execute("ROLLBACK")
