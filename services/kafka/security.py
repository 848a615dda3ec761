"""How brokers are spoken to: by TLS, signed in, or neither; the same for every client."""

import time
from typing import Any, Final

import httpx
from kafka.errors import KafkaConnectionError
from kafka.net.sasl.oauth import AbstractTokenProvider

from services.settings import Settings
from services.settings_sources import PREFIX, SettingsError

_TOKEN_SECONDS: Final = 5.0
"""How long the provider of tokens has to answer."""
_EARLY_SECONDS: Final = 30.0
"""So long before its end a token is not used any more."""


def security(settings: Settings) -> dict[str, Any]:
    """What every client of the library is told; SettingsError where that cannot be."""
    protocol = settings.kafka_security
    told: dict[str, Any] = {"security_protocol": protocol.upper()}
    if protocol.endswith("ssl"):
        told |= _certificates(settings)
    if protocol.startswith("sasl"):
        told |= _signing_in(settings)
    return told


def _certificates(settings: Settings) -> dict[str, Any]:
    if (settings.kafka_cert_file is None) != (settings.kafka_key_file is None):
        raise SettingsError(f"{PREFIX}KAFKA_CERT_FILE and {PREFIX}KAFKA_KEY_FILE go together")
    files = {
        "ssl_cafile": ("KAFKA_CA_FILE", settings.kafka_ca_file),
        "ssl_certfile": ("KAFKA_CERT_FILE", settings.kafka_cert_file),
        "ssl_keyfile": ("KAFKA_KEY_FILE", settings.kafka_key_file),
    }
    for name, path in files.values():
        if path is not None and not path.is_file():
            raise SettingsError(f"{PREFIX}{name}: there is no file {path}")
    return {option: str(path) for option, (_, path) in files.items() if path is not None}


def _signing_in(settings: Settings) -> dict[str, Any]:
    if not settings.kafka_user:
        raise SettingsError(
            f"{PREFIX}KAFKA_SECURITY is {settings.kafka_security}: {PREFIX}KAFKA_USER must say"
            " whom to sign in as"
        )
    password = _password(settings)
    if settings.kafka_sasl == "OAUTHBEARER":
        return {
            "sasl_mechanism": "OAUTHBEARER",
            "sasl_oauth_token_provider": Tokens(settings, password),
        }
    return {
        "sasl_mechanism": settings.kafka_sasl,
        "sasl_plain_username": settings.kafka_user,
        "sasl_plain_password": password,
    }


def _password(settings: Settings) -> str:
    if settings.kafka_password is not None:
        return settings.kafka_password.get_secret_value()
    if settings.kafka_password_file is None:
        raise SettingsError(
            f"{PREFIX}KAFKA_USER is set: {PREFIX}KAFKA_PASSWORD_FILE, or {PREFIX}KAFKA_PASSWORD,"
            " must give the password"
        )
    try:
        return settings.kafka_password_file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        path = settings.kafka_password_file
        raise SettingsError(f"{PREFIX}KAFKA_PASSWORD_FILE: {path} cannot be read: {why}") from None


class Tokens(AbstractTokenProvider):  # type: ignore[misc]
    """A token for this client, asked for when the last one is about to end."""

    def __init__(self, settings: Settings, secret: str) -> None:
        if not settings.kafka_token_url:
            raise SettingsError(
                f"{PREFIX}KAFKA_SASL is OAUTHBEARER: {PREFIX}KAFKA_TOKEN_URL must say where a"
                " token is had"
            )
        super().__init__()
        self._address = settings.kafka_token_url
        self._client = (settings.kafka_user, secret)
        self._scope = settings.kafka_token_scope
        self._token = ""
        self._until = 0.0

    def token(self) -> str:
        if time.monotonic() >= self._until:
            self._ask()
        return self._token

    def _ask(self) -> None:
        asked = {"grant_type": "client_credentials"}
        if self._scope:
            asked["scope"] = self._scope
        try:
            answer = httpx.post(
                self._address, data=asked, auth=self._client, timeout=_TOKEN_SECONDS
            )
            answer.raise_for_status()
            told = answer.json()
            token, seconds = str(told["access_token"]), float(told.get("expires_in", 0))
        except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
            raise KafkaConnectionError(f"no token of {self._address}: {error}") from error
        self._token, self._until = token, time.monotonic() + seconds - _EARLY_SECONDS
