"""Sentences about corrections of what was keyed in wrong."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET

from domain.events import Event
from domain.events import corrections as happened
from domain.money import dollars
from domain.table.evolve_exceptions import staked
from domain.wording import listed
from services.explain.phrases import player_at, sentence, spoken, wager_named
from services.explain.scene import Scene

_ENTRIES: Final = {
    "opener": "the opener",
    "buy_in": "a buy-in",
    "fill": "a fill",
    "credit": "a credit",
    "marker": "a marker",
    "closer": "the closing count",
    "last_closer": "the count that the opener is held against",
    "drop": "the count of a drop box",
}


def because(event: Event, reason: str, supervisor: str) -> str:
    """Why, who entered it, and who stood by."""
    teller = f"told by {spoken(event.actor['id'])}, " if event.actor else ""
    return f"{spoken(reason)} ({teller}supervisor {spoken(supervisor)})"


def _entry(_: Scene, event: happened.EntryCorrected) -> list[str]:
    what = _ENTRIES.get(event.what, event.what.replace("_", " "))
    words = f"{what} (event {event.corrects}) is corrected from {dollars(event.was)}"
    words += f" to {dollars(event.amount)}, {_apart(event.amount - event.was)}"
    told = [sentence(f"{words}: {because(event, event.reason, event.supervisor)}", event)]
    period = f"period {event.period} of session {event.session}, gaming day {event.of_day}"
    if event.late:
        told.append(f"It belongs to {period}, which is audited: an adjustment of {event.day}.")
    else:
        told.append(f"It belongs to {period}.")
    return told


def _apart(cents: int) -> str:
    return f"{dollars(abs(cents))} {'more' if cents > 0 else 'less'}"


def _wager(_: Scene, event: happened.WagerCorrected) -> list[str]:
    was = event.was
    stood = f"the {wager_named(was.wager)} wager of {player_at(was.seat, was.player)}"
    stood += f", {_stake(was.amount, was.coupon)},"
    why = because(event, event.reason, event.supervisor)
    if not event.amount:
        words = f"{stood} was never made and is taken off the layout"
        return [sentence(f"{words}: {why}", event), *_late(event)]
    changes = []
    if (event.seat, event.player) != (was.seat, was.player):
        changes.append(f"is that of {player_at(event.seat, event.player)}")
    if (event.amount, event.coupon) != (was.amount, was.coupon):
        changes.append(f"is {_stake(event.amount, event.coupon)}")
    words = f"{stood} was keyed in wrong and {listed(changes)}"
    return [sentence(f"{words}: {why}", event), *_late(event)]


def _late(event: happened.WagerCorrected) -> list[str]:
    if event.exceptional is not True:
        return []
    was, now = map(dollars, staked(event))
    return [f'It came after "no more bets": an exception, from {was} to {now}, to be answered for.']


def exceptional(event: Event) -> list[str]:
    """That it is an exception, and what it changed, as far as that is known."""
    if getattr(event, "exceptional", UNSET) is not True:
        return []
    changed = getattr(event, "changed", UNSET)
    if not isinstance(changed, int):
        return ["It is an exception, to be answered for; settlement shows what it changed."]
    if not changed:
        return ["It is an exception, to be answered for; no money changes by it."]
    return [f"It is an exception, to be answered for: the tray has {_apart(changed)} by it."]


def _stake(amount: int, coupon: int) -> str:
    beside = f" with a coupon of {dollars(coupon)}" if coupon else ""
    return f"{dollars(amount)}{beside}"


def _roll(_: Scene, event: happened.RollCorrected) -> list[str]:
    dice = listed(map(str, event.was))
    words = f"the dice were not {dice}: {because(event, event.reason, event.supervisor)}"
    told = [sentence(words, event)]
    back = event.entries.get("tray", 0)
    if back:
        side = "back into" if back > 0 else "back out of"
        told.append(f"What they decided is undone: {dollars(abs(back))} comes {side} the tray.")
    elif event.entries:
        told.append("What they decided is undone.")
    if event.reopens is True:
        told.append(f"Round {event.round} is open once more, on the layout as they found it.")
    told += exceptional(event)
    if event.was_running:
        told.append(f"That triple does not count: {_running(event.triples)}.")
    return told


def _running(triples: int) -> str:
    if triples == 1:
        return "one triple runs, as before it"
    return f"{triples or 'no'} triples run, as before it"


CORRECTIONS_STORY: Final[dict[type[Event], Callable[[Scene, Any], list[str]]]] = {
    happened.EntryCorrected: _entry,
    happened.WagerCorrected: _wager,
    happened.RollCorrected: _roll,
}
