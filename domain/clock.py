"""One clock, the desk's: how far a command's `at` is believed, and which day it is posted to.

In `play` the clock is the file itself: it shows the latest `at` so far.
"""

from datetime import datetime, timedelta
from typing import Final

from domain.commands import Command
from domain.controls import CLOCK, DAY_BEGUN
from domain.day.calendar import Calendar
from domain.events.envelope import Stamp
from domain.gaming_day import FIRST_DAY, LAST_DAY, GamingDay, write_moment
from domain.refusals import BooksRefuse

TOLERANCE: Final = timedelta(minutes=5)
"""How far other clocks may be ahead where nothing else was said."""


class Clock:
    """What the desk knows of time when it decides."""

    def __init__(
        self,
        gaming_day: GamingDay,
        now: datetime,
        tolerance: timedelta = TOLERANCE,
    ) -> None:
        self._gaming_day = gaming_day
        self._now = now
        self._latest = now + tolerance
        self._tolerance = tolerance
        self._today = gaming_day.of(now).isoformat()
        self.recorded = write_moment(now)
        self._latest_told = write_moment(self._latest)

    def stamp(self, command: Command, command_id: str | None, calendar: Calendar) -> Stamp:
        """When and by whom. Raises BooksRefuse for a moment that cannot be."""
        at, actor = command.at or self._now, command.actor
        told = write_moment(at)
        self._check(at, told)
        day, shift = calendar.posted_to(self._gaming_day, at)
        return Stamp(
            at=told,
            recorded=self.recorded,
            day=day,
            shift=shift,
            latest=self._latest_told,
            audited=calendar.audited,
            happened_on=self._gaming_day.of(at).isoformat(),
            today=self._today,
            actor={"id": actor.id, "role": actor.role} if actor else None,
            command_id=command_id,
        )

    def _check(self, at: datetime, told: str) -> None:
        if at > self._latest:
            seconds = int(self._tolerance.total_seconds())
            reason = (
                f"{told} is more than {seconds} seconds ahead of the desk's clock, which shows"
                f" {self.recorded}; set the clock that told it, or leave `at` out"
            )
            raise BooksRefuse(CLOCK, reason)
        if not self._gaming_day.is_moment(at):
            reason = f"{told} is in no gaming day: they are from {FIRST_DAY} to {LAST_DAY}"
            raise BooksRefuse(CLOCK, reason)
        if at > self._now:
            day, today = self._gaming_day.of(at), self._gaming_day.of(self._now)
            if day > today:
                reason = (
                    f"{told} is in the gaming day {day}, which has not begun: by the desk's clock,"
                    f" {self.recorded}, it is {today}; tell it again when it has"
                )
                raise BooksRefuse(DAY_BEGUN, reason)
