"""The desk's clock as the log knows it: what is recorded never goes back."""

from datetime import UTC, datetime, timedelta

from domain.clock import Clock
from domain.events import decode
from domain.gaming_day import GamingDay, stored_moment
from services.store.ledger import Ledger


class DeskClock:
    """The machine's clock, and the last moment of recording.

    A clock that is put back, or a desk that takes over on a machine whose clock is behind, records
    at the moment that the log has come to: the log stays in the order of recording.
    """

    def __init__(self, gaming_day: GamingDay, tolerance: timedelta) -> None:
        self._gaming_day = gaming_day
        self._tolerance = tolerance
        self._recorded = datetime.min.replace(tzinfo=UTC)

    def follow(self, ledger: Ledger) -> None:
        """Go on from the last event of the log."""
        head = ledger.head()
        for last in ledger.log_after(head - 1, 1) if head else ():
            recorded = stored_moment(decode(last.topic, last.state).recorded)
            self._recorded = max(self._recorded, recorded)

    def read(self) -> Clock:
        """For what is decided now."""
        now = datetime.now(UTC)
        self._recorded = max(self._recorded, now)
        return Clock(self._gaming_day, now, self._tolerance, self._recorded)
