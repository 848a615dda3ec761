"""Evenings of a simulated floor, closed and audited, so that they may be taken out of the log."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from psycopg import Connection

from domain.gaming_day import day_after
from projections import all_projections
from services.archive.object_store import ObjectStore
from services.archive.pruning import Pruner, TakenOut
from services.archive.reader import ArchiveReader
from services.archive.writer import Archived, Writer
from services.desk import Desk
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.settings import Settings, read_settings
from services.store.database import connected_as_owner
from services.store.ledger import Ledger
from services.store.streams import load_calendar, load_tables
from tests.support.store.databases import owner_of
from tests.support.store.playing import do, play_floor, running
from tests.support.store.poker import poker_evening
from tests.support.transparency.at_once import seal

FIRST_DAY: Final = "2026-03-01"
WIDTH: Final = 512
"""Entries of a segment: small, so that an evening fills several."""


class House:
    """A ledger, its read models and its archive."""

    def __init__(self, ledger: Ledger, folder: Path, url: str = "") -> None:
        self.ledger = ledger
        self.folder = folder
        self.url = url
        self.store = ObjectStore(str(folder))
        self.settings: Settings = read_settings(
            {}, database_url=url, owner_url=owner_of(url), archive_url=str(folder)
        )
        self.models = ReadModels(ledger.datastore)
        self.models.create(all_projections())
        ledger.datastore.archive = ArchiveReader(self.store)

    def play(self, days: int, *, tables: int = 3, rounds: int = 6, audited: bool = True) -> None:
        """One evening after the other at the same tables; cards at a meter on the first one."""
        with running(self.ledger) as desk:
            for number in range(days):
                again = self.ledger if self.ledger.head() else None
                play_floor(
                    desk, tables=tables, rounds=rounds, seed=number + 7, cards=False, again=again
                )
                if again is None:
                    count = {"command": "count_drop", "table": "PP01", "amount": 0}
                    for told in (*poker_evening("PP01"), count):
                        do(desk, {**told, "at": f"{FIRST_DAY}T23:00:00Z"})
                if audited:
                    self.audit(desk)

    def audit(self, desk: Desk) -> None:
        """Every day on which something was played, step by step, with all that is in the way."""
        days = sorted({table.books.day for table in load_tables(self.ledger)})
        for status in ("provisional", "counted", "audited"):
            if status == "audited":
                self._answer_for_everything(desk)
            for day in days:
                if load_calendar(self.ledger).newest(status) < day:
                    told = {"command": "close_day", "day": day, "status": status}
                    do(desk, {**told, "at": f"{day_after(day)}T12:00:00Z"})

    def _answer_for_everything(self, desk: Desk) -> None:
        for table in load_tables(self.ledger):
            for number, exception in table.books.exceptions.items():
                told = {"command": "acknowledge", "table": table.name, "reason": "seen on tape"}
                at = f"{day_after(exception.day)}T12:00:00Z"
                do(desk, {**told, "exception": number, "at": at})

    def project(self) -> None:
        Runner(LogFeed(self.ledger), self.models, all_projections()).catch_up()

    def archive(self) -> Archived | None:
        seal(self.ledger)
        return self.archive_what_is_sealed()

    def archive_what_is_sealed(self) -> Archived | None:
        return Writer(self.ledger, self.store, WIDTH).run()

    @contextmanager
    def owner(self) -> Iterator[Connection[Any]]:
        with connected_as_owner(owner_of(self.url), self.ledger.datastore.schema) as conn:
            yield conn

    def prune(self, day: str) -> TakenOut:
        with self.owner() as owner:
            return Pruner(self.settings, self.ledger, self.models, self.store, owner).run(day)

    def in_database(self) -> int:
        with self.ledger.datastore.get_connection() as conn:
            row = conn.execute("SELECT count(*) AS n FROM pitledger_events").fetchone()
        assert row is not None
        return int(row["n"])

    def forget_cache(self) -> None:
        self.ledger.datastore.archive = ArchiveReader(self.store)
