"""A simulated floor played into a house of this process, for the demo."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

import msgspec
from eventsourcing.persistence import PersistenceError

from domain.commands import CommandError
from domain.games.seam.bots import Told
from domain.hosting import Table, in_play
from domain.messages.commands import parse_command
from projections.floor.view import TableView
from services.bootstrap import Service
from services.desk import Answer, CommandRefused, DeskBusy, DeskClosed
from services.desk.request import make_request
from services.store.database import StoreUnavailable
from services.store.streams import load_table
from services.tools.simulator.access import Away, Closed, Refusal, StoredEvent
from services.tools.simulator.floor import Floor, Life, Start, is_laid_out, tables_among
from services.tools.simulator.played_floor import PlayedFloor

_STOPPED: Final = "demo was stopped"
_OTHER_RULES: Final = "it is played by other rules"


class DemoFloor:
    """Plays now: times and ids of the simulation are left out, so that a demo may be repeated."""

    def __init__(
        self,
        house: Service,
        *,
        tables: int,
        rounds: int | None,
        seed: int,
        tables_of: Mapping[str, int] | None = None,
    ) -> None:
        self._house = house
        self._floor = Floor(
            tables=tables,
            rounds=rounds,
            seed=seed,
            start=datetime.now(UTC),
            tables_of=tables_among(tables) if tables_of is None else tables_of,
        )
        self._access = HouseAccess(house)
        self._played = PlayedFloor(self._floor, self._access, self)
        self._lives = 0

    @property
    def days(self) -> set[str]:
        """Gaming days on which tables were opened."""
        return self._played.days

    @property
    def left(self) -> dict[str, str]:
        """Tables that could not be played on, and why."""
        return self._played.left

    def close_left_open(self) -> None:
        """Close, as counted, the tables that an earlier demo left open."""
        for view in self._access.tables():
            if is_laid_out(view.table):
                self._played.caretaker.close(view.table, self._floor.par(view.table), _STOPPED)
                self._played.caretaker.count_boxes(view.table)

    def play(
        self, *, speed: float | None = None, on_round: Callable[[int], None] | None = None
    ) -> None:
        """Until all is played, it is stopped, or the house closes."""
        with suppress(Closed):
            self._played.play(speed=speed, on_round=on_round)

    def stop(self) -> None:
        self._played.stop()

    def begin(self, table: str, since: float) -> Life:
        """From the table as it is stored; by other rules than its own it is not played."""
        state = self._stored(table)
        if state.is_open and state.submission_hash != self._own_rules(table):
            self._played.caretaker.close(table, self._floor.par(table), _OTHER_RULES)
            state = self._stored(table)
        self._lives += 1
        is_first = self._lives <= self._floor.tables
        start = Start(life="" if is_first else f"/{self._lives}", state=state)
        now = self._floor.start if is_first else datetime.now(UTC)
        return Life(self._floor, table, start, now, since)

    def go_on(self, life: Life) -> bool:
        """Where only the books were written to, play stands as it did."""
        thought = life.table.state
        stored = self._stored(thought.name)
        if (stored.session, in_play(stored)) != (thought.session, in_play(thought)):
            return False
        life.adopt(stored, datetime.now(UTC))
        return True

    def _own_rules(self, table: str) -> str:
        """The hash of what the table is opened under here."""
        opened = Life(self._floor, table, Start(), self._floor.start, 0.0).plays(0)
        opened.next()
        return opened.table.state.submission_hash

    def _stored(self, table: str) -> Table:
        try:
            return load_table(self._house.storage.ledger, table)
        except PersistenceError as error:
            raise Away(str(error)) from error


class HouseAccess:
    """The desk and the read models of this process."""

    def __init__(self, house: Service) -> None:
        self._house = house

    def tables(self) -> list[TableView]:
        self._house.runner.catch_up()
        return self._house.storage.books.tables()

    def look(self, table: str) -> TableView | None:
        try:
            self._house.runner.catch_up()
            return self._house.storage.books.table(table)
        except (StoreUnavailable, PersistenceError) as error:
            raise Away(str(error)) from error

    def send(self, told: Told) -> "AtDesk":
        """The desk keeps the order, so that nobody need wait for one answer alone."""
        content = {name: value for name, value in told.items() if name not in ("at", "command_id")}
        try:
            request = make_request([parse_command(content)])
            return AtDesk(self._house.desk.submit(request))
        except CommandError as error:
            raise Refusal(str(error)) from error
        except DeskBusy as error:
            raise Away(str(error)) from error
        except DeskClosed as error:
            raise Closed(str(error)) from error


class AtDesk:
    """A command that the desk has taken."""

    def __init__(self, answer: "Future[Answer]") -> None:
        self._answer = answer

    def events(self) -> list[StoredEvent]:
        try:
            return [msgspec.json.decode(state) for state in self._answer.result().events]
        except CommandRefused as refused:
            raise Refusal(str(refused)) from refused
        except DeskClosed as error:
            raise Closed(str(error)) from error
        except (StoreUnavailable, PersistenceError) as error:
            raise Away(str(error)) from error
