"""Three properties, each with a database of its own and an evening that is like no other's."""

import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from typer.testing import CliRunner

from domain.messages.events import decode
from services.cli.main import app
from services.desk import DeskInterface
from services.export.exporting import FIRST_DAY, LAST_DAY, Export
from services.settings import Settings, read_settings
from services.storage import open_storage
from services.store.ledger import Ledger
from services.store.streams import load_table
from services.tools.simulator import Floor
from services.tools.simulator.floor import Elsewhere
from services.tools.simulator.mistakes import plant
from tests.support.reports import evening
from tests.support.reports.evening import DAYS
from tests.support.store.databases import new_database
from tests.support.store.playing import hand_in, running

START: Final = datetime(2026, 3, 1, 18, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Property:
    """One house: its settings and its store."""

    settings: Settings
    ledger: Ledger

    @property
    def name(self) -> str:
        return self.settings.property

    def days(self) -> set[str]:
        """Every gaming day that an event was posted to."""
        return {decode(one.topic, one.state).day for one in self.ledger.log_after(0, 10**6)}

    def own_reconciliation(self, day: str) -> str:
        """What the house itself prints."""
        told = {"PITLEDGER_DATABASE_URL": self.settings.database_url}
        done = CliRunner().invoke(app, ["reconcile", "--day", day, "--json"], env=told)
        assert done.stdout, done.exception
        return done.stdout.strip()

    def write_parquet(self, folder: Path) -> None:
        """As `pitledger export` does."""
        Export(self.ledger, folder / self.name, self.name, FIRST_DAY, LAST_DAY).run()

    def lines(self) -> list[dict[str, Any]]:
        found = []
        for one in self.ledger.log_after(0, 10**6):
            event = decode(one.topic, one.state)
            place = {"property": self.name, "position": one.position, "day": event.day}
            found.append({**place, "key": event.key, "seq": event.seq, "json": one.state.decode()})
        return found


@contextmanager
def three_properties(server: str, bootstrap: str = "") -> Iterator[list[Property]]:
    """Their tables have the same names; all that tells them apart is the property's."""
    with ExitStack() as stack:
        group = f"g{uuid.uuid4().hex[:8]}"
        found = []
        for name, play in _PLAYED.items():
            settings = read_settings(
                {},
                database_url=new_database(server),
                kafka_bootstrap=bootstrap,
                property=name,
                topic_prefix=f"{group}.{name}.",
                partitions=3,
            )
            ledger = stack.enter_context(open_storage(settings)).ledger
            with running(ledger) as desk:
                play(desk, ledger)
            found.append(Property(settings, ledger))
        yield found


def _two_evenings(desk: DeskInterface, ledger: Ledger) -> None:
    """Tiles, cards and dice, two days apart; everything is counted and right."""
    for number in range(2):
        start = START + timedelta(days=2 * number)
        floor = Floor(tables=6, rounds=6, seed=1 + number, start=start, tables_of={"craps": 2})
        tables = {name: load_table(ledger, name) for name in floor.names()}
        before = {
            name: Elsewhere(name, sessions=table.session, events=table.seq)
            for name, table in tables.items()
        }
        hand_in(desk, [before[told["table"]].tell(told) for told in floor.stream()])


def _with_mistakes(desk: DeskInterface, _: Ledger) -> None:
    """A slip that nobody told of, and a tray that was counted wrong."""
    floor = Floor(tables=3, rounds=40, seed=11, start=START)
    one, two, three = (list(floor.commands(name)) for name in floor.names())
    one, _planted = plant("missing_slip", one)
    two, _planted = plant("miscounted_tray", two)
    hand_in(desk, one + two + three)


def _with_the_books_open(desk: DeskInterface, ledger: Ledger) -> None:
    """A day that was audited and then corrected, a meter, and a day that is being played."""
    floor = evening.Floor(desk)
    told = evening.first_day(floor)
    evening.cards(floor)
    floor.close_day(DAYS[0], "provisional")
    evening.count(floor, DAYS[1])
    floor.close_day(DAYS[0], "counted")
    raised = [
        (name, seq)
        for name in ("PG01", "PG02", "PP01")
        for seq in load_table(ledger, name).books.exceptions
    ]
    evening.answer_for_everything(floor, raised)
    floor.close_day(DAYS[0], "audited")
    evening.correct_late(floor, told)


_PLAYED: Final = {
    "north": _two_evenings,
    "south": _with_mistakes,
    "east-wing": _with_the_books_open,
}
