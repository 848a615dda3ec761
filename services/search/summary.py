"""A found round in a line: what tells it from the others."""

from collections import Counter

import msgspec

from domain.game_library import played
from projections.rounds.row import RoundRow
from projections.rounds.search import lines_of, states_of


class Seated(msgspec.Struct, frozen=True):
    """Who played, and where."""

    seat: int
    player: str


class RoundFound(msgspec.Struct, frozen=True, kw_only=True):
    """What a search shows of a round; never a hand."""

    round: str
    table: str
    session: int
    number: int
    game: str
    day: str
    opened: str
    ended: str | None
    dice: tuple[int, ...] | None
    seats: tuple[Seated, ...]
    outcomes: dict[str, int]
    """How many wagers ended how."""
    wagered: int
    paid: int
    """Winnings without the stakes."""
    win: int | None
    """The house's: what the round did to the tray."""
    states: tuple[str, ...]


def summary_of(row: RoundRow) -> RoundFound:
    lines = tuple(lines_of(row))
    return RoundFound(
        round=row.round,
        table=row.table,
        session=row.session,
        number=row.number,
        game=played(row.regulation),
        day=row.day,
        opened=row.opened,
        ended=row.ended,
        dice=row.dice,
        seats=tuple(
            Seated(seat, player)
            for seat, player in dict.fromkeys(sorted((one.seat, one.player) for one in lines))
        ),
        outcomes=dict(Counter(one.outcome for one in lines)),
        wagered=sum(one.amount for one in lines),
        paid=sum(one.paid for one in row.wagers),
        win=row.tray_delta,
        states=tuple(states_of(row)),
    )
