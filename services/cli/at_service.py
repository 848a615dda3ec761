"""A running service, for the commands that send something to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn
from uuid import uuid4

import typer

from services.cli.answered import Stored, Told
from services.cli.boundary import INVALID, end
from services.cli.cosigning import cosigners
from services.settings import LOOPBACK, Settings, read_settings
from services.settings_sources import PREFIX
from services.tempo import seconds

if TYPE_CHECKING:
    from services.http.client import Refused, Sender

REFUSED: Final = 3
_PATIENCE_SECONDS: Final = seconds(5.0)
_EVERY_ADDRESS: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104  nothing is bound to it here

Url = Annotated[
    str | None,
    typer.Option(help="The running service; left out: at this machine's HOST and PORT."),
]
ActorId = Annotated[
    str | None, typer.Option("--actor", help="Who does it, where nobody signs in; with --role.")
]
Role = Annotated[str | None, typer.Option(help="In which role; with --actor.")]
AsJson = Annotated[bool, typer.Option("--json", help="The events, for programs.")]


@contextmanager
def service(url: str | None, token: str | None = None) -> Iterator["Sender"]:
    """Signed in with the token of the settings, or with another. What does not answer is told."""
    from services.entry.tokens import own_token
    from services.http.client import Sender, Unreachable

    settings = read_settings()
    where = url or address_of(settings)
    try:
        with Sender(where, token or own_token(settings), _PATIENCE_SECONDS) as sender:
            yield sender
    except Unreachable as error:
        end(f"{where}: {error}; name the service with --url", INVALID)


def address_of(settings: Settings) -> str:
    """Where the service of these settings is reached from its own machine."""
    host = "127.0.0.1" if settings.host in _EVERY_ADDRESS | LOOPBACK else settings.host
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def declared(actor: str | None, role: str | None) -> dict[str, Any]:
    """The actor of a command, where no token says it."""
    from services.entry.tokens import own_token

    if (actor is None) != (role is None):
        raise typer.BadParameter("--actor and --role go together")
    if actor is None:
        return {}
    if own_token(read_settings()) is not None:
        raise typer.BadParameter(
            f"the token of {PREFIX}TOKEN says who does it: leave --actor and --role out"
        )
    return {"actor": {"id": actor, "role": role}}


def do(
    told: dict[str, Any], url: str | None, *, as_json: bool, supervisor: Path | None = None
) -> None:
    """One command, and what it made; a refusal is told with its paragraph, and ends with 3.

    `supervisor` is a file with the token of the one who stands by, who signs the very same command.
    """
    from domain.commands import CommandError
    from domain.messages.commands import parse_command
    from services.http.client import Refused

    command = {**told, "command_id": str(uuid4())}
    try:
        parse_command(command)
    except CommandError as error:
        end("; ".join(f"{one['where']}: {one['what']}" for one in error.problems))
    by = {} if supervisor is None else {str(told["supervisor"]): supervisor}
    with service(url) as sender, cosigners(url, by) as others:
        try:
            events = sender.send(others.sign(command))
        except Refused as refused:
            end_refused(refused, str(told["command"]))
    (Stored() if as_json else Told()).events(events)


def end_refused(refused: "Refused", command: str) -> NoReturn:
    from services.explain import tell_refusal

    if refused.is_by_the_rules:
        problem = refused.problem
        end(tell_refusal(command, problem["rule"], problem["reason"]), REFUSED)
    end(what_is_wrong(refused), INVALID)


def what_is_wrong(refused: "Refused") -> str:
    """Each thing, where the service names several."""
    problem = refused.problem
    errors = "; ".join(f"{one['where']}: {one['what']}" for one in problem.get("errors", ()))
    return errors or str(problem.get("detail", refused))
