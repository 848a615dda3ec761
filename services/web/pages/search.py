"""`/search?q=`: what is called so; straight to it where it is one thing."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from services.http.readers import read_apart
from services.search.names import MOST_LETTERS, Names
from services.web.frame import page
from services.web.visitor import Visiting

router = APIRouter(include_in_schema=False)
_SEE_OTHER: Final = 303


@router.get("/search")
@read_apart
def search_page(
    request: Request,
    visitor: Visiting,
    q: Annotated[str, Query(max_length=MOST_LETTERS)] = "",
) -> Response:
    text = " ".join(q.replace("\x00", "").split())
    if not text:
        return _to("/rounds")
    names: Names = request.app.state.names
    found = names.called(text)
    if len(found) == 1 and found[0].sure:
        return _to(found[0].address)
    return page(
        request,
        visitor,
        "search.html",
        section="",
        title=f"Search: {text}",
        status=200 if found else 404,
        text=text,
        found=found,
    )


def _to(address: str) -> Response:
    return Response(status_code=_SEE_OTHER, headers={"Location": address})
