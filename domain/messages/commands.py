"""All commands as one discriminated union, and the one way to read one."""

import functools
import operator
from typing import Annotated, Any, Final

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from domain.commands import shared
from domain.commands.errors import CommandError, written_path
from domain.commands.fields import Command
from domain.commands.reading import check_content, read_json
from domain.commands.told_id import told_id
from domain.game_library import LIBRARY

_KINDS: Final[tuple[type[Command], ...]] = (
    *shared.OF_ANY_TABLE,
    *LIBRARY.commands,
    *shared.OF_PROPERTY,
)
_UNION: Any = functools.reduce(operator.or_, _KINDS)
COMMANDS: Final[TypeAdapter[Command]] = TypeAdapter(
    Annotated[_UNION, Field(discriminator="command")]
)
_READER: Final = COMMANDS.validator


def parse_command(value: bytes | str | dict[str, Any]) -> Command:
    """Read one command from JSON text or from an object."""
    if not isinstance(value, dict):
        return parse_read(read_json(value))
    check_content(value)
    return parse_read(value)


def parse_read(value: object) -> Command:
    """A command out of what `read_json` gave: its text has been checked."""
    try:
        command: Command = _READER.validate_python(value)
    except ValidationError as error:
        raise CommandError(_problems(error), told_id(value)) from None
    return command


def parse_written(content: bytes) -> Command:
    """A command as another process of ours has written it, having read it."""
    try:
        return COMMANDS.validate_json(content)
    except ValidationError as error:
        raise CommandError(_problems(error)) from None


def _problems(error: ValidationError) -> list[dict[str, str]]:
    details = error.errors(include_url=False, include_input=False)
    return [{"where": _where(detail["loc"]), "what": _what(detail)} for detail in details]


def _where(location: tuple[int | str, ...]) -> str:
    """The path as the sender wrote it: without the union's branches, which only we know."""
    if location and location[0] in command_types():
        location = location[1:]
    return written_path(location) or "command"


def _what(detail: ErrorDetails) -> str:
    match detail["type"]:
        case "union_tag_invalid":
            return f"there is no command {detail['ctx']['tag']!r}"
        case "union_tag_not_found":
            return "the field `command` is missing: it says what is asked for"
        case _:
            return detail["msg"].removeprefix("Value error, ")


@functools.cache
def command_types() -> dict[str, type[Command]]:
    """Every command's class by its name."""
    return {kind.command_name(): kind for kind in _KINDS}


def command_names() -> frozenset[str]:
    """Every command's name."""
    return frozenset(command_types())
