"""What a provider says of itself, and its keys: fetched when needed, and kept for a while."""

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import httpx
import structlog
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, JWKRegistry, Key, RSAKey

from services.oidc.errors import NotSignedIn, ProviderAway

_log = structlog.get_logger("oidc")
_KEPT_SECONDS: Final = 3600.0
_AGAIN_SECONDS: Final = 30.0
"""Not sooner is anything asked for again, however many keys that nobody knows are shown."""
_ANSWER_SECONDS: Final = 5.0
_AWAY_SECONDS: Final = 2.0
"""After a failure others fail at once for so long."""
_ENDPOINTS: Final = ("authorization_endpoint", "token_endpoint", "jwks_uri")


class Discovery:
    """One provider's, by the name of its issuer."""

    def __init__(self, issuer: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._issuer = issuer
        self._clock = clock
        self._told: dict[str, Any] = {}
        self._keys: dict[str | None, Key] = {}
        self._told_at = self._keys_at = self._tried_at = float("-inf")
        self._failure: tuple[float, str] | None = None
        self._lock = asyncio.Lock()

    async def metadata(self) -> dict[str, Any]:
        """Where it is asked what; as it was last told while nobody answers."""
        async with self._lock:
            return await self._metadata()

    async def key(self, kid: str | None) -> Key:
        """NotSignedIn where it has no such key, even if it is asked again."""
        async with self._lock:
            stale = self._clock() - self._keys_at > _KEPT_SECONDS
            if stale or (kid not in self._keys and self._may_ask_again()):
                await self._fetch_keys()
            key = self._keys.get(kid)
        if key is None:
            raise NotSignedIn("key", "it is signed with a key that the provider does not name")
        return key

    def _may_ask_again(self) -> bool:
        return self._clock() - self._tried_at > _AGAIN_SECONDS

    async def _metadata(self) -> dict[str, Any]:
        if self._told and self._clock() - self._told_at <= _KEPT_SECONDS:
            return self._told
        try:
            told = await self._fetch(f"{self._issuer.rstrip('/')}/.well-known/openid-configuration")
            self._require_own(told)
        except ProviderAway as error:
            if not self._told:
                raise
            _log.warning("the provider is not asked again", why=str(error))
            return self._told
        self._told, self._told_at = told, self._clock()
        return told

    async def _fetch(self, address: str) -> dict[str, Any]:
        """While it does not answer, others do not wait for it one by one."""
        if self._failure is not None and self._clock() - self._failure[0] < _AWAY_SECONDS:
            raise ProviderAway(self._failure[1])
        try:
            told = await fetch_json(address)
        except ProviderAway as error:
            self._failure = self._clock(), str(error)
            raise
        self._failure = None
        return told

    def _require_own(self, told: dict[str, Any]) -> None:
        if told.get("issuer") != self._issuer:
            raise ProviderAway(
                f"what answers at {self._issuer} calls itself {told.get('issuer')!r}; name the"
                " issuer exactly as it does"
            )
        lacking = [name for name in _ENDPOINTS if not isinstance(told.get(name), str)]
        if lacking:
            raise ProviderAway(f"{self._issuer} does not tell its {lacking[0]}")

    async def _fetch_keys(self) -> None:
        """Old ones go: a key that the provider has withdrawn is believed no longer."""
        self._tried_at = self._clock()
        try:
            told = await self._fetch((await self._metadata())["jwks_uri"])
        except ProviderAway as error:
            if not self._keys:
                raise
            _log.warning("the provider's keys are not fetched again", why=str(error))
            return
        listed = told.get("keys")
        self._keys = _signing_keys(listed if isinstance(listed, list) else [])
        self._keys_at = self._clock()


def _signing_keys(listed: list[Any]) -> dict[str | None, Key]:
    """By their ids; a single one also for what names none. Others are passed over."""
    keys: dict[str | None, Key] = {}
    for one in listed:
        if not isinstance(one, dict) or one.get("use", "sig") != "sig":
            continue
        try:
            key = JWKRegistry.import_key(one)
        except (JoseError, ValueError, TypeError, KeyError):
            continue
        if isinstance(key, RSAKey | ECKey):
            keys[one.get("kid")] = key
    if len(keys) == 1:
        keys[None] = next(iter(keys.values()))
    return keys


async def fetch_json(
    address: str,
    form: Mapping[str, str] | None = None,
    auth: tuple[str, str] | None = None,
) -> dict[str, Any]:
    """The object that is answered, whatever the status where it says what is wrong."""
    try:
        async with httpx.AsyncClient(timeout=_ANSWER_SECONDS, auth=auth) as client:
            if form is None:
                answer = await client.get(address)
            else:
                answer = await client.post(address, data=dict(form))
        told = answer.json()
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        why = str(error) or type(error).__name__
        raise ProviderAway(f"{address} does not answer as a provider does: {why}") from None
    failed = answer.is_error and not (form is not None and answer.is_client_error)
    if failed or not isinstance(told, dict):
        raise ProviderAway(f"{address} answers {answer.status_code}")
    return told
