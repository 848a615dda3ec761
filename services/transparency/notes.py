"""Signed notes: a text and who signed it, and the keys by which that is checked."""

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from services.transparency.encoding import decode64, encode64

_SIGNATURES: Final = "\n\n"
_DASH: Final = "\N{EM DASH} "
_ED25519: Final = 1
_COSIGNATURE: Final = 4
_KEY_BYTES: Final = 32
_ID_BYTES: Final = 4
_STAMP_BYTES: Final = 8
_MOST_SIGNATURES: Final = 100
_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f]")
_NAME: Final = re.compile(r"[^\s+]+")


class BadNote(ValueError):
    """What is no signed note."""


class BadKey(ValueError):
    """What is no key."""


class NotSigned(Exception):
    """None of the known keys signed it."""


class BadSignature(Exception):
    """It says that a known key signed it, and that is not so."""


class Signature(NamedTuple):
    """A line below a note."""

    name: str
    key_id: bytes
    signed: bytes

    def line(self) -> str:
        return f"{_DASH}{self.name} {encode64(self.key_id + self.signed)}\n"


class VerifierKey(NamedTuple):
    """A public key as others hold it: `name+id+key`."""

    name: str
    kind: int
    public: bytes

    def __str__(self) -> str:
        return f"{self.name}+{self.key_id().hex()}+{encode64(bytes([self.kind]) + self.public)}"

    def key_id(self) -> bytes:
        told = self.name.encode() + b"\n" + bytes([self.kind]) + self.public
        return sha256(told).digest()[:_ID_BYTES]

    def cosigns(self) -> bool:
        """Whether it is a witness's."""
        return self.kind == _COSIGNATURE

    def made(self, signature: Signature) -> bool:
        """Whether it claims to be this key's."""
        return (signature.name, signature.key_id) == (self.name, self.key_id())

    def check(self, text: str, signature: Signature) -> None:
        """Raises BadSignature where the key did not sign that text."""
        message, signed = text.encode(), signature.signed
        if self.kind == _COSIGNATURE:
            stamp = int.from_bytes(signed[:_STAMP_BYTES])
            message, signed = _cosigned(text, stamp), signed[_STAMP_BYTES:]
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signed, message)
        except InvalidSignature:
            raise BadSignature(f"the signature of {self.name} is not of this text") from None


class SigningKey:
    """A private key with its name."""

    def __init__(self, name: str, secret: bytes, *, cosigner: bool = False) -> None:
        _check_name(name)
        self._private = Ed25519PrivateKey.from_private_bytes(secret)
        public = self._private.public_key().public_bytes_raw()
        self.verifier = VerifierKey(name, _COSIGNATURE if cosigner else _ED25519, public)

    def sign(self, text: str) -> Signature:
        assert self.verifier.kind == _ED25519
        signed = self._private.sign(text.encode())
        return Signature(self.verifier.name, self.verifier.key_id(), signed)

    def cosign(self, text: str, seconds: int) -> Signature:
        """As a witness does, with the moment at which it was seen."""
        assert self.verifier.kind == _COSIGNATURE
        signed = seconds.to_bytes(_STAMP_BYTES) + self._private.sign(_cosigned(text, seconds))
        return Signature(self.verifier.name, self.verifier.key_id(), signed)


class Note(NamedTuple):
    """The text with its last newline, and the lines below it."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(one.line() for one in self.signatures)}"

    def signed_by(self, keys: Iterable[VerifierKey]) -> list[VerifierKey]:
        """Which of these keys signed it; a wrong signature of one of them is an error."""
        found: list[VerifierKey] = []
        for key in keys:
            for signature in self.signatures:
                if key.made(signature):
                    key.check(self.text, signature)
                    found.append(key)
                    break
        return found

    def require(self, keys: Iterable[VerifierKey]) -> VerifierKey:
        """The key that signed it, of those that are trusted."""
        trusted = list(keys)
        if not (found := self.signed_by(trusted)):
            names = ", ".join(str(key) for key in trusted)
            raise NotSigned(f"it is not signed by {names}")
        return found[0]

    def also(self, signatures: Iterable[Signature]) -> "Note":
        """With more lines; none stands twice."""
        return self._replace(signatures=tuple(dict.fromkeys((*self.signatures, *signatures))))


def read_note(data: bytes | str) -> Note:
    text = _text(data)
    if _CONTROL.search(text):
        raise BadNote("it holds control characters")
    head, found, below = text.rpartition(_SIGNATURES)
    if not found or not below.endswith("\n"):
        raise BadNote("it has no signatures")
    lines = below[:-1].split("\n")
    if len(lines) > _MOST_SIGNATURES:
        raise BadNote(f"it has more than {_MOST_SIGNATURES} signatures")
    return Note(f"{head}\n", tuple(map(read_signature, lines)))


def read_signature(line: str) -> Signature:
    name, _, signed = line.removeprefix(_DASH).partition(" ")
    raw = _decode(signed)
    if not line.startswith(_DASH) or not _NAME.fullmatch(name) or len(raw) <= _ID_BYTES:
        raise BadNote("a line below it is no signature")
    return Signature(name, raw[:_ID_BYTES], raw[_ID_BYTES:])


def read_key(text: str) -> VerifierKey:
    """A verifier key as it is told: name, id and key, with a plus between them."""
    name, _, rest = text.strip().partition("+")
    told_id, _, encoded = rest.partition("+")
    raw = _decode(encoded)
    if not name or not raw or not re.fullmatch(r"[0-9a-f]{8}", told_id):
        raise BadKey("a verifier key is NAME+ID+KEY, such as house.example/log+530d903a+AekyeRrm…")
    _check_name(name)
    if len(raw) != 1 + _KEY_BYTES or raw[0] not in (_ED25519, _COSIGNATURE):
        raise BadKey("it is no Ed25519 key")
    key = VerifierKey(name, raw[0], raw[1:])
    if key.key_id().hex() != told_id:
        raise BadKey(f"its id is {key.key_id().hex()}, not {told_id}: a part of it was changed")
    return key


def _cosigned(text: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise BadKey(f"a key's name has neither space nor plus: {name!r}")


def _text(data: bytes | str) -> str:
    try:
        return data if isinstance(data, str) else data.decode()
    except UnicodeDecodeError:
        raise BadNote("it is not UTF-8") from None


def _decode(text: str) -> bytes:
    """Nothing where it is not base64: it is too short for whatever it should be."""
    try:
        return decode64(text)
    except ValueError:
        return b""
