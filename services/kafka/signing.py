"""Who sends a command over the topic: a name and a signature in the message's headers.

The signature is HMAC-SHA-256 in hexadecimal. Its key is the SHA-256 digest of the sender's token,
32 bytes, which is all the service knows of the token; it covers the message's key, a newline, and
the message's value, byte by byte. What has no key or no value counts as empty.
"""

import hashlib
import hmac
from typing import Any, Final

from services.entry.tokens import Known, Tokens

SENDER: Final = "pl-sender"
SIGNATURE: Final = "pl-signature"


class Unauthorized(Exception):
    """A message that does not prove who sends it."""


def sign(digest: bytes, key: bytes | None, value: bytes | None) -> str:
    """The signature of a message, by the digest of the sender's token."""
    return hmac.new(digest, (key or b"") + b"\n" + (value or b""), hashlib.sha256).hexdigest()


def signed_headers(
    sender: str, token: str, key: bytes | None, value: bytes | None
) -> list[tuple[str, bytes]]:
    """What a sender puts beside its message."""
    digest = hashlib.sha256(token.encode()).digest()
    return [(SENDER, sender.encode()), (SIGNATURE, sign(digest, key, value).encode())]


def sender_of(record: Any, tokens: Tokens) -> Known:
    """Who the message proves to be from; an id may have two tokens while they are changed."""
    sender, shown = _header(record, SENDER), _header(record, SIGNATURE).lower()
    found: Known | None = None
    for known in tokens.keys_of(sender.decode(errors="backslashreplace")):
        # All are compared, so that the time taken tells nothing.
        if hmac.compare_digest(sign(known.secret, record.key, record.value).encode(), shown):
            found = known
    if found is None:
        raise Unauthorized(
            f"{SENDER} {sender[:100]!r} is not known, or {SIGNATURE} is not by a token of that id"
            " over this key and value; see docs/kafka.md"
        )
    return found


def _header(record: Any, name: str) -> bytes:
    values = [value for known, value in record.headers or () if known == name]
    if len(values) != 1 or not values[0]:
        raise Unauthorized(
            f"the header {name} is needed once, and is there {len(values)} times or empty:"
            f" with PITLEDGER_AUTH=on a command names its sender in {SENDER} and is signed in"
            f" {SIGNATURE}; see docs/kafka.md"
        )
    content: bytes = values[0]
    return content
