"""Who runs a command: with AUTH on, whoever holds the token that the environment names."""

from typing import TYPE_CHECKING

from services.settings import Settings
from services.settings_sources import PREFIX, SettingsError

if TYPE_CHECKING:
    from services.entry.tokens import Known


def signed_in(settings: Settings) -> "Known | None":
    """None where nobody signs in. A token is never an argument: `ps` shows those to everybody."""
    from services.entry.tokens import Tokens, own_token

    tokens = Tokens.of(settings)
    if tokens is None:
        return None
    token = own_token(settings)
    if token is None:
        raise SettingsError(
            f"{PREFIX}AUTH is on: say who you are with a token in {PREFIX}TOKEN, or with"
            f" {PREFIX}TOKEN_FILE, a file that holds it"
        )
    known = tokens.known(token) or _by_jwt(settings, token)
    if known is None:
        raise SettingsError(f"the token of {PREFIX}TOKEN is not known here: see {settings.tokens}")
    return known


def acting(settings: Settings, declared: str | None) -> str | None:
    """Whose name is kept: where people sign in nobody names another, or themselves otherwise."""
    known = signed_in(settings)
    if known is None:
        return declared
    if declared:
        raise SettingsError(
            f"{PREFIX}AUTH is on: {known.actor.id}, whose token it is, does this; leave --actor out"
        )
    return known.actor.id


def _by_jwt(settings: Settings, token: str) -> "Known | None":
    """Whom a JWT of the provider names, where people sign in at one."""
    if not settings.oidc_issuer:
        return None
    import asyncio

    from services.entry.tokens import Known
    from services.oidc.checking import looks_like_jwt
    from services.oidc.errors import NotSignedIn, ProviderAway
    from services.oidc.provider import person_by_jwt

    if not looks_like_jwt(token):
        return None
    try:
        actor, tables, _ = asyncio.run(person_by_jwt(settings, token))
    except (NotSignedIn, ProviderAway) as error:
        raise SettingsError(f"the JWT of {PREFIX}TOKEN is not taken: {error}") from None
    return Known(actor, b"", tables)
