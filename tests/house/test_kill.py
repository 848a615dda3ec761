"""kill -9 in the middle of a run: nothing acknowledged is lost, nothing doubled, books balance."""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from projections.reconciliation import reconcile
from projections.sessions import SessionRow, Sessions
from services.following.feed import LOG, LogFeed
from services.house import open_archive, open_house
from services.sending import Sender
from services.settings import read_settings
from services.simulator import Floor
from services.store.ledger import Ledger
from tests.house.service import Service

KILLS = 4
TABLES, ROUNDS = 3, 25
START = datetime(2026, 3, 1, 18, tzinfo=UTC)


@contextmanager
def served(data: Path) -> Iterator[Service]:
    service = Service(data)
    service.start()
    try:
        yield service
    finally:
        service.stop()


def send_all(url: str, commands: list[dict[str, Any]], kept: list[dict[str, Any]]) -> None:
    """Each command until it is acknowledged; what was acknowledged is remembered."""
    with Sender(url) as sender:
        for command in commands:
            kept.extend(sender.send(command))


def test_killed_again_and_again_the_books_are_whole(data: Path) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")  # noqa: T201  a failure can be played again
    luck = random.Random(seed)
    floor = Floor(tables=TABLES, rounds=ROUNDS, seed=seed, start=START)
    kept: list[list[dict[str, Any]]] = [[] for _ in floor.names()]
    with served(data) as service:
        senders = [
            threading.Thread(target=send_all, args=(service.url, list(floor.commands(table)), mine))
            for table, mine in zip(floor.names(), kept, strict=True)
        ]
        for sender in senders:
            sender.start()
        for _ in range(KILLS):
            time.sleep(luck.uniform(0.3, 1.2))
            service.kill()
            service.start()
        for sender in senders:
            sender.join(120)
    expect_whole(data, [event for mine in kept for event in mine])


def expect_whole(data: Path, acknowledged: list[dict[str, Any]]) -> None:
    settings = read_settings({}, data=data)
    with open_archive(settings) as archive:
        stored = [json.loads(entry.state) for entry in archive.ledger.log_after(0, 100_000)]
    by_place = {(event["key"], event["seq"]): event for event in stored}
    assert len(by_place) == len(stored)
    for event in acknowledged:
        assert by_place[event["key"], event["seq"]] == event
    assert {(event["key"], event["seq"]) for event in acknowledged} == set(by_place)
    heads = Counter(event["key"] for event in stored)
    assert {key: max(e["seq"] for e in stored if e["key"] == key) for key in heads} == heads
    commands = {event["command_id"] for event in stored}
    with open_house(settings) as house:
        house.runner.catch_up()
        report = house.archive.books.reconciliation("2026-03-01")
        rows = house.archive.models.load(Sessions(), [f"{line.table}-1" for line in report.tables])
        fresh = fresh_fold(house.archive.ledger)
    assert commands
    assert report.balanced is True
    assert [line.rounds for line in report.tables] == [ROUNDS] * TABLES
    assert rows == fresh
    assert reconcile("2026-03-01", fresh.values()) == report


def fresh_fold(ledger: Ledger) -> dict[str, SessionRow]:
    """The read model from nothing, by the fold alone."""
    fold, rows = Sessions(), dict[str, SessionRow]()
    for event in LogFeed(ledger).page(LOG, 0, 100_000).events:
        place = fold.place(event)
        if place is not None:
            rows[place] = fold.fold(rows.get(place) or fold.first(place, event), event)
    return rows


def test_sigterm_drains_and_ends_cleanly(data: Path) -> None:
    service = Service(data)
    service.start()
    with Sender(service.url) as sender:
        told = Floor(tables=1, rounds=1, seed=1, start=START).commands("PG01")
        sender.send(next(told))
    assert service.stop() == 0
    with open_archive(read_settings({}, data=data)) as archive:
        assert archive.ledger.head() == 1
