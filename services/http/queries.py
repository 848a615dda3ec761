"""Query parameters: those that an address knows, and no others."""

from collections.abc import Iterator

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.requests import HTTPConnection

from services.http.problems import Problem, shorten


async def known_queries_only(request: Request) -> None:
    """A misspelt parameter would else be taken for none at all."""
    route = request.scope.get("route")
    if isinstance(route, APIRoute) and request.url.query:
        refuse_queries(request, known=_known(route))


def refuse_queries(request: HTTPConnection, known: tuple[str, ...]) -> None:
    """Those that are not among them."""
    if not request.scope["query_string"]:
        return
    unknown = dict.fromkeys(name for name in request.query_params if name not in known)
    if not unknown:
        return
    there_are = f"; there are {', '.join(known)}" if known else "; there are none"
    raise Problem(
        "invalid-request",
        f"unknown query parameters{there_are}",
        errors=[
            {"where": f"query.{shorten(name)}", "what": f"is not known here{there_are}"}
            for name in unknown
        ],
    )


def _known(route: APIRoute) -> tuple[str, ...]:
    return tuple(sorted(set(_names(route.dependant))))


def _names(dependant: Dependant) -> Iterator[str]:
    yield from (field.alias for field in dependant.query_params)
    for part in dependant.dependencies:
        yield from _names(part)
