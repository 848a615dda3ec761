"""A table whose every command goes through the rules as it is told."""

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from domain.commands import CommandError
from domain.events import Event
from domain.events.envelope import Stamp
from domain.game_library import LIBRARY
from domain.games.seam.bots import Person, Span, Told
from domain.gaming_day import GamingDay, write_moment
from domain.hosting import Table
from domain.messages.commands import parse_command
from domain.refusals import Refused
from services.offline.play import Rulebook
from services.tools.simulator.staff import on_duty, signing, standing_by

_PACE: Final[dict[str, Span]] = {
    "open_table": (1, 60),
    "buy_in": (8, 20),
    "fill": (20, 60),
    "credit": (20, 60),
    "open_round": (4, 10),
    "place_wager": (1, 4),
    "withdraw_wager": (1, 4),
    "no_more_bets": (3, 8),
    "roll": (5, 9),
    "no_roll": (4, 7),
    "void_round": (10, 40),
    "return_wager": (5, 20),
    "change_dice": (30, 60),
    "count_tray": (60, 180),
    "close_table": (300, 900),
    "count_drop": (1200, 2400),
    "remove_box": (60, 180),
    "pay_marker": (20, 60),
    "owe_vigorish": (5, 15),
    "recover_vigorish": (5, 15),
    "correct_entry": (10, 40),
    "correct_wager": (5, 15),
    "correct_roll": (5, 15),
    "acknowledge": (10, 40),
    "complain": (10, 40),
    "hold_dispute": (20, 60),
    "rule_dispute": (60, 180),
    **{command: span for game in LIBRARY.games for command, span in game.bots.pace.items()},
}
"""From the command before to this one: a round comes to a minute, or a minute and a half."""

_COMMAND_IDS: Final = uuid5(NAMESPACE_URL, "pitledger:simulator")
_GAMING_DAY: Final = GamingDay()
_AT_ONCE: Final = timedelta(seconds=1)
_ANSWER: Final = "seen by the floor as it was put right"


class NotLawful(AssertionError):
    """The rules refuse what the simulator meant to do: it does not stand as it thought."""


class LawfulTable:
    """Tells commands one after the other, moves its clock, and holds the state they lead to."""

    def __init__(  # noqa: PLR0913  a table that is taken up is told where
        self,
        name: str,
        seed: int,
        opening: datetime,
        luck: Random,
        *,
        state: Table | None = None,
        life: str = "",
    ) -> None:
        """A table that has a state already is played on from there, in another life of it."""
        self.state = state or Table(name=name)
        self.now = opening
        self.witnesses: list[Callable[[Event], None]] = []
        """Told every event as it happens."""
        self.series = f"E{state.seq}-" if state is not None and state.seq else ""
        """Stands before the numbers of slips and markers that are used once at a table."""
        self._ids = f"{seed}/{name}{life}"
        # S311: a simulation must be repeatable; nothing here is a secret.
        self.beside = Random(f"{self._ids}/beside")  # noqa: S311
        """The luck of what happens beside play, so that it takes none of play's own."""
        self._told = 0
        self._luck = luck
        # As if no other table shared its meter: no command depends on what stands on it.
        self._rulebook = Rulebook()

    def tell(self, command: str, **fields: Any) -> Told:
        """The next command. That the rules refuse it would be a fault of the simulator."""
        return self._tell(self._luck, command, fields)

    def tell_beside(self, command: str, **fields: Any) -> Told:
        """As above, for what happens beside play."""
        return self._tell(self.beside, command, fields)

    def _tell(self, luck: Random, command: str, fields: dict[str, Any]) -> Told:
        self._pass(luck, _PACE[command])
        return self._tell_now(command, fields)

    def tell_with_it(self, command: str, **fields: Any) -> Told:
        """What belongs to the command before it and follows at once; luck has no part in it."""
        self.now += _AT_ONCE
        return self._tell_now(command, fields)

    def _tell_now(self, command: str, fields: dict[str, Any]) -> Told:
        self._told += 1
        told: Told = {
            "command": command,
            "table": self.state.name,
            "at": write_moment(self.now),
            "command_id": str(uuid5(_COMMAND_IDS, f"{self._ids}/{self._told}")),
            "actor": on_duty(command, fields.get("step"), self.state.name, self.now),
            **fields,
        }
        self._decide(told)
        return told

    def corrected(self, command: str, why: str, **fields: Any) -> Told:
        """The correction, with its reason and who stood by."""
        supervisor = self.supervisor(command)
        return self.tell_beside(command, **fields, reason=why, supervisor=supervisor)

    def answered_for(self) -> Told:
        """The exception that was raised last, for which somebody else answers at once."""
        last = next(reversed(self.state.books.exceptions))
        return self.tell_beside("acknowledge", exception=last, reason=_ANSWER)

    def supervisor(self, command: str) -> str:
        return standing_by(command, self.now)

    def signatures(self) -> list[Person]:
        return signing(self.state.name, self.now)

    def wait(self, span: Span) -> None:
        """Time passes, in whole seconds."""
        self._pass(self._luck, span)

    def _pass(self, luck: Random, span: Span) -> None:
        self.now += timedelta(seconds=luck.randint(*span))

    def gaming_day(self) -> str:
        return _GAMING_DAY.of(self.now).isoformat()

    def _decide(self, told: Told) -> None:
        stamp = Stamp(
            at=told["at"],
            recorded=told["at"],
            day=self.gaming_day(),
            actor=told["actor"],
            command_id=told["command_id"],
        )
        try:
            self.state, events = self._rulebook.decide(self.state, parse_command(told), stamp)
        except (CommandError, Refused) as refusal:
            raise NotLawful(f"the simulator told {told}: {refusal}") from refusal
        for event in events:
            for witness in self.witnesses:
                witness(event)
