"""Examples and floors played with salted stamps, as at the desk; and what names a piece."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.commands import Command
from domain.events import Event, encode
from domain.events.envelope import Stamp
from domain.hosting import Table
from services.offline.play import BadLine, Pit, Rejection, Rulebook, attempt, commands_of
from services.tools.simulator import Floor

EXAMPLES: Final = Path(__file__).parents[3] / "examples"
SALT: Final = bytes(range(16))
"""Of every command here alike: what keeps salts apart is where the events stand."""
NAMED: Final = re.compile(rb'"(?:[1-6]-[1-6]|[2-9TJQKA][SHDC]|JK)"')
"""A tile or a card as an event writes it."""
WRITTEN: Final = re.compile(rb'"salt":"([0-9a-f]{32})"')
_LEFT_OUT: Final = re.compile(rb'"salt":(?:null|"[^"]*"),')


def as_before(event: Event) -> bytes:
    """As it was stored before there were salts."""
    return _LEFT_OUT.sub(b"", encode(event))


class Played:
    """One file, with the events that came of it and the tables after them."""

    def __init__(self, file: Path, salt: bytes | None) -> None:
        pit = _pit(salt)
        self.name = str(file.relative_to(EXAMPLES))
        self.commands: list[list[Event]] = list(_made(pit, file.read_bytes().splitlines()))
        self.events = [event for made in self.commands for event in made]
        self.tables = pit.tables()


def _pit(salt: bytes | None) -> Pit:
    rulebook = Rulebook()

    def decide(table: Table, command: Command, stamp: Stamp) -> tuple[Table, list[Event]]:
        return rulebook.decide(table, command, replace(stamp, salt=salt))

    return Pit(decide)


def _made(pit: Pit, lines: Iterable[bytes]) -> Iterator[list[Event]]:
    """What each command made; examples of what cannot be read end where they cannot."""
    try:
        for number, command in commands_of(lines):
            steps = attempt(pit, number, command)
            yield [step for step in steps if not isinstance(step, Rejection)]
    except BadLine:
        return


def examples(salt: bytes | None = SALT, folder: Path = EXAMPLES) -> tuple[Played, ...]:
    return _played(salt, folder)


@cache
def _played(salt: bytes | None, folder: Path) -> tuple[Played, ...]:
    files = sorted(folder.rglob("*.jsonl"))
    return tuple(Played(one, salt) for one in files if not one.name.endswith(".expected.jsonl"))


def played_floor(floor: Floor) -> list[Event]:
    """A simulated one, salted as at the desk."""
    made = _made(_pit(SALT), map(msgspec.json.encode, floor.stream()))
    return [event for events in made for event in events]
