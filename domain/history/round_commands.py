"""Commands read from the events that they left: what every game reads alike.

A reader takes all events of one command, in their order, and yields each way in which the command
may have been given, the likeliest first: the events may leave that open.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec import UNSET

from domain.commands.fields import Actor
from domain.events import Event
from domain.events import round as happened
from domain.events.corrections import RollCorrected, WagerCorrected

Fields: TypeAlias = dict[str, Any]
"""A command's name, as `command`, and its other fields by theirs."""
Ways: TypeAlias = Iterator[Fields]
Group: TypeAlias = Sequence[Event]
"""The events of one command, those of its table and of its meter."""
Reader: TypeAlias = Callable[[Group], Ways]
Readers: TypeAlias = Mapping[type[Event], Reader]
"""By a command's first event."""

UNNAMED: Final = "not told"
"""The supervisor of what no supervisor is recorded of, or of what nobody called."""


class NoCommand(Exception):
    """No command leaves such events; with the reason."""


def reads(command: str, *same: str, **renamed: str) -> Reader:
    """A command whose fields are those of its first event, by the same name or by another."""
    names = {name: name for name in same} | renamed

    def read(group: Group) -> Ways:
        values = {field: getattr(group[0], name) for field, name in names.items()}
        known = {field: value for field, value in values.items() if value is not UNSET}
        yield {"command": command, **known}

    return read


def of_first(read: Callable[[Any], Fields]) -> Reader:
    """A command that its first event shows alone, and in one way."""

    def ways(group: Group) -> Ways:
        yield read(group[0])

    return ways


def with_place(event: Event, fields: Fields) -> Fields:
    """A command of the event's table and time."""
    return {**fields, "table": event.table, "at": event.at}


def people(recorded_people: Any) -> list[Actor]:
    named = recorded(recorded_people) or ()
    return [Actor.model_construct(id=one.id, role=one.role) for one in named]


def recorded(value: Any) -> Any:
    """The value; None where the event does not record it."""
    return None if value is UNSET else value


def supervised(event: Any) -> Fields:
    return {"reason": event.reason, "supervisor": event.supervisor}


def void_round(event: happened.RoundVoided) -> Ways:
    supervisor = recorded(event.supervisor)
    yield {"command": "void_round", "reason": event.reason, "supervisor": supervisor}


def _rolled(event: happened.DiceRolled) -> Fields:
    shaker = event.shaker if event.shaken_by is UNSET else event.shaken_by
    announced = recorded(event.announced)
    return {"command": "roll", "dice": event.dice, "shaker": shaker, "announced": announced}


def _bets_closed(event: happened.BetsClosed) -> Fields:
    lights = event.lights if event.lit is UNSET else list(event.lit)
    return {"command": "no_more_bets", "lights": recorded(lights)}


def _no_roll(group: Group) -> Ways:
    event = group[0]
    assert isinstance(event, happened.NoRollCalled)
    # Version 2 recorded a cause by its paragraph alone.
    causes = (None, "not_flat", "fell_out", "uncovered") if event.cause is UNSET else (event.cause,)
    for cause in causes:
        yield {"command": "no_roll", "reason": event.reason, "cause": cause}


def _wager_corrected(group: Group) -> Ways:
    """Of several that moved together, any may be the one that was named."""
    for event in group:
        if not isinstance(event, WagerCorrected):
            continue
        yield {
            "command": "correct_wager",
            "seat": event.was.seat,
            "wager": event.wager,
            "amount": event.amount,
            "coupon": event.coupon,
            "player": event.player,
            "to_seat": event.seat if event.seat != event.was.seat else None,
            **supervised(event),
        }


def _roll_corrected(group: Group) -> Ways:
    rolled = (event for event in group if isinstance(event, happened.DiceRolled))
    right = next(rolled, None)
    if right is None:
        raise NoCommand("a roll was taken back, and no other one follows it")
    yield {"command": "correct_roll", "dice": right.dice, **supervised(group[0])}


ROUND_COMMANDS: Final[Readers] = {
    happened.RoundOpened: reads("open_round"),
    happened.WagerPlaced: reads("place_wager", "seat", "wager", "amount", "player", "coupon"),
    happened.WagerWithdrawn: reads("withdraw_wager", "seat", "wager"),
    happened.BetsClosed: of_first(_bets_closed),
    happened.DiceRolled: of_first(_rolled),
    happened.NoRollCalled: _no_roll,
    WagerCorrected: _wager_corrected,
    RollCorrected: _roll_corrected,
}
