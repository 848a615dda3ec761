"""The events that pai gow alone has: the bank, the deal, the hands."""

from collections.abc import Callable
from typing import ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace

from domain.events.envelope import Event, RoundEvent, ShowsPieces
from domain.events.table import Signature
from domain.unseen import mask_pieces


class TilesSetOut(Event, frozen=True, kw_only=True, tag=True):
    """The tiles lie face up in pairs, for inspection by the next player."""


class TilesChanged(Event, frozen=True, kw_only=True, tag=True):
    """A fresh set of tiles is on the table."""

    BRINGS_EQUIPMENT: ClassVar[bool] = True

    reason: str | msgspec.UnsetType = msgspec.UNSET
    """Why the set went that lay there, where that was told."""
    signed: tuple[Signature, ...] | msgspec.UnsetType = msgspec.UNSET
    """By whom that set was sealed and the fresh one inspected, where that was told."""


class BankPassed(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The player declined the bank."""

    seat: int
    player: str


class BankAccepted(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The player banks this round, alone or with the casino; the dealer may wager against."""

    seat: int
    player: str
    chips: int
    co_bank: bool
    dealer_wager: int


class TilesCut(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The bank cut: how many stacks were moved, or which, as it was told."""

    stacks: int | tuple[int, ...]
    end: Literal["left", "right", "both"] | msgspec.UnsetType = msgspec.UNSET
    """Which end they went to, as the dealer sees it, where that was told."""


class DeliveryChosen(RoundEvent, frozen=True, kw_only=True, tag=True):
    """How the stacks will be delivered."""

    style: str


class TilesReshuffled(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The tiles or cards were mixed again before the deal; the wagers stand."""

    reason: str
    supervisor: str


class NumberAnnounced(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The number that the generator showed."""

    number: int


def _masked_hands(
    hands: dict[str, tuple[str, ...]], is_hidden: Callable[[str], bool]
) -> dict[str, tuple[str, ...]] | None:
    """None where every place may be seen."""
    hidden = {place: mask_pieces(pieces) for place, pieces in hands.items() if is_hidden(place)}
    return {**hands, **hidden} if hidden else None


class TilesDealt(ShowsPieces, frozen=True, kw_only=True, tag=True):
    """Every tile's place: the dead hand holds what nobody plays."""

    start: str
    style: str
    hands: dict[str, tuple[str, ...]]
    start_told: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    """Who dealt said which position got the first stack."""

    def masked(self, is_hidden: Callable[[str], bool]) -> "TilesDealt":
        hands = _masked_hands(self.hands, is_hidden)
        return self if hands is None else replace(self, hands=hands)


class CardsDealt(ShowsPieces, frozen=True, kw_only=True, tag=True):
    """Seven cards by position, for every position that plays."""

    start: str
    hands: dict[str, tuple[str, ...]]
    deck: str | msgspec.UnsetType = msgspec.UNSET
    """Which of two decks it was, where they have names (19:47-11.2(b))."""
    start_told: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    """Who dealt said which position got the first cards."""

    def masked(self, is_hidden: Callable[[str], bool]) -> "CardsDealt":
        hands = _masked_hands(self.hands, is_hidden)
        return self if hands is None else replace(self, hands=hands)


class HandSet(ShowsPieces, frozen=True, kw_only=True, tag=True):
    """A seat's hand is final."""

    seat: int | Literal["dealer"]
    high: tuple[str, ...]
    low: tuple[str, ...]
    house_way: bool
    by_exception: bool | msgspec.UnsetType = msgspec.UNSET
    """Told where the house way was asked for and an exception filed for these pieces set them."""

    def masked(self, is_hidden: Callable[[str], bool]) -> "HandSet":
        if not is_hidden(str(self.seat)):
            return self
        # Which hands are excepted is filed for all to read: the mark would tell the pieces.
        unmarked = replace(self, by_exception=msgspec.UNSET)
        return replace(unmarked, high=mask_pieces(self.high), low=mask_pieces(self.low))


class HouseSet(ShowsPieces, frozen=True, kw_only=True, tag=True):
    """The hand that the seats are compared with."""

    position: str
    high: tuple[str, ...]
    low: tuple[str, ...]
    way: str | None
    """The house way it was set by; None where a bank set it freely."""
    by_exception: bool | msgspec.UnsetType = msgspec.UNSET
    """Told where it was set by an exception that was filed for these very pieces."""

    def masked(self, is_hidden: Callable[[str], bool]) -> "HouseSet":
        if not is_hidden(self.position):
            return self
        # Which hands are excepted is filed for all to read: the mark would tell the pieces.
        unmarked = replace(self, by_exception=msgspec.UNSET)
        return replace(unmarked, high=mask_pieces(self.high), low=mask_pieces(self.low))


class HandSurrendered(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The player gave up; the hand stays unseen."""

    seat: int


class TileExposed(RoundEvent, frozen=True, kw_only=True, tag=True):
    """A tile was seen that should not have been."""

    position: str
    by: Literal["dealer", "player"] | msgspec.UnsetType = msgspec.UNSET
    """Who exposed it."""


class HandVoided(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The player chose not to play the exposed hand."""

    seat: int


class HandPlayedOn(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The player chose to play the exposed hand."""

    seat: int


class WagerAbandoned(RoundEvent, frozen=True, kw_only=True, tag=True):
    """The player left; what was undecided at the seat is lost."""

    seat: int


class Banked(msgspec.Struct, frozen=True):
    """An acceptance of the bank as it was told."""

    seat: int
    player: str
    chips: int
    co_bank: bool
    dealer_wager: int


class BankCorrected(RoundEvent, frozen=True, kw_only=True, tag=True):
    """An acceptance of the bank is taken back; who really took it follows, if anybody did."""

    EXCEPTION: ClassVar[str | None] = "bank_corrected"

    corrects: int
    was: Banked
    seat: int | None
    """Who really took it; None: nobody did."""
    dealer_wager: int
    """What the dealer wagers now, in the place of what it was told to wager."""
    reason: str
    supervisor: str
    exceptional: bool | msgspec.UnsetType = msgspec.UNSET
    """An exception that somebody answers for."""

    def cents_changed(self) -> int:
        return self.dealer_wager - self.was.dealer_wager


class SettingCorrected(ShowsPieces, frozen=True, kw_only=True, tag=True):
    """A hand that was set is taken up again; the right setting follows."""

    EXCEPTION: ClassVar[str | None] = "setting_corrected"

    corrects: int
    position: str
    """A seat, the dealer's own hand, or the house's."""
    was_high: tuple[str, ...]
    was_low: tuple[str, ...]
    reason: str
    supervisor: str
    exceptional: bool | msgspec.UnsetType = msgspec.UNSET
    """An exception that somebody answers for; what it changed is known when the round closes."""

    def masked(self, is_hidden: Callable[[str], bool]) -> "SettingCorrected":
        if not is_hidden(self.position):
            return self
        return replace(self, was_high=mask_pieces(self.was_high), was_low=mask_pieces(self.was_low))


class DealCorrected(RoundEvent, frozen=True, kw_only=True, tag=True):
    """A deal is taken back with the hands that were set on it; the right one follows."""

    EXCEPTION: ClassVar[str | None] = "deal_corrected"

    corrects: int
    reason: str
    supervisor: str
    exceptional: bool | msgspec.UnsetType = msgspec.UNSET
    """An exception that somebody answers for."""


EVENTS: Final[tuple[type[Event], ...]] = (
    TilesSetOut,
    TilesChanged,
    BankPassed,
    BankAccepted,
    TilesCut,
    DeliveryChosen,
    TilesReshuffled,
    NumberAnnounced,
    TilesDealt,
    CardsDealt,
    HandSet,
    HouseSet,
    HandSurrendered,
    TileExposed,
    HandVoided,
    HandPlayedOn,
    WagerAbandoned,
    BankCorrected,
    SettingCorrected,
    DealCorrected,
)
