"""One contract for both feeds: what a projection may rely on, wherever its events come from."""

import re
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import Iterable

import psycopg
import pytest

from domain.events import Event
from domain.events.table import ChipsBought
from domain.messages.events import decode
from services.kafka.local import LocalKafka
from services.projector.feed import Page, Unreadable
from services.settings import read_settings
from services.store.appending import _APPEND
from services.store.batch import Batch
from services.store.ledger import Ledger
from tests.support.kafka.feeds import FromKafka, FromLog, Reader, Supply, reading

STREAMS = ("PG01", "PG02", "PG03", "PG04")


@pytest.fixture(params=["log", "kafka"])
def supply(request: pytest.FixtureRequest, ledger: Ledger) -> Supply:
    if request.param == "log":
        return FromLog(ledger)
    broker: LocalKafka = request.getfixturevalue("broker")
    prefix = f"t{uuid.uuid4().hex[:8]}."
    settings = read_settings(
        {}, kafka_bootstrap=broker.bootstrap, topic_prefix=prefix, partitions=3
    )
    return FromKafka(settings, ledger)


def append(ledger: Ledger, first: int, last: int, streams: Iterable[str] = STREAMS) -> None:
    """Events `first` to `last` of each stream, by turns."""
    for seq in range(first, last + 1):
        assert not ledger.append(batch_of(seq, streams)).stale_units


def batch_of(seq: int, streams: Iterable[str]) -> Batch:
    batch = Batch()
    for unit, key in enumerate(streams):
        batch.expect(key, seq - 1, unit)
        batch.add([bought(key, seq)], unit)
    return batch


def bought(key: str, seq: int) -> Event:
    entries = {"drop_box": 100, "tray": -100}
    return ChipsBought(
        key=key, seq=seq, table=key, seat=1, amount=100, kind="cash", entries=entries
    )


def by_stream(events: Iterable[Event]) -> dict[str, list[Event]]:
    found = defaultdict(list)
    for event in events:
        found[event.key].append(event)
    return dict(found)


def stored(ledger: Ledger) -> dict[str, list[Event]]:
    return by_stream(decode(one.topic, one.state) for one in ledger.log_after(0, 10**6))


def test_every_stream_comes_whole_and_in_order(supply: Supply, ledger: Ledger) -> None:
    append(ledger, 1, 12)
    supply.settle()
    with reading(supply) as reader:
        assert by_stream(reader.read()) == stored(ledger)


def test_a_page_is_as_long_as_asked_for(supply: Supply, ledger: Ledger) -> None:
    append(ledger, 1, 5, ["PG01"])
    supply.settle()
    with reading(supply) as reader:
        assert by_stream(reader.read(limit=1)) == stored(ledger)


def test_at_the_end_a_page_is_empty_and_moves_nothing(supply: Supply, ledger: Ledger) -> None:
    append(ledger, 1, 2)
    supply.settle()
    with reading(supply) as reader:
        reader.read()
        for source, end in reader.places.items():
            assert reader.feed.head(source) == end
            assert reader.feed.page(source, end, 10) == Page(source, end, end, [])


def test_a_source_without_events_has_an_empty_page(supply: Supply) -> None:
    with reading(supply) as reader:
        for source in reader.feed.sources():
            assert reader.feed.head(source) == 0
            assert reader.feed.page(source, 0, 10) == Page(source, 0, 0, [])


def test_from_any_position_comes_what_is_behind_it(supply: Supply, ledger: Ledger) -> None:
    append(ledger, 1, 3)
    supply.settle()
    with reading(supply) as reader:
        for source in reader.feed.sources():
            whole = Reader(reader.feed)
            whole.read_source(source)
            for start in (2, 0, 1):  # back and forth
                rest = Reader(reader.feed, {source: start})
                rest.read_source(source)
                assert rest.found == whole.found[start:]


def test_a_restart_repeats_nothing_and_skips_nothing(supply: Supply, ledger: Ledger) -> None:
    append(ledger, 1, 6)
    supply.settle()
    with reading(supply) as before:
        before.read()
    append(ledger, 7, 11)
    supply.settle()
    with reading(supply, before.places) as after:
        after.read()
    assert {event.seq for event in after.found} == {*range(7, 12)}
    assert by_stream([*before.found, *after.found]) == stored(ledger)


def test_what_comes_twice_is_sifted_out(supply: Supply, ledger: Ledger) -> None:
    """Sent again by the relay, and read again by a reader that lost its places."""
    append(ledger, 1, 4)
    supply.settle()
    supply.repeat()
    heads = dict.fromkeys(STREAMS, 0)
    new: list[Event] = []
    with reading(supply) as reader:
        for again in (reader, Reader(reader.feed)):
            events = again.read()
            unseen = Page("any", 0, len(events), events).unseen(heads)
            new += unseen.events
            heads = unseen.heads
    assert by_stream(new) == stored(ledger)


def test_what_cannot_be_read_is_told_with_its_place(supply: Supply, ledger: Ledger) -> None:
    """What comes before it is given first; asked again, it is told again."""
    append(ledger, 1, 3, ["PG01"])
    before = stored(ledger)
    place = supply.spoil("PG01", 4)
    with reading(supply) as reader:
        for _ in range(2):
            with pytest.raises(Unreadable, match=re.escape(place)):
                reader.read()
    assert by_stream(reader.found) == before


def test_a_closed_feed_lets_go(supply: Supply, ledger: Ledger) -> None:
    """Its threads and connections are gone, and another may be opened at once."""
    append(ledger, 1, 1)
    supply.settle()
    threads, listening = set(threading.enumerate()), listeners(ledger)
    with reading(supply) as reader:
        reader.feed.wait()
        reader.read()
    assert set(threading.enumerate()) <= threads
    until = time.monotonic() + 60
    while listeners(ledger) > listening:
        assert time.monotonic() < until, "a connection was left behind"
        time.sleep(0.05)
    with reading(supply) as again:
        assert by_stream(again.read()) == stored(ledger)


def listeners(ledger: Ledger) -> int:
    with ledger.datastore.get_connection() as conn:
        row = conn.execute(
            "SELECT count(*) AS number FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        ).fetchone()
    assert row is not None
    return int(row["number"])


def test_a_late_commit_is_never_skipped(supply: Supply, ledger: Ledger, database: str) -> None:
    """One writer has its positions and is slow to commit: nobody is seen before it."""
    append(ledger, 1, 1)
    supply.settle()
    quick = threading.Thread(target=append, args=(ledger, 2, 2, ["PG02"]))
    with reading(supply) as reader:
        reader.read()
        with psycopg.connect(database) as slow:
            slow.execute(_APPEND, (None, *batch_of(2, ["PG01"]).columns()))
            quick.start()
            quick.join(0.5)
            supply.settle()
            assert {event.seq for event in reader.read()} == {1}
        quick.join()
        supply.settle()
        reader.read()
    assert by_stream(reader.found) == stored(ledger)
    assert [len(events) for events in stored(ledger).values()] == [2, 2, 1, 1]
