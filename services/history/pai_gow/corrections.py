"""A round's facts as they were in the end: without what was taken back, and with what was right.

So a corrected round is settled by other rules as if nobody had ever keyed in a mistake.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from domain.events import Event
from domain.events import round as happened
from domain.events.corrections import (
    BankCorrected,
    DealCorrected,
    RollCorrected,
    SettingCorrected,
    WagerCorrected,
)

_SINCE_THE_DEAL: Final = (
    happened.TilesDealt,
    happened.CardsDealt,
    happened.HandSet,
    happened.HouseSet,
    happened.TileExposed,
    happened.HandPlayedOn,
)
_SINCE_THE_ROLL: Final = (
    *_SINCE_THE_DEAL,
    happened.DiceRolled,
    happened.WagerSettled,
    happened.DealerWagerSettled,
    happened.BankSettled,
    happened.RoundClosed,
)


def as_corrected(events: Sequence[Event]) -> list[Event]:
    """The events in their order, without the corrections and what they corrected."""
    facts: list[Event] = []
    wrongly_set: int | None = None
    for event in events:
        if wrongly_set is not None:
            # The right setting stands where the wrong one stood: before the house's, if it was.
            facts = [event if one.seq == wrongly_set else one for one in facts]
            wrongly_set = None
            continue
        match event:
            case SettingCorrected():
                wrongly_set = event.corrects
            case RollCorrected():
                facts = _without_since(facts, event.corrects, _SINCE_THE_ROLL)
            case DealCorrected():
                facts = _without_since(facts, event.corrects, _SINCE_THE_DEAL)
            case BankCorrected():
                facts = _without_bank(facts, event)
            case WagerCorrected():
                facts = _placed_right(facts, event)
            case happened.WagerWithdrawn():
                facts = _never_placed(facts, event)
            case _:
                facts.append(event)
    return facts


def _without_since(
    facts: list[Event], seq: int, taken_back: tuple[type[Event], ...]
) -> list[Event]:
    return [one for one in facts if one.seq < seq or not isinstance(one, taken_back)]


def _without_bank(facts: list[Event], event: BankCorrected) -> list[Event]:
    """Nor did whoever really took the bank pass it, nor those offered it after."""
    seats = [one.seat for one in facts if isinstance(one, happened.BankPassed)]
    kept = seats[: seats.index(event.seat)] if event.seat in seats else seats
    return [
        one
        for one in facts
        if one.seq != event.corrects
        and not (isinstance(one, happened.BankPassed) and one.seat not in kept)
    ]


def _placed_right(facts: list[Event], event: WagerCorrected) -> list[Event]:
    """What was placed on the spot, at once and as it should have been."""
    wrong = _placed_on(facts, event.was.seat, event.was.wager)
    if not wrong:
        # A dice bonus that lay there since a triple: nobody placed it in this round.
        return [*facts, event]
    first = facts[wrong[0]]
    assert isinstance(first, happened.WagerPlaced)
    right = replace(
        first,
        seat=event.seat,
        amount=event.amount,
        total=event.amount,
        coupon=event.coupon,
        player=event.player,
    )
    kept = [one for at, one in enumerate(facts) if at not in wrong[1:]]
    kept[wrong[0] : wrong[0] + 1] = [right] if event.amount else []
    return kept


def _never_placed(facts: list[Event], event: happened.WagerWithdrawn) -> list[Event]:
    """Nor in the way of a wager whose seat was corrected later, to this one."""
    gone = _placed_on(facts, event.seat, event.wager)
    if not gone:
        # A dice bonus that lay there since a triple.
        return [*facts, event]
    return [one for at, one in enumerate(facts) if at not in gone]


def _placed_on(facts: list[Event], seat: int, wager: str) -> list[int]:
    """Where the chips that lie on a spot were placed."""
    return [
        at
        for at, one in enumerate(facts)
        if isinstance(one, happened.WagerPlaced) and (one.seat, one.wager) == (seat, wager)
    ]
