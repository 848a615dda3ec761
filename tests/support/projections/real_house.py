"""A house as it really is: chips in trays, money in boxes, told to the books truly or wrongly."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from random import Random
from typing import Final

from domain.commands.day import CloseDay
from domain.day.calendar import Calendar
from domain.day.decide import decide_day
from domain.day.state import Day
from domain.events import Event
from domain.events.envelope import Stamp
from domain.gaming_day import GamingDay, write_moment
from domain.hosting import Table, decide
from domain.messages.commands import parse_command
from domain.refusals import Refused
from tests.support.domain.asked import Asked, ask

HOURS: Final = GamingDay(shifts=(time(6), time(14), time(22)))
BEGIN: Final = datetime(2026, 3, 1, 8, tzinfo=UTC)
STAKE: Final = 2500


@dataclass
class RealBox:
    """Money and coupons that lie in a box."""

    number: int
    drop: int = 0
    coupons: int = 0
    off: bool = False
    counted: bool = False


@dataclass
class RealPeriod:
    """Chips as they really came and went between two counts."""

    session: int
    number: int
    day: str
    opener: int
    fills: int = 0
    credits: int = 0
    buy_ins: int = 0
    marker_chips: int = 0
    marker_cash: int = 0
    won: int = 0
    closer: int | None = None
    boxes: list[RealBox] = field(default_factory=list)


@dataclass
class Lie:
    """What was told wrong, by its event, and what is right."""

    seq: int
    right: int
    session: int
    period: int


class RealTable:
    """One table, really."""

    def __init__(self, house: "RealHouse", name: str) -> None:
        self.house, self.name = house, name
        self.table = Table(name=name)
        self.events: list[Event] = []
        self.tray = 5_000_000
        self.open = False
        self.periods: list[RealPeriod] = []
        self.lies: list[Lie] = []
        self.owed: dict[int, int] = {}
        self.complaints: list[int] = []
        self.slips: dict[str, tuple[str, str, int]] = {}

    def tell(self, asked: Asked) -> list[Event]:
        asked = {**asked, "table": self.name}
        decided = decide(self.table, parse_command(asked), self.house.stamp(asked))
        self.table = decided.table
        self.events += decided.events
        self.house.log += decided.events
        return decided.events

    @property
    def running(self) -> RealPeriod:
        return self.periods[-1]

    @property
    def box(self) -> RealBox:
        return self.running.boxes[-1]

    @property
    def uncounted(self) -> list[tuple[RealPeriod, RealBox]]:
        return [
            (one, box) for one in self.periods for box in one.boxes if box.off and not box.counted
        ]

    def begin(self, number: int, box: int) -> None:
        session = self.table.session
        day = self.house.posted()[0]
        period = RealPeriod(session, number, day, self.tray, boxes=[RealBox(box)])
        self.periods.append(period)

    def end(self) -> None:
        self.running.closer = self.tray
        self.box.off = True

    def amount(self, right: int) -> int:
        """What is told of an amount; now and then wrongly, to be put right later."""
        rng = self.house.rng
        return right if rng.random() > self.house.lying else max(1, right + rng.choice((-90, 700)))

    def told(self, event: Event, told: int, right: int, period: RealPeriod) -> None:
        if told != right:
            self.lies.append(Lie(event.seq, right, period.session, period.number))


class RealHouse:
    """Two tables, the calendar, and what is done to them at random."""

    def __init__(self, seed: int, lying: float = 0.0, *, audits: bool = True) -> None:
        self.rng = Random(seed)
        self.lying = lying
        self.audits = audits
        self.now = BEGIN
        self.calendar = Calendar()
        self.days: dict[str, Day] = {}
        self.log: list[Event] = []
        self.numbers = 0
        self.tables = [RealTable(self, "PG01"), RealTable(self, "PG02")]

    def posted(self) -> tuple[str, int]:
        return self.calendar.posted_to(HOURS, self.now)

    def stamp(self, asked: Asked) -> Stamp:
        at = write_moment(self.now)
        day, shift = self.posted()
        return Stamp(
            at=at, recorded=at, day=day, shift=shift, audited=self.calendar.audited,
            actor=asked.get("actor"),
        )  # fmt: skip

    def number(self, letter: str) -> str:
        self.numbers += 1
        return f"{letter}-{self.numbers}"

    def close_day(self) -> None:
        """The last day that can be closed, as far as it can; refusals are no matter."""
        today = HOURS.of(self.now)
        back = self.rng.randrange(1, 3)
        day = (today - timedelta(days=back)).isoformat()
        for status in ("provisional", "counted", *(("audited",) if self.audits else ())):
            asked = ask("close_day", day=day, status=status)
            command = parse_command(asked)
            assert isinstance(command, CloseDay)
            kept = self.days.get(day) or Day(day=day)
            tables = [one.table for one in self.tables]
            try:
                decided = decide_day(kept, tables, command, self.stamp(asked), self.calendar)
            except Refused:
                continue
            self.days[day], self.calendar = decided.day, decided.calendar
            self.log += decided.events
