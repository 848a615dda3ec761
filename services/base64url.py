"""Base64 of URLs without padding, and one text for each content: no other spelling is read."""

import base64


def encode(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """ValueError for every text that `encode` does not write.

    The library ignores the last bits of a text, so that several texts have one content.
    """
    content = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    if encode(content) != text:
        raise ValueError("not in the one way that it is written")
    return content
