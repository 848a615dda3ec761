"""What is seen to when a key gives way: the old one signed for it, and which was the first."""

from collections.abc import Sequence

from domain.commands import Command, CommandError
from domain.commands.seal import RotateKey
from services.queries import Queries
from services.settings import Settings
from services.transparency.notes import BadKey
from services.transparency.rotation import NotEndorsed, check_endorsed, read_log_key


def rotations(commands: Sequence[Command]) -> list[RotateKey]:
    return [one for one in commands if isinstance(one, RotateKey)]


def check(commands: Sequence[Command], settings: Settings) -> None:
    """Raises CommandError: what the keys themselves show to be wrong is nobody's to decide."""
    for index, command in enumerate(commands):
        if isinstance(command, RotateKey):
            problem = _problem(command, settings.log_origin())
            if problem is not None:
                field, what = problem
                where = f"{index}.{field}" if len(commands) > 1 else field
                raise CommandError([{"where": where, "what": what}], command.command_id)


def first_key(commands: Sequence[Command], books: Queries, settings: Settings) -> str | None:
    """That has sealed the log since its first checkpoint, where it matters."""
    return books.first_seal_key(settings.log_origin()) if rotations(commands) else None


def _problem(command: RotateKey, origin: str) -> tuple[str, str] | None:
    """The field and what is wrong with it."""
    field = "old"
    try:
        old = read_log_key(command.old)
        if old.name != origin:
            return field, f"the log is called {origin}, and this is a key of {old.name}"
        field = "new"
        new = read_log_key(command.new)
        field = "signature"
        check_endorsed(old, new, command.signature)
    except (BadKey, NotEndorsed) as error:
        return field, str(error)
    return None
