"""Sentences about the books beside play: boxes, markers, owed vigorish, exceptions, disputes."""

from typing import Final

from domain.account.phrases import because, player_at, sentence, spoken
from domain.account.scene import Scene, Story
from domain.events import books as happened
from domain.money import dollars
from services.explain.late_cash_story import told_late

_TENDERS: Final = {
    "chips": "in chips, which go into the tray",
    "cash": "in cash, which goes into the drop box",
}
_DEPARTS: Final = (
    "It should have been collected as the win was paid [19:47-10.7(k), 11.9; MD 8.K]; that it is"
    " owed departs from that, by this control and on record."
)
_EXCEPTIONS: Final = {
    "opener": "the opener's difference from the last closer",
    "tray": "the tray's difference from what was expected",
    "drop": "the drop's difference from what was estimated",
    "coupons": "the coupons' difference from what was taken",
    "wager_corrected": 'a wager corrected after "no more bets"',
    "roll_corrected": "dice corrected",
    "deal_corrected": "a deal corrected",
    "setting_corrected": "a hand that was set, corrected",
    "bank_corrected": "an acceptance of the bank corrected",
    "tray_below_zero": "a tray below zero by the books",
    "cash_told_late": "cash of an earlier gaming day, told late",
}


def _box_removed(_: Scene, event: happened.BoxRemoved) -> list[str]:
    words = f"drop box {event.box} of session {event.session}, period {event.period}, is taken off"
    held = f"it should hold {dollars(event.estimated)}"
    carrier = f"{spoken(event.carrier)} carries it, and " if event.carrier else ""
    return [sentence(f"{words}: {carrier}{held}", event)]


def _marker(_: Scene, event: happened.MarkerPaid) -> list[str]:
    who = player_at(event.seat, event.player)
    words = f"{who} pays back marker {event.marker}, {dollars(event.amount)}"
    return [sentence(f"{words} {_TENDERS[event.tender]}", event), *told_late(event)]


def _owed(_: Scene, event: happened.VigorishOwed) -> list[str]:
    who = player_at(event.seat, event.player)
    words = f"{who} owes {dollars(event.amount)} vigorish of round {event.round}"
    return [sentence(f"{words}: {spoken(event.reason)}", event), _DEPARTS]


def _recovered(_: Scene, event: happened.VigorishRecovered) -> list[str]:
    who = player_at(event.seat, event.player)
    words = f"{who} pays {dollars(event.amount)} of the vigorish owed since event {event.owed}"
    left = f"{dollars(event.left)} is still owed" if event.left else "nothing is left of it"
    return [sentence(f"{words}; {left}", event)]


def _acknowledged(_: Scene, event: happened.ExceptionAcknowledged) -> list[str]:
    who = spoken(event.actor["id"]) if event.actor else "somebody"
    what = _EXCEPTIONS.get(event.kind, event.kind.replace("_", " "))
    words = f"{who} answers for {what}, {dollars(event.amount)} at event {event.exception}"
    return [sentence(f"{words}: {spoken(event.reason)}", event)]


def _complained(_: Scene, event: happened.ComplaintMade) -> list[str]:
    who = player_at(event.seat, event.player)
    words = f"{who} disputes round {event.round} (complaint {event.seq})"
    return [sentence(f"{words}: {spoken(event.words)}", event)]


def _held(_: Scene, event: happened.DisputeHeld) -> list[str]:
    words = f"complaint {event.complaint} about round {event.round} is taken up"
    amount = f"{dollars(event.amount)} is in dispute, and nothing is paid before the ruling"
    return [sentence(f"{words}: {amount}", event)]


def _ruled(_: Scene, event: happened.DisputeRuled) -> list[str]:
    words = f"complaint {event.complaint} about round {event.round} is {event.decision}"
    return [
        sentence(f"{words}: {because(event, event.reason, event.supervisor)}", event),
        f"{_adjusted(event)}.",
    ]


def _adjusted(event: happened.DisputeRuled) -> str:
    who, cents = player_at(event.seat, event.player), dollars(abs(event.adjustment))
    if event.adjustment > 0:
        return f"The {event.paid_from} pays {who} {cents}"
    if event.adjustment < 0:
        return f"{who[:1].upper()}{who[1:]} gives {cents} back to the {event.paid_from}"
    return "No money moves"


BOOKS_STORY: Final[Story] = {
    happened.BoxRemoved: _box_removed,
    happened.MarkerPaid: _marker,
    happened.VigorishOwed: _owed,
    happened.VigorishRecovered: _recovered,
    happened.ExceptionAcknowledged: _acknowledged,
    happened.ComplaintMade: _complained,
    happened.DisputeHeld: _held,
    happened.DisputeRuled: _ruled,
}
