"""Sentences about corrections of what was keyed in wrong."""

from typing import Final

from domain.account.phrases import because, exceptional, more_or_less, player_at, sentence
from domain.account.scene import Scene, Story
from domain.events import corrections as happened
from domain.game_names import wager_named
from domain.money import dollars
from domain.table.evolve_exceptions import staked
from domain.wording import listed

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


def _entry(_: Scene, event: happened.EntryCorrected) -> list[str]:
    what = _ENTRIES.get(event.what, event.what.replace("_", " "))
    words = f"{what} (event {event.corrects}) is corrected from {dollars(event.was)}"
    words += f" to {dollars(event.amount)}, {more_or_less(event.amount - event.was)}"
    told = [sentence(f"{words}: {because(event, event.reason, event.supervisor)}", event)]
    period = f"period {event.period} of session {event.session}, gaming day {event.of_day}"
    if event.late:
        told.append(f"It belongs to {period}, which is audited: an adjustment of {event.day}.")
    else:
        told.append(f"It belongs to {period}.")
    return told


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


CORRECTIONS_STORY: Final[Story] = {
    happened.EntryCorrected: _entry,
    happened.WagerCorrected: _wager,
    happened.RollCorrected: _roll,
}
