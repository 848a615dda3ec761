"""A round as one row: everything a person may ask about it."""

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from domain.events import round as happened
from domain.events.corrections import Stood
from domain.game_library import LIBRARY
from domain.games.seam.round_row import PlacedWager
from domain.messages.events import CORRECTIONS
from domain.parts import Parts, WithParts
from projections.projection import Row

_OF_GAMES: Final = [game.views.round for game in LIBRARY.games]


if TYPE_CHECKING:
    What: TypeAlias = str
else:
    What = Literal[tuple(one.EXCEPTION.removesuffix("_corrected") for one in CORRECTIONS)]


@Parts(one.corrected for one in _OF_GAMES).added_to
class Correction(msgspec.Struct, WithParts, frozen=True, kw_only=True):
    """Something that was keyed in wrong, and corrected before settlement."""

    seq: int
    what: What
    corrects: int | None = None
    """`seq` of the event that is taken back; None: a wager was put right."""
    position: str | None = None
    """Of a hand that was set: whose."""
    dice: tuple[int, ...] | None = None
    """Of a roll: as it was read at first."""
    was: Stood | None = None
    """Of a wager: as it stood."""
    now: Stood | None = None
    """Of a wager: as it stands; amount 0, there is none."""
    reason: str
    supervisor: str


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """A complaint about the finished round, and what became of it."""

    complaint: int
    seat: int
    player: str
    words: str
    state: Literal["open", "held", "upheld", "dismissed"] = "open"
    in_dispute: int | None = None
    """What was held to be in dispute, in cents."""
    adjustment: int = 0
    """Paid to the player, in cents; below zero, given back."""
    paid_from: str | None = None
    reason: str | None = None
    supervisor: str | None = None


@Parts(one.fields for one in _OF_GAMES).added_to
class RoundRow(Row, WithParts, frozen=True, kw_only=True):
    """Everything a person may ask about a round."""

    round: str
    table: str
    session: int
    number: int = 0
    regulation: str = ""
    phase: str = "betting"
    """As the table's, and at the end `closed` or `voided`."""
    opened: str = ""
    ended: str | None = None
    first_seq: int = 0
    submission_hash: str = ""
    placed: tuple[PlacedWager, ...] = ()
    no_rolls: tuple[str, ...] = ()
    """Why dice were shaken again."""
    dice: tuple[int, ...] | None = None
    shaker: int | Literal["dealer"] | None = None
    """Whose roll it was."""
    shaken_by: int | Literal["dealer"] | None = None
    """Who held the shaker."""
    announced: int | None = None
    """The total that was called out for the dice, where it was told."""
    lights: int | None = None
    """Progressive acceptors that were lit at "no more bets", where they were counted."""
    counts_from: int = 0
    """What was dealt or set before this `seq` has been taken back."""
    hands: dict[str, tuple[str, ...]] = {}
    wagers: tuple[happened.WagerLine, ...] = ()
    bank: happened.BankLine | None = None
    dealer_wager: happened.DealerWagerLine | None = None
    meter: happened.MeterLine | None = None
    tray_delta: int | None = None
    reason: str | None = None
    supervisor: str | None = None
    """Who stood by where the round was called off."""
    corrections: tuple[Correction, ...] = ()
    disputes: tuple[Dispute, ...] = ()

    def wager_at(self, seat: int, wager: str) -> PlacedWager | None:
        """The one that may be raised: not one that stands on a number of its own."""
        spot = (seat, wager, msgspec.UNSET)
        return next((one for one in self.placed if (one.seat, one.wager, one.point) == spot), None)
