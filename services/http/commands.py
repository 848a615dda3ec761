"""Commands in: one, or a list done as one."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from fastapi import APIRouter, FastAPI, Request, Response
from starlette.concurrency import run_in_threadpool

from domain.commands import Command, CommandError, parse_read
from domain.commands.fields import Actor
from domain.commands.told_id import told_id
from domain.commands.union import PROPERTY_COMMANDS
from services.desk import Answer, CommandRefused, DeskInterface, Origin, OtherBody
from services.desk import Request as DeskRequest
from services.entry.identity import require_scope, told_by
from services.entry.requests import Entry
from services.entry.tokens import Known
from services.http.access import signed_in
from services.http.answer_masking import Sender, masked_events, masked_refusal, sender_of
from services.http.answers import events_answer
from services.http.bodies import MOST_VALUES, decode, read_body, require_few
from services.http.desk_answers import desk_answers
from services.http.plain_route import PlainRoute
from services.http.problems import other_body, shorten
from services.store.database import StoreUnavailable

OF_A_TABLE: Final = "/v1/tables/{table}/commands"
OF_ANY_TABLE: Final = "/v1/commands"
MOST_COMMANDS: Final = 200
_LONG_BYTES: Final = 32_768
_BOOKS_SECONDS: Final = 8.0

_COMMAND: Final = {"$ref": "#/components/schemas/Command"}


def described_body(schema: dict[str, Any]) -> dict[str, Any]:
    """For the API's own description: what is sent is read without the framework."""
    content = {"application/json": {"schema": schema}}
    return {"requestBody": {"required": True, "content": content}}


ONE: Final = described_body(_COMMAND)
_ONE_OR_SEVERAL: Final = described_body(
    {"oneOf": [_COMMAND, {"type": "array", "items": _COMMAND, "maxItems": MOST_COMMANDS}]}
)


async def post_table_commands(request: Request, table: str) -> Response:
    """Commands to one table; the path says which."""
    return await _carry_out(request, table)


async def post_commands(request: Request) -> Response:
    """Commands that name their tables themselves."""
    return await _carry_out(request, None)


_PATHS: Final[dict[str, Callable[..., Awaitable[Response]]]] = {
    OF_A_TABLE: post_table_commands,
    OF_ANY_TABLE: post_commands,
}


def add_routes(router: APIRouter) -> None:
    """Straight onto the app's own router, where `front` finds them."""
    for path, endpoint in _PATHS.items():
        router.add_api_route(
            path,
            endpoint,
            methods=["POST"],
            status_code=201,
            tags=["commands"],
            openapi_extra=_ONE_OR_SEVERAL,
            route_class_override=PlainRoute,
        )


async def _carry_out(request: Request, table: str | None) -> Response:
    known = await signed_in(request)
    commands = await commands_of(request, table, None if known is None else known.actor)
    answer = await carry_out(request, commands, known)
    return events_answer(answer.events, 201)


async def carry_out(request: Request, commands: list[Command], known: Known | None) -> Answer:
    """All of them or none, by the desk, within what the sender may touch."""
    outcome = await hand_in(request.app, commands, known)
    return await answered(request.app, outcome, sender_of(commands, known))


async def answered(
    app: FastAPI, outcome: "asyncio.Future[Answer]", sender: Sender, *, is_kept: bool = False
) -> Answer:
    """The one way out: the answer as its sender may see it, or the refusal. `is_kept`: as it
    would be answered again out of the store."""
    try:
        answer = await outcome
    except CommandRefused as refused:
        raise await masked_refusal(refused, sender, app.state.ledger, is_kept=is_kept) from None
    except OtherBody as error:
        raise other_body(error, sender.commands) from None
    events = await masked_events(answer.events, sender, app.state.books)
    return answer if events is answer.events else Answer(events, answer.repeated)


async def hand_in(
    app: FastAPI, commands: list[Command], known: Known | None, origin: Origin | None = None
) -> "asyncio.Future[Answer]":
    """To the desk, which has them when this returns. What is to come is not masked: `answered`."""
    if known is not None:
        require_scope(known, commands)
    desk: DeskInterface = app.state.desk
    entry: Entry = app.state.entry
    if entry.reads_the_books(commands):
        asked = await _prepare(entry, commands, origin)
    else:
        asked = entry.prepare(commands, origin)
    app.state.desk_answers = answers = desk_answers(app.state.desk_answers)
    return answers.wait_for(desk.submit(asked))


async def _prepare(entry: Entry, commands: list[Command], origin: Origin | None) -> DeskRequest:
    """With what the books say, unless they do not say it in time."""
    try:
        async with asyncio.timeout(_BOOKS_SECONDS):
            return await asyncio.to_thread(entry.prepare, commands, origin)
    except TimeoutError:
        raise StoreUnavailable("the books cannot be read now; nothing was done") from None


async def commands_of(request: Request, table: str | None, actor: Actor | None) -> list[Command]:
    """What the request asks for, with the table of the path and the actor of the token."""
    return await read_in_turn(await read_body(request), table, actor)


async def read_in_turn(body: bytes, table: str | None, actor: Actor | None) -> list[Command]:
    """A long body takes its time: meanwhile others are answered."""
    if len(body) <= _LONG_BYTES:
        return read_commands(body, table, actor)
    return await run_in_threadpool(read_commands, body, table, actor)


def read_commands(body: bytes, table: str | None, actor: Actor | None) -> list[Command]:
    """The request's commands, with the table of the path and the actor of the token."""
    content = decode(body)
    several = isinstance(content, list)
    objects = content if isinstance(content, list) else [content]
    if len(objects) > MOST_COMMANDS:
        what = f"{len(objects)} commands; at most {MOST_COMMANDS} are done as one"
        raise CommandError([{"where": "body", "what": what}])
    # So short that all its values together are few.
    read = _read_command if len(body) <= MOST_VALUES else read_command
    commands = []
    for index, value in enumerate(objects):
        try:
            commands.append(read(value, table, actor))
        except CommandError as error:
            error.command_id = told_id(value)
            if not several:
                raise
            where = [{**one, "where": f"{index}.{one['where']}"} for one in error.problems]
            raise CommandError(where, error.command_id) from None
    return commands


def read_command(value: object, table: str | None, actor: Actor | None) -> Command:
    """One of them, however long it is."""
    if isinstance(value, dict):
        require_few(value)
    return _read_command(value, table, actor)


def _read_command(value: object, table: str | None, actor: Actor | None) -> Command:
    if not isinstance(value, dict):
        raise CommandError([{"where": "command", "what": "a command is a JSON object"}])
    if table is not None and value.get("command") in PROPERTY_COMMANDS:
        what = "this is the whole property's: send it to POST /v1/commands"
        raise CommandError([{"where": "command", "what": what}])
    if table is not None:
        named = value.get("table")
        if named not in (None, table):
            what = f"the command names {shorten(repr(named))}, the path {shorten(table)!r}"
            raise CommandError([{"where": "table", "what": what}])
        value = {**value, "table": table}
    return parse_read(value if actor is None else told_by(value, actor))
