"""A craps round's commands: as they were given, and as if nobody had ever keyed in a mistake.

For these its facts as they were in the end come first, without what was taken back and with what
was right; then the command of each.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from domain.events import Event
from domain.events.corrections import RollCorrected, WagerCorrected
from domain.events.round import (
    DiceRolled,
    RoundClosed,
    RoundVoided,
    WagerPlaced,
    WagerSettled,
    WagerWithdrawn,
)
from domain.games.craps.messages.events import WagerCalledOn
from domain.history.round_commands import (
    ROUND_COMMANDS,
    Fields,
    Readers,
    reads,
    void_round,
    with_place,
)

CRAPS_COMMANDS: Final[Readers] = {
    WagerCalledOn: reads("call_on", "seat", "wager"),
}
_READERS: Final[Readers] = {**ROUND_COMMANDS, **CRAPS_COMMANDS}
_SINCE_THE_ROLL: Final = (DiceRolled, WagerSettled, RoundClosed)


def corrected_commands(events: Sequence[Event]) -> Iterator[Fields]:
    """From the RoundOpened on; what the table's books did meanwhile does not concern the round."""
    for event in _as_corrected(events):
        if isinstance(event, RoundVoided):
            yield with_place(event, next(void_round(event)))
        elif event.OF_ROUND and (reader := _READERS.get(type(event))) is not None:
            yield with_place(event, next(reader((event,))))


def _as_corrected(events: Sequence[Event]) -> list[Event]:
    """The events in their order, without the corrections and what they corrected."""
    facts: list[Event] = []
    for event in events:
        match event:
            case RollCorrected():
                facts = [one for one in facts if not isinstance(one, _SINCE_THE_ROLL)]
            case WagerCorrected():
                facts = _placed_right(facts, event)
            case WagerWithdrawn():
                # Nor is it in the way of a wager whose seat is corrected later, to this one.
                facts = [one for one in facts if not _is_on(one, event.seat, event.wager)]
            case _:
                facts.append(event)
    return facts


def _placed_right(facts: list[Event], event: WagerCorrected) -> list[Event]:
    """What was placed on the spot in this round, at once and as it should have been."""
    was = event.was
    here = [one for one in facts if _is_on(one, was.seat, was.wager)]
    placed = [one for one in here if isinstance(one, WagerPlaced)]
    carried = was.amount - sum(one.amount for one in placed)
    owner = {"seat": event.seat, "player": event.player}
    right: list[Event] = []
    if event.amount > carried:
        right.append(replace(placed[0], **owner, amount=event.amount - carried, total=event.amount))
    if event.amount:
        called = (one for one in here if isinstance(one, WagerCalledOn))
        right += [replace(one, **owner) for one in called]
    first = facts.index(here[0])
    after = (one for one in facts[first:] if not _is_on(one, was.seat, was.wager))
    return [*facts[:first], *right, *after]


def _is_on(event: Event, seat: int, wager: str) -> bool:
    """A spot's chips, or their call."""
    return isinstance(event, WagerPlaced | WagerCalledOn) and (event.seat, event.wager) == (
        seat,
        wager,
    )
