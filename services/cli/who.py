"""Who runs a command: with AUTH on, whoever holds the token that the environment names."""

from typing import TYPE_CHECKING

from services.settings import PREFIX, Settings, SettingsError

if TYPE_CHECKING:
    from domain.commands.fields import Actor


def signed_in(settings: Settings) -> "Actor | None":
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
    actor = tokens.actor(token)
    if actor is None:
        raise SettingsError(f"the token of {PREFIX}TOKEN is not known here: see {settings.tokens}")
    return actor
