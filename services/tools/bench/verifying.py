"""Verifying a long log: everything but the read models, in as many processes as there are cores."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import groupby
from typing import Final

from domain.gaming_day import stored_moment, write_moment
from domain.messages.commands import parse_command
from projections import all_projections
from services.projector.read_models import ReadModels
from services.queries import Queries
from services.runtime.by_stream import Store
from services.settings import Settings
from services.storage import Storage
from services.store.ledger import Ledger, StoredRow
from services.tools.bench.figures import Figure, own_cpu_seconds, stopwatch
from services.tools.bench.material import START, address_of, as_owner, hand_in, new_ledger
from services.tools.simulator import Floor, tables_among
from services.transparency.checkpoints import Checkpoint
from services.transparency.hashing import leaf_hash
from services.transparency.notes import SigningKey
from services.transparency.sealed_log import SealedLog
from services.transparency.tiles import Edge
from services.transparency.trust import Trust
from services.verification.asked import Asked
from services.verification.findings import OF_THE_LOG, PARTS
from services.verification.store import verify_store

TABLES: Final = 50
_PAGE: Final = 5000
_CHECKPOINT_EVERY: Final = 1000
_A_MINUTE: Final = 60.0
_MOST: Final = 1_000_000
_KEY: Final = SigningKey("pitledger/bench", bytes(32))
_RECORDED: Final = re.compile(rb'"recorded":"([^"]+)"')
_COMMAND: Final = re.compile(rb'"command_id":"([0-9a-f]{8})([^"]+)"')


def run(server: str, rounds: int, events: int) -> Iterator[Figure]:
    """A simulated floor with all its games, and its tables again and again up to that length."""
    with new_ledger(server) as ledger:
        _play(ledger, rounds)
        _repeat(ledger, events)
        _seal(ledger)
        head = ledger.head()
        with stopwatch() as reading:
            _read(ledger)
        for name, parts in _CHOICES.items():
            yield from _measured(server, ledger, name, parts, head / reading.seconds)


_CHOICES: Final[dict[str, frozenset[str]]] = {
    "all of a log": OF_THE_LOG,
    **{part: frozenset({part}) for part in PARTS if part in OF_THE_LOG},
}


def _measured(
    server: str, ledger: Ledger, name: str, parts: frozenset[str], baseline: float
) -> Iterator[Figure]:
    head, datastore = ledger.head(), ledger.datastore
    workers = len(os.sched_getaffinity(0))
    asked = Asked(
        parts=parts,
        head=head,
        first=1,
        last=head,
        trust=Trust((_KEY.verifier,)),
        workers=workers,
    )
    storage = Storage(Settings(), ledger, Queries(datastore), ReadModels(datastore))
    before = own_cpu_seconds()
    with stopwatch() as watch:
        result = verify_store(storage, Store(address_of(server, ledger), "public"), asked, _silent)
    taken = own_cpu_seconds() - before
    found = sum(part.found for part in result.parts)
    yield Figure(
        bench="verify",
        what=f"{name} ({head:,} events)",
        value=head / watch.seconds,
        unit="events/s",
        baseline=baseline,
        baseline_name="reading the log",
        note=f"{found} wrong" if found else "",
        holds=not found and watch.seconds * _MOST / head <= _A_MINUTE,
    )
    yield Figure(
        bench="verify",
        what=f"{name}: processor time",
        value=taken / head * 1e6,
        unit="µs",
        baseline=watch.seconds / head * 1e6,
        baseline_name=f"by the clock, in {workers} processes",
    )


@contextmanager
def _silent(what: str, total: int) -> Iterator[Callable[[int], None]]:
    del what, total
    yield lambda _: None


def _play(ledger: Ledger, rounds: int) -> None:
    floor = Floor(tables=TABLES, rounds=rounds, seed=1, start=START, tables_of=tables_among(TABLES))
    hand_in(ledger, [parse_command(told) for told in floor.stream()])
    ReadModels(ledger.datastore).create(all_projections())


def _read(ledger: Ledger) -> None:
    position = 0
    while rows := ledger.rows_after(position, _PAGE):
        position = rows[-1].position


def _repeat(ledger: Ledger, events: int) -> None:
    """The tables that share nothing with others, under other names, later and by other ids."""
    alone = _without_meters(ledger)
    head = ledger.head()
    with as_owner(ledger) as conn:
        copy = 0
        while head < events:
            copy += 1
            rows = _again(alone, copy, head)
            into = (
                "COPY pitledger_events (originator_id, originator_version, topic, state,"
                " notification_id, round) FROM STDIN"
            )
            with conn.cursor().copy(into) as filled:
                for row in rows:
                    told = (row.key, row.seq, row.topic, row.state, row.position, row.round)
                    filled.write_row(told)
            claims = "COPY pitledger_commands (command_id, body, first_id, last_id) FROM STDIN"
            with conn.cursor().copy(claims) as filled:
                for command, group in groupby(rows, _command_of):
                    places = [row.position for row in group]
                    filled.write_row((command, b"", places[0], places[-1]))
            head += len(rows)
        conn.execute("ANALYZE pitledger_events, pitledger_commands")


def _without_meters(ledger: Ledger) -> list[StoredRow]:
    rows = ledger.rows_after(0, ledger.head())
    shared = {row.key for row in rows if b'"progressive":{' in row.state}
    return [row for row in rows if row.key not in shared and ":" not in row.key]


def _again(rows: list[StoredRow], copy: int, head: int) -> list[StoredRow]:
    name = f"C{copy}_".encode()
    found = _RECORDED.search(rows[-1].state)
    assert found is not None
    later = stored_moment(found[1].decode()) + timedelta(seconds=copy)
    recorded = f'"recorded":"{write_moment(later)}"'.encode()
    return [
        StoredRow(
            position=head + at,
            key=f"C{copy}_{row.key}",
            seq=row.seq,
            topic=row.topic,
            round=None if row.round is None else f"C{copy}_{row.round}",
            state=_told_again(row, name, recorded, copy),
        )
        for at, row in enumerate(rows, start=1)
    ]


def _told_again(row: StoredRow, name: bytes, recorded: bytes, copy: int) -> bytes:
    key = row.key.encode()
    state = row.state.replace(b'"' + key, b'"' + name + key)
    state = _RECORDED.sub(lambda _: recorded, state, count=1)

    def other(found: re.Match[bytes]) -> bytes:
        return b'"command_id":"%08x%s"' % (int(found[1], 16) ^ copy, found[2])

    return _COMMAND.sub(other, state, count=1)


def _command_of(row: StoredRow) -> str:
    found = _COMMAND.search(row.state)
    assert found is not None
    return (found[1] + found[2]).decode()


def _seal(ledger: Ledger) -> None:
    sealed, edge = SealedLog(ledger.datastore), Edge()
    while page := ledger.log_after(edge.size, _CHECKPOINT_EVERY):
        sealed.keep_tiles(edge.append(leaf_hash(entry.state) for entry in page))
        checkpoint = Checkpoint(_KEY.verifier.name, edge.size, edge.root())
        sealed.keep_checkpoint(checkpoint, checkpoint.signed(_KEY))
