"""The command that craps alone has."""

from typing import ClassVar, Final, Literal

from domain.commands.fields import Command, SeatNumber
from domain.game_names import WagerName
from domain.roles import AT_THE_TABLE


class CallOn(Command):
    """A place bet is active on the coming come out roll."""

    # A player calls it out, and the dealer confirms it (19:47-1.2(a)5): no device does alone.
    TOLD_BY: ClassVar[frozenset[str]] = AT_THE_TABLE

    command: Literal["call_on"]
    seat: SeatNumber
    wager: WagerName


COMMANDS: Final[tuple[type[Command], ...]] = (CallOn,)
