"""A round's facts as they were in the end: without what was taken back, and with what was right.

So a corrected round is settled by other rules as if nobody had ever keyed in a mistake.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from domain.events import Event
from domain.events.corrections import RollCorrected, WagerCorrected
from domain.events.craps import WagerCalledOn
from domain.events.round import (
    BetsClosed,
    DiceRolled,
    RoundClosed,
    WagerPlaced,
    WagerSettled,
    WagerWithdrawn,
)

_SINCE_THE_ROLL: Final = (DiceRolled, WagerSettled, RoundClosed)


def without_mistakes(events: Sequence[Event]) -> list[Event]:
    """The events in their order, without the corrections and what they corrected."""
    facts: list[Event] = []
    for event in events:
        match event:
            case RollCorrected():
                facts = [one for one in facts if not isinstance(one, _SINCE_THE_ROLL)]
            case WagerCorrected():
                facts = _placed_right(facts, event)
            case _:
                facts.append(event)
    return facts


def _placed_right(facts: list[Event], event: WagerCorrected) -> list[Event]:
    """What was placed on the spot at once, as the last of the wagers, with its call behind it.

    Not where the wrong one stood: the right seat may have been another player's at that time.
    """
    spot = (event.was.seat, event.was.wager)
    wrong = [at for at in _since_emptied(facts, spot) if _is_on(facts[at], spot)]
    placed = [one for at in wrong if isinstance(one := facts[at], WagerPlaced)]
    carried = event.was.amount - sum(one.amount for one in placed)
    right: list[Event] = []
    if event.amount > carried:
        added = event.amount - carried
        now = {"seat": event.seat, "player": event.player}
        right.append(replace(placed[0], **now, amount=added, total=event.amount))
    if event.amount:
        called = [one for at in wrong if isinstance(one := facts[at], WagerCalledOn)]
        right += [replace(one, seat=event.seat, player=event.player) for one in called]
    kept = [one for at, one in enumerate(facts) if at not in wrong]
    end = next((at for at, one in enumerate(kept) if isinstance(one, BetsClosed)), len(kept))
    return [*kept[:end], *right, *kept[end:]]


def _is_on(event: Event, spot: tuple[int, str]) -> bool:
    return isinstance(event, WagerPlaced | WagerCalledOn) and (event.seat, event.wager) == spot


def _since_emptied(facts: list[Event], spot: tuple[int, str]) -> range:
    """From where what stands there now began to stand."""
    emptied = [
        at
        for at, one in enumerate(facts)
        if isinstance(one, WagerWithdrawn) and (one.seat, one.wager) == spot
    ]
    return range(max(emptied, default=0), len(facts))
