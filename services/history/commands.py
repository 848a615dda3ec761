"""Accepted commands made again out of the events that they left.

Unlike a retelling by other rules, nothing is put right here: each command is told as it was told
then, mistakes and corrections alike. Where the events leave open how it was told (a slip in one
step, a house way told or left to the rules), there is more than one way to tell it.
"""

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias, cast

from msgspec import UNSET

from domain.commands import Command
from domain.commands.fields import CommandFields
from domain.commands.union import command_types
from domain.controls import VOID_ROUND
from domain.events import Event
from domain.events import corrections as corrected
from domain.events import round as happened
from domain.events.craps import WagerCalledOn
from services.history.pai_gow.commands import stacks_of
from services.history.table_commands import TOLD_OF_BOOKS

Fields: TypeAlias = dict[str, Any]
Told: TypeAlias = Iterator[Fields]
Group: TypeAlias = Sequence[Event]
"""The events of one command, those of its table and of its meter."""

_ANNOUNCED: Final = re.compile(r" \(\d+ was announced, the dice total \d+\)$")


class NoCommand(Exception):
    """What no command makes; with the reason."""


def commands_of(group: Group) -> Iterator[Command]:
    """Each way in which the command may have been told, the likeliest first. Raises NoCommand."""
    at_table = [event for event in group if event.STREAM == "table"]
    if not at_table:
        raise NoCommand(f"{type(group[0]).__name__} without an event of its table")
    for fields in _told(at_table):
        yield _made({**fields, "table": at_table[0].table})


def _made(fields: Fields) -> Command:
    """Unchecked: whatever the events hold is decided on, and a wrong piece is a difference.

    Nobody copies it or writes it down, so it has its fields and nothing else: that is a sixth of
    the time that deciding takes.
    """
    kind, defaults = _kinds()[fields["command"]]
    command = kind.__new__(kind)
    object.__setattr__(command, "__dict__", {**defaults, **fields})
    return cast("Command", command)


@functools.cache
def _kinds() -> dict[str, tuple[type[CommandFields], Fields]]:
    """Every command's class, and what its fields are where nothing is told."""
    return {
        name: (kind, {field: one.default for field, one in kind.model_fields.items()})
        for name, kind in command_types().items()
    }


def _told(group: Group) -> Told:
    kind = type(group[0])
    if kind is happened.BankPassed and type(group[-1]) is happened.BetsClosed:
        # Whom the bank was offered to said nothing: "no more bets" tells that they passed.
        return _bets_closed(group[-1:])
    if (of_books := TOLD_OF_BOOKS.get(kind)) is not None:
        return of_books(group[0])
    if (of_play := _TOLD.get(kind)) is not None:
        return of_play(group)
    match group[-1]:
        case happened.RoundClosed():
            return _settled(group)
        case happened.RoundVoided() as voided:
            return _voided(voided)
        case _:
            raise NoCommand(f"no command ends with {type(group[-1]).__name__}")


def _says(command: str, *names: str) -> Callable[[Group], Told]:
    """A command whose fields are those of its first event."""

    def told(group: Group) -> Told:
        values = {name: getattr(group[0], name) for name in names}
        yield {
            "command": command,
            **{name: value for name, value in values.items() if value is not UNSET},
        }

    return told


def _rolled(group: Group) -> Told:
    event = group[0]
    assert isinstance(event, happened.DiceRolled)
    shaker = event.shaker if event.shaken_by is UNSET else event.shaken_by
    announced = None if event.announced is UNSET else event.announced
    yield {"command": "roll", "dice": event.dice, "shaker": shaker, "announced": announced}


def _bets_closed(group: Group) -> Told:
    event = group[0]
    assert isinstance(event, happened.BetsClosed)
    lights = event.lights if event.lit is UNSET else list(event.lit)
    yield {"command": "no_more_bets", "lights": None if lights is UNSET else lights}


def _no_roll(group: Group) -> Told:
    event = group[0]
    assert isinstance(event, happened.NoRollCalled)
    # A cause that was told in version 2 is known by the paragraph alone.
    causes = (None, "not_flat", "fell_out", "uncovered") if event.cause is UNSET else (event.cause,)
    for cause in causes:
        yield {"command": "no_roll", "reason": event.reason, "cause": cause}


def _dealt(group: Group) -> Told:
    event = group[0]
    assert isinstance(event, happened.TilesDealt | happened.CardsDealt)
    start = event.start if event.start_told is True else None
    for pieces in _pieces(event):
        yield {"command": "deal", **pieces, "start": start}


def _pieces(event: Event) -> Told:
    if isinstance(event, happened.TilesDealt):
        yield {"stacks": stacks_of(event)}
        return
    assert isinstance(event, happened.CardsDealt)
    yield {"hands": event.hands, "deck": None if event.deck is UNSET else event.deck}
    yield {"hands": event.hands, "deck": None}


def _set(event: Event) -> Told:
    """High and low as they lie; or left to the house way, which may have had them so too."""
    assert isinstance(event, happened.HandSet | happened.HouseSet)
    told: Fields = {"high": event.high, "low": event.low}
    left: Fields = {"high": None, "low": None}
    if isinstance(event, happened.HandSet) and isinstance(event.seat, int):
        yield left if event.house_way else told
    elif isinstance(event, happened.HouseSet) and event.way is None:
        yield told
        yield left
    else:
        yield left
        yield told


def _hand_set(group: Group) -> Told:
    event = group[0]
    assert isinstance(event, happened.HandSet)
    for hands in _set(event):
        yield {"command": "set_hand", "seat": event.seat, **hands}


def _house_set(group: Group) -> Told:
    for hands in _set(group[0]):
        yield {"command": "set_house", **hands}


def _exposed(group: Group) -> Told:
    event = group[0]
    assert isinstance(event, happened.TileExposed)
    by = "dealer" if event.by is UNSET else event.by
    yield {"command": "expose", "position": _place(event.position), "by": by}


def _place(position: str) -> int | str:
    return int(position) if position.isdigit() else position


def _settled(group: Group) -> Told:
    paid = (event for event in group if isinstance(event, happened.ProgressivePaid))
    validated = (event.supervisor for event in paid if event.supervisor is not None)
    yield {"command": "settle", "supervisor": next(validated, None)}


def _voided(event: happened.RoundVoided) -> Told:
    supervisor = None if event.supervisor is UNSET else event.supervisor
    if event.rule == VOID_ROUND:
        yield {"command": "void_round", "reason": event.reason, "supervisor": supervisor}
        return
    announced = None if event.announced is UNSET else event.announced
    told = {"command": "misdeal", "supervisor": supervisor, "announced": announced}
    # In version 2, dice whose total was called out wrong say so behind the reason by themselves.
    for reason in dict.fromkeys((event.reason, _ANNOUNCED.sub("", event.reason))):
        yield {**told, "reason": reason}


def _supervised(event: Any) -> Fields:
    return {"reason": event.reason, "supervisor": event.supervisor}


def _wager_corrected(group: Group) -> Told:
    """Of several that moved together, any may be the one that was named."""
    for event in group:
        if not isinstance(event, corrected.WagerCorrected):
            continue
        yield {
            "command": "correct_wager",
            "seat": event.was.seat,
            "wager": event.wager,
            "amount": event.amount,
            "coupon": event.coupon,
            "player": event.player,
            "to_seat": event.seat if event.seat != event.was.seat else None,
            **_supervised(event),
        }


def _bank_corrected(group: Group) -> Told:
    """Who took it is the last to be told; nobody, where nothing follows."""
    event, right = group[0], group[-1]
    if not isinstance(right, happened.BankAccepted):
        yield {"command": "correct_bank", "seat": None, **_supervised(event)}
        return
    yield {
        "command": "correct_bank",
        "seat": right.seat,
        "chips": right.chips,
        "player": right.player,
        "co_bank": right.co_bank,
        "dealer_wager": right.dealer_wager,
        **_supervised(event),
    }


def _roll_corrected(group: Group) -> Told:
    rolled = (event for event in group if isinstance(event, happened.DiceRolled))
    right = next(rolled, None)
    if right is None:
        raise NoCommand("a roll was taken back, and no other one follows it")
    yield {"command": "correct_roll", "dice": right.dice, **_supervised(group[0])}


def _deal_corrected(group: Group) -> Told:
    if len(group) == 1:
        raise NoCommand("a deal was taken back, and no other one follows it")
    for pieces in _pieces(group[1]):
        yield {"command": "correct_deal", **pieces, **_supervised(group[0])}


def _setting_corrected(group: Group) -> Told:
    event = group[0]
    assert isinstance(event, corrected.SettingCorrected)
    if len(group) == 1:
        raise NoCommand("a hand was taken up again, and no other setting follows")
    for hands in _set(group[1]):
        yield {
            "command": "correct_setting",
            "seat": _place(event.position),
            **hands,
            **_supervised(event),
        }


_TOLD: Final[dict[type[Event], Callable[[Group], Told]]] = {
    happened.RoundOpened: _says("open_round"),
    happened.BankPassed: _says("pass_bank", "seat"),
    happened.BankAccepted: _says(
        "accept_bank", "seat", "chips", "player", "co_bank", "dealer_wager"
    ),
    happened.WagerPlaced: _says("place_wager", "seat", "wager", "amount", "player", "coupon"),
    happened.WagerWithdrawn: _says("withdraw_wager", "seat", "wager"),
    happened.WagerReturned: _says("return_wager", "seat", "wager", "reason", "supervisor", "point"),
    WagerCalledOn: _says("call_on", "seat", "wager"),
    happened.BetsClosed: _bets_closed,
    happened.TilesCut: _says("cut", "stacks", "end"),
    happened.DeliveryChosen: _says("choose_delivery", "style"),
    happened.TilesReshuffled: _says("reshuffle", "reason", "supervisor"),
    happened.DiceRolled: _rolled,
    happened.NoRollCalled: _no_roll,
    happened.NumberAnnounced: _says("announce_number", "number"),
    happened.TilesDealt: _dealt,
    happened.CardsDealt: _dealt,
    happened.HandSet: _hand_set,
    happened.HouseSet: _house_set,
    happened.HandSurrendered: _says("surrender", "seat"),
    happened.WagerAbandoned: _says("abandon", "seat"),
    happened.TileExposed: _exposed,
    happened.HandVoided: _says("void_hand", "seat"),
    happened.HandPlayedOn: _says("play_on", "seat"),
    corrected.WagerCorrected: _wager_corrected,
    corrected.BankCorrected: _bank_corrected,
    corrected.RollCorrected: _roll_corrected,
    corrected.DealCorrected: _deal_corrected,
    corrected.SettingCorrected: _setting_corrected,
}
"""By a command's first event at its table; what settles a round is known by its last."""
