"""Bodies as bytes: what is stored is sent as it is, everything else is encoded once."""

from collections.abc import Iterable
from typing import Any

import msgspec
from fastapi import Response

JSON = "application/json"


def json_answer(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type=JSON)


def events_answer(events: Iterable[bytes], status: int = 200, **more: Any) -> Response:
    """Stored bytes are not decoded on their way out."""
    tail = b"".join(
        b"," + msgspec.json.encode(key) + b":" + msgspec.json.encode(value)
        for key, value in more.items()
    )
    body = b'{"events":[' + b",".join(events) + b"]" + tail + b"}"
    return Response(body, status, media_type=JSON)


class Brief(msgspec.Struct, frozen=True):
    """Which event it is, and its place."""

    event: str
    key: str
    seq: int
    table: str | None = None
    round: str | None = None
    rule: str | None = None


def in_brief(event: bytes) -> Brief:
    return msgspec.json.decode(event, type=Brief)
