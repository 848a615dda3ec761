"""Sentences about a gaming day."""

from typing import Final

from domain.account.phrases import doer, sentence, spoken
from domain.account.scene import Scene, Story
from domain.events import day as happened

_STATUSES: Final = {
    "provisional": "closed by the events, provisionally",
    "counted": "closed by the count: every drop box of it is counted",
    "audited": "audited: every difference of it has been answered for",
}


def _closed(_: Scene, event: happened.DayClosed) -> list[str]:
    words = f"the gaming day {event.day} is {_STATUSES[event.status]}{doer(event)}"
    return [sentence(f"{words}; its figures are frozen as they stand", event)]


def _raised(_: Scene, event: happened.AlertRaised) -> list[str]:
    words = f"alert {spoken(event.alert)} of gaming day {event.day}{_where(event)}"
    found = f"{spoken(event.what)} is {spoken(event.value)}{_limits(event)}"
    return [sentence(f"{words}: {found}", event)]


def _where(event: happened.AlertRaised) -> str:
    if event.of_table is not None:
        return f" at table {spoken(event.of_table)}"
    return "" if event.game is None else f" of {spoken(event.game)}"


def _limits(event: happened.AlertRaised) -> str:
    if event.low is not None and event.high is not None:
        return f", outside of {spoken(event.low)} to {spoken(event.high)}"
    if event.low is not None:
        return f", below {spoken(event.low)}"
    return "" if event.high is None else f", above {spoken(event.high)}"


def _acknowledged(_: Scene, event: happened.AlertAcknowledged) -> list[str]:
    who = spoken(event.actor["id"]) if event.actor else "somebody"
    words = f"{who} answers for alert {spoken(event.alert)} of gaming day {event.day}"
    return [sentence(f"{words}: {spoken(event.reason)}", event)]


DAY_STORY: Final[Story] = {
    happened.DayClosed: _closed,
    happened.AlertRaised: _raised,
    happened.AlertAcknowledged: _acknowledged,
}
