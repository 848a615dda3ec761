"""The roll call: whether every duty is done by somebody who is heard of, and by whom it is not."""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Final

import structlog

from services.measuring import exposition, measures
from services.roster import Roster, Signed
from services.store.lease import this_process

_log = structlog.get_logger("roll call")
_KEPT_SECONDS: Final = 0.5
_WAIT_SECONDS: Final = 1.0
_HERE: Final = "api"


def both(*checks: Callable[[], str | None]) -> Callable[[], str | None]:
    """One check of several: the first that finds something has the word."""
    return lambda: next(filter(None, (check() for check in checks)), None)


class RollCall:
    """What the roster says, for readiness and metrics."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._lock = threading.Lock()
        self._read_at = 0.0
        self._found: list[Signed] | Exception = []

    def check(self, *duties: str) -> Callable[[], str | None]:
        """Says what is wrong with these duties, or nothing."""
        return lambda: _trouble(self._signed(), duties)

    def exposition(self) -> bytes:
        """Metrics of all processes, as far as the store tells; this one's as they are now."""
        try:
            signed = self._signed()
        except Exception as error:  # noqa: BLE001  what is known here is told nevertheless
            _log.warning("the others' metrics cannot be read", why=str(error))
            signed = []
        others = (
            (one.part, one.process, one.measures)
            for one in signed
            if not one.silent and one.process != this_process()
        )
        return exposition([(_HERE, this_process(), measures(_HERE)), *others])

    def _signed(self) -> list[Signed]:
        """Read once for all checks of a question, also where the reading fails."""
        # Whoever comes while the store does not answer does not hang as well.
        if not self._lock.acquire(timeout=_WAIT_SECONDS):
            raise TimeoutError("the store does not answer")
        try:
            if time.monotonic() - self._read_at > _KEPT_SECONDS:
                try:
                    self._found = self._roster.signed()
                except Exception as error:  # noqa: BLE001  it is what every check answers
                    self._found = error
                self._read_at = time.monotonic()
            if isinstance(self._found, Exception):
                raise self._found
            return self._found
        finally:
            self._lock.release()


def _trouble(signed: list[Signed], duties: Iterable[str]) -> str | None:
    heard = [one for one in signed if not one.silent]
    troubles = []
    missing = []
    for duty in duties:
        at_it = [one for one in heard if duty in one.duties]
        if not at_it:
            missing.append(duty)
        troubles += [one.trouble for one in at_it if one.trouble]
    if missing:
        troubles.append(f"nobody does {', '.join(missing)}{_last_seen(signed, missing)}")
    return "; ".join(dict.fromkeys(troubles)) or None


def _last_seen(signed: list[Signed], missing: list[str]) -> str:
    for one in signed:
        if one.silent and set(missing) & set(one.duties):
            return f": {one.process} has been silent for {one.age_seconds:.0f} s"
    waiting = [one for one in signed if not one.silent and one.trouble and not one.duties]
    return "".join(f"; {one.part} {one.process}: {one.trouble}" for one in waiting[:3])
