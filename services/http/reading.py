"""Read models and events out."""

import asyncio
import re
import time
from datetime import UTC, date, datetime
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from services.http.access import Caller
from services.http.answers import events_answer, json_answer
from services.http.masking import visible, visible_round
from services.http.problems import Problem
from services.reading import Books
from services.store.ledger import Ledger

SEQ_WAIT_SECONDS: Final = 2.0
_SEQ_POLL_SECONDS: Final = 0.02
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
router = APIRouter(tags=["books"])

Seq = Annotated[int | None, Query(ge=1, description="wait until the table is projected so far")]
Limit = Annotated[int, Query(ge=1, le=5000)]


def books(request: Request) -> Books:
    found: Books = request.app.state.books
    return found


@router.get("/v1/tables")
def get_tables(request: Request, _: Caller) -> Response:
    """The floor: every table that was ever opened."""
    return json_answer({"tables": books(request).tables()})


@router.get("/v1/tables/{table}")
async def get_table(table: str, request: Request, _: Caller, seq: Seq = None) -> Response:
    """One table as it stands."""
    await _projected(request, table, seq)
    row = await run_in_threadpool(books(request).table, _name(table))
    if row is None:
        raise Problem("not-found", f"there is no table {table}")
    return json_answer(row)


async def _projected(request: Request, table: str, seq: int | None) -> None:
    """Wait until every read model is that far; not for ever."""
    until = time.monotonic() + SEQ_WAIT_SECONDS
    while seq is not None:
        so_far = await run_in_threadpool(books(request).projected, _name(table))
        if so_far >= seq:
            return
        if time.monotonic() > until:
            detail = f"table {table} is projected up to {so_far}, not yet {seq}"
            raise Problem("not-projected", detail, seq=so_far)
        await asyncio.sleep(_SEQ_POLL_SECONDS)


def _name(told: str) -> str:
    """What cannot be a name of ours is not looked for."""
    if not _NAME.fullmatch(told):
        raise Problem("not-found", f"there is nothing called {told!r}")
    return told


@router.get("/v1/tables/{table}/rounds")
async def get_rounds(
    table: str, request: Request, actor: Caller, seq: Seq = None, limit: Limit = 20
) -> Response:
    """The newest rounds of a table."""
    await _projected(request, table, seq)
    rows = await run_in_threadpool(books(request).rounds_of, _name(table), limit)
    return json_answer({"rounds": [visible_round(row, actor) for row in rows]})


@router.get("/v1/rounds/{round_id}")
async def get_round(round_id: str, request: Request, actor: Caller, seq: Seq = None) -> Response:
    """One round; hands in play are masked."""
    await _projected(request, round_id.partition("-")[0], seq)
    row = await run_in_threadpool(books(request).round, _name(round_id))
    if row is None:
        raise Problem("not-found", f"there is no round {round_id}")
    return json_answer(visible_round(row, actor))


@router.get("/v1/rounds/{round_id}/events")
def get_round_events(round_id: str, request: Request, actor: Caller) -> Response:
    """Every event of a round, in order."""
    logged = ledger_of(request).log_of_round(_name(round_id))
    if not logged:
        raise Problem("not-found", f"there is no round {round_id}")
    return events_answer(visible(logged, books(request), actor))


@router.get("/v1/events")
def get_events(
    request: Request,
    actor: Caller,
    after: Annotated[int, Query(ge=0)] = 0,
    limit: Limit = 500,
) -> Response:
    """The log in commit order; `next` is where to go on."""
    logged = ledger_of(request).log_after(after, limit)
    position = logged[-1].position if logged else after
    return events_answer(visible(logged, books(request), actor), next=position)


@router.get("/v1/progressives")
def get_progressives(request: Request, _: Caller, day: str | None = None) -> Response:
    """Every progressive meter as it stands; with a day, what that gaming day did to each."""
    if day is None:
        return json_answer({"progressives": books(request).progressives()})
    wanted = day_of(request, day)
    return json_answer({"day": wanted, "progressives": books(request).meter_days(wanted)})


def day_of(request: Request, day: str | None) -> str:
    if day is None:
        now = datetime.now(UTC)
        return str(request.app.state.settings.gaming_day().of(now).isoformat())
    try:
        return date.fromisoformat(day).isoformat()
    except ValueError:
        raise Problem("invalid-request", f"day: {day!r} is not a date such as 2026-11-15") from None


def ledger_of(request: Request) -> Ledger:
    found: Ledger = request.app.state.ledger
    return found
