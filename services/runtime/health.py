"""Health of all parts by the roster: whether each duty is done by a process that still reports."""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Final

from services.runtime.exposition import exposition, measures
from services.runtime.lease import this_process
from services.runtime.logs import Told
from services.runtime.metrics import ROSTER_READABLE
from services.runtime.roster import Roster, Signed
from services.store.connection import within

_KEPT_SECONDS: Final = 0.5
_READ_SECONDS: Final = 0.8
"""Readiness is asked for by those who do not wait."""
_WAIT_SECONDS: Final = 1.0
_HERE: Final = "api"


def both(*checks: Callable[[], str | None]) -> Callable[[], str | None]:
    """One check of several: the first that finds something is the answer."""
    return lambda: next(filter(None, (check() for check in checks)), None)


class Health:
    """What the roster shows, for readiness and metrics."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._lock = threading.Lock()
        self._read_at = 0.0
        self._found: list[Signed] | Exception = []
        self._told = Told("roster")

    def check(self, *duties: str) -> Callable[[], str | None]:
        """Says what is wrong with these duties, or nothing."""
        return lambda: _trouble(self._signed(), duties)

    def exposition(self) -> bytes:
        """Metrics of all processes; this one's as they are now, alone where no roster is had."""
        try:
            signed = self._signed()
            ROSTER_READABLE.set(1)
        except Exception as error:  # noqa: BLE001  a store that is away is no reason to say nothing
            signed = []
            ROSTER_READABLE.set(0)
            self._told.wrong("the roster cannot be read; own metrics only", why=str(error))
        others = (
            (one.part, one.process, one.measures)
            for one in signed
            if not one.silent and one.process != this_process()
        )
        mine = {_HERE: True} | {
            one.part: False for one in signed if one.process == this_process() and one.part != _HERE
        }
        here = [(name, this_process(), measures(name, whole=whole)) for name, whole in mine.items()]
        return exposition([*here, *others])

    def _signed(self) -> list[Signed]:
        """Read once for all checks of a question, also where the reading fails."""
        # Whoever comes while the store does not answer does not hang as well.
        if not self._lock.acquire(timeout=_WAIT_SECONDS):
            raise TimeoutError("the store does not answer")
        try:
            if time.monotonic() - self._read_at > _KEPT_SECONDS:
                try:
                    with within(_READ_SECONDS):
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
    reporting = [one for one in signed if not one.silent]
    troubles = []
    missing = []
    for duty in duties:
        at_it = [one for one in reporting if duty in one.duties]
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
