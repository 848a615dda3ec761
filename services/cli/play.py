"""`pitledger play`: a file of commands through the real rules, its events on standard output."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import typer

if TYPE_CHECKING:
    from domain.events import Event
    from services.playing import Rejection

Writer: TypeAlias = "Callable[[Event | Rejection], bytes]"

REJECTED: Final = 3
BAD_INPUT: Final = 2
READER_LEFT: Final = 141
"""As a shell tells of any program that was writing when its reader left."""

_STANDARD_INPUT: Final = "-"


class Unreadable(Exception):
    """The file cannot be opened, or not be read to its end."""


def play(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Commands as JSON lines; - is standard input.")
    ],
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Go on after a command that the rules refuse.")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Tell it as a floorperson would, not as JSON.")
    ] = False,
) -> None:
    """Play commands through the real rules; nothing is stored.

    Prints one event a line. Exit code 3: the rules refuse a command. Exit code 2: a line is wrong.
    """
    try:
        code = _play(file, _as_told() if explain else _as_json(), keep_going)
    except BrokenPipeError:
        _leave_quietly()
        code = READER_LEFT
    if code:
        raise typer.Exit(code)


def _play(file: str, write: Writer, keep_going: bool) -> int:
    from services.playing import BadLine, Rejection, play_lines

    try:
        for step in play_lines(_lines(file)):
            sys.stdout.buffer.write(write(step))
            sys.stdout.buffer.flush()
            if isinstance(step, Rejection) and not keep_going:
                return REJECTED
    except BadLine as error:
        name = "standard input" if file == _STANDARD_INPUT else file
        print(*(f"{name}: {problem}" for problem in error.told()), sep="\n", file=sys.stderr)
        return BAD_INPUT
    except Unreadable as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    return 0


def _lines(file: str) -> Iterator[bytes]:
    """The file's lines as they come, so that a pipe is played while it is being written."""
    if file == _STANDARD_INPUT:
        yield from sys.stdin.buffer
        return
    try:
        with Path(file).open("rb") as lines:
            yield from lines
    except OSError as error:
        raise Unreadable(f"{file}: cannot be read: {error.strerror}") from None


def _as_json() -> Writer:
    """Events as the bytes that would be stored."""
    import json

    from domain.events import encode
    from services.playing import Rejection

    def write(step: "Event | Rejection") -> bytes:
        if isinstance(step, Rejection):
            return json.dumps({"rejected": step._asdict()}, ensure_ascii=False).encode() + b"\n"
        return encode(step) + b"\n"

    return write


def _as_told() -> Writer:
    """Sentences for people, with a space before each round."""
    from domain.events.round import RoundOpened
    from services.playing import Rejection
    from services.telling import Narrator, tell_refusal

    narrator = Narrator()

    def write(step: "Event | Rejection") -> bytes:
        if isinstance(step, Rejection):
            refusal = tell_refusal(step.command, step.rule, step.reason)
            return f"Line {step.line}: {refusal}\n".encode()
        space = "\n" if isinstance(step, RoundOpened) else ""
        return (space + "".join(f"{sentence}\n" for sentence in narrator.tell(step))).encode()

    return write


def _leave_quietly() -> None:
    """Nobody reads any more: what is left in the buffer must not complain at the very end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
