"""Who asks: with AUTH on, a token names the person and the role."""

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request

from domain.commands.fields import Actor
from services.http.attempts import Attempts
from services.http.problems import Problem
from services.settings import LOOPBACK, Settings
from services.tokens import Tokens


class Access:
    """The door: open on loopback without AUTH, else by token."""

    def __init__(self, settings: Settings) -> None:
        settings.require_safe()
        self._tokens = (
            Tokens.read(settings.tokens) if settings.auth == "on" and settings.tokens else None
        )

    def actor(self, request: Request) -> Actor | None:
        if self._tokens is None:
            _require_neighbour(request)
            return None
        attempts: Attempts = request.app.state.attempts
        attempts.require_few(request)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        actor = self._tokens.actor(token) if scheme.lower() == "bearer" else None
        if actor is None:
            attempts.failed(request)
            raise Problem("unauthorized", "send a known token as Authorization: Bearer …")
        return actor


def _require_neighbour(request: Request) -> None:
    """Without tokens, a web page of another origin must not act through its visitor's browser."""
    host = _host_of(f"//{request.headers.get('host', '')}")
    if host not in LOOPBACK:
        raise Problem("forbidden", f"without AUTH only loopback is answered, not {host!r}")
    origin = request.headers.get("origin")
    if origin is not None and _host_of(origin) not in LOOPBACK:
        raise Problem("forbidden", f"a page of {origin} may not use a service without AUTH")


def _host_of(address: str) -> str | None:
    """None where it is no address, such as http://[."""
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


async def caller(request: Request) -> Actor | None:
    """The authenticated caller, if authentication is on; not worth a thread of its own."""
    access: Access = request.app.state.access
    return access.actor(request)


Caller = Annotated[Actor | None, Depends(caller)]
