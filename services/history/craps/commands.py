"""A stored round's own commands, made again from its events."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET

from domain.commands import Command, parse_command
from domain.events import Event
from domain.events import round as happened
from domain.events.craps import WagerCalledOn
from services.history.craps.corrections import without_mistakes

_TOLD: Final[dict[type[Event], tuple[str, tuple[str, ...]]]] = {
    happened.RoundOpened: ("open_round", ()),
    happened.WagerPlaced: ("place_wager", ("seat", "wager", "amount", "player")),
    happened.WagerWithdrawn: ("withdraw_wager", ("seat", "wager")),
    WagerCalledOn: ("call_on", ("seat", "wager")),
    happened.BetsClosed: ("no_more_bets", ()),
    happened.NoRollCalled: ("no_roll", ("reason", "cause")),
    happened.DiceRolled: ("roll", ("dice", "shaker")),
    happened.RoundVoided: ("void_round", ("reason", "supervisor")),
}
"""The command that made an event, with the fields that tell it. A roll's own end it says itself."""


def commands_again(events: Sequence[Event]) -> Iterator[Command]:
    """From the RoundOpened on; what the table's books did meanwhile does not concern the round."""
    for event in without_mistakes(events):
        if type(event) not in _TOLD:
            continue
        command, names = _TOLD[type(event)]
        values = {name: getattr(event, name) for name in names}
        told = {name: _plain(value) for name, value in values.items() if value is not UNSET}
        yield parse_command({"command": command, **told, "table": event.table, "at": event.at})


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
