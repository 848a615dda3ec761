"""Which command made the events of a round, where the rules had something to decide in it."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from domain.commands import Command, parse_command
from domain.controls import VOID_ROUND
from domain.events import Event
from domain.events import round as happened
from domain.events.corrections import RollCorrected, SettingCorrected
from domain.events.meter import MeterEvent
from domain.games.pai_gow.game import PAI_GOW
from domain.games.pai_gow.layout.positions import DEALER

DECIDED: Final = (
    happened.WagerSettled,
    happened.VigorishTaken,
    happened.ProgressivePaid,
    happened.DealerWagerSettled,
    happened.BankSettled,
    MeterEvent,
)
"""What only rules make, out of something that was told."""
_BY_WAY_OF_A_BANK: Final = frozenset(
    one.bank.own_hand_by_way for one in (*PAI_GOW.regulations, *PAI_GOW.earlier)
)
"""Paragraphs under which a bank that sets as it likes asks for the house way instead."""


def command_of(group: Sequence[Event]) -> Command | None:
    """The command that made these events; None where no rule decided anything in it."""
    telling = next((one for one in group if type(one) in _TOLD), None)
    if telling is None:
        return None
    fields = _TOLD[type(telling)](telling, group)
    told = {name: value for name, value in fields.items() if value is not msgspec.UNSET}
    return parse_command({**told, "table": telling.table})


def _rolled(event: happened.DiceRolled, _: Sequence[Event]) -> dict[str, Any]:
    by_dealer = event.shaken_by is not msgspec.UNSET
    shaker = event.shaken_by if by_dealer else event.shaker
    told = {"command": "roll", "dice": list(event.dice), "announced": event.announced}
    return told if shaker is None else {**told, "shaker": shaker}


def _corrected(event: RollCorrected, group: Sequence[Event]) -> dict[str, Any]:
    right = next(one for one in group if isinstance(one, happened.DiceRolled))
    who = {"reason": event.reason, "supervisor": event.supervisor}
    return {"command": "correct_roll", "dice": list(right.dice), **who}


def _exposed(event: happened.TileExposed, _: Sequence[Event]) -> dict[str, Any]:
    place = event.position
    return {"command": "expose", "position": int(place) if place.isdigit() else place}


def _hand_set(event: happened.HandSet, _: Sequence[Event]) -> dict[str, Any]:
    return {"command": "set_hand", "seat": event.seat, **_laid(event)}


def _house_set(event: happened.HouseSet, _: Sequence[Event]) -> dict[str, Any]:
    return {"command": "set_house", **_laid(event)}


def _set_right(event: SettingCorrected, group: Sequence[Event]) -> dict[str, Any]:
    right = group[-1]
    assert isinstance(right, happened.HandSet | happened.HouseSet)
    place = event.position
    who = {"seat": int(place) if place.isdigit() else place, "reason": event.reason}
    told = {"command": "correct_setting", **who, "supervisor": event.supervisor}
    return {**told, **_laid(right)}


def _laid(event: happened.HandSet | happened.HouseSet) -> dict[str, list[str]]:
    """As it lay; but not where a player or a bank left it to the house way, which then said so.

    What the house itself set by its way is told: the way may allow more than one setting.
    """
    if isinstance(event, happened.HandSet):
        left_to_the_way = event.house_way and event.seat != DEALER
    else:
        of_a_bank = event.position != DEALER and event.rule in _BY_WAY_OF_A_BANK
        left_to_the_way = event.way is not None and of_a_bank
    return {} if left_to_the_way else {"high": list(event.high), "low": list(event.low)}


def _settled(_: happened.RoundClosed, group: Sequence[Event]) -> dict[str, Any]:
    paid = (one.supervisor for one in group if isinstance(one, happened.ProgressivePaid))
    return {"command": "settle", "supervisor": next((one for one in paid if one), None)}


def _voided(event: happened.RoundVoided, _: Sequence[Event]) -> dict[str, Any]:
    if event.rule == VOID_ROUND:
        told = {"reason": event.reason, "supervisor": event.supervisor}
        return {"command": "void_round", **told}
    return {"command": "misdeal", "reason": event.reason}


def _of_seat(command: str) -> Callable[[Any, Sequence[Event]], dict[str, Any]]:
    return lambda event, _: {"command": command, "seat": event.seat}


_TOLD: Final[dict[type[Event], Callable[[Any, Sequence[Event]], dict[str, Any]]]] = {
    RollCorrected: _corrected,
    SettingCorrected: _set_right,
    happened.BetsClosed: lambda event, _: {"command": "no_more_bets", "lights": event.lights},
    happened.DiceRolled: _rolled,
    happened.NumberAnnounced: lambda event, _: {
        "command": "announce_number",
        "number": event.number,
    },
    happened.HandSet: _hand_set,
    happened.HouseSet: _house_set,
    happened.HandSurrendered: _of_seat("surrender"),
    happened.WagerAbandoned: _of_seat("abandon"),
    happened.HandVoided: _of_seat("void_hand"),
    happened.TileExposed: _exposed,
    happened.RoundClosed: _settled,
    happened.RoundVoided: _voided,
}
"""By the event that tells which command it was; of a group the first such one."""
