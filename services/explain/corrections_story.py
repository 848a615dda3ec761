"""Sentences about corrections of what was keyed in wrong."""

from typing import Final

from domain.account.phrases import because, more_or_less, player_at, sentence
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


CORRECTIONS_STORY: Final[Story] = {
    happened.EntryCorrected: _entry,
    happened.WagerCorrected: _wager,
}
