"""A broker as houses have it: TLS, people who sign in, and rights that somebody was given."""

import datetime as dt
import functools
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from services.kafka.local import LocalKafka

SUPERUSER: Final = "admin"
SERVICE: Final = "pitledger"
PASSWORD: Final = "a word that nobody guesses"
_OAUTH: Final = "org.apache.kafka.common.security.oauthbearer"


class SecuredKafka(LocalKafka):
    """Over TLS; users of SCRAM, or with a token; nothing is allowed that is not granted."""

    @functools.cached_property
    def authority(self) -> Path:
        """Whose signature the broker's certificate has: its own."""
        return make_certificate(self._folder)

    def _users(self) -> list[str]:
        return [
            argument
            for user in (SUPERUSER, SERVICE)
            for argument in ("--add-scram", f"SCRAM-SHA-512=[name={user},password={PASSWORD}]")
        ]

    def _client(self) -> dict[str, Any]:
        return self.as_user(SUPERUSER)

    def as_user(self, name: str) -> dict[str, Any]:
        """For the library's own clients."""
        return {
            "security_protocol": "SASL_SSL",
            "ssl_cafile": str(self.authority),
            "sasl_mechanism": "SCRAM-SHA-512",
            "sasl_plain_username": name,
            "sasl_plain_password": PASSWORD,
        }

    def _properties(self) -> dict[str, str]:
        told = super()._properties()
        both = self.authority.with_name("broker.pem")
        broker = told["advertised.listeners"].removeprefix("PLAINTEXT://")
        controller = told["listeners"].rpartition(",")[2]
        return told | {
            "listeners": f"SASL_SSL://{broker},{controller}",
            "advertised.listeners": f"SASL_SSL://{broker}",
            "listener.security.protocol.map": "SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT",
            "inter.broker.listener.name": "SASL_SSL",
            "ssl.keystore.type": "PEM",
            "ssl.keystore.location": str(both),
            "ssl.truststore.type": "PEM",
            "ssl.truststore.location": str(self.authority),
            "sasl.enabled.mechanisms": "SCRAM-SHA-512,OAUTHBEARER",
            "sasl.mechanism.inter.broker.protocol": "SCRAM-SHA-512",
            "listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config": (
                "org.apache.kafka.common.security.scram.ScramLoginModule required"
                f' username="{SUPERUSER}" password="{PASSWORD}";'
            ),
            "listener.name.sasl_ssl.oauthbearer.sasl.jaas.config": (
                f'{_OAUTH}.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="broker";'
            ),
            "listener.name.sasl_ssl.oauthbearer.sasl.server.callback.handler.class": (
                f"{_OAUTH}.internals.unsecured.OAuthBearerUnsecuredValidatorCallbackHandler"
            ),
            "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
            "super.users": f"User:{SUPERUSER};User:ANONYMOUS",
        }


def make_certificate(folder: Path) -> Path:
    """Of a broker on loopback, signed by itself; beside it, with its key, what the broker reads."""
    folder.mkdir(parents=True, exist_ok=True)
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(hours=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate = made.public_bytes(serialization.Encoding.PEM)
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    authority = folder / "authority.pem"
    authority.write_bytes(certificate)
    (folder / "broker.pem").write_bytes(private + certificate)
    return authority
