"""`pitledger play`: a file of commands through the real rules, its events on standard output."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import typer

if TYPE_CHECKING:
    from domain.events import Event
    from domain.game_library import Library
    from services.history.other_rules import OtherRules
    from services.offline.play import Rejection

Steps: TypeAlias = "Iterator[tuple[int, Event | Rejection]]"
Writer: TypeAlias = "Callable[[Event | Rejection], bytes]"

DIFFERENT: Final = 1
BAD_INPUT: Final = 2
REJECTED: Final = 3
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
    under: Annotated[
        Path | None,
        typer.Option(
            metavar="SUBMISSION",
            help="Play it by the rules of this submission (TOML or JSON) in place of its own, and"
            " go on after refusals; with --explain, tell what changes.",
        ),
    ] = None,
    version: Annotated[
        str | None,
        typer.Option(
            metavar="REGULATION@N",
            help="Open tables under this version of their regulation, and not the one in force.",
        ),
    ] = None,
    expect: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Compare with these expected events and print only the first difference; where"
            " both are folders, every file with the expectation of its name. A file is played under"
            " the version that its expectation names.",
        ),
    ] = None,
) -> None:
    """Play commands through the real rules; nothing is stored.

    Prints one event a line. Exit code 3: the rules refuse a command. Exit code 2: a line is wrong.
    Exit code 1: not as expected.
    """
    from services.history.rules_file import read_rules
    from services.rulebook.submission_file import BadSubmission

    try:
        rules = read_rules(under) if under else None
        games = _games(version)
        if games is None or (version and (rules or expect)):
            code = _refuse_version(version, games)
        elif expect is not None:
            code = _expect(file, expect, rules, explain)
        elif rules is not None and explain:
            code = _compare(file, rules)
        else:
            go_on = keep_going or rules is not None
            steps = _steps(file, rules, games)
            code = _play(file, steps, _as_told() if explain else _as_json(), go_on)
    except BrokenPipeError:
        _leave_quietly()
        code = READER_LEFT
    except BadSubmission as error:
        print(error, file=sys.stderr)
        code = BAD_INPUT
    if code:
        raise typer.Exit(code)


def _games(version: str | None) -> "Library | None":
    """The games as they were while that version was in force; None: never here."""
    from domain.game_library import LIBRARY, library_of

    return LIBRARY if version is None else library_of(version)


def _refuse_version(version: str | None, games: "Library | None") -> int:
    from domain.game_library import LIBRARY

    if games is None:
        known = ", ".join(one.ref for one in LIBRARY.carried)
        print(f"pitledger: --version: there is no {version}; there is {known}", file=sys.stderr)
    else:
        told = "an expectation names its version, and other rules have their own"
        print(f"pitledger: --version stands alone: {told}", file=sys.stderr)
    return BAD_INPUT


def _play(file: str, steps: Steps, write: Writer, keep_going: bool) -> int:
    from services.offline.play import BadLine, Rejection

    try:
        for _, step in steps:
            sys.stdout.buffer.write(write(step))
            sys.stdout.buffer.flush()
            if isinstance(step, Rejection) and not keep_going:
                return REJECTED
    except (BadLine, Unreadable) as error:
        return _tell_bad_input(file, error)
    return 0


def _compare(file: str, rules: "OtherRules") -> int:
    """The file by its own rules beside the same by others."""
    from services.history.report import report
    from services.history.side_by_side import compare, play_both
    from services.offline.play import BadLine

    try:
        told = report(compare(play_both(lines_of(file), rules)), rules)
    except (BadLine, Unreadable) as error:
        return _tell_bad_input(file, error)
    sys.stdout.buffer.write("".join(f"{line}\n" for line in told).encode())
    sys.stdout.buffer.flush()
    return 0


def _expect(file: str, expect: Path, rules: "OtherRules | None", explain: bool) -> int:
    """Nothing on standard output but, for folders, how many were as expected."""
    from services.offline.expect import BadExpectation, pairs_in

    if explain:
        print("pitledger: --expect compares events; leave out --explain", file=sys.stderr)
        return BAD_INPUT
    try:
        if not Path(file).is_dir():
            return _expect_one(file, expect, rules)
        codes = [
            _expect_one(str(one), wanted, rules) for one, wanted in pairs_in(Path(file), expect)
        ]
    except BadExpectation as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    print(f"{codes.count(0)} of {len(codes)} files play as expected.")
    return max(codes)


def _expect_one(file: str, expect: Path, rules: "OtherRules | None") -> int:
    from services.offline.expect import first_difference, games_of, read_expectation
    from services.offline.play import BadLine

    try:
        expected = read_expectation(expect)
        difference = first_difference(expected, _steps(file, rules, games_of(expected)))
    except (BadLine, Unreadable) as error:
        return _tell_bad_input(file, error)
    if difference is None:
        return 0
    print(difference.told(str(expect), _name(file)), file=sys.stderr)
    return DIFFERENT


def _steps(file: str, rules: "OtherRules | None", games: "Library | None") -> Steps:
    """What the file makes, with the line that made it; by other rules where there are any."""
    from services.history.side_by_side import play_both
    from services.offline.play import Pit, Rulebook, attempt, commands_of

    if rules is not None:
        for both in play_both(lines_of(file), rules):
            yield from ((both.line, step) for step in both.other)
        return
    assert games is not None
    pit = Pit(Rulebook(games=games).decide)
    for number, command in commands_of(lines_of(file)):
        yield from ((number, step) for step in attempt(pit, number, command))


def _tell_bad_input(file: str, error: Exception) -> int:
    from services.offline.play import BadLine

    told = (
        [f"{_name(file)}: {one}" for one in error.told()] if isinstance(error, BadLine) else [error]
    )
    print(*told, sep="\n", file=sys.stderr)
    return BAD_INPUT


def _name(file: str) -> str:
    return "standard input" if file == _STANDARD_INPUT else file


def lines_of(file: str) -> Iterator[bytes]:
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
    from services.offline.play import Rejection

    def write(step: "Event | Rejection") -> bytes:
        if isinstance(step, Rejection):
            return json.dumps({"rejected": step._asdict()}, ensure_ascii=False).encode() + b"\n"
        return encode(step) + b"\n"

    return write


def _as_told() -> Writer:
    """Sentences for people, with a space before each round."""
    from domain.events.round import RoundOpened
    from services.explain import Narrator, tell_refusal
    from services.offline.play import Rejection

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
