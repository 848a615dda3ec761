"""Archive and retention: bytes an event, speed, and a database that does not grow with the years.

Some evenings are played, sealed, archived and taken out one after the other, as a house does it
night by night. What a year comes to is worked out from that, and says so.
"""

import tempfile
from collections.abc import Iterator
from datetime import timedelta
from typing import Final, NamedTuple

from domain.day.calendar import STATUSES
from domain.findings import Findings
from domain.gaming_day import GamingDay, day_after, stored_moment
from domain.messages.commands import parse_command
from projections import all_projections
from services.archive.object_store import ObjectStore
from services.archive.pruning import Pruner
from services.archive.reader import ArchiveReader
from services.archive.writer import Writer
from services.desk import Desk
from services.desk.request import Context, make_request
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.settings import Settings
from services.store.ledger import Ledger
from services.store.log_row import read_row
from services.store.streams import load_calendar, load_table, load_tables
from services.tools.bench.figures import Figure, stopwatch
from services.tools.bench.material import START, TABLES, as_owner, hand_in, new_ledger
from services.tools.simulator import Floor
from services.tools.simulator.floor import Elsewhere
from services.transparency.checkpoints import Checkpoint
from services.transparency.hashing import leaf_hash
from services.transparency.notes import SigningKey
from services.transparency.sealed_log import SealedLog
from services.transparency.tiles import Edge, Tile

EVENINGS: Final = 5
_HOURS_A_DAY: Final = 16
_MOST_BYTES: Final = 60.0
"""An event may take so many in the archive."""
_GROWTH: Final = 1.15
"""So much larger than after the second evening the log's tables may become."""
_MIB: Final = 1 << 20
_GIB: Final = 1 << 30
_BY: Final = {"actor": {"id": "auditor-1", "role": "auditor"}}
_KEY: Final = SigningKey("pitledger/bench", bytes(32))
_SIZES: Final = """
SELECT coalesce(sum(pg_total_relation_size(oid)) FILTER (WHERE relname IN
           ('pitledger_events', 'pitledger_tiles')), 0)::bigint AS log,
       coalesce(sum(pg_total_relation_size(oid)) FILTER (WHERE relname LIKE 'read\\_%%'
           OR relname LIKE 'projection\\_%%'), 0)::bigint AS models,
       coalesce(sum(pg_total_relation_size(oid)) FILTER (WHERE relname LIKE 'pitledger\\_%%'
           AND relname NOT IN ('pitledger_events', 'pitledger_tiles')), 0)::bigint AS beside
  FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"""


class _Sizes(NamedTuple):
    """Bytes in the database: the log, the read models, and command ids, states and the like."""

    log: int
    models: int
    beside: int


class _Evening(NamedTuple):
    """What one night's work was."""

    events: int
    archived_bytes: int
    archive_seconds: float
    prune_seconds: float
    before: _Sizes
    after: _Sizes


def run(server: str, rounds: int) -> Iterator[Figure]:
    """Command by command, so that moments and ids are as different as in the field."""
    with new_ledger(server) as ledger, tempfile.TemporaryDirectory() as folder:
        store = ObjectStore(folder)
        ledger.datastore.archive = ArchiveReader(store)
        models = ReadModels(ledger.datastore)
        models.create(all_projections())
        nights = [_night(ledger, models, store, number, rounds) for number in range(EVENINGS)]
        raw, hours = _played(ledger)
    events = sum(night.events for night in nights)
    yield from _archive_figures(nights, events, raw)
    yield from _database_figures(nights, events)
    yield from _year(nights, events, raw, events / hours)


def _night(
    ledger: Ledger, models: ReadModels, store: ObjectStore, number: int, rounds: int
) -> _Evening:
    head = ledger.head()
    _play(ledger, number, rounds)
    _audit(ledger)
    Runner(LogFeed(ledger), models, all_projections()).catch_up(3600)
    _seal(ledger)
    before = _sizes(ledger)
    with stopwatch() as archiving:
        archived = Writer(ledger, store).run()
    day = day_after(load_calendar(ledger).audited)
    with stopwatch() as pruning, as_owner(ledger) as owner:
        Pruner(Settings(), ledger, models, store, owner).run(day)
    size = archived.bytes if archived else 0
    return _Evening(
        ledger.head() - head, size, archiving.seconds, pruning.seconds, before, _sizes(ledger)
    )


def _play(ledger: Ledger, number: int, rounds: int) -> None:
    """The same tables every evening."""
    start = START + timedelta(days=number)
    floor = Floor(tables=TABLES, rounds=rounds, seed=number + 1, start=start)
    before = {name: Elsewhere(name) for name in floor.names()}
    if number:
        for name in floor.names():
            table = load_table(ledger, name)
            before[name] = Elsewhere(name, table.session, table.seq)
    told = [parse_command(before[one["table"]].tell(one)) for one in floor.stream()]
    hand_in(ledger, told, batch_size=1)


def _audit(ledger: Ledger) -> None:
    desk = Desk(ledger, day=GamingDay())
    desk.start()
    days = sorted({table.books.day for table in load_tables(ledger)})
    for status in STATUSES:
        if status == "audited":
            _answer_for_everything(desk, ledger)
        for day in days:
            if load_calendar(ledger).newest(status) < day:
                at = f"{day_after(day)}T11:00:00Z"
                told = {"command": "close_day", "day": day, "status": status, "at": at, **_BY}
                context = Context(findings={day: Findings()})
                desk.submit(make_request([parse_command(told)], context=context)).result(60)
    desk.close()


def _answer_for_everything(desk: Desk, ledger: Ledger) -> None:
    for table in load_tables(ledger):
        for number, exception in table.books.exceptions.items():
            at = f"{day_after(exception.day)}T11:00:00Z"
            told = {"command": "acknowledge", "table": table.name, "exception": number, "at": at}
            command = parse_command({**told, "reason": "seen", **_BY})
            desk.submit(make_request([command])).result(60)


def _seal(ledger: Ledger) -> None:
    sealed = SealedLog(ledger.datastore)
    newest = sealed.newest()

    def tile(wanted: Tile) -> bytes:
        return sealed.tile(wanted) or b""

    edge = Edge(newest.size if newest else 0, tile)
    while page := ledger.log_after(edge.size, 4096):
        sealed.keep_tiles(edge.append([leaf_hash(one.state) for one in page]))
    checkpoint = Checkpoint(_KEY.verifier.name, edge.size, edge.root())
    sealed.keep_checkpoint(checkpoint, checkpoint.signed(_KEY))


def _sizes(ledger: Ledger) -> _Sizes:
    with ledger.datastore.get_connection() as conn:
        row = conn.execute(_SIZES).fetchone()
    assert row is not None
    return _Sizes(row["log"], row["models"], row["beside"])


def _played(ledger: Ledger) -> tuple[float, float]:
    """Bytes of an event as it is stored, and the hours that tables were open."""
    size, spans, position = 0, dict[tuple[str, int], list[float]](), 0
    while page := ledger.log_after(position, 8192):
        for one in page:
            size += len(one.state)
            row = read_row(one.position, one.state)
            if row.round is not None:
                name, session, _ = row.round.split("-")
                at = stored_moment(_at(one.state)).timestamp()
                span = spans.setdefault((name, int(session)), [at, at])
                span[0], span[1] = min(span[0], at), max(span[1], at)
        position = page[-1].position
    hours = sum(last - first for first, last in spans.values()) / 3600
    return size / position, hours


def _at(state: bytes) -> str:
    return state.partition(b'"at":"')[2].partition(b'"')[0].decode()


def _archive_figures(nights: list[_Evening], events: int, raw: float) -> Iterator[Figure]:
    an_event = sum(night.archived_bytes for night in nights) / events
    yield Figure(
        bench="archive", what=f"an event, of {events:,}", value=an_event, unit="bytes",
        baseline=raw, baseline_name="bytes as stored", holds=an_event < _MOST_BYTES,
    )  # fmt: skip
    archiving = events / sum(night.archive_seconds for night in nights)
    yield Figure(bench="archive", what="written and read back", value=archiving, unit="events/s")
    pruning = events / sum(night.prune_seconds for night in nights)
    yield Figure(bench="archive", what="taken out of the database", value=pruning, unit="events/s")


def _database_figures(nights: list[_Evening], events: int) -> Iterator[Figure]:
    """The files keep their size when events are taken out: the next ones fill the room."""
    first, second, end = nights[0], nights[1], nights[-1]
    for number, night in enumerate(nights, 1):
        yield Figure(
            bench="archive", what=f"tables of the log, evening {number}",
            value=night.after.log / _MIB, unit="MiB",
            baseline=number * first.before.log / _MIB, baseline_name="without prune, worked out",
            holds=night.after.log < second.after.log * _GROWTH,
        )  # fmt: skip
    grown = events - first.events
    for what, size in (
        ("kept of ids and states, an event", end.after.beside - first.after.beside),
        ("kept in read models, an event", end.after.models - first.after.models),
    ):
        yield Figure(bench="archive", what=what, value=size / grown, unit="bytes")


def _year(nights: list[_Evening], events: int, raw: float, an_hour: float) -> Iterator[Figure]:
    """Worked out, not measured: the sample's bytes times the events of a year at its pace."""
    year = an_hour * TABLES * _HOURS_A_DAY * 365
    first, end, grown = nights[0].after, nights[-1].after, events - nights[0].events
    kept = (end.beside + end.models - first.beside - first.models) / grown
    without = (nights[0].before.log / nights[0].events) + kept
    yield Figure(
        bench="archive", what=f"a year of {TABLES} tables like this", value=year / 1e6,
        unit="M events",
    )  # fmt: skip
    archived = sum(night.archived_bytes for night in nights) / events
    yield Figure(
        bench="archive", what="its archive, worked out", value=year * archived / _GIB, unit="GiB",
        baseline=year * raw / _GIB, baseline_name="GiB as stored",
    )  # fmt: skip
    yield Figure(
        bench="archive", what="its database, worked out", value=year * kept / _GIB,
        unit="GiB", baseline=year * without / _GIB, baseline_name="GiB without prune",
    )  # fmt: skip
