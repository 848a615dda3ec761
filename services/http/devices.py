"""Devices with a connection that stays: each line of work has one, and the newest counts."""

from typing import NamedTuple, Protocol

from services.runtime.metrics import HTTP_DEVICES


class LineOfWork(NamedTuple):
    """Whose it is, and its name: what its numbers are counted in."""

    actor: str
    """The id of who signed in; empty where nobody does."""
    name: str

    @property
    def turn(self) -> str:
        """By which its lines are done in order."""
        return f"device {self.actor}/{self.name}"

    def place(self, number: int) -> str:
        """Of one line, for all time; neither name nor number has a slash."""
        return f"device/{self.actor}/{self.name}/{number}"


class Followed(Protocol):
    """A connection that gives way to a newer one."""

    def be_followed(self) -> None:
        """Another connection has the line of work now."""


class Devices:
    """Of one process: another one does not know them, and command ids make that harmless."""

    def __init__(self) -> None:
        self._at: dict[LineOfWork, Followed] = {}

    def enter(self, line: LineOfWork, connection: Followed) -> None:
        HTTP_DEVICES.inc()
        before = self._at.pop(line, None)
        self._at[line] = connection
        if before is not None:
            before.be_followed()

    def leave(self, line: LineOfWork, connection: Followed) -> None:
        HTTP_DEVICES.dec()
        if self._at.get(line) is connection:
            del self._at[line]
