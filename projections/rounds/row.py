"""A round as one row: everything a person may ask about it."""

from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import msgspec

from domain.events import round as happened
from domain.events.corrections import Stood
from domain.game_library import LIBRARY
from domain.games.seam.round_row import PlacedWager
from projections.projection import Row

_OF_GAMES: Final = {
    name: kind for game in LIBRARY.games for name, kind in game.views.round.types.items()
}
"""Parts of the row that one game alone knows."""
if TYPE_CHECKING:
    Setting: TypeAlias = Any
    Bank: TypeAlias = Any
    Banked: TypeAlias = Any
    CrapsRow: TypeAlias = Any
else:
    Setting, Bank, Banked, CrapsRow = (
        _OF_GAMES[name] for name in ("setting", "bank", "banked", "craps")
    )


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was keyed in wrong, and corrected before settlement."""

    seq: int
    what: Literal["wager", "roll", "deal", "setting", "bank"]
    corrects: int | None = None
    """Of a roll, a deal, a setting or a bank: `seq` of the event that is taken back."""
    position: str | None = None
    """Of a setting: a seat, `dealer` or `house`."""
    dice: tuple[int, ...] | None = None
    """Of a roll: as it was read at first."""
    was: Stood | None = None
    """Of a wager: as it stood."""
    now: Stood | None = None
    """Of a wager: as it stands; amount 0, there is none."""
    bank: Banked | None = None
    """Of a bank: as it was told at first."""
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


class RoundRow(Row, frozen=True, kw_only=True):
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
    retained: tuple[happened.RetainedWager, ...] = ()
    """Wagers of the round before that lay on the table when this one was opened."""
    offered: tuple[happened.Offer, ...] = ()
    """Whom the bank was offered to, in this order."""
    dealer_keeps: bool = False
    """The offer of the bank had come back to the dealer."""
    passed: tuple[int, ...] = ()
    """Seats that declined the bank."""
    banker: Bank | None = None
    placed: tuple[PlacedWager, ...] = ()
    cut: int | tuple[int, ...] | None = None
    cut_to: Literal["left", "right", "both"] | None = None
    """The end that the stacks went to, where it was told."""
    style: str | None = None
    reshuffles: tuple[str, ...] = ()
    """Why the pieces were mixed again before the deal."""
    no_rolls: tuple[str, ...] = ()
    """Why dice were shaken again."""
    dice: tuple[int, ...] | None = None
    shaker: int | Literal["dealer"] | None = None
    """Whose roll it was."""
    shaken_by: int | Literal["dealer"] | None = None
    """Who held the shaker."""
    running: int | None = None
    """Which triple in a row the dice were; 0 where they were none."""
    announced: int | None = None
    """The total that was called out for the dice, where it was told."""
    number_announced: int | None = None
    start: str | None = None
    deck: str | None = None
    """Which deck it was dealt from, where decks have names."""
    lights: int | None = None
    """Progressive acceptors that were lit at "no more bets", where they were counted."""
    counts_from: int = 0
    """What was dealt or set before this `seq` has been taken back."""
    hands: dict[str, tuple[str, ...]] = {}
    settings: dict[str, Setting] = {}
    house: str | None = None
    """The position that the seats are compared with, once its hand is set."""
    house_way: str | None = None
    """The way it was set by; none where a bank set it freely."""
    exposed: tuple[str, ...] = ()
    """Positions of which a piece was seen."""
    surrendered: tuple[int, ...] = ()
    voided: tuple[int, ...] = ()
    abandoned: tuple[int, ...] = ()
    wagers: tuple[happened.WagerLine, ...] = ()
    bank: happened.BankLine | None = None
    dealer_wager: happened.DealerWagerLine | None = None
    meter: happened.MeterLine | None = None
    tray_delta: int | None = None
    triples: int | None = None
    reason: str | None = None
    supervisor: str | None = None
    """Who stood by where the round was called off."""
    corrections: tuple[Correction, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    craps: CrapsRow | msgspec.UnsetType = msgspec.UNSET

    def wager_at(self, seat: int, wager: str) -> PlacedWager | None:
        """The one that may be raised: not a come wager that stands on its number."""
        spot = (seat, wager, msgspec.UNSET)
        return next((one for one in self.placed if (one.seat, one.wager, one.point) == spot), None)
