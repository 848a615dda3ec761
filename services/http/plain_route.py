"""A route that a request passes without the framework's machinery.

It is described as any other is, but what it needs of a request it takes by itself: working out
dependencies, query parameters and exit stacks anew for every request costs more than all the rest
of the way to the desk.
"""

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.types import Receive, Scope, Send

from services.http.queries import refuse_queries


class PlainRoute(APIRoute):
    """Its endpoint takes the request and the parts of the path; no query is known to it."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in (self.methods or ()):
            await super().handle(scope, receive, send)
            return
        request = Request(scope, receive, send)
        refuse_queries(request, known=())
        answer: Response = await self.endpoint(request, **request.path_params)
        await answer(scope, receive, send)
