"""All commands as one discriminated union, and the one way to read one."""

import functools
from typing import Annotated, Any, Final, TypeAlias, get_args

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from domain.commands import books as of_books
from domain.commands import day as of_day
from domain.commands import round as of_round
from domain.commands import seal as of_seal
from domain.commands import table as of_table
from domain.commands.errors import CommandError, written_path
from domain.commands.fields import CommandFields
from domain.commands.reading import check_content, read_json
from domain.commands.told_id import told_id

TableCommand: TypeAlias = (
    of_table.OpenTable
    | of_table.BuyIn
    | of_table.Fill
    | of_table.Credit
    | of_table.SetOutTiles
    | of_table.ChangeTiles
    | of_table.ChangeDice
    | of_table.CountTray
    | of_table.CloseTable
    | of_table.CountDrop
)
RoundCommand: TypeAlias = (
    of_round.OpenRound
    | of_round.PassBank
    | of_round.AcceptBank
    | of_round.PlaceWager
    | of_round.WithdrawWager
    | of_round.NoMoreBets
    | of_round.Cut
    | of_round.ChooseDelivery
    | of_round.Roll
    | of_round.NoRoll
    | of_round.AnnounceNumber
    | of_round.Deal
    | of_round.SetHand
    | of_round.SetHouse
    | of_round.Surrender
    | of_round.Abandon
    | of_round.Expose
    | of_round.VoidHand
    | of_round.PlayOn
    | of_round.Misdeal
    | of_round.VoidRound
    | of_round.Reshuffle
    | of_round.CallOn
    | of_round.ReturnWager
    | of_round.Settle
)
BooksCommand: TypeAlias = (
    of_books.PayMarker
    | of_books.RemoveBox
    | of_books.OweVigorish
    | of_books.RecoverVigorish
    | of_books.CorrectEntry
    | of_books.CorrectWager
    | of_books.CorrectRoll
    | of_books.CorrectDeal
    | of_books.CorrectSetting
    | of_books.CorrectBank
    | of_books.Complain
    | of_books.HoldDispute
    | of_books.RuleDispute
    | of_books.Acknowledge
)
DayCommand: TypeAlias = of_day.CloseDay | of_day.AcknowledgeAlert
Command: TypeAlias = Annotated[
    TableCommand | RoundCommand | BooksCommand | DayCommand | of_seal.RotateKey,
    Field(discriminator="command"),
]

PROPERTY_COMMANDS: Final = (*of_day.DAY_COMMANDS, *of_seal.SEAL_COMMANDS)
"""Those that name no table."""

COMMANDS: Final[TypeAdapter[Command]] = TypeAdapter(Command)
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
    if location and location[0] in command_names():
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
def command_types() -> dict[str, type[CommandFields]]:
    """Every command's class by its name, from the union itself."""
    union, _ = get_args(Command)
    return {get_args(kind.model_fields["command"].annotation)[0]: kind for kind in get_args(union)}


@functools.cache
def command_names() -> frozenset[str]:
    """Every command's name, from the union itself."""
    return frozenset(COMMANDS.json_schema()["discriminator"]["mapping"])
