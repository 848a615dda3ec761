"""What a round knows of itself."""

from typing import Literal, TypeAlias

import msgspec

from domain.events.round import BankLine, DealerWagerLine, MeterLine, Offer, WagerLine
from domain.games.pai_gow.layout.setting import Setting
from domain.terms import MAIN, Terms

Phase: TypeAlias = Literal["betting", "no_more_bets", "rolled", "dealt", "house_set"]


class Wager(msgspec.Struct, frozen=True):
    """Chips, and perhaps a coupon, of one player on one spot."""

    seat: int
    wager: str
    amount: int
    coupon: int
    player: str
    retained: bool = False
    """It lies there since an earlier triple."""


class Bank(msgspec.Struct, frozen=True):
    """The player who banks the round."""

    seat: int
    player: str
    chips: int
    co_bank: bool
    dealer_wager: int


class Deal(msgspec.Struct, frozen=True):
    """Which event told the hands, and how many wagers had been decided before it."""

    seq: int
    decided: int


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """State of an open round. A closed round has none: its last event says it all."""

    id: str
    number: int
    phase: Phase
    regulation: str
    terms: Terms
    offered: tuple[Offer, ...] = ()
    dealer_keeps: bool = False
    """The offer of the bank has come back to the dealer."""
    passed: tuple[int, ...] = ()
    """Seats that declined the bank."""
    bank: Bank | None = None
    wagers: tuple[Wager, ...] = ()
    """Undecided wagers, by seat."""
    lines: tuple[WagerLine, ...] = ()
    """Decided ones."""
    was_cut: bool = False
    style: str | None = None
    dice: tuple[int, int, int] | None = None
    number_announced: int | None = None
    hands: dict[str, tuple[str, ...]] = {}
    deal: Deal | None = None
    settings: dict[int, Setting] = {}
    house: Setting | None = None
    dealer: Setting | None = None
    """The dealer's own hand, where the dealer wagers against a bank."""
    exposed: tuple[int, ...] = ()
    """Seats whose player has yet to choose whether to play the exposed hand."""
    triples: int = 0
    """The table's running count."""
    centre: int = 0
    """Chips in the centre of the layout, in cents."""
    bank_line: BankLine | None = None
    dealer_line: DealerWagerLine | None = None
    meter_line: MeterLine | None = None
    tray_delta: int = 0

    def wager_at(self, seat: int, wager: str) -> Wager | None:
        for one in self.wagers:
            if one.seat == seat and one.wager == wager:
                return one
        return None

    def playing(self) -> tuple[Wager, ...]:
        """The undecided wagers on the hands themselves."""
        return tuple(one for one in self.wagers if one.wager == MAIN)

    def unset(self) -> tuple[int, ...]:
        """Seats whose hand is still to be set."""
        return tuple(one.seat for one in self.playing() if one.seat not in self.settings)

    @property
    def dealer_plays(self) -> bool:
        """The dealer has a wager of its own, against a bank, that is not decided."""
        staked = self.bank is not None and self.bank.dealer_wager > 0
        return staked and self.dealer_line is None

    @property
    def dealer_to_set(self) -> bool:
        return self.dealer_plays and self.dealer is None

    @property
    def house_position(self) -> str:
        """Whose hand the seats are compared with."""
        return "dealer" if self.bank is None else str(self.bank.seat)
