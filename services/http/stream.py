"""Server-sent events: the log as it grows, or the floor's rows as they change."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Final, Literal

import msgspec
from fastapi import APIRouter, Header, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from domain.commands.fields import Actor
from services.http.access import Caller
from services.http.masking import visible
from services.http.problems import Problem
from services.http.reading import books, ledger_of
from services.store.ledger import Logged

_PAGE: Final = 500
_POLL_SECONDS: Final = 0.25
_KEEP_ALIVE_POLLS: Final = 60
router = APIRouter(tags=["stream"])


@router.get("/v1/stream")
async def get_stream(
    request: Request,
    actor: Caller,
    view: Literal["events", "floor"] = "events",
    after: Annotated[int | None, Query(ge=0)] = None,
    last_event_id: Annotated[str | None, Header()] = None,
) -> StreamingResponse:
    """`events`: from `Last-Event-ID` or `after`, else from now on. `floor`: rows of tables."""
    if view == "floor":
        messages = _floor(request)
    else:
        messages = _events(request, actor, _position(last_event_id, after))
    return StreamingResponse(
        messages, media_type="text/event-stream", headers={"Cache-Control": "no-store"}
    )


def _position(last_event_id: str | None, after: int | None) -> int | None:
    if last_event_id is None:
        return after
    if not last_event_id.isdecimal():
        wrong = {"where": "header.last-event-id", "what": f"{last_event_id!r} is no position"}
        raise Problem("invalid-request", "the request cannot be read", errors=[wrong])
    return int(last_event_id)


async def _events(
    request: Request, actor: Actor | None, position: int | None
) -> AsyncIterator[bytes]:
    ledger = ledger_of(request)
    if position is None:
        position = await run_in_threadpool(ledger.head)
    yield b"retry: 1000\n\n"
    idle = 0
    while not _closing(request):
        logged = await run_in_threadpool(ledger.log_after, position, _PAGE)
        if logged:
            bodies = await run_in_threadpool(visible, logged, books(request), actor)
            for entry, body in zip(logged, bodies, strict=True):
                yield _message(str(entry.position), _name(entry), body)
            position, idle = logged[-1].position, 0
            continue
        idle += 1
        if idle % _KEEP_ALIVE_POLLS == 0:
            yield b": still here\n\n"
        await asyncio.sleep(_POLL_SECONDS)


async def _floor(request: Request) -> AsyncIterator[bytes]:
    """Every row once, then each that changed; the page needs no memory of its own."""
    seen: dict[str, int] = {}
    yield b"retry: 1000\n\n"
    idle = 0
    while not _closing(request):
        rows = await run_in_threadpool(books(request).tables)
        changed = [row for row in rows if seen.get(row.table) != row.seq]
        for row in changed:
            seen[row.table] = row.seq
            yield _message(f"{row.table}/{row.seq}", "table", msgspec.json.encode(row))
        idle = 0 if changed else idle + 1
        if idle and idle % _KEEP_ALIVE_POLLS == 0:
            yield b": still here\n\n"
        await asyncio.sleep(_POLL_SECONDS)


def _closing(request: Request) -> bool:
    return bool(request.app.state.closing.is_set())


def _name(entry: Logged) -> str:
    return entry.topic.split(".")[1]


def _message(identity: str, name: str, data: bytes) -> bytes:
    return b"id: %s\nevent: %s\ndata: %s\n\n" % (identity.encode(), name.encode(), data)
