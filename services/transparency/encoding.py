"""Base64 in the one way of writing it: no two texts stand for the same bytes."""

import base64
import binascii


def encode64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def decode64(text: str) -> bytes:
    """Raises ValueError, also where only the bits that nobody reads are other than zero."""
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise ValueError("not base64") from error
    if encode64(data) != text:
        raise ValueError("not base64 as it is written")
    return data
