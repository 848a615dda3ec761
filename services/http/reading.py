"""Read models and events out."""

import time
from datetime import UTC, datetime
from typing import Final

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from domain.gaming_day import parse_day
from domain.hosting import house_way
from projections.floor.next_view import next_view
from services.http.access import Caller
from services.http.answers import events_answer, json_answer
from services.http.heads import Heads
from services.http.masking import visible, visible_round
from services.http.parameters import Day, Hand, Limit, Position, Seq
from services.http.problems import Problem, shorten
from services.http.readers import read_apart_where
from services.queries import Queries, is_round_id, is_table_name
from services.store.ledger import Ledger

SEQ_WAIT_SECONDS: Final = 2.0
router = APIRouter(tags=["books"])


def books(request: Request) -> Queries:
    found: Queries = request.app.state.books
    return found


@router.get("/v1/tables")
def get_tables(request: Request, _: Caller) -> Response:
    """The floor: every table that was ever opened; `broken` names those that cannot be read."""
    floor = books(request).floor()
    broken = [one._asdict() for one in floor.broken]
    return json_answer({"tables": floor.tables, "broken": broken})


@router.get("/v1/tables/{table}")
async def get_table(table: str, request: Request, _: Caller, seq: Seq = None) -> Response:
    """One table as it stands."""
    _require(is_table_name(table), table)
    await projected(request, table, seq)
    row = await run_in_threadpool(books(request).table, table)
    if row is None:
        raise Problem("not-found", f"there is no table {table}")
    return json_answer(row)


@router.get("/v1/tables/{table}/next")
async def get_next(table: str, request: Request, _: Caller, seq: Seq = None) -> Response:
    """What the table takes now: each command with its seats, wagers, limits and pieces."""
    _require(is_table_name(table), table)
    await projected(request, table, seq)
    row = await run_in_threadpool(books(request).row_of, table)
    if row is None:
        raise Problem("not-found", f"there is no table {table}")
    return json_answer(next_view(row))


@router.get("/v1/tables/{table}/house-way")
def get_house_way(table: str, request: Request, _: Caller, pieces: Hand) -> Response:
    """How the house way in force at the table sets the pieces that are named."""
    row = books(request).row_of(table)
    if row is None:
        raise Problem("not-found", f"there is no table {shorten(table)!r}")
    split = house_way(row.state, tuple(pieces.split(",")))
    if split is None:
        detail = f"pieces: no house way sets {pieces!r} at {table} now"
        raise Problem("invalid-request", detail)
    return json_answer(split)


async def projected(request: Request, table: str, seq: int | None) -> None:
    """Wait until every read model is that far; not for ever."""
    heads: Heads = request.app.state.heads
    until = time.monotonic() + SEQ_WAIT_SECONDS
    while seq is not None:
        so_far = await heads.of(table)
        if so_far >= seq:
            return
        if time.monotonic() > until:
            detail = f"table {table} is projected up to {so_far}, not yet {seq}"
            raise Problem("not-projected", detail, seq=so_far)


def _require(possible: bool, name: str) -> None:
    """What cannot be a name of ours is not looked for."""
    if not possible:
        raise Problem("not-found", f"there is nothing called {shorten(name)!r}")


@router.get("/v1/tables/{table}/rounds")
async def get_rounds(
    table: str, request: Request, actor: Caller, seq: Seq = None, limit: Limit = 20
) -> Response:
    """The newest rounds of a table."""
    _require(is_table_name(table), table)
    await projected(request, table, seq)
    rows = await run_in_threadpool(books(request).rounds_of, table, limit)
    return json_answer({"rounds": [visible_round(row, actor) for row in rows]})


@router.get("/v1/rounds/{round_id}")
async def get_round(round_id: str, request: Request, actor: Caller, seq: Seq = None) -> Response:
    """One round; hands in play are masked."""
    _require(is_round_id(round_id), round_id)
    await projected(request, round_id.partition("-")[0], seq)
    row = await run_in_threadpool(books(request).round, round_id)
    if row is None:
        raise Problem("not-found", f"there is no round {round_id}")
    return json_answer(visible_round(row, actor))


def _holds_archived(*, request: Request, round_id: str, **_: object) -> bool:
    return ledger_of(request).pruned.has_round(round_id)


@router.get("/v1/rounds/{round_id}/events")
@read_apart_where(_holds_archived)
def get_round_events(round_id: str, request: Request, actor: Caller) -> Response:
    """Every event of a round, in order."""
    _require(is_round_id(round_id), round_id)
    logged = ledger_of(request).log_of_round(round_id)
    if not logged:
        raise Problem("not-found", f"there is no round {round_id}")
    return events_answer(visible(logged, books(request), actor))


def _begins_archived(*, request: Request, after: int, **_: object) -> bool:
    return after < ledger_of(request).pruned.position()


@router.get("/v1/events")
@read_apart_where(_begins_archived)
def get_events(
    request: Request,
    actor: Caller,
    after: Position = 0,
    limit: Limit = 500,
) -> Response:
    """The log in commit order; `next` is where to go on."""
    logged = ledger_of(request).log_after(after, limit)
    position = logged[-1].position if logged else after
    return events_answer(visible(logged, books(request), actor), next=position)


@router.get("/v1/progressives")
def get_progressives(request: Request, _: Caller, day: Day = None) -> Response:
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
        return parse_day(day)
    except ValueError as error:
        raise Problem("invalid-request", f"day: {error}") from None


def ledger_of(request: Request) -> Ledger:
    found: Ledger = request.app.state.ledger
    return found
