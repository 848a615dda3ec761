"""Commands in: one, or a list done as one."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute
from starlette.types import Receive, Scope, Send

from domain.commands import Command
from domain.commands.fields import Actor
from services.desk import Answer
from services.entry.tokens import Known
from services.http.access import signed_in
from services.http.answers import events_answer
from services.http.bodies import MOST_COMMANDS, read_body, read_in_turn
from services.http.command_path import Asked, CommandPath
from services.http.queries import refuse_queries

OF_A_TABLE: Final = "/v1/tables/{table}/commands"
OF_ANY_TABLE: Final = "/v1/commands"
_COMMAND: Final = {"$ref": "#/components/schemas/Command"}


def described_body(schema: dict[str, Any]) -> dict[str, Any]:
    """For the API's own description: what is sent is read without the framework."""
    content = {"application/json": {"schema": schema}}
    return {"requestBody": {"required": True, "content": content}}


ONE: Final = described_body(_COMMAND)
_ONE_OR_SEVERAL: Final = described_body(
    {"oneOf": [_COMMAND, {"type": "array", "items": _COMMAND, "maxItems": MOST_COMMANDS}]}
)


class PlainRoute(APIRoute):
    """Its endpoint takes the request and the parts of the path; no query is known to it.

    It is described as any other is, but what it needs of a request it takes by itself: working out
    dependencies, query parameters and exit stacks anew for every command costs as much as all the
    rest of the way to the desk.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in (self.methods or ()):
            await super().handle(scope, receive, send)
            return
        request = Request(scope, receive, send)
        refuse_queries(request, known=())
        answer: Response = await self.endpoint(request, **scope["path_params"])
        await answer(scope, receive, send)


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
    """Straight onto the app's own router, without the detour of one that is included."""
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
    path: CommandPath = request.app.state.command_path
    answer = await path.carry_out(Asked(await read_body(request), table, known, path.next_origin()))
    return events_answer(answer.events, 201)


async def carry_out(request: Request, command: Command, known: Known | None) -> Answer:
    """One that is read already, within what the sender may touch."""
    path: CommandPath = request.app.state.command_path
    body = command.model_dump_json(exclude_unset=True).encode()
    return await path.carry_out(Asked(body, None, known, path.next_origin(), [command]))


async def commands_of(request: Request, table: str | None, actor: Actor | None) -> list[Command]:
    """What the request asks for, with the table of the path and the actor of the token."""
    return await read_in_turn(await read_body(request), table, actor)
