"""A JWT is believed if the issuer signed it, for us, and its time is not over."""

import base64
import json
from typing import Any, Final

from joserfc import jwt
from joserfc.errors import ClaimError, ExpiredTokenError, JoseError
from joserfc.jws import JWSRegistry

from services import base64url
from services.oidc.discovery import Discovery
from services.oidc.errors import NotSignedIn

ALGORITHMS: Final = (
    *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    *("ES256", "ES384", "ES512"),
)
"""Of public keys alone: with them nobody but the issuer can have signed."""
_LEEWAY_SECONDS: Final = 60
"""For clocks that differ, where a JWT begins; where it ends there is none."""
_TIMES: Final = ("exp", "nbf", "iat")
_MOST_TIME: Final = 253_402_300_799
"""The last second of the year 9999."""
_MOST_CHARACTERS: Final = 16_384


def looks_like_jwt(text: str) -> bool:
    return text.count(".") == 2 and _header(text) is not None


async def check_jwt(
    text: str, discovery: Discovery, issuer: str, audience: str, now: int
) -> dict[str, Any]:
    """Its claims. NotSignedIn with the first thing that is wrong with it."""
    header = _header(text)
    if header is None:
        raise NotSignedIn("malformed", "it is no JWT")
    if not all(map(_is_canonical, text.split("."))):
        raise NotSignedIn("malformed", "it is not encoded in the one way that JWTs are")
    # Before any key is asked for: what names no algorithm of ours is not worth a question.
    if header.get("alg") not in ALGORITHMS:
        raise NotSignedIn("algorithm", "it is not signed with an algorithm that is believed here")
    kid = header.get("kid")
    # An extension that must be understood is none that is understood here.
    if "crit" in header or not isinstance(kid, str | None):
        raise NotSignedIn("malformed", "it is no JWT")
    key = await discovery.key(kid)
    registry = JWSRegistry(algorithms=ALGORITHMS, strict_check_header=False)
    claims = jwt.JWTClaimsRegistry(
        now=now,
        leeway=_LEEWAY_SECONDS,
        iss={"essential": True, "value": issuer},
        aud={"essential": True, "value": audience},
        exp={"essential": True},
        sub={"essential": True},
    )
    try:
        token = jwt.decode(text, key, ALGORITHMS, registry)
        _require_times(token.claims, now)
        claims.validate(token.claims)
    except ExpiredTokenError:
        raise NotSignedIn("expired", "it has expired") from None
    except ClaimError as error:
        reason = f"its claim {error.claim} is missing or not for this service"
        raise NotSignedIn("claims", reason) from None
    except (JoseError, ValueError, TypeError, OverflowError, RecursionError) as error:
        raise NotSignedIn("signature", f"it cannot be verified: {error}") from None
    return token.claims


def _require_times(claims: dict[str, Any], now: int) -> None:
    """Before the library looks at them: it takes what is no time for one."""
    for name in _TIMES:
        told = claims.get(name, now)
        # A comparison with what is not a number (NaN) is false.
        if type(told) not in (int, float) or not 0 <= told <= _MOST_TIME:
            raise NotSignedIn("claims", f"its claim {name} is no time")
    if claims.get("exp", now + 1) <= now:
        raise NotSignedIn("expired", "it has expired")


def _is_canonical(segment: str) -> bool:
    try:
        base64url.decode(segment)
    except ValueError:
        return False
    return True


def _header(text: str) -> dict[str, Any] | None:
    """As it is written, believed in nothing yet."""
    if len(text) > _MOST_CHARACTERS or not text.isascii():
        return None
    first = text.partition(".")[0]
    try:
        header = json.loads(base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)))
    except (ValueError, RecursionError):
        return None
    return header if isinstance(header, dict) else None
