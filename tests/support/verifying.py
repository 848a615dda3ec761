"""A played house in a database, copies of it to tamper with, and `pitledger verify` on them."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

import psycopg
from psycopg.rows import dict_row
from typer.testing import CliRunner

from projections import all_projections
from services.cli.main import app
from services.desk import Desk
from services.projector.feed import LogFeed
from services.projector.read_models import ReadModels
from services.projector.runner import Runner
from services.store.database import open_datastore
from services.store.embedded import serving_address
from services.store.ledger import Ledger
from services.tools.simulator import Floor as SimulatedFloor
from services.tools.simulator.floor import Elsewhere
from tests.support.reports import evening
from tests.support.reports.evening import DAYS, Floor
from tests.support.store.databases import empty_database, new_database, tampering
from tests.support.store.playing import do, hand_in, running
from tests.support.transparency.at_once import KEY, seal

THRESHOLD: Final = "10000"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `verify --json` said."""

    code: int
    said: dict[str, Any] = field(repr=False)
    errors: str = ""

    @property
    def first(self) -> dict[str, Any]:
        found: dict[str, Any] = self.said["first_bad"]
        return found

    def wrong(self) -> set[str]:
        """The parts that found something."""
        return {part["part"] for part in self.said["parts"] if part["found"]}

    def findings(self, part: str) -> list[dict[str, Any]]:
        return [one for found in self.said["parts"] if found["part"] == part
                for one in found["findings"]]  # fmt: skip

    def counts(self, part: str) -> dict[str, int]:
        return next(one["counts"] for one in self.said["parts"] if one["part"] == part)

    def notes(self, part: str) -> dict[str, int]:
        return next(one["notes"] for one in self.said["parts"] if one["part"] == part)


@dataclass(frozen=True, slots=True)
class House:
    """A database that somebody with the owner's rights has got hold of."""

    url: str

    def run(self, *arguments: str, key: bool = True) -> Any:
        told = ["--key", str(KEY.verifier)] if key else []
        env = {"PITLEDGER_DATABASE_URL": self.url, "PITLEDGER_CURRENCY_THRESHOLD": THRESHOLD}
        done = CliRunner().invoke(app, ["verify", *told, *arguments], env=env)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done

    def verify(self, *arguments: str, key: bool = True) -> Verdict:
        done = self.run("--json", *arguments, key=key)
        return Verdict(done.exit_code, json.loads(done.stdout or "null"), done.stderr)

    def tamper(self, statement: str, *parameters: object) -> int:
        """Past every trigger and constraint that is one."""
        with self.opened() as conn:
            return conn.execute(statement, parameters).rowcount

    @contextmanager
    def opened(self) -> Iterator[psycopg.Connection[dict[str, Any]]]:
        with tampering(self.url) as conn:
            conn.row_factory = dict_row
            conn.execute("SET session_replication_role = replica")
            yield conn

    def found(self, statement: str, *parameters: object) -> list[dict[str, Any]]:
        with self.opened() as conn:
            return conn.execute(statement, parameters).fetchall()

    def event(self, name: str, number: int = 0) -> dict[str, Any]:
        """The nth event of a name: its row, and `said`, what its bytes say."""
        rows = self.found(
            "SELECT * FROM pitledger_events WHERE topic LIKE %s ORDER BY notification_id",
            f"pitledger.{name}.v%",
        )
        return {**rows[number], "said": json.loads(bytes(rows[number]["state"]))}

    def rewrite(self, position: int, *changes: tuple[str, str]) -> None:
        """Other words in an event's bytes."""
        (row,) = self.found(
            "SELECT state FROM pitledger_events WHERE notification_id = %s", position
        )
        text = bytes(row["state"]).decode()
        for old, new in changes:
            assert old in text, (old, text)
            text = text.replace(old, new)
        self.tamper(
            "UPDATE pitledger_events SET state = %s WHERE notification_id = %s",
            text.encode(),
            position,
        )

    def newest_checkpoint(self) -> str:
        (row,) = self.found("SELECT note FROM pitledger_checkpoints ORDER BY size DESC LIMIT 1")
        return str(row["note"])

    def seal_anew(self) -> None:
        """As one would who has the key too: tiles and checkpoints of the changed log."""
        sizes = [row["size"] for row in self.found("SELECT size FROM pitledger_checkpoints")]
        self.tamper("TRUNCATE pitledger_tiles, pitledger_checkpoints")
        with self.ledger() as ledger:
            seal(ledger, sizes=sizes)

    @contextmanager
    def ledger(self) -> Iterator[Ledger]:
        datastore = open_datastore(self.url, connections=4)
        try:
            yield Ledger(datastore)
        finally:
            datastore.close()


def copy_of(server: str, house: House) -> House:
    """Another database with all that is in it."""
    original = psycopg.conninfo.conninfo_to_dict(house.url)["dbname"]
    return House(serving_address(empty_database(server, str(original))))


def new_house(server: str) -> House:
    """A simulated floor of every game, sealed."""
    house = House(new_database(server))
    with house.ledger() as ledger:
        _simulate(ledger)
        _project(ledger)
        seal(ledger, sizes=(100, 256, 300))
    return house


def play_days(house: House) -> None:
    """By hand: slips, corrections, a meter, and a day that is closed; then sealed again."""
    with house.ledger() as ledger:
        with running(ledger) as desk:
            floor = Floor(desk)
            told = evening.first_day(floor)
            evening.cards(floor)
            _close(desk, "provisional")
            evening.count(floor, DAYS[1])
            _close(desk, "counted")
            evening.correct_late(floor, told)
        _project(ledger)
        head = ledger.head()
        seal(ledger, sizes=(head - 20,))


def _close(desk: Desk, status: str) -> None:
    """By an auditor: some of the simulated tables are under full controls, and so is the day."""
    actor = {"id": "audrey", "role": "auditor"}
    at = "2026-04-01T12:00:00Z"
    do(desk, {"command": "close_day", "day": DAYS[0], "status": status, "at": at, "actor": actor})


def _simulate(ledger: Ledger) -> None:
    start = datetime(2026, 2, 20, 18, tzinfo=UTC)
    floor = SimulatedFloor(tables=10, rounds=3, seed=3, start=start, tables_of={"craps": 2})
    beside = {name: Elsewhere(f"S{name}") for name in floor.names()}
    with running(ledger) as desk:
        hand_in(desk, (beside[one["table"]].tell(one) for one in floor.stream()))


def _project(ledger: Ledger) -> None:
    models = ReadModels(ledger.datastore)
    models.create(all_projections())
    runner = Runner(LogFeed(ledger), models, all_projections())
    runner.catch_up()
    runner.close()
