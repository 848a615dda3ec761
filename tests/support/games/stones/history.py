"""Stored rounds of stones made commands again."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.commands import Command
from domain.commands.submission import Submission
from domain.events import Event
from domain.events.round import RoundClosed, RoundVoided
from domain.history.game_history import GameHistory
from domain.history.round_commands import (
    ROUND_COMMANDS,
    Fields,
    Group,
    Readers,
    Ways,
    reads,
    void_round,
    with_place,
)
from domain.table.state import Table

from .messages.commands import ShowStones
from .messages.events import StonesDrawn
from .state import Stones, play_at

_OWN: Final[Readers] = {StonesDrawn: reads("draw", stones="hands")}
_READERS: Final[Readers] = {**ROUND_COMMANDS, **_OWN}
_SHOWN: Final = {"command": "show_stones"}


class StonesHistory(GameHistory):
    """Nothing is carried from round to round, and nothing corrected: a wrong draw is called off."""

    readers = _OWN

    def ended(self, group: Group) -> Ways | None:
        return iter((_SHOWN,)) if isinstance(group[-1], RoundClosed) else None

    def is_decision(self, command: Command, group: Group) -> bool:
        return isinstance(command, ShowStones)

    def corrected(self, events: Sequence[Event]) -> Iterator[Fields]:
        for event in events:
            if isinstance(event, RoundClosed):
                yield with_place(event, _SHOWN)
            elif isinstance(event, RoundVoided):
                yield with_place(event, next(void_round(event)))
            elif event.OF_ROUND and (reader := _READERS.get(type(event))) is not None:
                yield with_place(event, next(reader((event,))))

    def under(self, table: Table, submission: Submission) -> Stones:
        return play_at(table).game
