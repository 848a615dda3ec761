"""What a table knows of itself."""

import msgspec

from domain.events.envelope import Stamp
from domain.round.state import Round, Wager
from domain.table.books import Books
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


class Rotation(msgspec.Struct, frozen=True, kw_only=True):
    """What decides who is offered the bank. Void rounds leave it as it is."""

    fresh: bool = True
    """The next round is the first since the tiles were set out."""
    begun_at: int | None = None
    """Where the first offer stood in the last round that was offered; None: it begins anew."""
    played: tuple[int, ...] = ()
    """Seats that wagered on the hands or banked in that round."""
    last_bank: str | None = None
    """The player who banked the last round."""
    wagered: tuple[str, ...] = ()
    """Who wagered against the dealer in the last round without a bank."""
    stakes: dict[int, int] = {}
    """Each seat's last wager against the dealer."""
    players: dict[int, str] = {}
    """Each seat's last player, unless that player has moved to another seat since."""
    sat: dict[int, str] = {}
    """The same, as the last round that was opened found it."""

    def moves_to(self) -> int | None:
        """Where the first offer stands next, whoever may bank there; None: it is past the last."""
        if self.begun_at is None:
            return None
        return next((seat for seat in self.played if seat > self.begun_at), None)


class Streak(msgspec.Struct, frozen=True, kw_only=True):
    """Running triples over the valid rolls of a table."""

    count: int = 0
    after_triple: bool = False
    """The last valid roll was a triple, the third in a row included."""
    down: tuple[Wager, ...] = ()
    """The dice bonus wagers that were down at it."""
    retained: tuple[Wager, ...] = ()
    """Those that still lie on the table."""
    button: int | None = None
    """The seat that got the dragon's eye button at the last valid roll."""


class BeforeRoll(msgspec.Struct, frozen=True, kw_only=True):
    """The round and the streak as the dice found them, so that these can be read anew."""

    seq: int
    """Of the roll."""
    round: Round
    streak: Streak
    posted: dict[str, int] = {}
    """What the round has posted since, by account."""
    box: int = 0
    """The drop box that the coupons of it went into."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """One table's stream folded: its session, the round being played, and the stream's head."""

    name: str
    seq: int = 0
    session: int = 0
    is_open: bool = False
    regulation: str = ""
    submission_hash: str = ""
    terms: Terms = Terms()
    tray: int = 0
    """Expected chips in the tray, in cents."""
    rounds: int = 0
    streak: Streak = Streak()
    rotation: Rotation = Rotation()
    last_action: str = ""
    """When the last action of a round happened."""
    dice_since: str = ""
    tiles_since: str = ""
    slips: dict[str, Slip] = {}
    """Those that are neither received nor voided."""
    slip_numbers: UsedNumbers = {}
    """Every number that was ever used here."""
    books: Books = Books()
    round: Round | None = None
    before_roll: BeforeRoll | None = None


def is_fully_controlled(table: Table, stamp: Stamp) -> bool:
    """By its own election, or because the whole house is; also if it was opened before that."""
    return stamp.controls == "full" or table.terms.controls == "full"
