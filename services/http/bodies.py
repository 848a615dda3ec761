"""Bodies of requests: read up to the limit, and decoded strictly."""

from collections.abc import Mapping
from typing import Any, Final

from fastapi import Request
from starlette.requests import ClientDisconnect

from domain.commands import CommandError
from domain.commands.reading import read_json
from services.http.headers import headers_of
from services.http.problems import Problem

MOST_VALUES: Final = 20_000
"""Of one command, all its lists and objects together."""
_READ: Final = "pitledger.body"


async def read_body(request: Request) -> bytes:
    """Read once, however many look at it."""
    if (read := request.scope.get(_READ)) is None:
        read = request.scope[_READ] = await _read(request)
    body: bytes = read
    return body


async def _read(request: Request) -> bytes:
    most: int = request.app.state.settings.body_bytes
    headers = headers_of(request.scope)
    _require_plain(headers)
    length = headers.get("content-length", "")
    if length.isascii() and length.isdigit() and (len(length) > 18 or int(length) > most):
        raise _too_large(most)
    body = bytearray()
    while True:
        # The framework's own way to the pieces costs more than the pieces, of which there is one.
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > most:
            raise _too_large(most)
        if not message.get("more_body", False):
            return bytes(body)


def _too_large(most: int) -> Problem:
    return Problem("too-large", f"a request holds at most {most} bytes")


def _require_plain(headers: Mapping[str, str]) -> None:
    """JSON in UTF-8, not compressed: a small body must not become a large one."""
    encoding = headers.get("content-encoding", "identity").strip().lower()
    if encoding not in ("", "identity"):
        raise Problem("unsupported-media-type", f"send the body as it is, without {encoding!r}")
    _, _, charset = headers.get("content-type", "").lower().partition("charset=")
    if charset.partition(";")[0].strip(' "') not in ("", "utf-8", "utf8", "us-ascii"):
        raise Problem("unsupported-media-type", f"a body is JSON in UTF-8, not in {charset!r}")


def decode(body: bytes) -> object:
    try:
        return read_json(body)
    except CommandError as error:
        raise CommandError([_of_body(**one) for one in error.problems], error.command_id) from None


def _of_body(where: str, what: str) -> dict[str, str]:
    """It may be a list: what is wrong with all of it is not said of a command."""
    return {"where": "body" if where == "command" else where, "what": what}


def require_few(command: object) -> None:
    """Each list may be short, and all of them together still more than a command holds."""
    count = 0
    waiting: list[Any] = [command]
    while waiting:
        value = waiting.pop()
        if not isinstance(value, dict | list):
            continue
        count += len(value)
        if count > MOST_VALUES:
            what = f"a command holds more than {MOST_VALUES} values"
            raise CommandError([{"where": "command", "what": what}])
        waiting.extend(value.values() if isinstance(value, dict) else value)
