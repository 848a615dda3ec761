"""A simulated floor played into a house, for the demo."""

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from domain.commands import parse_command
from domain.events.table import TableOpened
from projections.floor.view import TableView
from services.bootstrap import Service
from services.desk import Answer, DeskClosed
from services.desk.request import make_request
from services.tools.simulator import Floor, Told, craps_among
from services.tools.simulator.elsewhere import Elsewhere
from services.tools.simulator.staff import on_duty, signing, standing_by

_MOST_UNANSWERED: Final = 500
_STOPPED: Final = "demo was stopped"
_RETAINED: Final = "dice_bonus"
"""The wager that a table's view shows as retained on running triples."""


class DemoFloor:
    """Plays now: times and ids of the simulation are left out, so that a demo may be repeated."""

    def __init__(
        self,
        house: Service,
        *,
        tables: int,
        rounds: int | None,
        seed: int,
        craps: int | None = None,
    ) -> None:
        self._house = house
        self._floor = Floor(
            tables=tables,
            rounds=rounds,
            seed=seed,
            start=datetime.now(UTC),
            craps=craps_among(tables) if craps is None else craps,
        )
        self._stopping = threading.Event()
        self._answers: deque[Future[Answer]] = deque()
        self._finished = 0
        self._tables = {name: Elsewhere(name) for name in self._floor.names()}
        self.days: set[str] = set()
        """Gaming days on which tables were opened."""

    def close_left_open(self) -> None:
        """Close, as counted, the tables that an earlier demo left open."""
        for name in [row.table for row in self._all()]:
            if self._now(name).round is not None:
                self._call_off(name)
            if (now := self._now(name)).phase != "closed":
                self._give_back(now)
                self._close(now)
            for box in self._now(name).boxes:
                which = {"session": box.session, "box": box.box}
                if box.carrier is None:
                    self._do("remove_box", name, **which)
                self._do("count_drop", name, amount=box.estimated, **which)
            if name in self._tables:
                now = self._now(name)
                self._tables[name] = Elsewhere(name, sessions=now.session, events=now.seq)

    def play(
        self, *, speed: float | None = None, on_round: Callable[[int], None] | None = None
    ) -> None:
        """All commands in the order they happen; at a pace if one is given."""
        began, opened = time.monotonic(), self._floor.start
        for told in self._floor.stream():
            if speed is not None:
                due = (datetime.fromisoformat(told["at"]) - opened).total_seconds() / speed
                self._stopping.wait(max(0.0, began + due - time.monotonic()))
            if self._stopping.is_set():
                return
            here = self._tables[told["table"]]
            try:
                self._hand_in(here.tell(told), wait=speed is not None)
            except DeskClosed:
                return
            if on_round is not None:
                on_round(self._finished)
        self._collect(0)
        if on_round is not None:
            on_round(self._finished)

    def stop(self) -> None:
        self._stopping.set()

    def _call_off(self, table: str) -> None:
        supervisor = standing_by("void_round", datetime.now(UTC))
        self._do("void_round", table, reason=_STOPPED, supervisor=supervisor)

    def _give_back(self, table: TableView) -> None:
        """What lies there from earlier rounds: a table does not close over it."""
        supervisor = standing_by("return_wager", datetime.now(UTC))
        why = {"reason": _STOPPED, "supervisor": supervisor}
        for one in table.craps.carried if table.craps is not None else ():
            on = {"point": one.point} if one.point else {}
            self._do("return_wager", table.table, seat=one.seat, wager=one.wager, **on, **why)
        for kept in table.triples.retained:
            self._do("return_wager", table.table, seat=kept.seat, wager=_RETAINED, **why)

    def _close(self, table: TableView) -> None:
        """As counted, with no slip under way and the tray at par, as the next opener finds it."""
        why = {"step": "voided", "reason": _STOPPED}
        for one in table.slips:
            self._do(one.kind, table.table, slip=one.slip, amount=one.amount, **why)
        par = self._floor.par(table.table)
        if short := par - table.tray_expected:
            told = {"amount": abs(short), "slip": f"{table.table}-STOP{table.session}"}
            for step in ("requested", "issued", "received"):
                self._do("fill" if short > 0 else "credit", table.table, step=step, **told)
        signed = signing(table.table, datetime.now(UTC))
        self._do("close_table", table.table, inventory=par, signatures=signed)

    def _all(self) -> list[TableView]:
        self._house.runner.catch_up()
        return self._house.archive.books.tables()

    def _now(self, table: str) -> TableView:
        return next(row for row in self._all() if row.table == table)

    def _do(self, command: str, table: str, **fields: Any) -> None:
        actor = on_duty(command, fields.get("step"), table, datetime.now(UTC))
        self._hand_in({"command": command, "table": table, "actor": actor, **fields}, wait=True)

    def _hand_in(self, told: Told, *, wait: bool) -> None:
        """The desk keeps the order, so that without a pace nobody waits for one answer alone."""
        content = {name: value for name, value in told.items() if name not in ("at", "command_id")}
        self._answers.append(self._house.desk.submit(make_request([parse_command(content)])))
        self._collect(0 if wait else _MOST_UNANSWERED)

    def _collect(self, left: int) -> None:
        while len(self._answers) > left:
            for state in self._answers.popleft().result().events:
                event = msgspec.json.decode(state)
                if event["event"] == TableOpened.__name__:
                    self.days.add(event["day"])
                self._finished += event["event"] in ("RoundClosed", "RoundVoided")
