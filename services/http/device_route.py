"""A device's address: who asks for a WebSocket may stay there; who asks in HTTP is told how."""

import re
from contextlib import suppress
from typing import Annotated, Any, Final, Protocol

import structlog
from fastapi import APIRouter, Query, Response
from starlette.requests import HTTPConnection
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send

from services.http.access import Access, Caller, Identity
from services.http.connection import DEVICE
from services.http.device import FAILED, Device, noted_problem
from services.http.device_lines import LineOfWork
from services.http.problems import Problem, problem_response
from services.http.queries import refuse_queries
from services.http.watching import ids_of
from services.runtime.metrics import HTTP_DEVICES
from services.runtime.trail import current_trail

_log = structlog.get_logger("device")
ADDRESS: Final = DEVICE.decode()
router = APIRouter(tags=["devices"])
_UPGRADE: Final = {"Upgrade": "websocket", "Connection": "Upgrade"}
_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_MOST_REASON_BYTES: Final = 123
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


class _DeviceEndpoint:
    """An ASGI app for those who ask to stay: let in as their requests would be."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        await receive()
        try:
            identity, line = await _line_of_work(connection)
            leave = connection.app.state.device_shares.enter(connection, identity)
        except Exception as error:  # noqa: BLE001  answered in HTTP, as it was asked
            await problem_response(noted_problem(error, scope))(scope, receive, send)
            return
        trail = current_trail()
        try:
            headers = [] if trail is None else ids_of(trail)
            await send({"type": "websocket.accept", "headers": headers})
            await _talk(connection, Device(connection, line, receive, send), identity, send)
        finally:
            leave()


websocket_route: Final = WebSocketRoute(ADDRESS, _DeviceEndpoint(), name="device")


async def _talk(
    connection: HTTPConnection, device: Device, identity: Identity | None, send: Send
) -> None:
    devices: Devices = connection.app.state.devices
    devices.enter(device.line, device)
    forget = connection.app.state.live_connections.enter(identity, device.be_signed_out)
    try:
        close = await device.talk()
    except Exception:  # noqa: BLE001  this connection ends, and no other
        _log.exception("a device's connection failed")
        close = FAILED
    finally:
        forget()
        devices.leave(device.line, device)
    reason = close.reason.encode()[:_MOST_REASON_BYTES].decode(errors="ignore")
    with suppress(OSError):  # it has hung up before
        await send({"type": "websocket.close", "code": close.code, "reason": reason})


async def _line_of_work(connection: HTTPConnection) -> tuple[Identity | None, LineOfWork]:
    access: Access = connection.app.state.access
    identity = await access.identify_device(connection)
    refuse_queries(connection, known=("line",))
    names = connection.query_params.getlist("line")
    if len(names) != 1 or not _NAME.fullmatch(names[0]):
        what = "name the line of work once, with 1 to 64 of A-Z a-z 0-9 _ . -"
        errors = [{"where": "query.line", "what": what}]
        raise Problem("invalid-request", f"line: {what}", errors=errors)
    return identity, LineOfWork("" if identity is None else identity.known.actor.id, names[0])


class Followed(Protocol):
    """A connection that gives way to a newer one."""

    def be_followed(self) -> None:
        """Another connection has the line of work now."""


class Devices:
    """Each line of work has one connection, and the newest counts.

    Of one process: another one does not know them, and command ids make that harmless.
    """

    def __init__(self) -> None:
        self._at: dict[LineOfWork, Followed] = {}

    def enter(self, line: LineOfWork, connection: Followed) -> None:
        HTTP_DEVICES.inc()
        before = self._at.pop(line, None)
        self._at[line] = connection
        if before is not None:
            before.be_followed()

    def leave(self, line: LineOfWork, connection: Followed) -> None:
        HTTP_DEVICES.dec()
        if self._at.get(line) is connection:
            del self._at[line]
