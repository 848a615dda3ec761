"""A session: somebody signed in, in this role, for these tables, until then."""

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Collection
from typing import Final, Literal

import msgspec

from domain.commands.fields import Actor
from services.entry.tokens import Known, Tokens
from services.sessions.kept import KeptSessions
from services.sessions.key import house_key
from services.sessions.signing import Seal
from services.settings import Settings

_OF_HOUSE: Final = "house:"
_OF_ISSUER: Final = "issuer:"
_HOUR_SECONDS: Final = 3600


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """What the cookie says; every field of it is under the house's code."""

    id: str
    who: str
    role: str
    tables: tuple[str, ...] | None
    issued: int
    expires: int
    """Both in seconds since 1970."""
    source: str
    """The token or the issuer that it came from: it lasts no longer than that is trusted."""

    @property
    def actor(self) -> Actor:
        return Actor(id=self.who, role=self.role)


class NoSession(Exception):
    """Why a cookie signs nobody in; `why` is what it is counted as."""

    def __init__(
        self, why: Literal["forged_session", "expired_session", "ended_session"], reason: str
    ) -> None:
        super().__init__(reason)
        self.why = why


class Sessions:
    """Makes them, reads them, ends them."""

    def __init__(
        self,
        settings: Settings,
        kept: KeptSessions,
        tokens: Tokens | None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._settings = settings
        self._kept = kept
        self._tokens = tokens
        self._clock = clock
        self._key = house_key(settings, kept)

    def of_token(self, known: Known) -> Session:
        """A new one, by its id too: nobody can have chosen it beforehand."""
        return self._begin(known, _OF_HOUSE + _fingerprint(known))

    def of_issuer(self, known: Known, issuer: str) -> Session:
        return self._begin(known, _OF_ISSUER + issuer)

    def _begin(self, known: Known, source: str) -> Session:
        now = int(self._clock())
        return Session(
            id=secrets.token_urlsafe(24),
            who=known.actor.id,
            role=known.actor.role,
            tables=None if known.tables is None else tuple(sorted(known.tables)),
            issued=now,
            expires=now + int(self._settings.session_hours * _HOUR_SECONDS),
            source=source,
        )

    def seal(self, purpose: str) -> Seal:
        """For what else the house signs: each purpose has a key of its own."""
        return Seal(self._key, purpose)

    def written(self, session: Session) -> str:
        """As the cookie holds it."""
        return self.seal("session").sign(msgspec.json.encode(session))

    def read(self, cookie: str) -> Session:
        """NoSession where it is not ours, or its time is over; who signed out is not seen here."""
        payload = self.seal("session").read(cookie)
        if payload is None:
            raise NoSession("forged_session", "the session's cookie is not of this house")
        try:
            session = msgspec.json.decode(payload, type=Session)
        except msgspec.DecodeError:
            reason = "the session's cookie is of another version"
            raise NoSession("expired_session", reason) from None
        if session.expires <= self._clock():
            raise NoSession("expired_session", "the session has expired")
        return session

    def known(self, session: Session) -> Known:
        """Who it is, and still may sign in. Looks into the database: not for an event loop."""
        if self._kept.has_ended(session.id):
            raise NoSession("ended_session", "the session was signed out")
        known = self.backing(session)
        if known is None:
            reason = "what the session was signed in with is not valid any more"
            raise NoSession("ended_session", reason)
        return known

    def end(self, session: Session) -> None:
        self._kept.end(session.id, session.expires)

    def use_once(self, id_: str, expires: int) -> bool:
        """Whether this is the first time; for what must not come twice."""
        return self._kept.end(id_, expires)

    def signed_out(self, ids: Collection[str]) -> set[str]:
        """Those of them that were. Looks into the database: not for an event loop."""
        return self._kept.ended_among(ids)

    def backing(self, session: Session) -> Known | None:
        """What it was signed in with, if that still gives the same role and tables."""
        known = self._by_source(session)
        same = known is not None and _scope(known) == (session.actor, session.tables)
        return known if same else None

    def secret_of(self, actor: Actor) -> bytes:
        """Makes the proofs of somebody who has no token, as a token's hash does of others."""
        return self.seal("proofs").code(f"{actor.role}/{actor.id}")

    def _by_source(self, session: Session) -> Known | None:
        issuer = self._settings.oidc_issuer
        if issuer and session.source == f"{_OF_ISSUER}{issuer}":
            tables = None if session.tables is None else frozenset(session.tables)
            return Known(session.actor, self.secret_of(session.actor), tables)
        shown = session.source.removeprefix(_OF_HOUSE)
        tokens = [] if self._tokens is None else self._tokens.keys_of(session.who)
        return next((one for one in tokens if hmac.compare_digest(_fingerprint(one), shown)), None)


def _fingerprint(known: Known) -> str:
    """Names a token without telling its hash, which signs."""
    return hashlib.sha256(b"pitledger session of " + known.secret).hexdigest()[:32]


def _scope(known: Known) -> tuple[Actor, tuple[str, ...] | None]:
    return known.actor, None if known.tables is None else tuple(sorted(known.tables))
