"""Server-sent events: the log as it grows, or the floor's rows as they change."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, Final, Literal

from eventsourcing.persistence import PersistenceError
from fastapi import APIRouter, Depends, Header, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from services.http.access import Identified, Identity
from services.http.broadcast import Broadcast, FloorBroadcast, LogBroadcast
from services.http.masking import sight_of
from services.http.problems import Problem
from services.http.reading import MOST_POSITION, Position
from services.http.viewers import Viewer, Viewers
from services.sessions.sessions import Session, Sessions

_HELLO: Final = b"retry: 1000\n\n"
_LOOK_SECONDS: Final = 20.0
"""How often a session is asked about while its stream lasts."""
_DIGITS: Final = re.compile(r"[0-9]{1,19}")
router = APIRouter(tags=["stream"])


async def _position(
    after: Position | None = None, last_event_id: Annotated[str | None, Header()] = None
) -> int | None:
    """Where to begin; None: with what comes from now on."""
    if last_event_id is None:
        return after
    if not _DIGITS.fullmatch(last_event_id) or int(last_event_id) > MOST_POSITION:
        wrong = {"where": "header.last-event-id", "what": f"{last_event_id!r} is no position"}
        raise Problem("invalid-request", "the request cannot be read", errors=[wrong])
    return int(last_event_id)


@router.get("/v1/stream")
async def get_stream(
    request: Request,
    identity: Identified,
    position: Annotated[int | None, Depends(_position)],
    view: Literal["events", "floor"] = "events",
    table: Annotated[str | None, Query(description="of the floor this one alone")] = None,
) -> StreamingResponse:
    """`events`: from `Last-Event-ID` or `after`, else from now on. `floor`: rows of tables."""
    state = request.app.state
    if view == "floor":
        floor: FloorBroadcast = state.floor_broadcast
        everyone = Viewer(table=table)
        answer = await _watch(state.viewers, view, everyone, floor, everyone.messages)
        return _while_signed_in(answer, everyone, identity, state.access.sessions)
    if table is not None:
        raise Problem("invalid-request", "table: one table is picked from the view `floor` only")
    log: LogBroadcast = state.log_broadcast
    actor = None if identity is None else identity.known.actor
    viewer = Viewer(actor, sight_of(actor))

    def events() -> AsyncIterator[bytes]:
        return _events(viewer, log, log.position if position is None else position)

    answer = await _watch(state.viewers, view, viewer, log, events)
    return _while_signed_in(answer, viewer, identity, state.access.sessions)


async def _watch(
    viewers: Viewers,
    view: str,
    viewer: Viewer,
    broadcast: Broadcast,
    begun: Callable[[], AsyncIterator[bytes]],
) -> "_Watched":
    """What cannot be read is answered before the stream begins."""
    viewers.enter(view)
    try:
        await broadcast.enter(viewer)
    except BaseException:
        viewers.leave(view)
        raise

    def end() -> None:
        broadcast.leave(viewer)
        viewers.leave(view)

    return _Watched(_with_hello(begun()), end)


async def _with_hello(messages: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield _HELLO
    async for message in messages:
        yield message


class _Watched(StreamingResponse):
    """However it ends, its viewer is gone then."""

    def __init__(self, messages: AsyncIterator[bytes], end: Callable[[], Any]) -> None:
        headers = {"Cache-Control": "no-store"}
        super().__init__(messages, media_type="text/event-stream", headers=headers)
        self._end = end
        self.beside: asyncio.Task[None] | None = None
        """What is done while it is watched."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            if self.beside is not None:
                self.beside.cancel()
            self._end()


def _while_signed_in(
    answer: _Watched, viewer: Viewer, identity: Identity | None, sessions: Sessions
) -> StreamingResponse:
    """A stream ends with what lets its viewer in."""
    if identity is not None and identity.until is not None:
        answer.beside = asyncio.create_task(_end_with(identity, identity.until, viewer, sessions))
    return answer


async def _end_with(identity: Identity, until: int, viewer: Viewer, sessions: Sessions) -> None:
    while (left := until - time.time()) > 0:
        await asyncio.sleep(min(_LOOK_SECONDS, left))
        if identity.session is not None and await _has_ended(sessions, identity.session):
            break
    viewer.end()


async def _has_ended(sessions: Sessions, session: Session) -> bool:
    try:
        return await run_in_threadpool(sessions.has_ended, session)
    except PersistenceError:
        return False  # nobody can sign out meanwhile, and its time runs on


async def _events(viewer: Viewer, log: LogBroadcast, position: int) -> AsyncIterator[bytes]:
    """Up to the end of the log alone, then with all others."""
    while not viewer.is_over:
        logged = await log.page(position)
        if logged:
            for message in await log.messages(logged, viewer.actor):
                yield message
            position = logged[-1].position
        # Nothing is awaited between these two, so that nothing is missed.
        if position >= log.position:
            viewer.position = position
            break
    async for piece in viewer.messages():
        yield piece
