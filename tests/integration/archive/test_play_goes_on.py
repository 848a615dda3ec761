"""Tables play on when all that they played before is gone from the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import UUID

import pytest

from domain.gaming_day import stored_moment
from services.desk import OtherBody
from services.store.archived import ArchiveAway
from services.store.streams import load_stream
from services.transparency.sealed_log import SealedLog
from tests.integration.archive.conftest import MakeHouse
from tests.support.archive.house import House
from tests.support.store.playing import buy_in, do, open_table, read, request, running
from tests.support.transparency.at_once import seal

ID = "6f1f0d5e-0000-4000-8000-000000000001"
AT = "2026-03-01T20:00:00Z"
BOUGHT = 506
"""So many that with opening, closing, count and three closes of the day two bundles are full."""
REPEATED = buy_in("PG01", 100, at=AT, command_id=ID)


@pytest.fixture
def emptied(new_house: MakeHouse) -> House:
    """Every event is archived and taken out."""
    house = new_house()
    bought = BOUGHT * 100
    with running(house.ledger) as desk:
        do(desk, open_table("PG01", at=AT))
        do(desk, REPEATED)
        do(desk, *(buy_in("PG01", 100, at=AT) for _ in range(BOUGHT - 1)))
        inventory = {"inventory": 1_000_000 - bought}
        do(desk, {"command": "close_table", "table": "PG01", "at": AT, **inventory})
        do(desk, {"command": "count_drop", "table": "PG01", "amount": bought, "at": AT})
        house.audit(desk)
    house.project()
    house.archive()
    assert house.prune("2026-03-02").last == house.ledger.head() == 512
    assert house.in_database() == 0
    return house


@contextmanager
def without_archive(house: House) -> Iterator[None]:
    datastore = house.ledger.datastore
    archive, datastore.archive = datastore.archive, None
    try:
        yield
    finally:
        datastore.archive = archive


def test_numbering_heads_and_clock_go_on(emptied: House) -> None:
    ledger = emptied.ledger
    recorded = ledger.last_recorded()
    assert recorded is not None
    seq = ledger.stream_heads()["PG01"]
    behind = recorded - timedelta(hours=1)
    with without_archive(emptied), running(ledger, clock=lambda: behind) as desk:
        (opened,) = do(desk, open_table("PG01"))
        (bought,) = do(desk, buy_in("PG01"))
    assert stored_moment(opened["recorded"]) == recorded
    assert (opened["seq"], bought["seq"]) == (seq + 1, seq + 2)
    assert opened["session"] == 2
    assert ledger.head() == 514
    assert [ledger.stream_at(place) for place in (513, 514)] == [
        ("PG01", seq + 1),
        ("PG01", seq + 2),
    ]


def test_a_day_that_was_audited_stays_so(emptied: House) -> None:
    with without_archive(emptied), running(emptied.ledger) as desk:
        (opened,) = do(desk, open_table("PG02", at=AT))
    assert opened["day"] == "2026-03-02"


def test_a_repeated_command_is_answered_as_the_first_time(emptied: House) -> None:
    (claim,) = emptied.ledger.claims([UUID(ID)])
    (first,) = emptied.ledger.log_after(claim.first - 1, 1)
    with running(emptied.ledger) as desk:
        assert desk.submit(request(REPEATED)).result(20).events == (first.state,)
        with pytest.raises(OtherBody):
            do(desk, {**REPEATED, "amount": 200})
    assert emptied.ledger.head() == 512


def test_without_the_archive_a_repeated_command_alone_fails(emptied: House) -> None:
    with without_archive(emptied), running(emptied.ledger) as desk:
        repeated = desk.submit(request(REPEATED))
        opened = desk.submit(request(open_table("PG77")))
        assert read(opened.result(20))[0]["event"] == "TableOpened"
        with pytest.raises(ArchiveAway):
            repeated.result(20)


def test_states_that_can_no_longer_be_read_are_made_anew(emptied: House) -> None:
    """As after an upgrade that changes their shape: without them the archive would be needed."""
    ledger = emptied.ledger
    states = {key: load_stream(ledger, key) for key in ledger.stream_keys()}
    with ledger.datastore.get_connection() as conn:
        conn.execute("UPDATE pitledger_snapshots SET topic = topic || '.before'")
    with without_archive(emptied), pytest.raises(ArchiveAway):
        load_stream(ledger, "PG01")
    assert emptied.prune("2026-03-02").snapshots == 2
    with without_archive(emptied):
        assert {key: load_stream(ledger, key) for key in ledger.stream_keys()} == states
    assert emptied.prune("2026-03-02").snapshots == 0


def test_the_tree_goes_on_from_where_it_was(emptied: House) -> None:
    with running(emptied.ledger) as desk:
        do(desk, open_table("PG01"))
    size = seal(emptied.ledger).size
    sealed = SealedLog(emptied.ledger.datastore)
    newest = sealed.newest()
    assert newest is not None
    assert (size, sealed.tree(size).root()) == (513, newest.root)
    assert len(sealed.tree(size).inclusion(3)) == 10
    assert emptied.archive() is not None
