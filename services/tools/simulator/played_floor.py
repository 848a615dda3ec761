"""A simulated floor played into a service in which others may send commands too.

Whatever is refused, or comes out otherwise than expected, was somebody else's doing: the table is
then looked at, what was begun there is ended, and play goes on from what the table says.
"""

import heapq
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple, Protocol

import structlog

from domain.games.seam.bots import Told
from services.tools.simulator.access import Access, Away, Closed, Refusal, Sent, StoredEvent
from services.tools.simulator.caretaker import Caretaker
from services.tools.simulator.floor import NAMED_EVENTS, Floor, Life
from services.tools.simulator.lawful_table import NotLawful

_log = structlog.get_logger("simulator")
_MOST_UNANSWERED: Final = 500
_MOST_TRIES: Final = 20
"""Lives that may end without one finished round before a table is given up."""
_QUIET_SECONDS: Final = 8.0
"""Where play has a pace: for so long nobody else must have done anything at a table."""
_PAUSE_SECONDS: Final = 0.5
_INTERRUPTED: Final = "play goes on after an interruption"
_COUNTS: Final = frozenset({"count_tray", "close_table"})
_ENDED: Final = frozenset({"RoundClosed", "RoundVoided"})


class Lives(Protocol):
    """How a table is taken up."""

    def begin(self, table: str, since: float) -> Life:
        """A life from what the table says now. Raises Refusal."""
        ...

    def go_on(self, life: Life) -> bool:
        """Whether the same life may go on, though somebody else wrote to the table meanwhile."""
        ...


@dataclass(slots=True)
class _AtTable:
    """What the floor knows of one of its tables."""

    order: int
    life: Life | None = None
    told: Told | None = None
    surprise: str = ""
    """Why its life cannot go on; empty: it does."""
    seen: int = -1
    """How far its stream was when it was last looked at, after a surprise."""
    tries: int = 0
    finished: int = 0
    is_over: bool = False
    """It has nothing more to do, and does not stand in line."""


class _Waiting(NamedTuple):
    table: str
    life: Life
    head: int
    sent: Sent


class PlayedFloor:
    """Plays all tables of a floor in the order of time; each for itself, none for the others."""

    def __init__(self, floor: Floor, access: Access, lives: Lives) -> None:
        self._floor = floor
        self._access = access
        self._lives = lives
        # S311: a simulation must be repeatable; nothing here is a secret.
        self.caretaker = Caretaker(access, Random(f"{floor.seed}/caretaker"))  # noqa: S311
        self._tables = {name: _AtTable(order) for order, name in enumerate(floor.names())}
        self._due: list[tuple[float, int, str]] = []
        self._unanswered: deque[_Waiting] = deque()
        self._stopping = threading.Event()
        self._speed: float | None = None
        self.sent = 0
        self.days: set[str] = set()
        """Gaming days on which tables were opened."""
        self.left: dict[str, str] = {}
        """Tables that could not be played on, and why."""

    @property
    def finished(self) -> int:
        return sum(table.finished for table in self._tables.values())

    def stop(self) -> None:
        self._stopping.set()

    def play(
        self, *, speed: float | None = None, on_round: Callable[[int], None] | None = None
    ) -> None:
        """All commands in the order they happen; at a pace if one is given. Raises Closed."""
        self._speed, began = speed, time.monotonic()
        for name in self._tables:
            self._schedule(name, 0.0)
        while self._due or self._unanswered:
            if not self._due:
                self._collect(0)  # what is refused now is taken up again
                continue
            due, _, name = self._due[0]
            if speed is not None:
                self._stopping.wait(max(0.0, began + due / speed - time.monotonic()))
            if self._stopping.is_set():
                return
            heapq.heappop(self._due)
            self._turn(name, due)
            if on_round is not None:
                on_round(self.finished)

    def _schedule(self, name: str, due: float) -> None:
        heapq.heappush(self._due, (due, self._tables[name].order, name))

    def _turn(self, name: str, due: float) -> None:
        """The table's next command, or the next look at it."""
        table = self._tables[name]
        look = due + _QUIET_SECONDS * (self._speed or 0.0)
        later: float | None = look
        try:
            later = self._next(name, table, due, look)
        except (Refusal, NotLawful) as error:
            table.surprise = str(error)
        except Away as error:
            table.surprise = str(error)
            self._stopping.wait(_PAUSE_SECONDS)
        except Closed:
            raise
        except Exception as error:  # noqa: BLE001  one table takes no other with it
            _log.exception("the simulator is at a loss", table=name)
            self._leave(name, repr(error))
        table.is_over = later is None or name in self.left
        if later is not None and not table.is_over:
            self._schedule(name, later)

    def _next(self, name: str, table: _AtTable, due: float, look: float) -> float | None:
        """When the table is due again; None: its play is over."""
        if table.told is not None and not table.surprise:
            self._send(name, table, table.told)
        table.told = None
        if (table.surprise or table.life is None) and not self._take_up(name, table, due):
            return look
        assert table.life is not None
        following = table.life.next()
        if following is None:
            return None
        later, table.told = following
        return later

    def _take_up(self, name: str, table: _AtTable, due: float) -> bool:
        """Another life, once nobody else is at work there. Raises Refusal."""
        self._collect(0)
        if table.surprise and self._somebody_acts(name, table):
            return False
        table.tries += 1
        if table.tries > _MOST_TRIES:
            self._leave(name, table.surprise)
            return False
        if table.surprise:
            _log.info("play goes on", table=name, after=table.surprise)
            view = self.caretaker.bring_to_rest(name, _INTERRUPTED)
            if view is not None:
                self.caretaker.void_slips(view, _INTERRUPTED)
        rounds = self._floor.rounds
        left = None if rounds is None else max(0, rounds - table.finished)
        life = self._lives.begin(name, due)
        table.life = life.plays(left, leave_open=self._floor.leave_open)
        table.surprise, table.seen = "", -1
        return True

    def _somebody_acts(self, name: str, table: _AtTable) -> bool:
        """As a person steps back: the table is theirs as long as they do something there."""
        view = self._access.look(name)
        head = 0 if view is None else view.seq
        acts = self._speed is not None and head != table.seen
        table.seen = head
        return acts

    def _send(self, name: str, table: _AtTable, told: Told) -> None:
        """What speaks of the table as it stands is sent when all before it is answered for."""
        assert table.life is not None
        counts = told["command"] in _COUNTS
        if counts or not told.keys().isdisjoint(NAMED_EVENTS):
            self._collect(0)
        if table.surprise:
            return
        waiting = _Waiting(
            name,
            table.life,
            table.life.head,
            self._access.send(self._counted(name, told) if counts else told),
        )
        self._unanswered.append(waiting)
        self._collect(_MOST_UNANSWERED if self._speed is None else 0)

    def _counted(self, name: str, told: Told) -> Told:
        """A count finds what is in the tray then, whoever put it there since it was meant."""
        view = self._access.look(name)
        return told if view is None else {**told, "inventory": view.tray_expected}

    def _collect(self, left: int) -> None:
        while len(self._unanswered) > left:
            waiting = self._unanswered.popleft()
            try:
                events = waiting.sent.events()
            except (Refusal, Away) as error:
                self._surprised(waiting.table, str(error), waiting.life)
                continue
            self.sent += 1
            self._note(waiting.table, events)
            heads = [event["seq"] for event in events if event["key"] == waiting.table]
            at_work = waiting.life is self._tables[waiting.table].life
            if heads[-1:] != [waiting.head] and at_work and not self._may_go_on(waiting):
                self._surprised(waiting.table, "somebody else wrote to it", waiting.life)

    def _may_go_on(self, waiting: _Waiting) -> bool:
        return waiting.life.head == waiting.head and self._lives.go_on(waiting.life)

    def _note(self, name: str, events: list[StoredEvent]) -> None:
        table = self._tables[name]
        for event in events:
            if event["event"] == "TableOpened":
                self.days.add(event["day"])
            if event["event"] in _ENDED:
                table.finished += 1
                table.tries = 0

    def _surprised(self, name: str, why: str, life: Life) -> None:
        """Of a life that is over already nothing is said."""
        table = self._tables[name]
        if life is table.life and not table.surprise:
            table.surprise = why
            if table.is_over:
                table.is_over = False
                self._schedule(name, self._due[0][0] if self._due else 0.0)

    def _leave(self, name: str, why: str) -> None:
        table = self._tables[name]
        table.life = table.told = None
        table.surprise = ""
        self.left[name] = why
        _log.warning("a table is left as it is: it cannot be played on", table=name, why=why)
