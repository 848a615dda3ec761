"""Bodies of requests: read up to the limit, decoded strictly, and read as commands."""

from collections.abc import Mapping
from typing import Any, Final

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from domain.commands import Command, CommandError
from domain.commands.fields import Actor
from domain.commands.reading import read_json
from domain.commands.shared import PROPERTY_COMMANDS
from domain.commands.told_id import told_id
from domain.messages.commands import parse_read
from services.entry.identity import told_by
from services.http.headers import headers_of
from services.http.problems import Problem, shorten

MOST_VALUES: Final = 20_000
"""Of one command, all its lists and objects together."""
MOST_COMMANDS: Final = 200
_LONG_BYTES: Final = 32_768
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


async def read_in_turn(body: bytes, table: str | None, actor: Actor | None) -> list[Command]:
    """A long body takes its time: meanwhile others are answered."""
    if len(body) <= _LONG_BYTES:
        return read_commands(body, table, actor)
    return await run_in_threadpool(read_commands, body, table, actor)


def read_commands(body: bytes, table: str | None, actor: Actor | None) -> list[Command]:
    """The request's commands, with the table of the path and the actor of the token."""
    content = decode(body)
    several = isinstance(content, list)
    objects = content if isinstance(content, list) else [content]
    if len(objects) > MOST_COMMANDS:
        what = f"{len(objects)} commands; at most {MOST_COMMANDS} are done as one"
        raise CommandError([{"where": "body", "what": what}])
    # So short that all its values together are few.
    read = _read_command if len(body) <= MOST_VALUES else read_command
    commands = []
    for index, value in enumerate(objects):
        try:
            commands.append(read(value, table, actor))
        except CommandError as error:
            error.command_id = told_id(value)
            if not several:
                raise
            where = [{**one, "where": f"{index}.{one['where']}"} for one in error.problems]
            raise CommandError(where, error.command_id) from None
    return commands


def read_command(value: object, table: str | None, actor: Actor | None) -> Command:
    """One of them, however long it is."""
    if isinstance(value, dict):
        require_few(value)
    return _read_command(value, table, actor)


def _read_command(value: object, table: str | None, actor: Actor | None) -> Command:
    if not isinstance(value, dict):
        raise CommandError([{"where": "command", "what": "a command is a JSON object"}])
    if table is not None and value.get("command") in PROPERTY_COMMANDS:
        what = "this is the whole property's: send it to POST /v1/commands"
        raise CommandError([{"where": "command", "what": what}])
    if table is not None:
        named = value.get("table")
        if named not in (None, table):
            what = f"the command names {shorten(repr(named))}, the path {shorten(table)!r}"
            raise CommandError([{"where": "table", "what": what}])
        value = {**value, "table": table}
    return parse_read(value if actor is None else told_by(value, actor))
