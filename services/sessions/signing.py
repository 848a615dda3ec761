"""Text that only this house can have written: a payload, and an HMAC-SHA-256 over it."""

import hmac
from typing import Final

from services import base64url

_VERSION: Final = "s1"


class Seal:
    """One key for each purpose, all made of the house's one."""

    def __init__(self, house_key: bytes, purpose: str) -> None:
        self._key = hmac.digest(house_key, f"pitledger {purpose}".encode(), "sha256")

    def sign(self, payload: bytes) -> str:
        body = f"{_VERSION}.{base64url.encode(payload)}"
        return f"{body}.{base64url.encode(self.code(body))}"

    def read(self, text: str) -> bytes | None:
        """The payload; None where the house did not write it."""
        body, _, code = text.rpartition(".")
        version, _, payload = body.partition(".")
        try:
            shown = base64url.decode(code)
            # Before anything in it is looked at.
            if not hmac.compare_digest(shown, self.code(body)) or version != _VERSION:
                return None
            return base64url.decode(payload)
        except ValueError:
            return None

    def code(self, text: str) -> bytes:
        return hmac.digest(self._key, text.encode(errors="surrogateescape"), "sha256")
