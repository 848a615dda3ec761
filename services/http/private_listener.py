"""An API's own listener for the other processes of the house: the desk's takes commands here."""

import asyncio
import secrets
import socket
from typing import Any, Final

import structlog
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from services.desk.request_queue import DeskClosed
from services.http.answers import events_answer
from services.http.command_path import CommandPath
from services.http.connection import Connection, ServerConfig
from services.http.headers import headers_of
from services.http.private_messages import (
    ALIVE,
    ASKED,
    COMMANDS,
    MOVED,
    NONCE,
    PROBE,
    PROOF,
    WHY,
    Door,
    is_proof,
    proof,
    read_asked,
)
from services.http.problems import Problem, problem_of, problem_response
from services.runtime.trail import REQUEST_ID, TRACEPARENT, following, take_trail
from services.settings import Settings
from services.settings_sources import SettingsError
from services.tempo import seconds

_log = structlog.get_logger("private listener")
_MOST_CONNECTIONS: Final = 10_000
_IDLE_SECONDS: Final = 60
"""Longer than the others keep a connection that they do not use."""
_END_SECONDS: Final = seconds(3.0)
_REQUEST_ID: Final = REQUEST_ID.lower()


class PrivateListener:
    """A socket that is bound at once, and answers from `open` on."""

    def __init__(self, settings: Settings) -> None:
        host = settings.desk_host
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            self._socket = socket.create_server((host, 0), family=family)
        except OSError as error:
            raise SettingsError(
                f"the other processes cannot be listened to on {host!r}: {error.strerror or error};"
                " set PITLEDGER_DESK_HOST to an address of this machine"
            ) from None
        host = f"[{host}]" if ":" in host else host
        url = f"http://{host}:{self._socket.getsockname()[1]}"
        self.door = Door(url, secrets.token_urlsafe(32))
        self._limits = settings.model_copy(
            update={
                "connections": _MOST_CONNECTIONS,
                "connections_per_client": _MOST_CONNECTIONS,
                "idle_seconds": _IDLE_SECONDS,
            }
        )
        self._server: asyncio.Server | None = None
        self._state = ServerState()

    async def open(self, path: CommandPath) -> None:
        config = ServerConfig(
            _Private(path, self.door.secret),
            self._limits,
            http=Connection,
            ws="none",
            log_config=None,
            log_level="error",
            access_log=False,
            timeout_keep_alive=_IDLE_SECONDS,
            proxy_headers=False,
            server_header=False,
            lifespan="off",
        )
        config.load()
        loop = asyncio.get_running_loop()

        def connection(_loop: Any = None) -> Connection:
            return Connection(config, self._state, {}, loop)

        self._server = await loop.create_server(connection, sock=self._socket)

    async def close(self) -> None:
        """What was taken is answered first."""
        if self._server is not None:
            self._server.close()
        if self._state.tasks:
            await asyncio.wait({*self._state.tasks}, timeout=_END_SECONDS)
        for connection in list(self._state.connections):
            connection.transport.close()
        self._socket.close()


class _Private:
    """An ASGI app: nothing is answered but to those who know the secret of the lease."""

    def __init__(self, path: CommandPath, secret: str) -> None:
        self._path = path
        self._secret = secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = headers_of(scope)
        nonce = headers.get(NONCE)
        if not is_proof(headers.get(PROOF), self._secret, nonce, "client"):
            await Response(status_code=403)(scope, receive, send)
            return
        with following(take_trail(headers.get(TRACEPARENT), headers.get(_REQUEST_ID))):
            answer = await self._answer(scope, receive)
        answer.headers[PROOF] = proof(self._secret, nonce or "", "server")
        await answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive) -> Response:
        match scope["method"], scope["path"]:
            case "GET", path if path == ALIVE:
                return Response(status_code=204)
            case "POST", path if path == PROBE:
                return await self._probe()
            case "POST", path if path == COMMANDS:
                return await self._commands(scope, receive)
            case _:
                return Response(status_code=404)

    async def _probe(self) -> Response:
        if self._path.desk is None:
            return Response(status_code=MOVED)
        try:
            await self._path.probe()
        except Exception as error:  # noqa: BLE001  it is the answer
            return Response(str(error) or repr(error), 503)
        return Response(status_code=204)

    async def _commands(self, scope: Scope, receive: Receive) -> Response:
        body = bytearray()
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body", False):
                break
        try:
            asked = read_asked(headers_of(scope)[ASKED], bytes(body))
            answer = await self._path.carry_out_here(asked)
        except DeskClosed:
            return Response(status_code=MOVED)
        except Exception as error:  # noqa: BLE001  logged where nobody foresaw it
            return _problem_answer(error)
        more = {"repeated": True} if answer.repeated else {}
        return events_answer(answer.events, 201, **more)


def _problem_answer(error: Exception) -> Response:
    problem = problem_of(error)
    if problem is None:
        _log.error("a command that was passed on failed", exc_info=error)
        problem = Problem("internal", "the failure was logged")
    answer = problem_response(problem)
    if problem.why is not None:
        answer.headers[WHY] = problem.why
    return answer
