"""In front of the framework: a command goes through the guards to its handler, and through no more.

So does a device that asks for a connection that stays, of which the framework knows nothing.

Both addresses of commands stay routes of the app as well, which describe them, answer other methods
and take what is written in a way that is not looked for here. Everything else is the app's.
"""

from typing import Final

from fastapi import FastAPI, Request
from fastapi.routing import APIRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from services.http.access import Access
from services.http.commands import OF_A_TABLE, OF_ANY_TABLE
from services.http.denials import note_problem
from services.http.device import DeviceDoor
from services.http.guard import Guard
from services.http.problems import problem_of, problem_response
from services.http.queries import refuse_queries
from services.http.watching import Watching

_BEFORE, _BEHIND = OF_A_TABLE.split("{table}")
_SHORTEST: Final = len(_BEFORE) + len(_BEHIND) + 1


class Front:
    """An ASGI app: commands are answered here, by the app's own handlers and guards."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self._routes = {
            route.path: route
            for route in app.routes
            if isinstance(route, APIRoute) and route.path in (OF_A_TABLE, OF_ANY_TABLE)
        }
        access: Access | None = getattr(app.state, "access", None)
        asks_who = access is not None and access.is_on
        self._guarded: ASGIApp = Watching(Guard(self._answer, loopback_only=not asks_who))
        self._device: ASGIApp = Guard(DeviceDoor(app), loopback_only=not asks_who)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._device(scope, receive, send)
            return
        parts = _parts_of(scope)
        route = self._routes.get(OF_A_TABLE if parts else OF_ANY_TABLE)
        if parts is None or route is None:
            await self._app(scope, receive, send)
            return
        # What handlers, metrics and logs expect of a request that the framework has routed.
        scope["app"] = self._app
        scope["route"] = route
        scope["path_params"] = parts
        await self._guarded(scope, receive, send)

    @staticmethod
    async def _answer(scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send)
        try:
            refuse_queries(request, known=())
            answer = await scope["route"].endpoint(request, **scope["path_params"])
        except Exception as error:
            problem = problem_of(error)
            if problem is None:
                raise
            note_problem(scope, problem)
            answer = problem_response(problem)
        await answer(scope, receive, send)


def _parts_of(scope: Scope) -> dict[str, str] | None:
    """Of the path of a command, the table if it names one; None for everything else."""
    if scope["type"] != "http" or scope["method"] != "POST" or scope.get("root_path"):
        return None
    path: str = scope["path"]
    if path == OF_ANY_TABLE:
        return {}
    if not path.startswith(_BEFORE) or not path.endswith(_BEHIND) or len(path) < _SHORTEST:
        return None
    table = path[len(_BEFORE) : -len(_BEHIND)]
    return None if "/" in table else {"table": table}
