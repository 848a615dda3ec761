"""A device's address, asked as if it were any other: it takes a connection that stays."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Response

from services.http.access import Caller
from services.http.connection import DEVICE
from services.http.problems import Problem

ADDRESS: Final = DEVICE.decode()
router = APIRouter(tags=["devices"])
_UPGRADE: Final = {"Upgrade": "websocket", "Connection": "Upgrade"}
_LINE: Final[dict[str, Any]] = {
    "name": "line",
    "in": "query",
    "required": True,
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,64}$"},
}
"""Needed by whoever asks to stay; whoever does not is told about that first."""


@router.get(
    ADDRESS,
    status_code=101,
    response_description="From here on lines, as docs/devices.md has them.",
    openapi_extra={"parameters": [_LINE]},
)
def connect_device(
    _: Caller, line: Annotated[str, Query(include_in_schema=False)] = ""
) -> Response:
    """A connection that stays, for a table's device: a WebSocket (RFC 6455).

    Each text message is one line, `{"number": 1, "command": {…}}` or
    `{"number": 2, "commands": […]}`, and is answered by one with the same number:
    `{"number": 1, "status": 200, "events": […]}`, or with `status` and `problem` as the API would
    answer. Only a bearer token lets a device in.
    """
    problem = Problem(
        "upgrade-required",
        f"{ADDRESS} is a WebSocket: ask for it with `Upgrade: websocket` and `?line=NAME`"
        " (docs/devices.md); a single command goes to POST /v1/commands",
    )
    problem.headers = dict(_UPGRADE)
    raise problem
