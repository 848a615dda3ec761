"""A simulated floor played into a running service over HTTP."""

from dataclasses import replace
from datetime import timedelta
from typing import Final
from uuid import uuid4

import msgspec

from domain.games.seam.bots import Told
from domain.hosting import Table
from domain.table.books import Books
from projections.floor.view import TableView
from services.http.client import Refused, Sender, Unreachable
from services.tools.simulator.access import Closed, Refusal, StoredEvent
from services.tools.simulator.floor import Elsewhere, Floor, Life, Start
from services.tools.simulator.played_floor import PlayedFloor

_NEW_EVENING: Final = "another evening is simulated"


class ServiceFloor:
    """Plays in today's gaming day, as often as wanted: ids differ, and sessions go on counting.

    A table that is found open is closed first, as counted: how play stands there in full only the
    service itself knows.
    """

    def __init__(self, floor: Floor, sender: Sender, *, own_name: bool, told_times: bool) -> None:
        """In one's own name where a token says who that is; at told times or as they come."""
        left_out = (*(("actor",) if own_name else ()), *(() if told_times else ("at",)))
        self._floor = floor
        self._access = ServiceAccess(sender, left_out)
        self._run = uuid4().hex
        self._lives = 0
        self.played = PlayedFloor(floor, self._access, self)

    def play(self) -> None:
        """Raises Closed where the service takes nothing more, with the cause."""
        self.played.play()

    def begin(self, table: str, since: float) -> Life:
        self.played.caretaker.close(table, self._floor.par(table), _NEW_EVENING)
        self.played.caretaker.count_boxes(table)
        view = self._access.look(table)
        self._lives += 1
        start = Start(life=f"/{self._run}/{self._lives}")
        if view is not None:
            # Opened with what was found there in the end.
            closed = Table(name=table, books=Books(closer=view.tray_expected))
            events = Elsewhere(table, sessions=view.session, events=view.seq)
            start = replace(start, state=closed, elsewhere=events)
        now = self._floor.start + timedelta(seconds=since)
        return Life(self._floor, table, start, now, since)

    def go_on(self, life: Life) -> bool:
        """Nobody here knows what the others did."""
        del life
        return False


class ServiceAccess:
    """A service at an address."""

    def __init__(self, sender: Sender, left_out: tuple[str, ...]) -> None:
        self._sender = sender
        self._left_out = left_out
        self._heads: dict[str, int] = {}

    def look(self, table: str) -> TableView | None:
        """After everything that was answered here."""
        known = f"?seq={self._heads[table]}" if table in self._heads else ""
        try:
            body = self._sender.get(f"/v1/tables/{table}{known}")
        except (Refused, Unreachable) as error:
            raise Closed(str(error)) from error
        return None if body is None else msgspec.json.decode(body, type=TableView)

    def send(self, told: Told) -> "Answered":
        command = {name: value for name, value in told.items() if name not in self._left_out}
        command.setdefault("command_id", str(uuid4()))
        try:
            events = self._sender.send(command)
        except Refused as refused:
            if refused.is_by_the_rules:
                raise Refusal(str(refused.problem["detail"])) from refused
            raise Closed(str(refused)) from refused
        except Unreachable as error:
            raise Closed(str(error)) from error
        table = told["table"]
        heads = [event["seq"] for event in events if event["key"] == table]
        self._heads[table] = max([self._heads.get(table, 0), *heads])
        return Answered(events)


class Answered:
    """A command with its answer."""

    def __init__(self, events: list[StoredEvent]) -> None:
        self._events = events

    def events(self) -> list[StoredEvent]:
        return self._events
