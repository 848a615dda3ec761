"""Events in the database and in the archive are read as one log."""

from datetime import timedelta
from typing import Any

import pytest

from domain.gaming_day import stored_moment, write_moment
from domain.messages.events import decode
from projections import all_projections
from projections.reports import REPORTS
from services.archive.pruning import TakenOut
from services.projector import rebuild
from services.projector.rebuild import Rebuild
from services.queries import Queries
from services.reports.as_of import heads_at, position_at, position_of, rows_as_of
from services.reports.books_at import Asked, open_books
from services.reports.gathering import gather
from services.reports.written import as_json
from services.rulebook.in_force import Played, SubmissionsInForce
from services.runtime.by_stream import Store
from services.store.archived import ArchiveAway
from services.store.ledger import Ledger
from services.store.streams import load_calendar, load_stream, load_tables
from services.transparency.sealed_log import SealedLog
from services.transparency.tiles import Tile
from tests.support.archive.house import House

KEPT_FROM = "2026-03-03"


def everything(house: House) -> dict[str, Any]:
    """What all readers of the log find."""
    ledger = house.ledger
    log = ledger.log_after(0, 10**6)
    events = [decode(entry.topic, entry.state) for entry in log]
    keys = ledger.stream_keys()
    rounds = sorted({event.round for event in events if event.round})
    head = ledger.head()
    return {
        "log": log,
        "pages": [ledger.log_after(position, 77) for position in range(0, head + 100, 50)],
        "head": head,
        "heads": ledger.stream_heads(),
        "rounds": {one: ledger.log_of_round(one) for one in rounds},
        "streams": {
            key: [
                ledger.select_events(key),
                ledger.select_events(key, gt=3, lte=40),
                ledger.select_events(key, desc=True, limit=5),
                ledger.select_events(key, gt=2, lte=9, desc=True),
                ledger.select_events(key, limit=4),
                ledger.select_events(key, lte=7, desc=True, limit=1),
            ]
            for key in keys
        },
        "of": [ledger.events_of([key]) for key in keys] + [ledger.events_of(keys)],
        "of some": [
            ledger.log_of_streams(keys[::2], position, position + 77)
            for position in range(0, head + 100, 50)
        ],
        "at": [ledger.stream_at(position) for position in range(head + 3)],
        "positions": [ledger.position_of(event.key, event.seq) for event in events],
        "nowhere": [ledger.position_of("PG01", 10**6), ledger.log_of_round("PG01-9-9")],
        "heads at": [heads_at(ledger, position) for position in range(0, head + 1, 31)],
        "moments": _by_moment(ledger),
        "states": [load_stream(ledger, key) for key in keys],
        "earlier": [load_stream(ledger, key, upto=20) for key in keys],
        "calendar": load_calendar(ledger),
        "recorded": ledger.last_recorded(),
        "tiles": _tiles(house),
    }


def _by_moment(ledger: Ledger) -> list[int]:
    moments = {decode(one.topic, one.state).recorded for one in ledger.log_after(0, 10**6)}
    before = write_moment(stored_moment(min(moments)) - timedelta(seconds=1))
    return [position_at(ledger, moment) for moment in (before, *sorted(moments))]


def _tiles(house: House) -> list[bytes | None]:
    sealed = SealedLog(house.ledger.datastore)
    newest = sealed.newest()
    assert newest is not None
    tiles = [Tile(0, index) for index in range(newest.size // 256)]
    return [sealed.tile(tile) for tile in (*tiles, Tile(0, 0, 7), Tile(1, 0, 2))]


def reports(house: House) -> dict[str, list[bytes]]:
    """Of every day as it stands, as it was closed, and as it was known at each third event."""
    found: dict[str, list[bytes]] = {}
    ledger = house.ledger
    for day in ("2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04"):
        books = [open_books(ledger, Asked(day))]
        books += [
            open_books(ledger, Asked(day, status=status))
            for status in ("provisional", "counted", "audited")
        ]
        found[day] = [as_json(entry.build(one)) for one in books for entry in REPORTS.values()]
    for position in range(100, ledger.head(), 201):
        known = gather(rows_as_of(ledger, position), "2026-03-02")
        found[str(position)] = [as_json(entry.build(known)) for entry in REPORTS.values()]
    return found


@pytest.fixture(scope="module")
def before(played: House) -> dict[str, Any]:
    return {**everything(played), "reports": reports(played)}


@pytest.fixture(scope="module")
def pruned(played: House, before: dict[str, Any]) -> House:
    done = played.prune(KEPT_FROM)
    assert done.last % 256 == 0
    assert 0 < done.last < before["head"]
    played.forget_cache()
    return played


def test_what_is_taken_out_is_gone_from_the_database(pruned: House, before: dict[str, Any]) -> None:
    taken = pruned.ledger.pruned.position()
    assert pruned.in_database() == before["head"] - taken
    days = [decode(one.topic, one.state).day for one in before["log"][:taken]]
    assert max(days) < KEPT_FROM
    # Not one bundle more could go.
    following = [decode(one.topic, one.state).day for one in before["log"][taken : taken + 256]]
    assert max(following) >= KEPT_FROM
    with pruned.ledger.datastore.get_connection() as conn:
        row = conn.execute("SELECT count(*) AS n FROM pitledger_tiles WHERE level = 0").fetchone()
    assert row == {"n": -(-before["head"] // 256) - taken // 256}


@pytest.mark.parametrize("what", [
    "log", "pages", "head", "heads", "rounds", "streams", "of", "at", "positions", "nowhere",
    "heads at", "moments", "states", "earlier", "calendar", "recorded", "tiles",
])  # fmt: skip
def test_every_reader_finds_what_it_found_before(
    pruned: House, before: dict[str, Any], after: dict[str, Any], what: str
) -> None:
    assert after[what] == before[what]


@pytest.fixture(scope="module")
def after(pruned: House) -> dict[str, Any]:
    return everything(pruned)


def test_reports_are_as_they_were(pruned: House, before: dict[str, Any]) -> None:
    assert reports(pruned) == before["reports"]


def test_read_models_are_built_anew_from_both(pruned: House) -> None:
    books = Queries(pruned.ledger.datastore)
    rows = {one.name: books.rows.find(one) for one in all_projections()}
    folded = Rebuild(pruned.ledger, pruned.models, *all_projections()).run()
    assert folded == pruned.ledger.head()
    assert {one.name: books.rows.find(one) for one in all_projections()} == rows


def test_processes_that_rebuild_read_the_archive_themselves(
    pruned: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuild, "_ALONE", 0)
    books = Queries(pruned.ledger.datastore)
    rows = {one.name: books.rows.find(one) for one in all_projections()}
    store = Store(pruned.url, "public", str(pruned.folder))
    nowhere = store._replace(archive_url="")
    away = Rebuild(pruned.ledger, pruned.models, *all_projections(), store=nowhere, processes=2)
    with pytest.raises(ArchiveAway, match="PITLEDGER_ARCHIVE_URL"):
        away.run()
    work = Rebuild(pruned.ledger, pruned.models, *all_projections(), store=store, processes=2)
    assert work.run() == pruned.ledger.head()
    assert {one.name: books.rows.find(one) for one in all_projections()} == rows


def test_the_submission_of_a_table_that_is_not_played_any_more_is_found(pruned: House) -> None:
    (opened,) = [table for table in load_tables(pruned.ledger) if table.name == "PP01"]
    assert pruned.ledger.pruned.head_of("PP01") == opened.seq
    found = SubmissionsInForce(pruned.ledger.datastore).of(
        [Played("PP01", opened.submission_hash, is_open=False)]
    )
    assert [one.hash for one in found] == [opened.submission_hash]


def test_an_event_is_where_it_was(pruned: House, before: dict[str, Any]) -> None:
    first = decode(before["log"][0].topic, before["log"][0].state)
    assert position_of(pruned.ledger, first.key, first.seq) == 1


def test_without_the_archive_its_part_of_the_log_is_said_to_be_away(pruned: House) -> None:
    datastore = pruned.ledger.datastore
    archive, datastore.archive = datastore.archive, None
    try:
        with pytest.raises(ArchiveAway, match=r"taken out of the database.*PITLEDGER_ARCHIVE_URL"):
            pruned.ledger.log_after(0, 1)
        with pytest.raises(ArchiveAway):
            pruned.ledger.log_of_round("PG01-1-1")
        assert pruned.ledger.log_after(pruned.ledger.pruned.position(), 10)
        assert pruned.ledger.log_of_round("PG01-4-2")
    finally:
        datastore.archive = archive


def test_nothing_is_taken_out_twice(pruned: House) -> None:
    taken = pruned.ledger.pruned.position()
    assert pruned.prune(KEPT_FROM) == TakenOut(
        taken + 1, taken, pruned.ledger.head() // 256 * 256, 0
    )
