"""Text that only this house can have written: a payload, and an HMAC-SHA-256 over it."""

import base64
import binascii
import hmac
from typing import Final

_VERSION: Final = "s1"


class Seal:
    """One key for each purpose, all made of the house's one."""

    def __init__(self, house_key: bytes, purpose: str) -> None:
        self._key = hmac.digest(house_key, f"pitledger {purpose}".encode(), "sha256")

    def sign(self, payload: bytes) -> str:
        body = f"{_VERSION}.{_text(payload)}"
        return f"{body}.{_text(self.code(body))}"

    def read(self, text: str) -> bytes | None:
        """The payload; None where the house did not write it."""
        body, _, code = text.rpartition(".")
        version, _, payload = body.partition(".")
        try:
            shown = _bytes(code)
            # Before anything in it is looked at.
            if not hmac.compare_digest(shown, self.code(body)) or version != _VERSION:
                return None
            return _bytes(payload)
        except (ValueError, binascii.Error):
            return None

    def code(self, text: str) -> bytes:
        return hmac.digest(self._key, text.encode(errors="surrogateescape"), "sha256")


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
