"""`pitledger send`: a file of commands to a running service, one after the other."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Final
from uuid import NAMESPACE_URL, uuid4, uuid5

import typer

from domain.gaming_day import parse_moment, write_moment
from services.cli.answered import Stored, Told
from services.cli.at_service import REFUSED, Url, service, what_is_wrong
from services.cli.boundary import INVALID, end
from services.cli.cosigning import Signers, cosigners, named_files

if TYPE_CHECKING:
    from services.http.client import Sender

_STANDARD_INPUT: Final = "-"
_IDS: Final = uuid5(NAMESPACE_URL, "pitledger:send")


def send(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="Commands as JSON lines or as one list; - is standard input."
        ),
    ],
    url: Url = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Go on after a command that the rules refuse.")
    ] = False,
    anew: Annotated[
        bool, typer.Option("--anew", help="Do it all, though the same file was sent before.")
    ] = False,
    signers: Signers = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="In words, as a floorperson would tell it.")
    ] = False,
) -> None:
    """Send commands to a running service; what it stores is printed as `play` prints it.

    Sending a file again is harmless: what was done is not done twice. A command without an id gets
    one from all that stands in the file up to it, so that a file that was cut short, or mended
    further down, is simply sent again.

    Exit code 3: the rules refuse a command. Exit code 2: a line is wrong, or nobody answers.
    With AUTH on the token of PITLEDGER_TOKEN, or PITLEDGER_TOKEN_FILE, says who does it all;
    whoever else a command names signs it with the token of --signer.
    """
    printed = Told() if explain else Stored()
    with service(url) as sender, cosigners(url, named_files(signers)) as others:
        told = ((line, others.sign(one)) for line, one in _commands(file, anew))
        for refused in _refusals(sender, told, _name(file), printed):
            printed.refusal(*refused)
            if not keep_going:
                raise typer.Exit(REFUSED)


def _refusals(
    sender: "Sender",
    told: Iterable[tuple[int, dict[str, Any]]],
    name: str,
    printed: Stored | Told,
) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """What the rules refuse, with its line; what they take is printed."""
    from services.http.client import Refused

    for line, command in told:
        try:
            printed.events(sender.send(command))
        except Refused as refused:
            if not refused.is_by_the_rules:
                end(f"{name}: line {line}: {what_is_wrong(refused)}", INVALID)
            yield line, command["command"], refused.problem


def _commands(file: str, anew: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each with its line, or its place in the list, and with all that `play` would make of it.

    Left out, a table is the last one opened, and a moment the latest so far; the first is now.
    """
    from domain.commands.shared import PROPERTY_COMMANDS

    so_far = hashlib.sha256(uuid4().bytes if anew else b"")
    last_opened: str | None = None
    latest: datetime | None = None
    for line, text, told in _read(file):
        so_far.update(text.strip() + b"\n")
        command = {"command_id": str(uuid5(_IDS, so_far.hexdigest())), **told}
        if command["command"] == "open_table":
            last_opened = command["table"]
        elif command["command"] not in PROPERTY_COMMANDS and "table" not in command:
            if last_opened is None:
                end(f"{_name(file)}: line {line}: no table is named, and none was opened before")
            command["table"] = last_opened
        at = parse_moment(command["at"]) if "at" in command else None
        latest = max((one for one in (latest, at) if one is not None), default=None)
        if at is None and latest is not None:
            command["at"] = write_moment(latest)
        yield line, command


def _read(file: str) -> Iterator[tuple[int, bytes, dict[str, Any]]]:
    """What stands there as it stands: whether it is a command is found out before it is sent."""
    from services.cli.play import Unreadable, lines_of
    from services.offline.play import BadLine, commands_of

    try:
        for number, text in _texts(lines_of(file)):
            for _, _ in commands_of([text]):
                told: dict[str, Any] = json.loads(text)
                # Left out and none at all are the same.
                yield number, text, {k: v for k, v in told.items() if v is not None}
    except BadLine as error:
        why = "; ".join(f"{one['where']}: {one['what']}" for one in error.problems)
        end(f"{_name(file)}: line {number}: {why}")
    except Unreadable as error:
        end(error)


def _texts(lines: Iterator[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines as they come; or, where the first one begins a list, what is in that list."""
    for number, line in enumerate(lines, start=1):
        if number == 1 and line.lstrip().startswith(b"["):
            yield from _listed(line + b"".join(lines))
            return
        yield number, line


def _listed(text: bytes) -> Iterator[tuple[int, bytes]]:
    try:
        for number, one in enumerate(json.loads(text), start=1):
            yield number, json.dumps(one, sort_keys=True).encode()
    except (ValueError, RecursionError) as error:
        end(f"the list cannot be read: {error}")


def _name(file: str) -> str:
    return "standard input" if file == _STANDARD_INPUT else file
