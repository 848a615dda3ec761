"""Who asks: with AUTH on, a token names the person and the role."""

from typing import Annotated

from fastapi import Depends, Request

from domain.commands.fields import Actor
from services.entry.tokens import Known, Tokens
from services.http.attempts import Attempts
from services.http.problems import Problem


class Access:
    """Who asks: by token; anybody where AUTH is off, then `Guard` answers this machine alone."""

    def __init__(self, tokens: Tokens | None) -> None:
        self._tokens = tokens

    def signed_in(self, request: Request) -> Known | None:
        """Whose token was shown; None where nobody signs in."""
        if self._tokens is None:
            return None
        attempts: Attempts = request.app.state.attempts
        attempts.require_few(request)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        known = self._tokens.known(token) if scheme.lower() == "bearer" else None
        if known is None:
            attempts.failed(request)
            raise Problem("unauthorized", "send a known token as Authorization: Bearer …")
        return known


async def signed_in(request: Request) -> Known | None:
    """Who asks, and the token's hash; not worth a thread of its own."""
    access: Access = request.app.state.access
    return access.signed_in(request)


SignedIn = Annotated[Known | None, Depends(signed_in)]


async def caller(known: SignedIn) -> Actor | None:
    """Whoever is authenticated, if authentication is on."""
    return None if known is None else known.actor


Caller = Annotated[Actor | None, Depends(caller)]
