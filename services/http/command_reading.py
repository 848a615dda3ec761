"""Commands out of a body: one, or a list done as one, with the path's table and the actor."""

from typing import Final

from starlette.concurrency import run_in_threadpool

from domain.commands import Command, CommandError
from domain.commands.fields import Actor
from domain.commands.shared import PROPERTY_COMMANDS
from domain.commands.told_id import told_id
from domain.messages.commands import parse_read
from services.entry.identity import told_by
from services.http.bodies import MOST_VALUES, decode, require_few
from services.http.problems import shorten

MOST_COMMANDS: Final = 200
_LONG_BYTES: Final = 32_768


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
