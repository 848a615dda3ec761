"""The clock of what is recorded: it never goes back, whichever desk writes."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

import structlog

from services.store.ledger import Ledger

_log = structlog.get_logger("desk")
_WORTH_LOGGING: Final = timedelta(seconds=1)


def utc_now() -> datetime:
    return datetime.now(UTC)


class RecordingClock:
    """The machine's clock, but never earlier than what is in the store already.

    A clock that is put back stands still here until it has caught up; reports as of a moment rest
    on the log's being in order of time. The store turns away whoever comes with an earlier time
    nevertheless.
    """

    def __init__(self, ledger: Ledger, clock: Callable[[], datetime]) -> None:
        self._ledger = ledger
        self._clock = clock
        self._last: datetime | None = None
        self._behind = False

    @property
    def is_set(self) -> bool:
        """Whether the store has been asked: other desks have written before."""
        return self._last is not None

    def set(self) -> None:
        """By what is in the store, in whichever thread."""
        self._last = self._ledger.last_recorded() or self._clock()

    def now(self) -> datetime:
        """The moment of the next events; the clock is set."""
        assert self._last is not None
        now, last = self._clock(), self._last
        self._log_change(last - now)
        self._last = max(now, last)
        return self._last

    def forget(self) -> None:
        """Somebody else has written: what is in the store has to be read again."""
        self._last = None

    def _log_change(self, behind: timedelta) -> None:
        if (behind > _WORTH_LOGGING) != self._behind:
            self._behind = not self._behind
            if self._behind:
                _log.error(
                    "the clock is behind what was recorded last; until it has caught up"
                    " everything is recorded at that moment: set the machine's clock",
                    behind_seconds=behind.total_seconds(),
                )
            else:
                _log.info("the clock has caught up")
