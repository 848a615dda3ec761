"""The trial balance of twenty tables and their rounds is zero after every event."""

from collections import Counter, defaultdict
from datetime import UTC, datetime
from typing import Final

import msgspec
import psycopg
import pytest

from domain.events import Event, Posting
from domain.events.envelope import Stamp
from domain.events.round import RoundClosed, RoundVoided
from domain.gaming_day import GamingDay, parse_moment
from domain.hosting import Table
from domain.messages.commands import parse_command
from projections.balances import BalanceRow, Balances
from services.offline.play import Rulebook
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.store.ledger import Ledger
from services.tools.simulator import Floor
from tests.support.share import examples
from tests.support.store.playing import play_floor, running

TABLES, ROUNDS = 20, examples(100)
START: Final = datetime(2026, 3, 1, 18, tzinfo=UTC)


def events_of(floor: Floor) -> list[Event]:
    """Everything that happens on the floor, each table for itself."""
    rulebook, hours, events = Rulebook(), GamingDay(), []
    for name in floor.names():
        table = Table(name=name)
        for told in floor.commands(name):
            day = hours.of(parse_moment(told["at"])).isoformat()
            stamp = Stamp(told["at"], told["at"], day, told["actor"], told["command_id"])
            table, made = rulebook.decide(table, parse_command(told), stamp)
            events += made
    return events


def test_it_is_zero_after_every_event_by_the_events_and_by_the_read_model() -> None:
    events = events_of(Floor(tables=TABLES, rounds=ROUNDS, seed=3, start=START))
    assert sum(isinstance(event, RoundClosed | RoundVoided) for event in events) >= TABLES * ROUNDS
    model, rows = Balances(), dict[str, BalanceRow]()
    posted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    by_events = by_rows = 0
    for event in events:
        entries = event.entries if isinstance(event, Posting) else {}
        posted[event.key].update(entries)
        by_events += sum(entries.values())
        place = model.place(event)
        if place is not None:
            before = rows.get(place) or model.first(place, event)
            rows[place] = model.fold(before, event)
            by_rows += sum(rows[place].accounts.values()) - sum(before.accounts.values())
        assert (by_events, by_rows) == (0, 0), f"{event.key}/{event.seq}"
    summed: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows.values():
        summed[row.key].update(row.accounts)
    assert summed == posted


def test_postgres_keeps_the_same_rows_and_no_unbalanced_one(ledger: Ledger) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=4, rounds=10)
    models, model = ReadModels(ledger.datastore), Balances()
    models.create([model])  # type: ignore[list-item]
    Runner(LogFeed(ledger), models, [model]).catch_up()  # type: ignore[list-item]
    with ledger.datastore.get_connection() as conn:
        kept = [row["doc"] for row in conn.execute("SELECT doc::text FROM read_balances")]
        rows = [msgspec.json.decode(doc, type=BalanceRow) for doc in kept]
        assert len(rows) > 4
        assert all(sum(row.accounts.values()) == 0 for row in rows)
        with pytest.raises(psycopg.errors.CheckViolation):
            conn.execute(
                "UPDATE read_balances SET doc = jsonb_set(doc, '{accounts,tray}',"
                " to_jsonb((doc->'accounts'->>'tray')::bigint + 1))"
                " WHERE doc->'accounts' ? 'tray'"
            )
