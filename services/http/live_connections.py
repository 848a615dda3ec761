"""Connections that stay open: each has its share, and ends soon after its sign-in does."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

import structlog
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from services.http.access import Access, Identity
from services.http.clients import client_name
from services.http.problems import Problem
from services.tempo import seconds

_log = structlog.get_logger("access")
_LOOK_SECONDS: Final = seconds(0.25)
"""With the tokens' file, which is looked at as often, half of the second that is promised."""


@dataclass(eq=False, slots=True)
class Live:
    """One stream or device; `end` closes it without waiting."""

    identity: Identity
    end: Callable[[], None]


class LiveConnections:
    """Those of one process, checked by one task while there are any."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._open: set[Live] = set()
        self._checking: asyncio.Task[None] | None = None

    def enter(self, identity: Identity | None, end: Callable[[], None]) -> Callable[[], None]:
        """Returns what takes it out again. Where nobody signs in, nothing can be revoked."""
        if identity is None or not self._access.is_on:
            return lambda: None
        live = Live(identity, end)
        self._open.add(live)
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._check())
        return lambda: self._open.discard(live)

    async def _check(self) -> None:
        asking: asyncio.Task[None] | None = None
        while self._open:
            await asyncio.sleep(_LOOK_SECONDS)
            try:
                now = time.time()
                self._end(one for one in self._open if not self._access.holds(one.identity, now))
            except Exception:  # noqa: BLE001  whoever cannot be checked is not trusted
                _log.exception("sign-ins cannot be checked; streams and devices end")
                self._end(self._open)
            # Beside it: a database that does not answer holds up no other check.
            if asking is None or asking.done():
                asking = asyncio.create_task(self._end_signed_out())

    async def _end_signed_out(self) -> None:
        sessions = {one.identity.session.id for one in self._open if one.identity.session}
        if not sessions:
            return
        try:
            ended = await run_in_threadpool(self._access.sessions.signed_out, sessions)
        except Exception as error:  # noqa: BLE001  a sign-out is kept in the database: there is none
            _log.warning("sign-outs cannot be read", why=str(error))
            return
        self._end(
            one for one in self._open if one.identity.session and one.identity.session.id in ended
        )

    def _end(self, over: Iterable[Live]) -> None:
        for one in list(over):
            self._open.discard(one)
            one.end()


class Shares:
    """How many each client has, by its address and by who signed in; a bound on both."""

    def __init__(self, what: str, most: int) -> None:
        self._what = what
        self._most = most
        self._counts: Counter[str] = Counter()

    def enter(self, connection: HTTPConnection, identity: Identity | None) -> Callable[[], None]:
        """Returns what gives it back. Raises Problem where the client has its share."""
        address = client_name(connection.client.host if connection.client else None)
        names = [f"address {address}"]
        if identity is not None and connection.app.state.access.is_on:
            names.append(f"person {identity.known.actor.id}")
        for name in names:
            if self._counts[name] >= self._most:
                raise Problem(
                    "too-many-connections",
                    f"{self._most} {self._what} of {name.partition(' ')[2]} are open;"
                    " close some of them",
                )
        self._counts.update(names)
        return lambda: self._leave(names)

    def _leave(self, names: list[str]) -> None:
        self._counts.subtract(names)
        for name in names:
            if not self._counts[name]:
                del self._counts[name]
