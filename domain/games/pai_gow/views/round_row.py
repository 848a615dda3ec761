"""The row of a round of pai gow: the bank, the deal, the hands."""

from collections.abc import Mapping
from typing import Final, Protocol

import msgspec

from domain.events import round as happened
from domain.events.corrections import RollCorrected
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.messages import events as of_pai_gow
from domain.games.pai_gow.wagers.names import DICE_BONUS
from domain.games.seam.round_row import Changes, PlacedWager, RoundParts


class Bank(msgspec.Struct, frozen=True):
    """The player who banks the round."""

    seat: int
    player: str
    chips: int
    co_bank: bool
    dealer_wager: int


class _Row(Protocol):
    """What of a round's row is read here."""

    @property
    def offered(self) -> tuple[happened.Offer, ...]: ...
    @property
    def passed(self) -> tuple[int, ...]: ...
    @property
    def reshuffles(self) -> tuple[str, ...]: ...
    @property
    def settings(self) -> Mapping[str, Setting]: ...
    @property
    def exposed(self) -> tuple[str, ...]: ...
    @property
    def surrendered(self) -> tuple[int, ...]: ...
    @property
    def voided(self) -> tuple[int, ...]: ...
    @property
    def abandoned(self) -> tuple[int, ...]: ...


def _opened(_: _Row, event: happened.RoundOpened) -> Changes:
    """Dice bonus wagers that were retained lie there from the first."""
    if not event.retained:
        return {}
    kept = (PlacedWager(one.seat, DICE_BONUS, one.amount, 0, one.player) for one in event.retained)
    return {"placed": tuple(kept)}


def _bank_passed(row: _Row, event: of_pai_gow.BankPassed) -> Changes:
    return {"passed": (*row.passed, event.seat)}


def _bank_accepted(_: _Row, event: of_pai_gow.BankAccepted) -> Changes:
    bank = Bank(event.seat, event.player, event.chips, event.co_bank, event.dealer_wager)
    return {"banker": bank}


def _was_cut(_: _Row, event: of_pai_gow.TilesCut) -> Changes:
    end = None if event.end is msgspec.UNSET else event.end
    return {"cut": event.stacks, "cut_to": end}


def _reshuffled(row: _Row, event: of_pai_gow.TilesReshuffled) -> Changes:
    """What was cut before, and how it was to be delivered, is not what is dealt."""
    return {"reshuffles": (*row.reshuffles, event.reason), "cut": None, "style": None}


def _delivery(_: _Row, event: of_pai_gow.DeliveryChosen) -> Changes:
    return {"style": event.style}


def _announced(_: _Row, event: of_pai_gow.NumberAnnounced) -> Changes:
    return {"phase": "rolled", "number_announced": event.number}


def _tiles_dealt(_: _Row, event: of_pai_gow.TilesDealt) -> Changes:
    return {
        "phase": "dealt",
        "start": event.start,
        "style": event.style,
        "deck": None,
        "hands": event.hands,
    }


def _cards_dealt(_: _Row, event: of_pai_gow.CardsDealt) -> Changes:
    return {
        "phase": "dealt",
        "start": event.start,
        "style": None,
        "deck": event.deck or None,
        "hands": event.hands,
    }


def _hand_set(row: _Row, event: of_pai_gow.HandSet) -> Changes:
    return {"settings": {**row.settings, str(event.seat): Setting(event.high, event.low)}}


def _house_set(row: _Row, event: of_pai_gow.HouseSet) -> Changes:
    return {
        "phase": "house_set",
        "settings": {**row.settings, event.position: Setting(event.high, event.low)},
        "house": event.position,
        "house_way": event.way,
    }


def _surrendered(row: _Row, event: of_pai_gow.HandSurrendered) -> Changes:
    return {"surrendered": (*row.surrendered, event.seat)}


def _exposed(row: _Row, event: of_pai_gow.TileExposed) -> Changes:
    return {"exposed": (*row.exposed, event.position)}


def _voided(row: _Row, event: of_pai_gow.HandVoided) -> Changes:
    return {"voided": (*row.voided, event.seat)}


def _abandoned(row: _Row, event: of_pai_gow.WagerAbandoned) -> Changes:
    return {"abandoned": (*row.abandoned, event.seat)}


def _bank_corrected(row: _Row, event: of_pai_gow.BankCorrected) -> Changes:
    """Who really took it follows, with whoever passed it before."""
    order = [one.seat for one in row.offered]
    upto = order.index(event.seat) if event.seat in order else len(order)
    return {"banker": None, "passed": tuple(seat for seat in row.passed if seat in order[:upto])}


def _deal_corrected(_: _Row, event: of_pai_gow.DealCorrected) -> Changes:
    return {"phase": "rolled", "counts_from": event.seq, **_without_the_deal()}


def _roll_corrected(_: _Row, event: RollCorrected) -> Changes:
    """What was dealt by it goes with it."""
    del event
    return _without_the_deal()


def _without_the_deal() -> Changes:
    return {
        "start": None,
        "hands": {},
        "settings": {},
        "house": None,
        "house_way": None,
        "exposed": (),
    }


def _bank_told(event: of_pai_gow.BankCorrected) -> Changes:
    return {"what": "bank", "corrects": event.corrects, "bank": event.was}


def _deal_told(event: of_pai_gow.DealCorrected) -> Changes:
    return {"what": "deal", "corrects": event.corrects}


def _setting_told(event: of_pai_gow.SettingCorrected) -> Changes:
    """The right setting follows and takes its place; how it was set is told by the events alone."""
    return {"what": "setting", "corrects": event.corrects, "position": event.position}


ROUND_PARTS: Final = RoundParts(
    changes={
        happened.RoundOpened: _opened,
        of_pai_gow.BankPassed: _bank_passed,
        of_pai_gow.BankAccepted: _bank_accepted,
        of_pai_gow.TilesCut: _was_cut,
        of_pai_gow.TilesReshuffled: _reshuffled,
        of_pai_gow.DeliveryChosen: _delivery,
        of_pai_gow.NumberAnnounced: _announced,
        of_pai_gow.TilesDealt: _tiles_dealt,
        of_pai_gow.CardsDealt: _cards_dealt,
        of_pai_gow.HandSet: _hand_set,
        of_pai_gow.HouseSet: _house_set,
        of_pai_gow.HandSurrendered: _surrendered,
        of_pai_gow.TileExposed: _exposed,
        of_pai_gow.HandVoided: _voided,
        of_pai_gow.WagerAbandoned: _abandoned,
        of_pai_gow.BankCorrected: _bank_corrected,
        of_pai_gow.DealCorrected: _deal_corrected,
        RollCorrected: _roll_corrected,
    },
    corrections={
        of_pai_gow.BankCorrected: _bank_told,
        of_pai_gow.DealCorrected: _deal_told,
        of_pai_gow.SettingCorrected: _setting_told,
    },
    types={"setting": Setting, "bank": Bank, "banked": of_pai_gow.Banked},
)
