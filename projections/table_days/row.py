"""A row of the table days: one session's periods in a few numbers."""

import msgspec

from domain.wagers.elected import NOTHING_ELECTED, Elected
from projections.projection import Row


class Numbers(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """One accounting period; its drop is known when as many boxes are counted as stood there."""

    number: int
    day: str
    closer: int | None = None
    opener: int = 0
    fills: int = 0
    credits: int = 0
    marker_payments: int = 0
    boxes: int = 1
    counted: int = 0
    dropped: int = 0
    drop_estimated: int = 0
    win_events: int = 0
    vigorish: int = 0
    rounds: int = 0
    wagered: dict[str, int] = {}
    """Decided wagers by name."""
    on_layout: int = 0
    """The dealer's wager against a bank that lay there at its end, less that at its beginning."""

    @property
    def drop(self) -> int | None:
        return self.dropped if self.counted == self.boxes else None


class TableDayRow(Row, frozen=True, kw_only=True):
    """A session's periods."""

    table: str
    game: str = ""
    hold_limits: tuple[int, int] | None = None
    """By the submission it plays under, in basis points."""
    elected: Elected = NOTHING_ELECTED
    """What the worth of its wagers depends on."""
    last_round: dict[str, int] = {}
    """What was wagered on the last roll, which may yet be taken back though it ended a round."""
    box: int = 1
    """The box at the table."""
    periods: tuple[Numbers, ...] = ()
