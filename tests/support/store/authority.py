"""A certificate authority of the test's own, and what it signs."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_DAY: Final = timedelta(days=1)


class Authority:
    """Signs for servers by their host name, and for clients by their role."""

    def __init__(self, name: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _named(name)
        builder = _certificate(self._name, self._name, self._key.public_key())
        ca = x509.BasicConstraints(ca=True, path_length=0)
        self._own = builder.add_extension(ca, critical=True).sign(self._key, hashes.SHA256())

    def certificate(self) -> str:
        return _pem(self._own)

    def issue(self, name: str, *, ended: bool = False) -> tuple[str, str]:
        """Its certificate and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _certificate(_named(name), self._name, key.public_key(), ended=ended)
        names = x509.SubjectAlternativeName([x509.DNSName(name)])
        signed = builder.add_extension(names, critical=False).sign(self._key, hashes.SHA256())
        private = key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        return _pem(signed), private.decode()

    def write(self, folder: Path, name: str) -> tuple[Path, Path]:
        """The same as files of a client, the key for nobody else to read."""
        files = folder / f"{name}.crt", folder / f"{name}.key"
        for file, text in zip(files, self.issue(name), strict=True):
            file.write_text(text)
            file.chmod(0o600)
        return files


def _certificate(
    of: x509.Name, by: x509.Name, key: ec.EllipticCurvePublicKey, *, ended: bool = False
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(of)
        .issuer_name(by)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - 2 * _DAY)
        .not_valid_after(now - _DAY if ended else now + _DAY)
    )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _pem(certificate: x509.Certificate) -> str:
    return certificate.public_bytes(serialization.Encoding.PEM).decode()
