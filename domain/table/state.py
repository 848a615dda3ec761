"""What a table knows of itself."""

import msgspec

from domain.events.envelope import Stamp
from domain.table.books import Books
from domain.table.hosted import Carried, GameState, OpenRound
from domain.table.slip_series import UsedNumbers
from domain.terms import Terms


class Slip(msgspec.Struct, frozen=True):
    """A fill or credit slip that is under way."""

    kind: str
    step: str
    amount: int
    day: str
    """The gaming day on which it was requested."""
    requested_by: str | None = None
    issued_by: str | None = None
    session: int = 0
    """In which it was requested."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """One table's stream folded: its session, its books, the game it hosts, the stream's head."""

    name: str
    seq: int = 0
    session: int = 0
    is_open: bool = False
    opened: str = ""
    """When the session was opened."""
    closed: str = ""
    """When the last session that has ended was closed."""
    regulation: str = ""
    submission_hash: str = ""
    terms: Terms = Terms()
    tray: int = 0
    """Chips of the table by its postings, in cents: in the tray, or on the layout as its own."""
    rounds: int = 0
    """Finished in the session."""
    last_action: str = ""
    """When the last action of a round happened."""
    slips: dict[str, Slip] = {}
    """Those that are neither received nor voided."""
    slip_numbers: UsedNumbers = {}
    """Every number that was ever used here."""
    people: dict[str, str] = {}
    """The last role that each who acted or signed in the session is known in, by `person`."""
    books: Books = Books()
    game: GameState | None = None
    """The hosted game's own state; none before the table was first opened."""

    def open_round(self) -> OpenRound | None:
        """The round being played, if one is."""
        return None if self.game is None else self.game.open_round()

    def out_of_tray(self) -> int:
        """What of its chips lies on the layout: the dealer's wager against a bank."""
        return 0 if self.game is None else self.game.out_of_tray()

    def in_tray(self) -> int:
        """The chips that are expected in the tray."""
        return self.tray - self.out_of_tray()

    def carried(self) -> tuple[Carried, ...]:
        """The wagers that lie on the layout from round to round."""
        return () if self.game is None else self.game.carried()


def is_fully_controlled(table: Table, stamp: Stamp) -> bool:
    """By its own election, or because the whole house is; also if it was opened before that."""
    if stamp.again:
        return False
    return stamp.controls == "full" or table.terms.controls == "full"
