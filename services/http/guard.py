"""Before every route: the host a request names, the origin it comes from, its content type.

A browser sends what any page asks it to send, and the cookies with it. So a page of another origin
gets no answer, and a change that a browser may have sent needs proof that the page is our own.
"""

import functools
from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from services.http.denials import note_problem
from services.http.headers import headers_of
from services.http.problems import Problem, problem_response
from services.settings import LOOPBACK

_ASKS: Final = frozenset({"http", "websocket"})
_PORTS: Final = {"http": 80, "https": 443}
_OF_A_PAGE: Final = {"ws": "http", "wss": "https"}
"""A connection that stays is asked for by a page of the plain scheme."""
_JSON: Final = "application/json"
_FORM: Final = "application/x-www-form-urlencoded"
"""What a page's form is sent as; and `curl -d` says so of JSON, where no browser speaks."""
_API: Final = "/v1/"
_READS: Final = frozenset({"GET", "HEAD"})
_SAME_ORIGIN: Final = "same-origin"
_OWN: Final = (None, _SAME_ORIGIN, "none")
"""Sec-Fetch-Site of a page of ours, and of an address that somebody typed."""
_UNPROVEN: Final = (
    "nothing shows that a page of this service sent this: neither Sec-Fetch-Site: same-origin nor"
    " an Origin. Use a browser that sends one of them, or as a program a token as"
    " Authorization: Bearer … and no cookie. Nothing was done"
)


class Place(NamedTuple):
    """Where a service is reached."""

    scheme: str
    host: str
    port: int | None


class Guard:
    """Plain ASGI, because pages, streams and metrics pass through here too."""

    def __init__(self, app: ASGIApp, *, loopback_only: bool) -> None:
        self._app = app
        self._loopback_only = loopback_only
        """Nobody signs in: only this machine itself is answered."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in _ASKS:
            try:
                self._check(scope, headers_of(scope))
            except Problem as problem:
                note_problem(scope, problem)
                await problem_response(problem)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _check(self, scope: Scope, headers: Mapping[str, str]) -> None:
        own = self._own_origin(scope, headers)
        origin = headers.get("origin")
        if origin is not None and (own is None or _place(origin) != own):
            raise Problem("forbidden", _foreign(origin, own), why="origin")
        method = scope.get("method", "GET")
        if headers.get("sec-fetch-site") not in _OWN and not _is_navigation(method, headers):
            reason = "a page of another origin may not use this service"
            raise Problem("forbidden", reason, why="origin")
        if method not in _READS:
            _require_form(scope["path"], headers)
            if not (_is_of_own_page(headers) or _is_of_a_program(scope["path"], headers)):
                raise Problem("forbidden", _UNPROVEN, why="origin")

    def _own_origin(self, scope: Scope, headers: Mapping[str, str]) -> Place | None:
        """The origin of our own pages; None where an old client names no host.

        Off loopback that is always https, because only there browsers keep the session's cookie.
        """
        named = headers.get("host")
        scheme = _OF_A_PAGE.get(scope["scheme"], scope["scheme"])
        place = None if named is None else _place(f"{scheme}://{named}")
        if place is None and (self._loopback_only or named is not None):
            raise Problem("forbidden", f"Host: {named!r} is no name of this service", why="host")
        if self._loopback_only and place is not None and place.host not in LOOPBACK:
            reason = f"without AUTH only loopback is answered, not {place.host!r}"
            raise Problem("forbidden", reason, why="host")
        if place is None or place.host in LOOPBACK:
            return place
        return _place(f"https://{named}")


def is_loopback(scope: Scope) -> bool:
    """Whether the client has this machine's own address in its bar."""
    named = headers_of(scope).get("host")
    place = None if named is None else _place(f"http://{named}")
    return place is not None and place.host in LOOPBACK


@functools.lru_cache(maxsize=256)
def _place(url: str) -> Place | None:
    """None for what is no address: `null`, half a bracket, a port of letters."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None
    plain = not (parts.path or parts.query or parts.fragment or "@" in parts.netloc)
    if not plain or parts.scheme not in _PORTS or not parts.hostname:
        return None
    return Place(parts.scheme, parts.hostname, port)


def _foreign(origin: str, own: Place | None) -> str:
    page = _place(origin)
    if own is not None and page is not None and page.host == own.host:
        return (
            f"a page of {origin!r} may not use this service, whose own is"
            f" {own.scheme}://{own.host}:{own.port}: a proxy in front passes on Host and"
            " X-Forwarded-Proto, and PITLEDGER_PROXIES names it"
        )
    return f"a page of {origin!r} may not use this service"


def _is_of_own_page(headers: Mapping[str, str]) -> bool:
    """Browsers of old send no Sec-Fetch-Site; an Origin is our own where it has come this far."""
    site = headers.get("sec-fetch-site")
    return "origin" in headers if site is None else site == _SAME_ORIGIN


def _is_of_a_program(path: str, headers: Mapping[str, str]) -> bool:
    """No browser adds a bearer token by itself; without any cookie nobody else's name is used.

    Pages sign people in and take forms without a cookie, too: they need the proof always.
    """
    if headers.get("authorization", "").lower().startswith("bearer "):
        return True
    return path.startswith(_API) and "cookie" not in headers


def _is_navigation(method: str, headers: Mapping[str, str]) -> bool:
    """Somebody follows a link to a page of ours; the page that has it learns nothing."""
    kind = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest"))
    return method in _READS and kind == ("navigate", "document")


def _require_form(path: str, headers: Mapping[str, str]) -> None:
    """JSON; and from our own pages their forms, to addresses of pages alone."""
    sent = headers.get("content-type")
    kind = None if sent is None else sent.partition(";")[0].strip().lower()
    from_a_page = "origin" in headers or "sec-fetch-site" in headers
    if kind in (None, _JSON) or (kind == _FORM and not (from_a_page and path.startswith(_API))):
        return
    raise Problem("unsupported-media-type", f"send {_JSON}, not {sent!r}")
