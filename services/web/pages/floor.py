"""The floor: every table live, what waits and where, the day's totals beside the periods'."""

from typing import Final

from fastapi import APIRouter, Request, Response

from domain.game_library import REGULATIONS
from services.http.blind import counts
from services.web.floor_now import FloorNow, floor_now
from services.web.frame import page
from services.web.layouts import marks, running_labels
from services.web.shared import Shared
from services.web.visitor import Visiting

router = APIRouter(include_in_schema=False)
_KEPT_SECONDS: Final = 1.5
"""However many watch, it is read so often at most."""


@router.get("/")
def floor(request: Request, visitor: Visiting) -> Response:
    """The floor, live; whoever counts the boxes is led to them, and does not see it."""
    if counts(visitor.actor):
        return Response(status_code=303, headers={"Location": "/count"})
    return page(
        request,
        visitor,
        "floor.html",
        section="floor",
        title="Floor",
        now=_now(request).get(),
        running=running_labels(),
        counted=running_labels(counted=True),
        marks=marks(),
        regulation=REGULATIONS[0].name,
    )


@router.get("/floor/now")
def floor_as_it_stands(request: Request, visitor: Visiting) -> Response:
    """What stands above the tables, for a page that is open already."""
    return page(
        request, visitor, "floor_now.html", section="floor", title="Floor", now=_now(request).get()
    )


def _now(request: Request) -> Shared[FloorNow]:
    state = request.app.state
    if not hasattr(state, "floor_now"):
        datastore = state.ledger.datastore
        state.floor_now = Shared(
            lambda: floor_now(state.books, datastore, state.settings), _KEPT_SECONDS
        )
    shared: Shared[FloorNow] = state.floor_now
    return shared
