"""Who asks: with AUTH on, a token or the cookie of a session names the person and the role."""

from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from fastapi import Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from domain.commands.fields import Actor
from domain.roles import ROLES
from services.entry.tokens import Known, Tokens
from services.http.attempts import Attempts
from services.http.blind import require_open
from services.http.cookies import ROLE, session_cookie
from services.http.headers import headers_of
from services.http.problems import Problem
from services.oidc.errors import NotSignedIn, ProviderAway
from services.sessions.sessions import NoSession, Session, Sessions

if TYPE_CHECKING:
    from services.oidc.provider import Provider

_IDENTITY: Final = "pitledger.identity"
_WHO: Final = "pitledger.who"
_BY_HEADER: Final = "send a known token as Authorization: Bearer …"
_SIGN_IN: Final = "sign in at /login, or send a token as Authorization: Bearer …"


class Identity(NamedTuple):
    """Somebody who signed in, and by what."""

    known: Known
    session: Session | None = None
    """None: by a token, or with AUTH off by the role that was chosen."""
    until: int | None = None
    """When it is over by itself, in seconds since 1970; None: never."""


class Access:
    """Who asks; anybody where AUTH is off, then `Guard` answers this machine alone."""

    def __init__(
        self, tokens: Tokens | None, sessions: Sessions, provider: "Provider | None" = None
    ) -> None:
        self._tokens = tokens
        self.sessions = sessions
        self.provider = provider

    @property
    def is_on(self) -> bool:
        return self._tokens is not None

    def holds(self, identity: Identity, now: float) -> bool:
        """Whether a sign-in is still good, but for a sign-out, which the database knows."""
        if identity.until is not None and identity.until <= now:
            return False
        if identity.session is not None:
            return self.sessions.backing(identity.session) is not None
        if identity.until is not None or self._tokens is None:
            return True
        return self._tokens.holds(identity.known)

    async def identify(self, request: Request) -> Identity | None:
        """None where nobody signs in. `Guard` has refused what another site's page sends."""
        found = self.identified_before(request)
        if found is None:
            found = await self._identify(request)
        if found is not None:
            request.scope[_IDENTITY] = found
            request.scope[_WHO] = found.known.actor.id
            require_open(request, found.known.actor)
        return found

    @staticmethod
    def identified_before(request: Request) -> Identity | None:
        """Who asked, whether or not what they asked for was let through."""
        found: Identity | None = request.scope.get(_IDENTITY)
        return found

    async def _identify(self, request: Request) -> Identity | None:
        if self._tokens is None:
            return self._chosen(request)
        shown = headers_of(request.scope).get("authorization")
        if shown is not None:
            return await self._by_header(request, self._tokens, shown)
        cookie = session_cookie(request)
        if cookie is None:
            raise Problem("unauthorized", _SIGN_IN, why="anonymous")
        return await self._by_cookie(cookie)

    def _chosen(self, request: Request) -> Identity | None:
        """With AUTH off a browser has the role that was chosen in it."""
        role = request.cookies.get(ROLE) if "cookie" in headers_of(request.scope) else None
        if role not in ROLES:
            return None
        return Identity(Known(demo_actor(role), b""))

    async def identify_device(self, connection: HTTPConnection) -> Identity | None:
        """By a header alone: a browser sends a cookie along with a connection of any page."""
        if self._tokens is None:
            return None
        shown = headers_of(connection.scope).get("authorization")
        if shown is None:
            raise Problem("unauthorized", _BY_HEADER, why="anonymous")
        found = await self._by_header(connection, self._tokens, shown)
        connection.scope[_WHO] = found.known.actor.id
        return found

    async def _by_header(self, request: HTTPConnection, tokens: Tokens, shown: str) -> Identity:
        attempts: Attempts = request.app.state.attempts
        attempts.require_few(request)
        scheme, _, token = shown.partition(" ")
        known = tokens.known(token) if scheme.lower() == "bearer" else None
        if known is not None:
            return Identity(known)
        if self.provider is not None and self.provider.reads(token):
            return await self._by_jwt(request, self.provider, token)
        attempts.failed(request)
        raise Problem("unauthorized", _BY_HEADER)

    @staticmethod
    async def _by_jwt(request: HTTPConnection, provider: "Provider", token: str) -> Identity:
        try:
            found = await provider.by_jwt(token)
        except NotSignedIn as error:
            if error.why != "expired":  # which is nobody's guess
                request.app.state.attempts.failed(request)
            raise Problem(
                "unauthorized", f"the JWT is not taken: {error}", why=f"jwt_{error.why}"
            ) from None
        except ProviderAway as error:
            raise Problem("provider-unavailable", str(error)) from None
        return Identity(found.known, until=found.expires)

    async def _by_cookie(self, cookie: str) -> Identity:
        sessions = self.sessions

        def looked_up() -> Identity:
            session = sessions.read(cookie)
            return Identity(sessions.known(session), session, session.expires)

        try:
            return await run_in_threadpool(looked_up)
        except NoSession as error:
            raise Problem("unauthorized", f"{error}; {_SIGN_IN}", why=error.why) from None


def demo_actor(role: str) -> Actor:
    """Whoever looks on where nobody signs in."""
    return Actor(id=f"demo-{role}", role=role)


async def identified(request: Request) -> Identity | None:
    access: Access = request.app.state.access
    return await access.identify(request)


Identified = Annotated[Identity | None, Depends(identified)]


async def signed_in(request: Request) -> Known | None:
    """Who asks, and what makes their proofs."""
    found = await identified(request)
    return None if found is None else found.known


SignedIn = Annotated[Known | None, Depends(signed_in)]


async def caller(known: SignedIn) -> Actor | None:
    """Whoever is authenticated, if authentication is on."""
    return None if known is None else known.actor


Caller = Annotated[Actor | None, Depends(caller)]
