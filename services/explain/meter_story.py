"""Sentences about a progressive meter."""

from typing import Final

from domain.account.phrases import row_told, sentence, spoken
from domain.account.scene import Scene, Story
from domain.events import meter as happened
from domain.money import dollars


def _opened(_: Scene, event: happened.MeterOpened) -> list[str]:
    words = f"progressive meter {event.meter} opens at {dollars(event.amount)}"
    share = f"{event.rate_bp / 100:g} percent of every {dollars(event.stake)} stake goes onto it"
    return [sentence(f"{words}; {share}", event)]


def _contributed(_: Scene, event: happened.MeterContributed) -> list[str]:
    words = f"seat {event.seat}'s progressive stake puts {dollars(event.amount)} onto meter"
    return [sentence(f"{words} {event.meter}, which shows {dollars(event.after)}", event)]


def _funded(_: Scene, event: happened.MeterFunded) -> list[str]:
    words = f"meter {event.meter} lacks {dollars(event.amount)} for seat {event.seat}'s payout"
    return [sentence(f"{words}; the house puts it in", event)]


def _paid(_: Scene, event: happened.MeterPaid) -> list[str]:
    words = f"meter {event.meter} pays {dollars(event.amount)} for seat {event.seat}"
    by = f"validated by {spoken(event.supervisor)}"
    return [sentence(f"{words} ({row_told(event.hand)}), {by}", event)]


def _reset(_: Scene, event: happened.MeterReset) -> list[str]:
    return [sentence(f"meter {event.meter} starts again at {dollars(event.after)}", event)]


METER_STORY: Final[Story] = {
    happened.MeterOpened: _opened,
    happened.MeterContributed: _contributed,
    happened.MeterFunded: _funded,
    happened.MeterPaid: _paid,
    happened.MeterReset: _reset,
}
