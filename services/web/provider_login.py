"""Signing in at the provider: there and back again."""

from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, Request, Response

from services.http.access import Access
from services.http.cookies import read_cookie, set_cookie
from services.http.guard import is_loopback
from services.http.problems import Problem
from services.oidc.errors import NotSignedIn, ProviderAway
from services.web.addresses import own_path
from services.web.signing_in import go_on_as

if TYPE_CHECKING:
    from services.oidc.provider import Provider

router = APIRouter(include_in_schema=False)
_CALLBACK: Final = "/login/callback"
_COOKIE: Final = "pitledger_sign_in"
_SEE_OTHER: Final = 303


@router.get("/login/provider")
async def get_provider(request: Request, next: str = "/") -> Response:  # noqa: A002  the address says so
    """A link, not a form: what a form leads to is held to this service by the pages' policy."""
    provider = _provider(request)
    try:
        address, kept = await provider.begin(own_path(next), _redirect_uri(request))
    except ProviderAway as error:
        raise Problem("provider-unavailable", f"{error}; sign in again in a moment") from None
    answer = Response(status_code=_SEE_OTHER, headers={"Location": address})
    set_cookie(request, answer, _COOKIE, kept, provider.SIGN_IN_SECONDS)
    return answer


async def get_callback(request: Request) -> Response:
    """Where the provider sends people back to. It may say more than is known here."""
    provider = _provider(request)
    access: Access = request.app.state.access
    try:
        known, goes_on = await provider.finish(read_cookie(request, _COOKIE), request.query_params)
    except NotSignedIn as error:
        raise Problem("sign-in-failed", str(error), why=f"provider_{error.why}") from None
    except ProviderAway as error:
        raise Problem("provider-unavailable", f"{error}; sign in again in a moment") from None
    session = access.sessions.of_issuer(known, provider.issuer)
    answer = await go_on_as(request, session, goes_on)
    set_cookie(request, answer, _COOKIE, "", 0)
    return answer


# Not as a route of the framework's: that would refuse what a provider adds to the address.
router.add_route(_CALLBACK, get_callback, methods=["GET"])


def _provider(request: Request) -> "Provider":
    access: Access = request.app.state.access
    if access.provider is None:
        raise Problem("not-found", "nobody signs in at a provider here")
    return access.provider


def _redirect_uri(request: Request) -> str:
    """As it is registered at the provider: off loopback there is TLS in front."""
    scheme = "http" if is_loopback(request.scope) else "https"
    return f"{scheme}://{request.headers['host']}{_CALLBACK}"
