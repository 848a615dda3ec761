"""What must hold of the books after whatever has happened."""

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from projections import all_projections
from services.projector.catch_up import catch_up
from services.projector.rebuild import Rebuild
from services.settings import Settings
from services.storage import Storage, open_storage
from services.tools.bench.soak.insider import INSIDERS_TABLE
from services.transparency.checks import Checks
from services.transparency.findings import Finding, Findings
from services.transparency.keys import load_keys
from services.transparency.scrub import Scrub
from services.transparency.sealed_log import SealedLog

_ALL = 10**9


class Verdict(NamedTuple):
    """How much is wrong, by kind; all noughts is the only good one."""

    events: int
    lost: int
    """Events that were acknowledged and are not in the log as they were."""
    doubled: int
    """Places of a stream that are taken twice or left out, and commands applied twice."""
    unbalanced: list[str]
    differing: list[str]
    """Read models that are not what a rebuild makes of the log."""
    unsealed: list[str]
    """What is not in the tree, or contradicts what was signed."""


def judge(data: Path, acknowledged: list[dict[str, Any]], tables: int) -> Verdict:
    with open_storage(Settings(data=data)) as storage:
        stored = [json.loads(entry.state) for entry in storage.ledger.log_after(0, _ALL)]
        catch_up(storage)
        return Verdict(
            events=len(stored),
            lost=_lost(stored, acknowledged),
            doubled=_out_of_order(stored) + _applied_twice(storage),
            unbalanced=_unbalanced(storage, stored, tables),
            differing=_differing(storage),
            unsealed=_unsealed(storage),
        )


def _lost(stored: list[dict[str, Any]], acknowledged: list[dict[str, Any]]) -> int:
    by_place = {(event["key"], event["seq"]): event for event in stored}
    return sum(by_place.get((event["key"], event["seq"])) != event for event in acknowledged)


def _out_of_order(stored: list[dict[str, Any]]) -> int:
    heads: Counter[str] = Counter()
    wrong = 0
    recorded = ""
    for event in stored:
        heads[event["key"]] += 1
        wrong += event["seq"] != heads[event["key"]] or event["recorded"] < recorded
        recorded = max(recorded, event["recorded"])
    return wrong


def _applied_twice(storage: Storage) -> int:
    """Every event belongs to one accepted command."""
    with storage.ledger.datastore.get_connection() as conn:
        row = conn.execute(
            "SELECT (SELECT count(*) FROM pitledger_events)"
            " - (SELECT coalesce(sum(last_id - first_id + 1), 0) FROM"
            " (SELECT DISTINCT first_id, last_id FROM pitledger_commands) AS once) AS wrong"
        ).fetchone()
    assert row is not None
    return abs(int(row["wrong"]))


def _unbalanced(storage: Storage, stored: list[dict[str, Any]], tables: int) -> list[str]:
    """Every table stands in its day's books with nothing open and nothing off."""
    days = sorted({event["day"] for event in stored})
    found: list[str] = []
    seen: set[str] = set()
    for day in days:
        report = storage.books.reconciliation(day)
        seen |= {line.table for line in report.tables}
        if sum(report.trial_balance.values()):
            found.append(f"trial balance of {day}")
        for line in report.tables:
            if line.table == INSIDERS_TABLE:
                continue
            off = (line.variance.tray, line.variance.drop)
            if any(off) or line.missing:
                found.append(f"{line.table} on {day}: {off}, missing {line.missing}")
    return found if len(seen) >= tables else [*found, f"only {len(seen)} tables are in the books"]


def _differing(storage: Storage) -> list[str]:
    kept = {one.name: _rows(storage, one.name) for one in all_projections()}
    Rebuild(storage.ledger, storage.models, *all_projections()).run()
    return [name for name, rows in kept.items() if rows != _rows(storage, name)]


def _unsealed(storage: Storage) -> list[str]:
    """All of the log is under the newest checkpoint, and nothing was ever found to be wrong."""
    datastore = storage.ledger.datastore
    sealed = SealedLog(datastore)
    newest = sealed.newest()
    size = 0 if newest is None else newest.size
    wrong = [one.what for one in Findings(datastore).open()]
    if size < storage.ledger.head():
        wrong.append(f"{storage.ledger.head() - size} events are not sealed")
    keys = [key.verifier for key in load_keys(storage.settings)]
    scrub = Scrub(Checks(storage.ledger, sealed), sealed, lambda: keys)
    try:
        while not scrub.step(size):
            pass
    except Finding as found:
        wrong.append(str(found))
    return wrong


def _rows(storage: Storage, name: str) -> dict[str, Any]:
    with storage.ledger.datastore.get_connection() as conn:
        rows = conn.execute(f"SELECT id, doc FROM read_{name}").fetchall()  # noqa: S608  our own name
    return {row["id"]: row["doc"] for row in rows}
