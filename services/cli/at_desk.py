"""One command at the desk of this database: at the one that works, or at one of its own."""

import shlex
import sys
from typing import TYPE_CHECKING, Any, Final

import typer

from services.cli.boundary import INVALID, end, tell
from services.cli.who import signed_in

if TYPE_CHECKING:
    from domain.commands import Command
    from services.settings import Settings
    from services.storage import Storage

REFUSED: Final = 3


def told(
    settings: "Settings", content: dict[str, Any], actor: str | None, role: str | None
) -> "Command":
    """The command in the name of who is signed in, or of whom --actor and --role name."""
    from domain.commands import CommandError
    from domain.messages.commands import parse_command
    from services.entry.identity import Denied, require_scope

    if (actor is None) != (role is None):
        raise typer.BadParameter("--actor and --role go together")
    known = signed_in(settings)
    if known is not None and actor is not None:
        raise typer.BadParameter("with AUTH on the token says who does it: leave --actor out")
    who = known.actor.model_dump() if known else {"id": actor, "role": role} if actor else None
    try:
        command = parse_command({**content, "actor": who})
        if known is not None:
            require_scope(known, [command])
    except (CommandError, Denied) as error:
        end(str(error), INVALID)
    return command


def hand_in(command: "Command", storage: "Storage") -> None:
    """Ends with 3 where it is refused."""
    from domain.commands import CommandError
    from services.cli.nearest_desk import DeskTaken, carry_out
    from services.desk import CommandRefused, DeskClosed
    from services.desk.request_queue import DeskFailed
    from services.http.problems import PassedOn
    from services.store.database import StoreUnavailable

    try:
        carry_out(command, storage)
    except CommandRefused as refused:
        end(str(refused), REFUSED)
    except PassedOn as problem:
        end(problem.detail, REFUSED if problem.kind == "refused" else INVALID)
    except DeskTaken as error:
        tell(f"{error}:")
        body = shlex.quote(command.model_dump_json(exclude_none=True))
        print(f"curl ADDRESS/v1/commands -d {body}", file=sys.stderr)
        raise typer.Exit(INVALID) from None
    except (CommandError, DeskClosed, DeskFailed, StoreUnavailable) as error:
        end(str(error), INVALID)
