"""The checkpoint that a log publishes, asked for where others read it."""

from typing import Final

import httpx

from services.verification.checkpoints import BadCheckpointFile
from services.verification.findings import UNREADABLE

_SECONDS: Final = 20.0
_MOST_BYTES: Final = 100_000


def fetch_checkpoint(url: str) -> bytes:
    """Of the log at this address, as https://house.example/v1/log. Raises BadCheckpointFile."""
    address = f"{url.rstrip('/')}/checkpoint"
    try:
        with httpx.stream("GET", address, timeout=_SECONDS, follow_redirects=True) as answer:
            answer.raise_for_status()
            content = b""
            for piece in answer.iter_bytes():
                content += piece
                if len(content) > _MOST_BYTES:
                    raise BadCheckpointFile(f"{address} is too long for a checkpoint", UNREADABLE)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        why = f"{address} cannot be read: {error or type(error).__name__}"
        raise BadCheckpointFile(why, UNREADABLE) from None
    return content
