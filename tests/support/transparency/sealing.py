"""A sealer on a store of its own, logs to seal, and what somebody does to them behind its back."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from services.settings import Settings, read_settings
from services.store.ledger import Ledger
from services.transparency.keys import load_keys
from services.transparency.sealed_log import Sealed, SealedLog
from services.transparency.sealer import Sealer
from tests.support.store.databases import connect_owner, tampering
from tests.support.transparency import own_tree

TABLES = ("events", "tiles", "checkpoints", "leases", "findings", "seal_keys", "relays")


def quick(data: Path, **more: Any) -> Settings:
    """Keys and memory in a folder of the test's own; a checkpoint whenever something came in."""
    return read_settings({}, **{"data": data, "seal_seconds": 0.05, **more})


def with_key(data: Path, **more: Any) -> Settings:
    """Of a house with a database of its own, which was given a key."""
    load_keys(read_settings({}, data=data), make=True)
    return read_settings({}, data=data, seal_key_file=data / "seal.key", **more)


def wait_for(what: Callable[[], bool], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.02)


@contextmanager
def sealing(settings: Settings, ledger: Ledger, **more: Any) -> Iterator[Sealer]:
    sealer = Sealer(settings, ledger, **more)
    sealer.start()
    try:
        yield sealer
    finally:
        sealer.close()


def seal_all(settings: Settings, ledger: Ledger) -> Sealed:
    """Once, up to where the log ends now."""
    with sealing(settings, ledger) as sealer:
        sealer.catch_up()
    return newest(ledger)


def newest(ledger: Ledger) -> Sealed:
    found = SealedLog(ledger.datastore).newest()
    assert found is not None
    return found


def fill(ledger: Ledger, events: int) -> None:
    """So many more events at the end of the log, of different lengths, in a stream of their own."""
    with connect_owner(ledger) as conn:
        conn.execute(
            "INSERT INTO pitledger_events"
            " (originator_id, originator_version, topic, state, notification_id)"
            " SELECT 'FILLED' || %(first)s, n, 'pitledger.Filled.v1',"
            " convert_to(format('{\"seq\":%%s,\"x\":\"%%s\"}', n, repeat('x', (n %% 50)::int)), 'UTF8'), n"
            " FROM generate_series(%(first)s::bigint, %(last)s::bigint) AS n",
            {"first": ledger.head() + 1, "last": ledger.head() + events},
        )


def tamper(ledger: Ledger, *statements: str) -> None:
    """With the rights of who owns the database: no trigger and no role is in the way."""
    with tampering(ledger) as conn, conn.transaction():
        for statement in statements:
            conn.execute(statement.encode())


@contextmanager
def rolled_back(ledger: Ledger) -> Iterator[None]:
    """Whatever happens in here is undone afterwards, as by yesterday's backup."""
    with tampering(ledger) as conn:
        for table in TABLES:
            conn.execute(f"CREATE TABLE backup_{table} AS TABLE pitledger_{table}")
        yield
        with conn.transaction():
            for table in TABLES:
                conn.execute(f"DELETE FROM pitledger_{table}")
                overriding = "OVERRIDING SYSTEM VALUE" if table in ("events", "findings") else ""
                columns = conn.execute(
                    "SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns"
                    " WHERE table_name = %s AND table_schema = current_schema()",
                    (f"backup_{table}",),
                ).fetchone()
                assert columns is not None
                conn.execute(
                    f"INSERT INTO pitledger_{table} ({columns['names']}) {overriding}"
                    f" SELECT {columns['names']} FROM backup_{table}"
                )


def entries(ledger: Ledger) -> list[bytes]:
    return [logged.state for logged in ledger.log_after(0, 10**7)]


def expect_sealed(settings: Settings, ledger: Ledger) -> list[Sealed]:
    """Every checkpoint is signed, and the root of the first events as they are in the log."""
    [*_, key] = load_keys(settings)
    leaves = [own_tree.leaf(entry) for entry in entries(ledger)]
    found = list(SealedLog(ledger.datastore).all())
    for sealed in found:
        told = own_tree.read_checkpoint(sealed.published())
        assert (told.origin, told.size, told.root) == (
            settings.log_origin(), sealed.size, sealed.root,
        )  # fmt: skip
        own_tree.check_signed(told, str(key.verifier))
        assert own_tree.root(leaves[: told.size]) == told.root
    return found


def tiles(ledger: Ledger) -> dict[tuple[int, int], bytes]:
    with ledger.datastore.get_connection() as conn:
        rows = conn.execute("SELECT level, tile, hashes FROM pitledger_tiles").fetchall()
    return {(row["level"], row["tile"]): bytes(row["hashes"]) for row in rows}
