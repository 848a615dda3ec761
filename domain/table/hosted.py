"""What a table asks of the game it hosts, whichever it is."""

from typing import Any, NamedTuple

import msgspec

from domain.events.meter import MeterEvent


class OpenRound(NamedTuple):
    """The round that is being played."""

    id: str
    number: int
    """Of the session, from 1."""


class Carried(NamedTuple):
    """A wager that lies on the layout from an earlier round; cents."""

    seat: int
    wager: str
    amount: int


class GameState(msgspec.Struct, frozen=True, kw_only=True, tag_field="game"):
    """A game's own state between its table's events; each game has a type of its own."""

    def open_round(self) -> OpenRound | None:
        """The round being played, if one is."""
        raise NotImplementedError

    def round_id(self) -> str | None:
        """The same by its id alone."""
        raise NotImplementedError

    def player_at(self, seat: int) -> str | None:
        """Who played there last, if anybody is known to have."""
        raise NotImplementedError

    def coupons_played(self) -> int:
        """Cents in coupons that the open round has sent to the drop box so far."""
        raise NotImplementedError

    def was_banked(self) -> bool:
        """Whether a player banked the round that would be open again without its last roll."""
        return False

    def out_of_tray(self) -> int:
        """Cents of the table's own chips that lie on the layout; a game may put none there."""
        return 0

    def carried(self) -> tuple[Carried, ...]:
        """The wagers that are carried from round to round; a game may know none."""
        return ()


class Opening(NamedTuple):
    """What a table is opened under, once the game's regulation has permitted it."""

    rule: str
    regulation: str
    regulation_hash: str
    submission: dict[str, Any]
    """As it is recorded."""
    submission_hash: str
    joined: list[MeterEvent]
    """What it does to a progressive meter."""
    is_inspected: bool = False
    """What it is played with comes to the table: a dealer inspects and a supervisor verifies it."""
