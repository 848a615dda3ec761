"""The cookies of the pages: out of the reach of scripts and of other sites, and over TLS alone.

On loopback there is no TLS, and no network to listen on either.
"""

from typing import Final

from fastapi import Request, Response

from services.http.guard import is_loopback

ROLE: Final = "pitledger_role"
"""With AUTH off: which role the visitor chose to be."""
_SESSION: Final = "pitledger_session"
_OWN_HOST: Final = "__Host-"
"""With it a browser takes the cookie from this very host alone, and only over TLS."""


def session_cookie(request: Request) -> str | None:
    return read_cookie(request, _SESSION)


def set_session(request: Request, response: Response, value: str, seconds: int) -> None:
    set_cookie(request, response, _SESSION, value, seconds)


def clear_session(request: Request, response: Response) -> None:
    set_cookie(request, response, _SESSION, "", 0)


def read_cookie(request: Request, name: str) -> str | None:
    return request.cookies.get(_named(request, name))


def set_cookie(request: Request, response: Response, name: str, value: str, seconds: int) -> None:
    """Lax, not strict: who comes back from signing in at a provider comes from another site."""
    response.set_cookie(
        _named(request, name),
        value,
        max_age=seconds,
        path="/",
        secure=not is_loopback(request.scope),
        httponly=True,
        samesite="lax",
    )


def _named(request: Request, name: str) -> str:
    return name if is_loopback(request.scope) or name == ROLE else f"{_OWN_HOST}{name}"
