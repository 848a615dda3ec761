"""Server-sent events: the log as it grows, or the floor's rows as they change."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from services.http.access import Identified, Identity
from services.http.broadcast import STILL_HERE, Broadcast, FloorBroadcast, LogBroadcast
from services.http.log_pages import LogPage
from services.http.masking import sight_of
from services.http.pace import Pace
from services.http.parameters import LastEventId, Position, TableText
from services.http.problems import Problem
from services.http.viewers import Viewer, pieces

_HELLO: Final = b"retry: 1000\n\n"
_KEEP_ALIVE_SECONDS: Final = 15.0
router = APIRouter(tags=["stream"])


async def _position(after: Position | None = None, last_event_id: LastEventId = None) -> int | None:
    """Where to begin; None: with what comes from now on."""
    return after if last_event_id is None else int(last_event_id)


@router.get("/v1/stream")
async def get_stream(
    request: Request,
    identity: Identified,
    position: Annotated[int | None, Depends(_position)],
    view: Literal["events", "floor"] = "events",
    table: Annotated[TableText | None, Query(description="of the floor this one alone")] = None,
) -> StreamingResponse:
    """`events`: from `Last-Event-ID` or `after`, else from now on. `floor`: rows of tables."""
    state = request.app.state
    if view == "floor":
        floor: FloorBroadcast = state.floor_broadcast
        everyone = Viewer(state.pace, table=table)
        return await _watch(request, identity, view, everyone, floor, everyone.messages)
    if table is not None:
        raise Problem("invalid-request", "table: one table is picked from the view `floor` only")
    log: LogBroadcast = state.log_broadcast
    actor = None if identity is None else identity.known.actor
    viewer = Viewer(state.pace, actor, sight_of(actor))

    def events() -> AsyncIterator[bytes]:
        return _events(viewer, log, log.position if position is None else position)

    return await _watch(request, identity, view, viewer, log, events)


async def _watch(  # noqa: PLR0913, PLR0917  what a stream is made of
    request: Request,
    identity: Identity | None,
    view: str,
    viewer: Viewer,
    broadcast: Broadcast,
    begun: Callable[[], AsyncIterator[bytes]],
) -> "_Watched":
    """What cannot be read is answered before the stream begins."""
    state = request.app.state
    with ExitStack() as entered:
        entered.callback(state.viewer_shares.enter(request, identity))
        state.viewers.enter(view)
        entered.callback(state.viewers.leave, view)
        await broadcast.enter(viewer)
        entered.callback(broadcast.leave, viewer)
        await state.pace.turn()  # all who came before one reading go on at once after it
        entered.callback(state.live_connections.enter(identity, viewer.cut))
        return _Watched(_with_hello(begun()), state.pace, entered.pop_all().close)


async def _with_hello(messages: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield _HELLO
    async for message in messages:
        yield message


class _Watched(StreamingResponse):
    """However it ends, its viewer is gone then."""

    def __init__(self, messages: AsyncIterator[bytes], pace: Pace, end: Callable[[], Any]) -> None:
        headers = {"Cache-Control": "no-store"}
        super().__init__(messages, media_type="text/event-stream", headers=headers)
        self._pace = pace
        self._end = end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._end()

    async def listen_for_disconnect(self, receive: Receive) -> None:
        """All may hang up at once, and each takes time to end."""
        await super().listen_for_disconnect(receive)
        await self._pace.turn()


async def _events(viewer: Viewer, log: LogBroadcast, position: int) -> AsyncIterator[bytes]:
    """Up to the end of the log alone, then with all others."""
    while position < log.position:
        waiting = log.page_for(viewer, position)
        async for still_here in _until_done(waiting):
            yield still_here
        page = waiting.result()
        if page is None:
            return
        for piece in pieces(page.after(position)):
            await viewer.turn()
            if viewer.has_ended():
                return
            yield piece
        position = max(position, page.last())
    # Nothing is awaited between these two, so that nothing is missed.
    viewer.position = position
    async for piece in viewer.messages():
        yield piece


async def _until_done(page: asyncio.Future[LogPage | None]) -> AsyncIterator[bytes]:
    """Tells whoever waits long, and any proxy between, that the stream is there."""
    try:
        while not page.done():
            await asyncio.wait({page}, timeout=_KEEP_ALIVE_SECONDS)
            if not page.done():
                yield STILL_HERE
    finally:
        page.cancel()
