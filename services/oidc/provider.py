"""The provider that people sign in at: the code flow with PKCE, and JWTs as bearer tokens."""

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

import msgspec
from starlette.concurrency import run_in_threadpool

from domain.commands.fields import Actor
from services import base64url
from services.entry.tokens import Known
from services.oidc.checking import check_jwt, looks_like_jwt
from services.oidc.discovery import Discovery, fetch_json
from services.oidc.errors import NotSignedIn
from services.oidc.people import People
from services.sessions.sessions import Sessions
from services.settings import Settings


class Attempt(msgspec.Struct, frozen=True):
    """A sign-in under way, kept in the browser that began it and signed by the house."""

    state: str
    expires: int
    goes_on: str
    redirect_uri: str


class ByJwt(NamedTuple):
    """Whoever a JWT names, and until when it does."""

    known: Known
    expires: int


class Provider:
    """One for the house; its keys are fetched once for all who sign in."""

    SIGN_IN_SECONDS: Final = 600
    """So long one may take to sign in over there."""

    def __init__(
        self, settings: Settings, sessions: Sessions, clock: Callable[[], float] = time.time
    ) -> None:
        self._settings = settings
        self._sessions = sessions
        self._clock = clock
        self._people = People(settings)
        self.discovery = Discovery(settings.oidc_issuer)

    @staticmethod
    def reads(token: str) -> bool:
        """Whether it may be a JWT, and so the provider's to tell whose it is."""
        return looks_like_jwt(token)

    @property
    def issuer(self) -> str:
        return self._settings.oidc_issuer

    async def begin(self, goes_on: str, redirect_uri: str) -> tuple[str, str]:
        """Where the browser is sent, and what it keeps meanwhile."""
        told = await self.discovery.metadata()
        expires = int(self._clock()) + self.SIGN_IN_SECONDS
        attempt = Attempt(secrets.token_urlsafe(24), expires, goes_on, redirect_uri)
        digest = hashlib.sha256(self._verifier(attempt).encode()).digest()
        query = {
            "response_type": "code",
            "client_id": self._settings.oidc_client_id,
            "redirect_uri": redirect_uri,
            "scope": self._settings.oidc_scope,
            "state": attempt.state,
            "nonce": self._nonce(attempt),
            "code_challenge": base64url.encode(digest),
            "code_challenge_method": "S256",
        }
        address = str(told["authorization_endpoint"])
        joined = f"{address}{'&' if '?' in address else '?'}{urlencode(query)}"
        return joined, self._sessions.seal("sign-in").sign(msgspec.json.encode(attempt))

    async def finish(self, cookie: str | None, query: Mapping[str, str]) -> tuple[Known, str]:
        """Who came back, and where they wanted to go. NotSignedIn, ProviderAway."""
        attempt = self._attempt(cookie, query.get("state", ""))
        first = await run_in_threadpool(self._sessions.use_once, attempt.state, attempt.expires)
        if not first:
            raise NotSignedIn("replayed", "it has come back before: sign in again")
        if query.get("iss", self.issuer) != self.issuer:
            raise NotSignedIn("state", "the answer is of another provider than was asked")
        if "error" in query:
            said = query.get("error_description") or query["error"]
            raise NotSignedIn("refused", f"the provider says: {said[:300]}")
        if not query.get("code"):
            raise NotSignedIn("state", "the provider sent no code")
        token = await self._exchange(query["code"], attempt)
        client = self._settings.oidc_client_id
        claims = await self._checked(token, client)
        shown = str(claims.get("nonce", ""))
        if not hmac.compare_digest(shown.encode(), self._nonce(attempt).encode()):
            raise NotSignedIn("nonce", "the identity that came is for another sign-in")
        if claims.get("azp", client) != client:
            raise NotSignedIn("claims", "the identity that came is for another service")
        return self._known(claims), attempt.goes_on

    async def by_jwt(self, text: str) -> ByJwt:
        """Whom a bearer token of the issuer names. NotSignedIn, ProviderAway."""
        actor, tables, expires = await person_by_jwt(
            self._settings, text, self.discovery, self._people, self._clock
        )
        return ByJwt(Known(actor, self._sessions.secret_of(actor), tables), expires)

    async def _checked(self, text: str, audience: str) -> dict[str, Any]:
        now = int(self._clock())
        return await check_jwt(text, self.discovery, self.issuer, audience, now)

    def _known(self, claims: Mapping[str, Any]) -> Known:
        actor, tables = self._people.person(claims)
        return Known(actor, self._sessions.secret_of(actor), tables)

    def _attempt(self, cookie: str | None, state: str) -> Attempt:
        """What this browser began, once."""
        begun = None if cookie is None else self._sessions.seal("sign-in").read(cookie)
        attempt = None if begun is None else msgspec.json.decode(begun, type=Attempt)
        if attempt is None or attempt.expires <= self._clock():
            reason = "it was not begun in this browser, or took too long: sign in again"
            raise NotSignedIn("state", reason)
        if not hmac.compare_digest(attempt.state.encode(), state.encode()):
            raise NotSignedIn("state", "it is the answer to another sign-in: sign in again")
        return attempt

    async def _exchange(self, code: str, attempt: Attempt) -> str:
        told = await self.discovery.metadata()
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": attempt.redirect_uri,
            "code_verifier": self._verifier(attempt),
            "client_id": self._settings.oidc_client_id,
        }
        auth = None
        secret = self._settings.oidc_client_secret
        if secret is not None:
            methods = told.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
            if "client_secret_basic" in methods:
                auth = (form["client_id"], secret.get_secret_value())
            else:
                form["client_secret"] = secret.get_secret_value()
        answer = await fetch_json(str(told["token_endpoint"]), form, auth)
        token = answer.get("id_token")
        if not isinstance(token, str):
            why = answer.get("error_description") or answer.get("error") or "it names nobody"
            raise NotSignedIn("refused", f"the provider does not take the code: {str(why)[:300]}")
        return token

    def _verifier(self, attempt: Attempt) -> str:
        """Made of the state by the house's key, so that no browser has to keep it."""
        return base64url.encode(self._sessions.seal("sign-in verifier").code(attempt.state))

    def _nonce(self, attempt: Attempt) -> str:
        return base64url.encode(self._sessions.seal("sign-in nonce").code(attempt.state))


async def person_by_jwt(
    settings: Settings,
    text: str,
    discovery: Discovery | None = None,
    people: People | None = None,
    clock: Callable[[], float] = time.time,
) -> tuple[Actor, frozenset[str] | None, int]:
    """Who, for which tables, and until when. NotSignedIn, ProviderAway."""
    audience = settings.oidc_audience or settings.oidc_client_id
    asked = discovery or Discovery(settings.oidc_issuer)
    claims = await check_jwt(text, asked, settings.oidc_issuer, audience, int(clock()))
    actor, tables = (people or People(settings)).person(claims)
    return actor, tables, int(claims["exp"])
