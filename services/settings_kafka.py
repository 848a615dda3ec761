"""What the settings of Kafka's brokers may be: how they are spoken to, and who signs in."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, SecretStr


def _small_letters(text: object) -> object:
    """Others write it in capitals."""
    return text.lower() if isinstance(text, str) else text


def _capitals(text: object) -> object:
    return text.upper() if isinstance(text, str) else text


Security = Annotated[
    Literal["plaintext", "ssl", "sasl_plaintext", "sasl_ssl"],
    BeforeValidator(_small_letters),
    Field(description="how brokers are spoken to: by TLS, after signing in, or both"),
]
CaFile = Annotated[
    Path | None,
    Field(
        description="who has signed the brokers' certificates, PEM; none: whom the system trusts"
    ),
]
CertFile = Annotated[
    Path | None,
    Field(description="certificate of this service, PEM, where brokers ask for one"),
]
KeyFile = Annotated[Path | None, Field(description="private key of that certificate, PEM")]
Sasl = Annotated[
    Literal["SCRAM-SHA-512", "SCRAM-SHA-256", "PLAIN", "OAUTHBEARER"],
    BeforeValidator(_capitals),
    Field(description="how this service signs in, with KAFKA_SECURITY sasl_…"),
]
User = Annotated[
    str,
    Field(description="whom it signs in as; with OAUTHBEARER the client's id at KAFKA_TOKEN_URL"),
]
Password = Annotated[
    SecretStr | None, Field(description="with that password, or the client's secret")
]
PasswordFile = Annotated[Path | None, Field(description="a file that holds that password, instead")]
TokenUrl = Annotated[
    str,
    Field(description="with OAUTHBEARER: where a token is had for the client's id and secret"),
]
TokenScope = Annotated[str, Field(description="with OAUTHBEARER: the scope that is asked for")]
MaskedTopic = Annotated[
    Literal["off", "on"],
    Field(
        description="on: every event goes to pitledger.events.masked.v1, too, with hands and"
        " players' cash masked, for dashboards"
    ),
]
