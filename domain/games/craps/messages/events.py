"""The event that craps alone has."""

from typing import Final

from domain.events.envelope import Event, RoundEvent


class WagerCalledOn(RoundEvent, frozen=True, kw_only=True, tag=True):
    """A place bet is active on the coming come out roll, and on that one only."""

    seat: int
    wager: str
    amount: int
    player: str


EVENTS: Final[tuple[type[Event], ...]] = (WagerCalledOn,)
