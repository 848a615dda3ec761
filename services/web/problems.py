"""Problems shown to people."""

from typing import Final
from urllib.parse import quote

from fastapi import Request, Response

from services.http.access import Access
from services.http.problems import Problem
from services.web.frame import problem_page
from services.web.visitor import Visitor, of_identity, visitor_of

_SEE_OTHER: Final = 303
_READS: Final = ("GET", "HEAD")
_NOT_SIGNED_IN: Final = ("unauthorized", "too-many-attempts")


async def show_problem(request: Request, problem: Problem) -> Response:
    """A page; whoever has not signed in is sent to do so, and comes back."""
    if problem.kind == "unauthorized" and request.method in _READS:
        asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        location = f"/login?next={quote(asked, safe='/')}"
        return Response(status_code=_SEE_OTHER, headers={"Location": location})
    return problem_page(request, problem, await _known(request, problem))


async def _known(request: Request, problem: Problem) -> Visitor | None:
    if problem.kind in _NOT_SIGNED_IN:
        return None
    access: Access = request.app.state.access
    before = access.identified_before(request)
    if before is not None:
        return of_identity(before, access)
    try:
        return await visitor_of(request)
    except Problem:
        return None
